"""A loose comparison forgives names, order and types, and refuses nothing that matches as it is."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.validators.flags import MatchOptions
from authoring.validators.matching.dispatch import loose, matches

OPTIONS = MatchOptions()
SERIES = pd.Series([1, 2], name="a")


@pytest.mark.parametrize(
    ("reference", "submission"),
    [
        (SERIES, SERIES.rename("b")),
        (SERIES, SERIES.astype(float)),
        ([1, 2], [2, 1]),
        (pd.DataFrame({"a": [1], "b": [2]}), pd.DataFrame({"b": [2], "a": [1]})),
    ],
)
def test_slips_of_form_match_loosely(reference: Any, submission: Any) -> None:
    """What is partly right has the right values, in another form."""
    assert loose(reference, submission, OPTIONS).match


@pytest.mark.parametrize(
    ("reference", "submission"),
    [(SERIES, SERIES + 1), ([1, 2], [1, 3]), (1, 2), ("a", "b"), (np.arange(3), np.ones(3))],
)
def test_other_values_never_match(reference: Any, submission: Any) -> None:
    """Being loose makes no wrong answer right."""
    assert not loose(reference, submission, OPTIONS).match
    assert not matches(reference, submission, OPTIONS).match


@given(st.lists(st.integers() | st.text(max_size=3), max_size=4), st.lists(st.integers(0, 2), max_size=4))
def test_what_matches_matches_loosely(one: list[Any], other: list[Any]) -> None:
    """Loosened flags admit more and never less."""
    for reference, submission in ((one, list(one)), (one, other), (pd.Series(other), pd.Series(list(other)))):
        if matches(reference, submission, OPTIONS).match:
            assert loose(reference, submission, OPTIONS).match
