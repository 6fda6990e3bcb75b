"""Matching elements whose order does not count."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.validators.flags import MatchOptions
from authoring.validators.matching.dispatch import match_whole
from authoring.validators.matching.unordered import in_order, match_unordered

STRICT = MatchOptions(ignore_order=True, dialect="strict")
ELEMENTS = st.one_of(
    st.integers(-3, 3),
    st.booleans(),
    st.floats(-1, 1),
    st.none(),
    st.text("ab"),
    st.lists(st.integers(0, 2), max_size=2),
)


@given(st.lists(ELEMENTS, max_size=6).flatmap(lambda found: st.tuples(st.just(found), st.permutations(found))))
def test_any_order_matches(pair: tuple[list[Any], list[Any]]) -> None:
    """Elements of any types match themselves in any order."""
    assert match_unordered(*pair, STRICT, match_whole).match


@pytest.mark.parametrize(
    ("reference", "submission", "same"),
    [
        ([1, 2.0, 3], [3.0, 1.0, 2], True),
        ([1, 1, 2], [1, 2, 2], False),
        ([True, 1], [1, True], True),
        ([True, True], [1, True], False),
        ([{"a": 1}, {"b": 2}], [{"b": 2.0}, {"a": 1}], True),
        ([float("nan"), "x"], ["x", float("nan")], True),
        ([0.1 + 0.2, 5], [5, 0.3], True),
    ],
)
def test_elements_are_used_once(reference: list[Any], submission: list[Any], same: bool) -> None:  # noqa: FBT001 - parametrized
    """Each element needs one of its own on the other side, within the tolerances."""
    assert match_unordered(reference, submission, STRICT, match_whole).match is same


@given(st.permutations([[1.0], [1.4], [1.8], ["x"]]), st.permutations([[0.6], [1.0], [1.4], ["x"]]))
def test_pairing_does_not_depend_on_the_order(reference: list[Any], submission: list[Any]) -> None:
    """Where tolerances let an element match several others, a whole pairing is found however they are ordered."""
    options = replace(STRICT, atol=0.5, rtol=0.0)

    assert match_unordered(reference, submission, options, match_whole).match
    assert not match_unordered(reference, [*submission[1:], [9.0]], options, match_whole).match


def test_order_of_mixed_types() -> None:
    """DSEval sorts by type name first."""
    assert in_order(["b", 2, "a", 1.5]) == [1.5, 2, "a", "b"]
