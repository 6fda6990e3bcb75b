"""Where two tables differ."""

from typing import Any

import pandas as pd
import pytest

from authoring.validators.base import Difference
from authoring.validators.matching.differences import explain

FRAME = pd.DataFrame({"a": [1, 2], "b": ["x", None]})


@pytest.mark.parametrize(
    ("reference", "submission", "words"),
    [
        (FRAME, FRAME.head(1), "shape: (1, 2) instead of (2, 2)"),
        (FRAME, FRAME.rename(columns={"a": "c"}), "missing columns: none instead of 'a'"),
        (FRAME, FRAME[["b", "a"]], "columns: ['b', 'a'] instead of ['a', 'b']"),
        (FRAME, FRAME.astype({"a": float}), "dtype of 'a': float64 instead of int64"),
        (FRAME, FRAME.set_index(pd.Index([0, 7])), "row 1 of the index: 7 instead of 1; 1 of 2 differ"),
        (FRAME, FRAME.rename_axis("k"), "names of the index: ['k'] instead of [None]"),
        (FRAME, FRAME.assign(a=[1, 3]), "row 1, 'a': 3 instead of 2; 1 of 2 differ"),
        (FRAME, FRAME.assign(b=["x", "y"]), "row 1, 'b': 'y' instead of nan; 1 of 2 differ"),
        (FRAME["a"], FRAME["a"].rename("z"), "name: 'z' instead of 'a'"),
        (FRAME["a"], FRAME["a"] * 2.0, "dtype: float64 instead of int64"),
        (FRAME["a"], FRAME["a"] * 2, "row 0: 2 instead of 1; 2 of 2 differ"),
        (pd.Series([1], ["k"]), pd.Series([2], ["k"]), "row 0 ('k'): 2 instead of 1; 1 of 1 differ"),
        (pd.Index([1, 2]), pd.Index([1, 3]), "row 1: 3 instead of 2; 1 of 2 differ"),
        (
            pd.MultiIndex.from_tuples([(1, "x")]),
            pd.MultiIndex.from_tuples([("x", 1)]),
            "row 0: ('x', 1) instead of (1, 'x'); 1 of 1 differ",
        ),
    ],
)
def test_first_difference(reference: Any, submission: Any, words: str) -> None:
    """Our own words come first: shape, columns, dtypes, index, then the first value; pandas' finding follows."""
    assert explain(reference, submission, "finding").reason == f"{words}\nfinding"


def test_differences_are_a_few() -> None:
    """All that is seen is listed up to five, columns before cells, in the order of the reference."""
    large = pd.DataFrame({"a": range(100), "b": range(100)})

    assert explain(FRAME, FRAME.drop(columns="a").assign(c=0), "").differences == (
        Difference("missing columns", "'a'", "none"),
        Difference("extra columns", "none", "'c'"),
    )
    assert explain(large, large + 1, "").differences[4] == Difference("row 4, 'a'", "4", "5")
    assert len(explain(large, large + 1, "").differences) == 5


def test_nothing_to_say() -> None:
    """Where we see no difference, what pandas found stands alone."""
    assert explain(FRAME, FRAME.copy(), "finding").reason == "finding"
    assert explain(FRAME, FRAME.copy(), "").reason == "the tables differ"
