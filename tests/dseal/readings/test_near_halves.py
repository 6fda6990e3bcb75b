"""Halves are looked for wherever code rounds, and are believed only where the numbers that make them are exact."""

import numpy as np
import pandas as pd
import pytest

from authoring.dseal.mutation.base import read_code
from authoring.dseal.readings.base import edited
from authoring.dseal.readings.near_halves import other_roundings

NUMBERS = {
    "half": 6.575,
    "difference": -0.5905000000057,
    "dyadic": 24.125,
    "plain": 24.127,
    "whole": 7,
}


@pytest.mark.parametrize(
    ("code", "are_exact", "turned"),
    [
        ("round(half, 2)", True, 6.57),
        ("round(difference, 3)", True, -0.59),
        ("round(dyadic, 2)", True, 24.12),
        ("round(dyadic, 2)", False, 24.13),
        ("round(plain, 2)", False, 24.13),
        ("round(whole, 2)", False, 7),
        ("np.round((half, 1, plain), 2).tolist()", True, [6.57, 1.0, 24.13]),
        ("np.array([half, plain]).round(2).tolist()", True, [6.57, 24.13]),
        ("np.round((whole, half), 2).tolist()", True, [7.0, 6.57]),
        ("pd.Series([half, plain]).round(2).tolist()", True, [6.57, 24.13]),
        ("pd.DataFrame({'a': [dyadic]}).round(2)['a'].tolist()", False, [24.13]),
        ("round(51 / 80 * 100, 1)", True, 63.8),
        ("round(100 * 27 / 80, 1)", True, 33.8),
        ("round(100 * 5 / 80, 1)", True, 6.2),
        ("round(50000000.2, 2)", False, 50000000.2),
    ],
)
def test_halves_are_rounded_to_their_other_side(code: str, *, are_exact: bool, turned: object) -> None:
    """A number, a tuple, an array or a table is rounded to the other side where another order of sums may do so."""
    read = read_code(code, ())
    assert read is not None
    other = edited(read, other_roundings(read, are_exact=are_exact))

    assert other is not None
    assert eval(other, {**NUMBERS, "np": np, "pd": pd}) == turned  # noqa: S307 - our own code
