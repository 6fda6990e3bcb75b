"""Columns of pandas that are no plain arrays."""

from collections.abc import Callable
from datetime import tzinfo
from typing import Any

import numpy as np
import pandas as pd
from pandas.arrays import (
    ArrowExtensionArray,
    ArrowStringArray,
    BooleanArray,
    DatetimeArray,
    FloatingArray,
    IntegerArray,
    IntervalArray,
    NumpyExtensionArray,
    PeriodArray,
    SparseArray,
    StringArray,
    TimedeltaArray,
)
from pandas.tseries import offsets

from authoring.sandbox.inside.serialization.arrow import opened_arrow
from authoring.sandbox.inside.serialization.sealed import MakerCall, RefusedError, open_as, unseal_copy
from authoring.sandbox.inside.serialization.times import closed_side

MASKED: dict[str, Any] = {kind.__name__: kind for kind in (IntegerArray, FloatingArray, BooleanArray)}
MAX_LENGTH = 100_000_000
"""Elements of a column that stores only few of them."""


def make_codes(codes: Any, categories: Any, ordered: bool) -> Any:  # noqa: FBT001 - read by position
    """Return a categorical column from the fields that were sent."""
    category_index = open_as(categories, pd.Index)
    return pd.Categorical.from_codes(open_as(codes, np.ndarray), categories=category_index, ordered=ordered is True)


def make_moments(counts: Any, zone: Any) -> Any:
    """Return times, in a zone or in none."""
    index = pd.DatetimeIndex(open_as(counts, np.ndarray), copy=False)
    return index.array if zone is None else index.tz_localize("UTC").tz_convert(open_as(zone, tzinfo)).array


def make_spans(counts: Any) -> Any:
    """Return spans of time."""
    return pd.TimedeltaIndex(open_as(counts, np.ndarray), copy=False).array


def make_period_column(ordinals: Any, freq: Any) -> Any:
    """Return a column of periods from the fields that were sent."""
    return PeriodArray(open_as(ordinals, np.ndarray), dtype=pd.PeriodDtype(open_as(freq, offsets.BaseOffset)))


def make_interval_column(left: Any, right: Any, closed: str, dtype: Any) -> Any:
    """Return a column of intervals from the fields that were sent."""
    kind = open_as(dtype, pd.IntervalDtype)
    return IntervalArray.from_arrays(open_as(left, pd.Index), open_as(right, pd.Index), closed_side(closed), dtype=kind)


def make_masked_column(name: str, data: Any, mask: Any) -> Any:
    """Return numbers or truth values of which some are missing."""
    return MASKED[name](open_as(data, np.ndarray), open_as(mask, np.ndarray))


def make_sparse_column(stored: Any, places: Any, length: int, dtype: Any) -> Any:
    """Return a column that stores only what differs from its usual value."""
    values, indices = open_as(stored, np.ndarray), open_as(places, np.ndarray)
    if not 0 <= open_as(length, int) <= MAX_LENGTH or indices.dtype != np.int32 or indices.shape != values.shape:
        raise RefusedError("no sparse column")
    # Compiled code of pandas trusts that places are sorted and inside.
    if len(indices) and (indices[0] < 0 or indices[-1] >= length or np.any(indices[1:] <= indices[:-1])):
        raise RefusedError("places outside of a sparse column")
    kind = open_as(dtype, pd.SparseDtype)
    build: Any = getattr(SparseArray, "from_indices", None)
    if build is not None:
        return build(values.astype(kind.subtype), indices, length, fill_value=kind.fill_value)
    index: Any = type(SparseArray([0.0], kind="integer").sp_index)
    return SparseArray(values, sparse_index=index(length, indices), dtype=kind)


def make_text_column(elements: list[Any], dtype: Any) -> Any:
    """Return texts, of which some may be missing."""
    return pd.array(unseal_copy(open_as(elements, list)), dtype=open_as(dtype, pd.StringDtype))


def make_arrow_column(column: Any, dtype: Any) -> Any:
    """Return a column of arrow, of texts or of a dtype of its own."""
    return open_as(dtype, pd.StringDtype, pd.ArrowDtype).__from_arrow__(opened_arrow(column))


def make_wrapped(array: Any) -> Any:
    """Return an array of numpy as a column."""
    return NumpyExtensionArray(open_as(array, np.ndarray))


def _reduce_masked(column: Any) -> MakerCall:
    return make_masked_column, (type(column).__name__, column._data, column._mask)  # noqa: SLF001 - what is under the mask, nothing else tells


def _reduce_sparse(column: Any) -> MakerCall:
    places = column.sp_index.to_int_index().indices
    return make_sparse_column, (column.sp_values, places, len(column), column.dtype)


def _reduce_arrow(column: Any) -> MakerCall:
    return make_arrow_column, (column.__arrow_array__(), column.dtype)


REDUCERS: dict[type, Callable[[Any], MakerCall]] = {
    pd.Categorical: lambda column: (make_codes, (column.codes, column.categories, column.ordered)),
    DatetimeArray: lambda column: (make_moments, (column.asi8.view(f"M8[{column.unit}]"), column.tz)),
    TimedeltaArray: lambda column: (make_spans, (column.asi8.view(f"m8[{column.unit}]"),)),
    PeriodArray: lambda column: (make_period_column, (column.asi8, column.freq)),
    IntervalArray: lambda column: (make_interval_column, (column.left, column.right, column.closed, column.dtype)),
    IntegerArray: _reduce_masked,
    FloatingArray: _reduce_masked,
    BooleanArray: _reduce_masked,
    SparseArray: _reduce_sparse,
    StringArray: lambda column: (make_text_column, (column.tolist(), column.dtype)),
    ArrowStringArray: _reduce_arrow,
    ArrowExtensionArray: _reduce_arrow,
    NumpyExtensionArray: lambda column: (make_wrapped, (column.to_numpy(),)),
}
MAKERS = (
    *(make_codes, make_moments, make_spans, make_period_column, make_interval_column, make_masked_column),
    *(make_sparse_column, make_text_column, make_arrow_column, make_wrapped),
)
