"""Columns that a cell computed take another dtype; those of the session keep theirs."""

import pandas as pd

from authoring.validators.rewriting.base import ReferenceValue
from authoring.validators.rewriting.columns import recast

TO_FLOAT = recast("float64", "floats", lambda column: column.dtype == "int64")


def test_only_what_was_computed_is_recast() -> None:
    """A frame's own columns change, by place; carried ones, and those that do not fit, stay."""
    frame = pd.DataFrame([[1, 2, "x", 4]], columns=["old", "new", "text", "new"])
    ((words, result),) = TO_FLOAT(ReferenceValue(frame, carried=frozenset({("old", "int64")})))

    assert words == "floats"
    assert [str(dtype) for dtype in result.dtypes][:2] == ["int64", "float64"]
    assert str(result.dtypes.iloc[3]) == "float64"
    assert str(frame.dtypes.iloc[1]) == "int64"


def test_nothing_to_recast() -> None:
    """A carried series, and what is no table, give nothing."""
    series = pd.Series([1], name="old")

    assert list(TO_FLOAT(ReferenceValue(series, carried=frozenset({("old", "int64")})))) == []
    assert list(TO_FLOAT(ReferenceValue([1]))) == []
    assert len(list(TO_FLOAT(ReferenceValue(series)))) == 1
