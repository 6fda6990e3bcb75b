"""Edits of single elements, whatever holds them: lists, dicts, arrays, series, tables or nothing."""

import datetime as dt
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.rewriting.base import is_missing, is_number

MAX_EDITED = 200
"""Elements of a list, an array or a column that are edited, from the first on; what is behind them stays as it is."""
MAX_DEPTH = 20
"""How deep containers in containers are gone into."""
TINY = 1e-12
"""Below this a number counts as zero where two answers are held against each other, as a p-value of 4e-77 does."""
DAY = dt.timedelta(days=1)
EXTENSION_ARRAY = pd.api.extensions.ExtensionArray
"""What holds the values of a column, and what `unique` gives of one."""
SEQUENCE = (list, tuple, np.ndarray, pd.Index, pd.Series, pd.DataFrame, dict, EXTENSION_ARRAY)
Edit = Callable[[Any], Any]
"""Gives an element's new value, and the very same object where it leaves it alone."""


def size_of(value: Any) -> int:
    """Return about how many elements a value has; a text counts by its thousands of characters."""
    if isinstance(value, (np.ndarray, pd.DataFrame, pd.Series, pd.Index, EXTENSION_ARRAY)):
        return int(value.size)
    if isinstance(value, (list, tuple, set, frozenset)):
        # Of many elements the first stand for all: the size need not be exact.
        looked_at = [size_of(element) for element in list(value)[:MAX_EDITED]]
        return sum(looked_at) * max(1, len(value) // MAX_EDITED)
    if isinstance(value, dict):
        return size_of(list(value.values()))
    return 1 + (len(value) // 1_000 if isinstance(value, (str, bytes)) else 0)


def altered(element: Any) -> Any:
    """Return another element of the same kind: a number far off, the opposite truth, the next day, other words."""
    if is_missing(element):
        return element
    if isinstance(element, (bool, np.bool_)):
        return type(element)(not element)
    if is_number(element):
        number = element.item() if isinstance(element, np.generic) else element
        return 0 if isinstance(number, float) and math.isinf(number) else 2 * number + 1
    if isinstance(element, str):
        return f"not {element}"
    return next_day(element)


def next_day(element: Any) -> Any:
    """Return a time one day later, a span one day longer, a period's successor; all else as it is."""
    if is_missing(element):
        return element
    if isinstance(element, np.datetime64):
        return element + np.timedelta64(1, "D")
    if isinstance(element, pd.Period):
        return element + 1
    if isinstance(element, (dt.date, dt.timedelta)):
        try:
            return element + DAY
        except (OverflowError, ValueError):
            return element
    return element


def mapped(value: Any, edit: Edit, depth: int = 0) -> Any:
    """Return a value with every element edited, in the container it had; None where no element changed.

    Keys and labels stay. A column takes a new dtype where its own cannot hold the new elements unchanged. Of a large
    container the first elements are edited alone.
    """
    if isinstance(value, pd.DataFrame):
        return _mapped_frame(value, edit)
    if isinstance(value, (pd.Series, EXTENSION_ARRAY)):
        series = _mapped_series(value if isinstance(value, pd.Series) else pd.Series(value), edit)
        return series if series is None or isinstance(value, pd.Series) else series.array
    if isinstance(value, (np.ndarray, pd.Index)):
        return None if isinstance(value, pd.MultiIndex) else _mapped_array(value, edit)
    if isinstance(value, dict):
        edited = _edited(list(value.values()), edit, depth)
        return None if edited is None else dict(zip(value, edited, strict=True))
    if isinstance(value, (list, tuple, set, frozenset)):
        edited = _edited(list(value), edit, depth)
        container: Any = next(kind for kind in (list, tuple, set, frozenset) if isinstance(value, kind))
        return None if edited is None else container(edited)
    new = edit(value)
    return None if new is value else new


def spoiled(value: Any, edit: Edit) -> Any:
    """Return what `mapped` gives; None where the elements are the same in another order, which may be no mistake."""
    result = mapped(value, edit)
    return None if result is None or _texts_in_order(result) == _texts_in_order(value) else result


def _texts_in_order(value: Any) -> list[str]:
    """Return the elements or rows of a value, of a large one the first, as sorted texts."""
    if isinstance(value, pd.DataFrame):
        return sorted(map(repr, value.head(MAX_EDITED).to_numpy(dtype=object).tolist()))
    if isinstance(value, dict):
        return sorted(map(repr, value.values()))
    if isinstance(value, (list, tuple, set, frozenset, pd.Series, pd.Index, EXTENSION_ARRAY)):
        return sorted(map(repr, list(value)[:MAX_EDITED]))
    if isinstance(value, np.ndarray) and value.ndim:
        return sorted(map(repr, value[:MAX_EDITED].tolist()))
    return [repr(value)]


def _edited(elements: list[Any], edit: Edit, depth: int) -> list[Any] | None:
    if depth >= MAX_DEPTH:
        return None
    edited = [mapped(element, edit, depth + 1) for element in elements[:MAX_EDITED]]
    edited += [None] * (len(elements) - len(edited))
    if all(new is None for new in edited):
        return None
    return [old if new is None else new for old, new in zip(elements, edited, strict=True)]


def _mapped_array(value: Any, edit: Edit) -> Any:
    flat = value.reshape(-1) if isinstance(value, np.ndarray) else value
    elements = flat[:MAX_EDITED].tolist()
    edited = [edit(element) for element in elements]
    if all(new is old for old, new in zip(elements, edited, strict=True)):
        return None
    if isinstance(value, pd.Index):
        return pd.Index([*edited, *value[MAX_EDITED:].tolist()], name=value.name)
    result = np.array(edited, dtype=object if value.dtype == object else None)
    if result.shape != (len(edited),):
        return None
    # Of the same kind, so that a number of 32 bits stays one where it can.
    if result.dtype.kind == value.dtype.kind and result.dtype.kind in "iuf":
        cast = result.astype(value.dtype)
        result = cast if np.array_equal(cast, result) or result.dtype.kind == "f" else result
    return np.concatenate([result, flat[MAX_EDITED:]]).reshape(value.shape)


def _mapped_series(series: Any, edit: Edit) -> Any:
    head = series.iloc[:MAX_EDITED]
    elements = head.tolist()
    edited = [edit(element) for element in elements]
    if all(new is old for old, new in zip(elements, edited, strict=True)):
        return None
    return _spliced(series, 0, column_of(edited, head))


def _spliced(series: Any, start: int, part: Any) -> Any:
    """Return a series with a part put in at a place, under a dtype that holds both."""
    if len(part) == len(series):
        return part
    stop = start + len(part)
    if part.dtype == series.dtype:
        result = series.copy()
        result.iloc[start:stop] = part.array
        return result
    return pd.concat([series.iloc[:start], part, series.iloc[stop:]]).set_axis(series.index)


def _mapped_frame(frame: Any, edit: Edit) -> Any:
    result, changed = frame.copy(), False
    for place in range(frame.shape[1]):
        column = _mapped_series(frame.iloc[:, place], edit)
        if column is not None:
            result.isetitem(place, column)
            changed = True
    return result if changed else None


def column_of(elements: Sequence[Any], series: Any) -> Any:
    """Return elements with the index and name of a series, and with its dtype where that keeps them as they are."""
    inferred = pd.Series(list(elements), index=series.index, name=series.name)
    if inferred.dtype == series.dtype:
        return inferred
    try:
        cast = inferred.astype(series.dtype)
        is_kept = all(
            isinstance(old, str) == isinstance(new, str) and ((is_missing(old) and is_missing(new)) or old == new)
            for old, new in zip(elements, cast.tolist(), strict=True)
        )
    except (TypeError, ValueError, OverflowError, NotImplementedError, AttributeError):  # the dtype does not hold them
        return inferred
    return cast if is_kept else inferred


def length_of(value: Any) -> int:
    """Return how many elements, rows or entries a value has, and 0 for what has none."""
    if isinstance(value, np.ndarray) and not value.ndim:
        return 0
    return len(value) if isinstance(value, SEQUENCE) else 0


def taken(value: Any, places: Sequence[int]) -> Any:
    """Return a value with the elements, rows or entries at some places, in that order; numbered rows are renumbered."""
    if isinstance(value, (pd.DataFrame, pd.Series)):
        rows = value.iloc[list(places)]
        return rows.reset_index(drop=True) if isinstance(value.index, pd.RangeIndex) else rows
    if isinstance(value, (pd.Index, EXTENSION_ARRAY)):
        # An empty list of places is one of floats to some arrays.
        return value.take(np.array(list(places), dtype=np.intp))
    if isinstance(value, np.ndarray):
        return value[list(places)]
    if isinstance(value, dict):
        entries = list(value.items())
        return dict(entries[place] for place in places)
    elements = [value[place] for place in places]
    return elements if isinstance(value, list) else tuple(elements)


def altered_at(value: Any, place: int) -> Any:
    """Return a value with the element, or all cells of the row, at a place altered; None where nothing there can be."""
    if isinstance(value, (pd.DataFrame, pd.Series)):
        return _altered_row(value, place)
    if isinstance(value, (np.ndarray, EXTENSION_ARRAY)):
        return _altered_array(value, place)
    if isinstance(value, dict):
        key = list(value)[place]
        new = mapped(value[key], altered)
        return None if new is None else {**value, key: new}
    new = None if isinstance(value, pd.MultiIndex) else mapped(value[place], altered)
    if new is None:
        return None
    elements = [*value[:place], new, *value[place + 1 :]]
    if isinstance(value, pd.Index):
        return pd.Index(elements, name=value.name)
    return elements if isinstance(value, list) else tuple(elements)


def _altered_array(array: Any, place: int) -> Any:
    if isinstance(array, EXTENSION_ARRAY):
        series = _altered_row(pd.Series(array), place)
        return None if series is None else series.array
    row = mapped(array[place], altered)
    if row is None or np.ma.isMaskedArray(array):
        return None
    # A wider type, so that a small integer's successor or a longer text has room.
    is_narrow = array.dtype.kind in "iuUSb"
    result = array.astype(object) if is_narrow else array.copy()
    result[place] = row
    return np.array(result.tolist()) if is_narrow else result


def _altered_row(value: Any, place: int) -> Any:
    frame: Any = value.to_frame() if isinstance(value, pd.Series) else value
    result, changed = frame.copy(), False
    for number in range(frame.shape[1]):
        column = frame.iloc[:, number]
        cell = column.iloc[place : place + 1]
        new = mapped(cell.tolist()[0], altered)
        if new is None:
            continue
        result.isetitem(number, _spliced(column, place, column_of([new], cell)))
        changed = True
    if not changed:
        return None
    return result.iloc[:, 0].rename(value.name) if isinstance(value, pd.Series) else result


def numbers_of(value: Any) -> list[Any]:
    """Return the numbers in a value that are there and finite, of a large one the first ones."""
    numbers: list[Any] = []

    def note(element: Any) -> Any:
        if is_number(element) and not is_missing(element) and math.isfinite(element):
            numbers.append(element)
        return element

    mapped(value, note)
    return numbers


def with_zeros(value: Any) -> Any:
    """Return a value with zeros for its tiny numbers."""
    result = mapped(value, lambda element: 0.0 if is_number(element) and 0 < abs(element) < TINY else element)
    return value if result is None else result
