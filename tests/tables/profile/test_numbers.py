"""Numbers about numbers."""

import math

import numpy as np
import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.tables.profile.numbers import as_text, decimals, histogram, rounded, summarize


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=50))
@settings(deadline=None)
def test_histograms_add_up(values: list[float]) -> None:
    """Ten bins hold every finite value once, whatever the range; nothing overflows into an error."""
    numbers = np.array(values)

    assert sum(histogram(numbers)) == len(values)
    assert len(histogram(numbers)) == 10
    assert 0 <= decimals(numbers) <= 9
    assert summarize(numbers).minimum == min(values)


def test_text_of_values() -> None:
    """Values are shown without noise, missing ones as nothing, and text is never taken for something else."""
    shown_text = [
        as_text(value) for value in (1.0, 0.1 + 0.2, 1e20, None, math.nan, pd.NA, pd.NaT, "NaT", True, "\ud800")
    ]

    assert shown_text == ["1", "0.3", "1e+20", "", "", "", "", "NaT", "True", "?"]


def test_steady() -> None:
    """Ten significant digits stay; what is not finite is nothing."""
    assert rounded(1 / 3) == 0.3333333333
    assert rounded(math.inf) is None


def test_decimals_in_use() -> None:
    """Decimal places are those that a person would write, not those of the float."""
    assert decimals(np.array([10.357019999999999, 1.5])) == 5
    assert decimals(np.array([3.0, -2.0])) == 0
    assert decimals(np.array([1 / 3])) == 9
