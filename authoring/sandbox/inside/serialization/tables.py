"""Indexes, series and frames."""

from collections.abc import Callable, Hashable, Iterator
from typing import Any

import numpy as np
import pandas as pd
from pandas.tseries import offsets

from authoring.sandbox.inside.serialization.sealed import MakerCall, RefusedError, open_as, unseal_copy

ARRAYS: tuple[type[Any], ...] = (np.ndarray, pd.api.extensions.ExtensionArray)
MAX_LENGTH = 100_000_000
"""Labels of an index that stores none of them."""
FEW_COLUMNS = 40
"""Columns up to which a frame is put together one by one."""


def make_index(values: Any, name: Any, freq: Any) -> Any:
    """Return an index of one level."""
    labels = open_as(values, *ARRAYS)
    index = pd.Index(labels, dtype=labels.dtype, name=_name(name), copy=False)
    if freq is not None:
        index.freq = open_as(freq, offsets.BaseOffset)
    return index


def make_range_index(start: int, stop: int, step: int, name: Any) -> Any:
    """Return an index that counts."""
    counted = range(start, stop, step)
    if len(counted) > MAX_LENGTH:
        raise RefusedError("an index that long")
    return pd.RangeIndex(counted, name=_name(name))


def make_levels(levels: list[Any], codes: list[Any], names: list[Any], order: int | None) -> Any:
    """Return an index of several levels."""
    labels = [open_as(level, pd.Index) for level in open_as(levels, list)]
    places: Any = [open_as(code, np.ndarray) for code in open_as(codes, list)]
    level_names = [_name(name) for name in open_as(names, list)]
    return pd.MultiIndex(labels, places, sortorder=order, names=level_names, verify_integrity=True)


def make_series(values: Any, index: Any, name: Any, attrs: dict[Any, Any], allows_duplicates: bool) -> Any:  # noqa: FBT001 - read by position
    """Return a series; `allows_duplicates` says whether labels may repeat."""
    array, labels = open_as(values, *ARRAYS), open_as(index, pd.Index)
    if array.shape != (len(labels),):
        raise RefusedError("a series of another length than its labels")
    series = pd.Series(array, index=labels, dtype=array.dtype, name=_name(name), copy=False)
    return _with_flags(series, attrs, allows_duplicates)


def make_frame(groups: list[Any], index: Any, columns: Any, attrs: dict[Any, Any], allows_duplicates: bool) -> Any:  # noqa: FBT001 - read by position
    """Return a frame.

    Args:
        groups: places of columns and their values: an array of a row for each column, or a column alone.
        index: of the rows.
        columns: the columns' labels.
        attrs: what the frame knows of itself.
        allows_duplicates: whether labels may repeat.
    """
    rows, labels = open_as(index, pd.Index), open_as(columns, pd.Index)
    column_groups = [(open_as(places, tuple), open_as(values, *ARRAYS)) for places, values in open_as(groups, list)]
    order = [place for places, _ in column_groups for place in places]
    # The places come from a hostile process: each column has to be there exactly once.
    if len(order) != len(labels) or sorted(order) != list(range(len(order))):
        raise RefusedError("a frame of other columns than its labels")
    for places, values in column_groups:
        if values.shape not in {(len(places), len(rows)), (len(rows),)} or (values.ndim == 1 and len(places) != 1):
            raise RefusedError("columns of another length")
    frame = _join_columns(column_groups, order, rows)
    frame.columns = labels
    return _with_flags(frame, attrs, allows_duplicates)


def _join_columns(column_groups: list[tuple[Any, Any]], order: list[int], rows: Any) -> Any:
    """Return a frame of columns in their order, not yet labelled."""
    if len(column_groups) == 1 and column_groups[0][1].ndim == 2 and order == sorted(order):  # noqa: PLR2004 - rows and columns
        values = column_groups[0][1]
        return pd.DataFrame(values.T, index=rows, dtype=values.dtype, copy=False)
    # Column by column is the quickest for few columns, and for many the slowest.
    together = [group for group in column_groups if group[1].ndim == 2 and len(group[0]) > FEW_COLUMNS]  # noqa: PLR2004 - as above
    single_columns = [group for group in column_groups if not any(group is wide_group for wide_group in together)]
    columns = {
        place: column for places, values in single_columns for place, column in zip(places, _rows(values), strict=True)
    }
    column_by_place = {place: _column(columns[place], rows) for place in sorted(columns)}
    frame = pd.DataFrame(column_by_place, index=rows, columns=sorted(columns), copy=False)
    if not together:
        return frame
    parts = [pd.DataFrame(values.T, index=rows, dtype=values.dtype, copy=False) for _, values in together]
    order = [*(place for places, _ in together for place in places), *sorted(columns)]
    return pd.concat([*parts, frame], axis=1).iloc[:, np.argsort(order)]


def _rows(values: Any) -> Iterator[Any]:
    return iter((values,) if values.ndim == 1 else values)


def _column(values: Any, rows: Any) -> Any:
    # Of objects, pandas would guess a dtype.
    return pd.Series(values, index=rows, dtype=values.dtype, copy=False) if values.dtype == object else values


def _with_flags(table: Any, attrs: Any, allows_duplicates: object) -> Any:
    if attrs:
        table.attrs = unseal_copy(open_as(attrs, dict))
    if allows_duplicates is not True:
        table.flags.allows_duplicate_labels = False
    return table


def _name(name: Any) -> Any:
    label = unseal_copy(name)
    if not isinstance(label, Hashable):
        raise RefusedError("a name that cannot be one")
    return label


def _reduce_index(index: Any) -> MakerCall:
    # An index of periods has a `freq` too, which its values carry already.
    freq = getattr(index, "freq", None) if isinstance(index, pd.DatetimeIndex | pd.TimedeltaIndex) else None
    return make_index, (_values(index), index.name, freq)


def _reduce_multi_index(index: Any) -> MakerCall:
    codes = [np.asarray(code) for code in index.codes]
    # The names travel once, beside the levels.
    levels = [level.rename(None) for level in index.levels]
    return make_levels, (levels, codes, [*index.names], index.sortorder)


def _reduce_series(series: Any) -> MakerCall:
    flags = series.flags.allows_duplicate_labels
    return make_series, (_values(series), series.index, series.name, dict(series.attrs), flags)


def _values(stored: Any) -> Any:
    """Return the values of an index or a series as they are stored, without pandas' own wrapper around numpy's."""
    values = stored.array
    is_wrapped = isinstance(values, pd.arrays.NumpyExtensionArray) and isinstance(stored.dtype, np.dtype)
    return values.to_numpy() if is_wrapped else values


def _reduce_frame(frame: Any) -> MakerCall:
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


REDUCERS: dict[type, Callable[[Any], MakerCall]] = {
    pd.Index: _reduce_index,
    pd.RangeIndex: lambda index: (make_range_index, (index.start, index.stop, index.step, index.name)),
    pd.MultiIndex: _reduce_multi_index,
    pd.Series: _reduce_series,
    pd.DataFrame: _reduce_frame,
}
MAKERS = (make_index, make_range_index, make_levels, make_series, make_frame)
