"""Polars frames and series as the pandas tables they stand for; polars is never imported for it."""

import sys
from typing import Any

import pandas as pd

_DTYPES = {
    **{f"{sign}Int{bits}": f"{sign}Int{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64)},
    "Float32": "float32",
    "Float64": "float64",
    "Boolean": "boolean",
}
"""The pandas dtype of a polars one; text, lists and the like become objects, times what pandas makes of them."""


def as_pandas(value: Any) -> Any:
    """Return a polars frame or series as a pandas one with a plain index; everything else as it is."""
    # Whoever holds a polars table has imported polars.
    polars = sys.modules.get("polars")
    if polars is None:
        return value
    if isinstance(value, polars.Series):
        return _series(value)
    if isinstance(value, polars.DataFrame):
        columns = {name: _series(value[name]) for name in value.columns}
        return pd.DataFrame(columns, index=range(value.height), columns=value.columns)
    return value


def _series(series: Any) -> Any:
    dtype = series.dtype
    name = str(dtype)
    # pandas has no dtype for a date or a time of day alone, so these stay objects.
    if dtype.is_temporal() and name not in {"Date", "Time"}:
        return pd.Series(series.to_list(), name=series.name)
    return pd.Series(series.to_list(), name=series.name, dtype=_DTYPES.get(name, "object"))
