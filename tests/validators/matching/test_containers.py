"""Matching containers, and unwrapping them."""

import numpy as np
import pandas as pd
import pytest

from authoring.validators.flags import MatchOptions
from authoring.validators.matching.containers import bare
from authoring.validators.matching.dispatch import match_whole


@pytest.mark.parametrize(
    ("reference", "submission", "reason"),
    [
        ([1, [2, 3]], [1, [2, 4]], "element 1: element 1: 4 instead of 3"),
        ({"a": 1}, {"a": 2}, "entry 'a': 2 instead of 1"),
        ({"a": 1, "b": 2}, {"a": 1, "c": 2}, "missing keys 'b'; extra keys 'c'"),
        ([1], [1, 2], "2 elements instead of 1"),
        ({1}, [1], "a list instead of a set"),
    ],
)
def test_reasons_lead_to_the_element(reference: object, submission: object, reason: str) -> None:
    """A mismatch deep inside is named with its way."""
    assert match_whole(reference, submission, MatchOptions()).reason == reason


def test_bare_unwraps() -> None:
    """Containers become lists, and a container of one becomes its element, at every level."""
    frame = pd.DataFrame({"a": [1, 2], "b": [3, 4]})

    assert bare(frame) == [[1, 3], [2, 4]]
    assert bare((np.array([1]), pd.Series([2, 3]), pd.Index([4]))) == [1, [2, 3], 4]
    assert bare({"a", "b"}) == ["a", "b"]
    assert bare({"a": [1]}) == {"a": [1]}


def test_a_dict_is_itself_in_any_order() -> None:
    """In the strict dialect, leaving keys aside refuses no dict whose keys have their values, in whatever order."""
    options = MatchOptions(dialect="strict", ignore_index=True)
    first, second = {"a": 1, "b": 2}, {"b": 2, "a": 1}
    assert match_whole(first, second, options).match
    assert match_whole(first, {"x": 1, "y": 2}, options).match
    assert match_whole(first, {"b": 1, "a": 2}, options).match
    assert not match_whole(first, {"b": 3, "a": 1}, options).match
