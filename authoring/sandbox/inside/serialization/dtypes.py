"""Dtypes that are pandas' own."""

from collections.abc import Callable
from datetime import tzinfo
from typing import Any

import numpy as np
import pandas as pd
from pandas.tseries import offsets

from authoring.sandbox.inside.serialization.arrays import dtype_of, spec_of
from authoring.sandbox.inside.serialization.arrow import arrow_spec, arrow_type
from authoring.sandbox.inside.serialization.sealed import MakerCall, RefusedError, open_as, unseal_copy
from authoring.sandbox.inside.serialization.times import closed_side

NUMBERS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        *(pd.Int8Dtype, pd.Int16Dtype, pd.Int32Dtype, pd.Int64Dtype, pd.UInt8Dtype, pd.UInt16Dtype, pd.UInt32Dtype),
        *(pd.UInt64Dtype, pd.Float32Dtype, pd.Float64Dtype, pd.BooleanDtype),
    )
}
STORAGES = frozenset({"python", "pyarrow", "pyarrow_numpy"})


def make_categories(categories: Any, ordered: bool) -> Any:  # noqa: FBT001 - read by position
    """Return the dtype of a categorical; None for one that does not know its categories."""
    category_index = None if categories is None else open_as(categories, pd.Index)
    return pd.CategoricalDtype(category_index, ordered is True)


def make_zoned(unit: Any, zone: Any) -> Any:
    """Return the dtype of times with a zone."""
    return pd.DatetimeTZDtype(unit, open_as(zone, tzinfo))


def make_periods(freq: Any) -> Any:
    """Return the dtype of periods."""
    return pd.PeriodDtype(open_as(freq, offsets.BaseOffset))


def make_intervals(part: Any, closed: str | None) -> Any:
    """Return the dtype of intervals; `part` is None where the type of the bounds is unknown."""
    if part is None:
        return pd.IntervalDtype()
    return pd.IntervalDtype(any_dtype(part), None if closed is None else closed_side(closed))


def make_spread(part: Any, fill: Any) -> Any:
    """Return the dtype of a sparse column."""
    return pd.SparseDtype(any_dtype(part), unseal_copy(fill))


def make_numbers(name: str) -> Any:
    """Return a dtype of numbers that may be missing."""
    return NUMBERS[name]()


def make_texts(storage: Any, missing: Any) -> Any:
    """Return the dtype of texts; what is missing is NaN or NA."""
    if storage not in STORAGES:
        raise RefusedError("no storage of texts")
    if unseal_copy(missing) is pd.NA or storage == "pyarrow_numpy":
        return pd.StringDtype(storage)
    return pd.StringDtype(storage, na_value=np.nan)


def make_arrow_dtype(spec: Any) -> Any:
    """Return the dtype of a column of arrow."""
    return pd.ArrowDtype(arrow_type(spec))


def make_of_numpy(spec: Any) -> Any:
    """Return the dtype of a column that wraps an array of numpy."""
    return pd.arrays.NumpyExtensionArray(np.empty(0, dtype_of(spec))).dtype


def any_dtype(value: Any) -> Any:
    """Return a dtype of numpy or pandas; raises RefusedError for anything else."""
    return open_as(value, np.dtype, pd.api.extensions.ExtensionDtype)


REDUCERS: dict[type, Callable[[Any], MakerCall]] = {
    pd.CategoricalDtype: lambda dtype: (make_categories, (dtype.categories, dtype.ordered)),
    pd.DatetimeTZDtype: lambda dtype: (make_zoned, (dtype.unit, dtype.tz)),
    pd.PeriodDtype: lambda dtype: (make_periods, (dtype.freq,)),
    pd.IntervalDtype: lambda dtype: (make_intervals, (dtype.subtype, dtype.closed)),
    pd.SparseDtype: lambda dtype: (make_spread, (dtype.subtype, dtype.fill_value)),
    pd.StringDtype: lambda dtype: (make_texts, (dtype.storage, dtype.na_value)),
    pd.ArrowDtype: lambda dtype: (make_arrow_dtype, (arrow_spec(dtype.pyarrow_dtype),)),
    type(pd.arrays.NumpyExtensionArray(np.empty(0)).dtype): lambda d: (make_of_numpy, (spec_of(d.numpy_dtype),)),
    **{kind: lambda dtype: (make_numbers, (type(dtype).__name__,)) for kind in NUMBERS.values()},
}
MAKERS = (
    *(make_categories, make_zoned, make_periods, make_intervals, make_spread, make_numbers, make_texts),
    *(make_arrow_dtype, make_of_numpy),
)
