"""The profile of one column, as the fields of `ColumnProfile`."""

from dataclasses import asdict
from typing import Any

import numpy as np
import pandas as pd

from authoring.tables.profile.dates import MAX_LENGTH, parse_dates
from authoring.tables.profile.kinds import number_kind, text_kind
from authoring.tables.profile.numbers import Floats, Integers, as_text, histogram, quartiles, summarize
from authoring.tables.profile.texts import text_details
from authoring.tables.reader import Column

MAX_LEVELS = 30


def profile_column(column: Column) -> dict[str, Any]:
    """Profile one column, whose name is text."""
    filled = column.dropna() if column.hasnans else column
    countable = countable_values(filled)
    profile: dict[str, Any] = {
        "name": str(column.name),
        "dtype": str(column.dtype),
        "missing": int(len(column) - len(filled)),
        "distinct": 0,
        "is_text": holds_text(filled),
    }
    counts = _value_counts(countable)
    profile["distinct"] = len(counts)
    if profile["is_text"]:
        profile["longest"] = int(counts.index.str.len().max())
    if len(counts) == 0:
        return {**profile, "kind": "empty"}
    profile |= _by_type(column, countable, counts, profile)
    # A single value says nothing about its kind, so it overrides what the type suggests.
    if len(counts) == 1:
        profile |= {"kind": "constant", "histogram": []}
    if profile["kind"] in {"category", "flag"}:
        profile["levels"] = _levels(counts)
    return profile


def _value_counts(flat: Column) -> Column:
    """How often each value stands there, by value: of texts the most frequent first, of numbers the smallest."""
    if not isinstance(flat.dtype, np.dtype) or flat.dtype.kind not in "iuf":
        return flat.value_counts()
    # Sorting numbers takes a fraction of the time that counting them by their hashes does.
    values = np.sort(flat.to_numpy())
    starts = np.flatnonzero(np.concatenate([np.ones(min(1, values.size), dtype=bool), values[1:] != values[:-1]]))
    return pd.Series(np.diff(starts, append=values.size), index=pd.Index(values[starts]))


def countable_values(filled: Column) -> Column:
    """Return values that can be counted: categories as what they are categories of, nested values as text."""
    # Otherwise categories that never occur would be counted too.
    if isinstance(filled.dtype, pd.CategoricalDtype):
        filled = filled.astype(filled.dtype.categories.dtype)
    if not pd.api.types.is_object_dtype(filled.dtype):
        return filled
    return filled.map(lambda value: value if isinstance(value, (str, bool, int, float)) else as_text(value))


def holds_text(filled: Column) -> bool:
    """Whether every value that is there is a string, and there is one."""
    dtype = filled.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return holds_text(pd.Series(dtype.categories, dtype=dtype.categories.dtype)) and len(filled) > 0
    if isinstance(dtype, pd.StringDtype):
        return len(filled) > 0
    return (
        pd.api.types.is_object_dtype(dtype)
        and len(filled) > 0
        and bool(filled.map(lambda value: isinstance(value, str)).all())
    )


def _by_type(column: Column, values: Column, counts: Column, profile: dict[str, Any]) -> dict[str, Any]:
    """The kind, and what only columns of its type have."""
    name, dtype = str(column.name), values.dtype
    if pd.api.types.is_bool_dtype(dtype) or (
        pd.api.types.is_object_dtype(dtype) and values.map(lambda v: isinstance(v, bool)).all()
    ):
        return {"kind": "flag"}
    if pd.api.types.is_datetime64_any_dtype(dtype):
        return {"kind": "date", **_dates(values)}
    if pd.api.types.is_numeric_dtype(dtype) and not pd.api.types.is_complex_dtype(dtype):
        return _numbers(name, values, profile, floats=pd.api.types.is_float_dtype(dtype))
    if not profile["is_text"]:
        # Numbers in object columns included: pandas does not calculate with them reliably.
        return {"kind": "text"}
    # Distinct values are parsed once, however often each of them occurs.
    dates = parse_dates(pd.Series(counts.index, dtype="str")) if profile["longest"] <= MAX_LENGTH else None
    if dates is not None:
        return {"kind": "date", "date_format": dates.format, **_dates(dates.read, counts.to_numpy())}
    kind = text_kind(name, counts, profile["longest"])
    return {"kind": kind, **(text_details(counts.index) if kind in {"identifier", "text"} else {})}


def _numbers(name: str, column: Column, profile: dict[str, Any], *, floats: bool) -> dict[str, Any]:
    values: Floats = column.to_numpy(dtype=np.float64, na_value=np.nan)
    numbers = summarize(values)
    kind = number_kind(name, values, profile["distinct"], gaps=profile["missing"] > 0, floats=floats)
    fields = {**asdict(numbers), "kind": kind, "histogram": []}
    if kind == "amount":
        fields |= {"histogram": list(numbers.histogram), "quartiles": quartiles(values)}
    return fields


def _dates(dates: Column, times: Integers | None = None) -> dict[str, Any]:
    """Return the fields for dates; `times` says how often each date occurs, once when None."""
    low, high = dates.min(), dates.max()
    # Dates without times of day are shown without them.
    days = bool((dates.dt.normalize() == dates).all())
    zone = dates.dt.tz is not None
    return {
        "minimum": low.date().isoformat() if days and not zone else low.isoformat(),
        "maximum": high.date().isoformat() if days and not zone else high.isoformat(),
        "histogram": list(histogram((dates - low).dt.total_seconds().to_numpy(dtype=np.float64), times)),
    }


def _levels(counts: Column) -> list[dict[str, Any]]:
    """The most frequent values first, ties by value as text."""
    if len(counts) > MAX_LEVELS:
        times = counts.to_numpy()
        # Only what may be shown is made text and sorted; ties at the limit stay in.
        counts = counts[times >= np.partition(times, -MAX_LEVELS)[-MAX_LEVELS]]
    pairs = [(as_text(value), int(count)) for value, count in counts.items()]
    pairs.sort(key=lambda pair: (-pair[1], pair[0]))
    return [{"value": value, "count": count} for value, count in pairs[:MAX_LEVELS]]
