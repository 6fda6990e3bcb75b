"""Matching arrays and CSR matrices."""

import numpy as np
import pytest

from authoring.validators.base import Dialect, Difference
from authoring.validators.flags import MatchOptions
from authoring.validators.matching.arrays import match_arrays


@pytest.mark.parametrize(
    ("reference", "submission", "reason"),
    [
        (
            np.zeros((2, 2)),
            np.array([[0, 0], [0, 1.5]]),
            "1 of 4 elements differ, the first at (1, 1): 1.5 instead of 0.0",
        ),
        (np.array(["a", "b"]), np.array(["a", "c"]), "1 of 2 elements differ, the first at 1: c instead of b"),
        (np.array([1.0, np.nan]), np.array([1.0, 2.0]), "other elements are missing (NaN), the first at 1"),
        (np.zeros(2), np.zeros(3), "shape (3,) instead of (2,)"),
    ],
)
def test_reasons_say_where(reference: object, submission: object, reason: str) -> None:
    """A mismatch names the first place, in words."""
    assert match_arrays(reference, submission, MatchOptions()).reason == reason


def test_differences_are_a_few() -> None:
    """Of many differing elements, the first five are named, with their places and values."""
    found = match_arrays(np.zeros((3, 3)), np.ones((3, 3)), MatchOptions())

    assert len(found.differences) == 5
    assert found.differences[1] == Difference("element (0, 1)", "0.0", "1.0")


def test_kinds_are_words_of_the_strict_dialect() -> None:
    """DSEval has no word for what differs between arrays; the strict dialect has."""
    pairs = [(np.zeros(2), np.zeros(3)), (np.zeros(2), np.ones(2)), (np.zeros(2), np.zeros(2, dtype=int))]
    dialects: list[Dialect] = ["dseval", "strict"]

    kinds = [
        match_arrays(one, other, MatchOptions(strict_type=True, dialect=dialect)).kind
        for dialect in dialects
        for one, other in pairs
    ]

    assert kinds == ["", "", "", "shape", "value", "dtype"]
