"""Where two tables differ, in words."""

from typing import Any

import pandas as pd
import pytest

from authoring.validators.matching.differences import describe_difference

FRAME = pd.DataFrame({"a": [1, 2], "b": ["x", None]})


@pytest.mark.parametrize(
    ("reference", "submission", "words"),
    [
        (FRAME, FRAME.head(1), "shape (1, 2) instead of (2, 2)"),
        (FRAME, FRAME[["a"]], "shape (2, 1) instead of (2, 2); missing columns 'b'"),
        (FRAME, FRAME.rename(columns={"a": "c"}), "missing columns 'a'; extra columns 'c'"),
        (FRAME, FRAME[["b", "a"]], "columns in the order ['b', 'a'] instead of ['a', 'b']"),
        (FRAME, FRAME.astype({"a": float}), "column 'a' has dtype float64 instead of int64"),
        (FRAME, FRAME.set_index(pd.Index([0, 7])), "index, row 1: 7 instead of 1; 1 of 2 differ"),
        (FRAME, FRAME.rename_axis("k"), "the index is named ['k'] instead of [None]"),
        (FRAME, FRAME.assign(a=[1, 3]), "column 'a', row 1 (1): 3 instead of 2; 1 of 2 differ"),
        (FRAME, FRAME.assign(b=["x", "y"]), "column 'b', row 1 (1): 'y' instead of nan; 1 of 2 differ"),
        (FRAME["a"], FRAME["a"].rename("z"), "the series is named 'z' instead of 'a'"),
        (FRAME["a"], FRAME["a"] * 2.0, "dtype float64 instead of int64"),
        (FRAME["a"], FRAME["a"] * 2, "row 0 (0): 2 instead of 1; 2 of 2 differ"),
        (pd.Index([1, 2]), pd.Index([1, 3]), "row 1: 3 instead of 2; 1 of 2 differ"),
    ],
)
def test_first_difference(reference: Any, submission: Any, words: str) -> None:
    """Our own words come first: shape, columns, dtypes, index, then the first value; pandas' finding follows."""
    assert describe_difference(reference, submission, "finding") == f"{words}\nfinding"


def test_nothing_to_say() -> None:
    """Where we see no difference, what pandas found stands alone."""
    assert describe_difference(FRAME, FRAME.copy(), "finding") == "finding"
    assert describe_difference(FRAME, FRAME.copy(), "") == "the tables differ"
