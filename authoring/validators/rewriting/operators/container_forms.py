"""Right values in another container: list, tuple, array, series, a table of a single column."""

from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.rewriting.base import ReferenceValue, Variants, right
from authoring.validators.rewriting.elements import EXTENSION_ARRAY
from authoring.validators.rewriting.matters import Matter

PLAIN = (str, int, float, np.generic)


def _flat(subject: ReferenceValue) -> list[Any] | None:
    """Return the elements of a list, tuple, array or index of single values of one kind, of which any may hold them."""
    value = subject.value
    if isinstance(value, pd.Index) and Matter.INDEX not in subject.form.open:
        return None
    if isinstance(value, np.ndarray):
        return value.tolist() if value.ndim == 1 and value.dtype.kind in "iufUSbO" else None
    if isinstance(value, pd.Index):
        return None if isinstance(value, pd.MultiIndex) else value.tolist()
    if isinstance(value, EXTENSION_ARRAY):
        value = value.tolist()
    if not isinstance(value, (list, tuple)) or not value or not all(isinstance(element, PLAIN) for element in value):
        return None
    # An array of texts and numbers would turn the numbers into text.
    kinds = {isinstance(element, str) for element in value}
    return list(value) if len(kinds) == 1 else None


def _list(subject: ReferenceValue) -> Variants:
    elements = _flat(subject)
    if elements is not None and not isinstance(subject.value, list):
        yield "a list", elements


def _tuple(subject: ReferenceValue) -> Variants:
    elements = _flat(subject)
    if elements is not None and not isinstance(subject.value, tuple):
        yield "a tuple", tuple(elements)


def _array(subject: ReferenceValue) -> Variants:
    elements = _flat(subject)
    # Several results in a tuple are no column, here and below.
    if elements is not None and not isinstance(subject.value, (np.ndarray, tuple)):
        yield "an array", np.array(elements, dtype=object if elements and isinstance(elements[0], str) else None)


def _series(subject: ReferenceValue) -> Variants:
    elements = _flat(subject)
    if elements and not isinstance(subject.value, tuple):
        yield "a series", pd.Series(elements)


def _index(subject: ReferenceValue) -> Variants:
    elements = _flat(subject)
    if elements and not isinstance(subject.value, (tuple, pd.Index)):
        yield "an index", pd.Index(elements)


def _rows_as_tuples(subject: ReferenceValue) -> Variants:
    value = subject.value
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        yield "tuples for its lists", [tuple(row) for row in value]


def _rows_as_lists(subject: ReferenceValue) -> Variants:
    value = subject.value
    if isinstance(value, list) and value and all(type(row) is tuple for row in value):
        yield "lists for its tuples", [list(row) for row in value]


def _is_numbered(series: pd.Series) -> bool:
    """Return whether the labels of a series are numbers of rows that tell nothing."""
    return isinstance(series.index, pd.RangeIndex) and series.index.name is None


def _plain_list(subject: ReferenceValue) -> Variants:
    if isinstance(subject.value, pd.Series) and _is_numbered(subject.value):
        yield "a list", subject.value.tolist()


def _plain_array(subject: ReferenceValue) -> Variants:
    if isinstance(subject.value, pd.Series) and _is_numbered(subject.value):
        yield "an array", subject.value.to_numpy()


def _frame(subject: ReferenceValue) -> Variants:
    value = subject.value
    if isinstance(value, pd.Series) and value.name is not None and not _is_numbered(value):
        yield "a table of a single column", value.to_frame()


def _column(subject: ReferenceValue) -> Variants:
    value = subject.value
    if isinstance(value, pd.DataFrame) and value.shape[1] == 1 and not isinstance(value.index, pd.RangeIndex):
        yield "a series", value.iloc[:, 0]


def _entries(subject: ReferenceValue) -> Variants:
    value = subject.value
    if isinstance(value, dict) and len(value) > 1:
        yield "entries in another order", dict(reversed(list(value.items())))


OPEN = Matter.CONTAINER
OPERATORS = (
    right("as-list", "a list", _list, OPEN, rank=1),
    right("as-tuple", "a tuple", _tuple, OPEN, rank=3),
    right("as-array", "an array", _array, OPEN, rank=2),
    right("as-series", "a series", _series, OPEN, Matter.TABLE, rank=3),
    right("as-index", "an index", _index, OPEN, Matter.TABLE, Matter.INDEX, rank=4),
    right("rows-as-tuples", "tuples in a list", _rows_as_tuples, OPEN, rank=3),
    right("rows-as-lists", "lists in a list", _rows_as_lists, OPEN, rank=3),
    right("column-as-list", "a list for a numbered series", _plain_list, OPEN, Matter.TABLE, rank=3),
    right("column-as-array", "an array for a numbered series", _plain_array, OPEN, Matter.TABLE, rank=3),
    right("as-frame", "a table of a single column", _frame, Matter.TABLE, rank=2),
    right("as-column", "a series for a table of a single column", _column, Matter.TABLE, rank=2),
    right("entries-reordered", "entries of a dict in another order", _entries, Matter.ROW_ORDER, rank=3),
)
