"""Indexes, series and frames."""

from collections.abc import Callable, Hashable, Iterator
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from pandas.tseries import offsets

from authoring.sandbox.inside.serialization.sealed import Reduced, RefusedError, opened, whole

Values: TypeAlias = "np.ndarray[Any, Any] | pd.api.extensions.ExtensionArray"
ARRAYS: tuple[type[Any], ...] = (np.ndarray, pd.api.extensions.ExtensionArray)
LONGEST = 100_000_000
"""Labels of an index that stores none of them."""
FEW = 40
"""Columns up to which a frame is put together one by one."""


def make_index(values: Any, name: Any, freq: Any) -> Any:
    """Return an index of one level."""
    labels = opened(values, *ARRAYS)
    made = pd.Index(labels, dtype=labels.dtype, name=_name(name), copy=False)
    if freq is not None:
        made.freq = opened(freq, offsets.BaseOffset)
    return made


def make_range_index(start: int, stop: int, step: int, name: Any) -> Any:
    """Return an index that counts."""
    counted = range(start, stop, step)
    if len(counted) > LONGEST:
        raise RefusedError("an index that long")
    return pd.RangeIndex(counted, name=_name(name))


def make_levels(levels: list[Any], codes: list[Any], names: list[Any], order: int | None) -> Any:
    """Return an index of several levels."""
    labels = [opened(level, pd.Index) for level in opened(levels, list)]
    places: Any = [opened(code, np.ndarray) for code in opened(codes, list)]
    known = [_name(name) for name in opened(names, list)]
    return pd.MultiIndex(labels, places, sortorder=order, names=known, verify_integrity=True)


def make_series(values: Any, index: Any, name: Any, attrs: dict[Any, Any], free: bool) -> Any:  # noqa: FBT001 - read by position
    """Return a series; `free` says whether labels may repeat."""
    held, labels = opened(values, *ARRAYS), opened(index, pd.Index)
    if held.shape != (len(labels),):
        raise RefusedError("a series of another length than its labels")
    made = pd.Series(held, index=labels, dtype=held.dtype, name=_name(name), copy=False)
    return _flagged(made, attrs, free)


def make_frame(groups: list[Any], index: Any, columns: Any, attrs: dict[Any, Any], free: bool) -> Any:  # noqa: FBT001 - read by position
    """Return a frame.

    Args:
        groups: places of columns and their values: an array of a row for each column, or a column alone.
        index: of the rows.
        columns: the columns' labels.
        attrs: what the frame knows of itself.
        free: whether labels may repeat.
    """
    rows, labels = opened(index, pd.Index), opened(columns, pd.Index)
    held = [(opened(places, tuple), opened(values, *ARRAYS)) for places, values in opened(groups, list)]
    order = [place for places, _ in held for place in places]
    if len(order) != len(labels) or sorted(order) != list(range(len(order))):
        raise RefusedError("a frame of other columns than its labels")
    for places, values in held:
        if values.shape not in {(len(places), len(rows)), (len(rows),)} or (values.ndim == 1 and len(places) != 1):
            raise RefusedError("columns of another length")
    made = _joined(held, order, rows)
    made.columns = labels
    return _flagged(made, attrs, free)


def _joined(held: list[tuple[Any, Any]], order: list[int], rows: Any) -> Any:
    """Return a frame of columns in their order, not yet labelled."""
    if len(held) == 1 and held[0][1].ndim == 2 and order == sorted(order):  # noqa: PLR2004 - rows and columns
        values = held[0][1]
        return pd.DataFrame(values.T, index=rows, dtype=values.dtype, copy=False)
    # Column by column is the quickest for few columns, and for many the slowest.
    together = [group for group in held if group[1].ndim == 2 and len(group[0]) > FEW]  # noqa: PLR2004 - as above
    alone = [group for group in held if not any(group is other for other in together)]
    columns = {place: column for places, values in alone for place, column in zip(places, _rows(values), strict=True)}
    one_by_one = {place: _column(columns[place], rows) for place in sorted(columns)}
    made = pd.DataFrame(one_by_one, index=rows, columns=sorted(columns), copy=False)
    if not together:
        return made
    parts = [pd.DataFrame(values.T, index=rows, dtype=values.dtype, copy=False) for _, values in together]
    order = [*(place for places, _ in together for place in places), *sorted(columns)]
    return pd.concat([*parts, made], axis=1).iloc[:, np.argsort(order)]


def _rows(values: Any) -> Iterator[Any]:
    return iter((values,) if values.ndim == 1 else values)


def _column(values: Any, rows: Any) -> Any:
    # Of objects, pandas would guess a dtype.
    return pd.Series(values, index=rows, dtype=values.dtype, copy=False) if values.dtype == object else values


def _flagged(made: Any, attrs: Any, free: object) -> Any:
    if attrs:
        made.attrs = whole(opened(attrs, dict))
    if free is not True:
        made.flags.allows_duplicate_labels = False
    return made


def _name(name: Any) -> Any:
    found = whole(name)
    if not isinstance(found, Hashable):
        raise RefusedError("a name that cannot be one")
    return found


def _index(index: Any) -> Reduced:
    return make_index, (_values(index), index.name, getattr(index, "freq", None) if _counted(index) else None)


def _counted(index: Any) -> bool:
    return isinstance(index, pd.DatetimeIndex | pd.TimedeltaIndex)


def _levels(index: Any) -> Reduced:
    codes = [np.asarray(code) for code in index.codes]
    levels = [level.rename(None) for level in index.levels]
    return make_levels, (levels, codes, [*index.names], index.sortorder)


def _series(series: Any) -> Reduced:
    flags = series.flags.allows_duplicate_labels
    return make_series, (_values(series), series.index, series.name, dict(series.attrs), flags)


def _values(held: Any) -> Any:
    """Return the values of an index or a series as they are stored, without pandas' own wrapper around numpy's."""
    values = held.array
    return values.to_numpy() if isinstance(values, pd.arrays.NumpyExtensionArray) and _is_numpy(held) else values


def _is_numpy(held: Any) -> bool:
    return isinstance(held.dtype, np.dtype)


def _frame(frame: Any) -> Reduced:
    groups = [group for block in frame._mgr.blocks for group in _groups(block)]  # noqa: SLF001 - column by column, a wide frame takes long
    flags = frame.flags.allows_duplicate_labels
    return make_frame, (groups, frame.index, frame.columns, dict(frame.attrs), flags)


def _groups(block: Any) -> Iterator[tuple[tuple[int, ...], Any]]:
    places, values = tuple(block.mgr_locs.as_array.tolist()), block.values  # noqa: PD011 - a block is no frame
    if isinstance(values, np.ndarray) or values.ndim == 1:
        yield places, values
    else:
        for place, row in zip(places, values, strict=True):
            yield (place,), row


TAKERS: dict[type, Callable[[Any], Reduced]] = {
    pd.Index: _index,
    pd.RangeIndex: lambda index: (make_range_index, (index.start, index.stop, index.step, index.name)),
    pd.MultiIndex: _levels,
    pd.Series: _series,
    pd.DataFrame: _frame,
}
MAKERS = (make_index, make_range_index, make_levels, make_series, make_frame)
