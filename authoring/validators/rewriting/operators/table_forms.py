"""Right tables in another form: names of axes, dtypes of labels, texts and times, order and index."""

from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.rewriting.base import ReferenceValue, Rewrite, Variants, is_table, right
from authoring.validators.rewriting.columns import recast
from authoring.validators.rewriting.elements import length_of
from authoring.validators.rewriting.matters import Matter

STATISTICS = frozenset(
    {"mean", "median", "min", "max", "sum", "count", "std", "var", "size", "first", "last", "nunique", "average", "50%"}
)
"""Labels that aggregation gives to columns."""
ROLES = frozenset({"value", "output"})
"""Where order and index of a table are the answer's own; a variable of the session is built upon by later problems."""


def _columns_named(subject: ReferenceValue) -> Variants:
    value = subject.value
    if not isinstance(value, pd.DataFrame) or not subject.derives or isinstance(value.columns, pd.MultiIndex):
        return
    if value.columns.name is not None:
        yield "no name for the axis of columns", value.rename_axis(columns=None)
    elif _is_pivoted(subject) and Matter.COLUMN_NAMES not in subject.form.settled:
        yield "a name for the axis of columns", value.rename_axis(columns="variable")


def _is_pivoted(subject: ReferenceValue) -> bool:
    """Return whether the labels of columns look like data: no statistics, and no columns that were there before."""
    value = subject.value
    labels = {str(label) for label in value.columns}
    known = STATISTICS | {label for label, _ in subject.carried}
    is_uniform = value.shape[1] > 1 and len({str(dtype) for dtype in value.dtypes.tolist()}) == 1
    return _is_grouped(value) and is_uniform and known.isdisjoint(labels)


def _is_grouped(value: Any) -> bool:
    """Return whether rows have labels of their own: a name or words, where other tables number them."""
    return value.index.names != [None] or value.index.dtype.kind not in "iu"


def _index_unnamed(subject: ReferenceValue) -> Variants:
    value = subject.value
    if is_table(value) and subject.derives and value.index.nlevels == 1 and value.index.name is not None:
        yield "no name for the index", value.rename_axis(index=None)


def _series_unnamed(subject: ReferenceValue) -> Variants:
    value = subject.value
    if isinstance(value, pd.Series) and subject.derives and value.name is not None:
        yield "no name for the series", value.rename(None)


def _series_named(subject: ReferenceValue) -> Variants:
    value = subject.value
    # Counting gives the name by `value_counts`, and none by `size`.
    if not isinstance(value, pd.Series) or not subject.derives or value.dtype.kind not in "iu":
        return
    if value.index.names != [None] and value.name in {None, *value.index.names}:
        yield "the name that counting gives", value.rename("count")


def _index_named(subject: ReferenceValue) -> Variants:
    value = subject.value
    if not is_table(value) or not subject.derives or isinstance(value.index, pd.DatetimeIndex):
        return
    if value.index.nlevels == 1 and value.index.name is None and _is_grouped(value):
        yield "a name for the index", value.rename_axis(index="label")


def _series_labelled(subject: ReferenceValue) -> Variants:
    value = subject.value
    if isinstance(value, pd.Series) and subject.derives and value.name is None and value.dtype.kind == "f":
        yield "a name for the series", value.rename("value")


def _labels(axis: int, dtype: str, description: str) -> Rewrite:
    def rewrite(subject: ReferenceValue) -> Variants:
        value = subject.value
        if not is_table(value) or axis >= value.ndim:
            return
        labels = value.axes[axis]
        # Numbers without a name that stand for rows say nothing, and those of a table's own column stay as they are.
        is_plain = labels.nlevels == 1 and labels.dtype.kind in "iu" and (axis == 1 or labels.name is not None)
        # Labels of columns that are numbers are data of a pivot, or else the session's own.
        is_plain = is_plain and (axis == 0 or (subject.derives and _is_grouped(value)))
        is_own = is_plain and not subject.is_carried_index(labels) and len(labels) > 0
        if is_own and labels.dtype != dtype and int(abs(labels.to_series()).max()) < 2**31:
            yield description, value.set_axis(labels.astype(dtype), axis=axis)

    return rewrite


def _text_labels(subject: ReferenceValue) -> Variants:
    value = subject.value
    if not is_table(value) or not subject.derives or subject.is_carried_index(value.index):
        return
    dtype = value.index.dtype
    if isinstance(dtype, pd.CategoricalDtype) and pd.api.types.infer_dtype(dtype.categories) == "string":
        yield "categories of labels as texts", value.set_axis(value.index.astype(object), axis=0)


def _plain_index(subject: ReferenceValue) -> Variants:
    value = subject.value
    if is_table(value) and isinstance(value.index, pd.RangeIndex) and len(value):
        yield (
            "numbers of rows that are listed",
            value.set_axis(pd.Index(value.index.tolist(), dtype="int64", name=value.index.name), axis=0),
        )


def _range_index(subject: ReferenceValue) -> Variants:
    value = subject.value
    if not is_table(value) or type(value.index) is not pd.Index or value.index.dtype != "int64":
        return
    size = len(value)
    if size and value.index.tolist() == list(range(size)):
        index = pd.RangeIndex(size, name=value.index.name)
        yield "numbers of rows that are counted", value.set_axis(index, axis=0)


def _like(value: Any, frame: Any) -> Any:
    """Return a frame, or its single column as a series named as the value is, as the value is one or the other."""
    return frame.iloc[:, 0].rename(value.name) if isinstance(value, pd.Series) else frame


def _unused_category(subject: ReferenceValue) -> Variants:
    value = subject.value
    frame: Any = value.to_frame() if isinstance(value, pd.Series) else value
    if not isinstance(frame, pd.DataFrame):
        return
    result: Any = frame.copy()
    is_changed = False
    for place in range(frame.shape[1]):
        column: Any = frame.iloc[:, place]
        is_text = isinstance(column.dtype, pd.CategoricalDtype) and not column.dtype.ordered
        if is_text and pd.api.types.infer_dtype(column.dtype.categories) == "string":
            result.isetitem(place, column.cat.add_categories(["(unused)"]))
            is_changed = True
    if is_changed:
        yield "a category that no row has", _like(value, result)


def _is_text(column: Any) -> bool:
    if not len(column) or isinstance(column.dtype, pd.CategoricalDtype):
        return False
    return bool(pd.api.types.infer_dtype(column, skipna=False) == "string")


def _plain_text(subject: ReferenceValue) -> Variants:
    value = subject.value
    frame: Any = value.to_frame() if isinstance(value, pd.Series) else value
    if not isinstance(frame, pd.DataFrame):
        return
    result: Any = frame.copy()
    is_changed = False
    for place, label in enumerate(frame.columns.tolist()):
        column: Any = frame.iloc[:, place]
        is_own = isinstance(column.dtype, pd.CategoricalDtype) and not subject.is_carried(label, column.dtype)
        if is_own and pd.api.types.infer_dtype(column.dtype.categories) == "string":
            result.isetitem(place, column.astype(object))
            is_changed = True
    if is_changed:
        yield "categories as texts", _like(value, result)


def _units(subject: ReferenceValue) -> Variants:
    value = subject.value
    if not is_table(value) or not hasattr(pd.DatetimeIndex([]), "as_unit"):
        return
    if isinstance(value, pd.Series) and not subject.is_carried(value.name, value.dtype):
        coarse = _coarse(value)
        if coarse is not None:
            yield "times in another unit", coarse
    if isinstance(value.index, pd.DatetimeIndex) and not subject.is_carried_index(value.index):
        index = _coarse(value.index)
        if index is not None and subject.derives:
            yield "labels of times in another unit", value.set_axis(index, axis=0)


def _coarse(times: Any) -> Any:
    """Return times in another unit where none of them is cut, else None."""
    if not pd.api.types.is_datetime64_any_dtype(times.dtype):
        return None
    accessor: Any = times.dt if isinstance(times, pd.Series) else times
    unit = "us" if accessor.unit != "us" else "ns"
    changed = accessor.as_unit(unit)
    return changed if bool((changed == times).all()) else None


def _frequency(subject: ReferenceValue) -> Variants:
    value = subject.value
    if is_table(value) and isinstance(value.index, pd.DatetimeIndex) and value.index.freq is not None:
        index: Any = value.index.copy()
        index.freq = None
        yield "an index of times without a frequency", value.set_axis(index, axis=0)


def _numbered(subject: ReferenceValue) -> Variants:
    value = subject.value
    if isinstance(value, pd.DataFrame) and not subject.existed and value.index.nlevels == 1:
        is_number = value.index.name is None and value.index.dtype.kind in "iu"
        if is_number and not isinstance(value.index, pd.RangeIndex):
            yield "rows numbered anew", value.reset_index(drop=True)


def _labels_as_column(subject: ReferenceValue) -> Variants:
    value = subject.value
    if not is_table(value) or not subject.derives or not _is_grouped(value) or None in value.index.names:
        return
    labels = set(value.columns.tolist()) if isinstance(value, pd.DataFrame) else {value.name}
    if (value.ndim == 1 and value.name is None) or labels & set(value.index.names):
        return
    yield "labels of rows as a column", value.reset_index()


def _is_counted(subject: ReferenceValue) -> bool:
    """Return whether a value is a series of whole numbers by group: counted by `value_counts`, or by `size`."""
    value = subject.value
    is_group = isinstance(value, pd.Series) and value.index.nlevels == 1 and value.index.name is not None
    return is_group and subject.derives and value.dtype.kind in "iu"


def _by_label(subject: ReferenceValue) -> Variants:
    if _is_counted(subject):
        try:
            yield "counts in the order of their labels", subject.value.sort_index(kind="stable")
        except TypeError:
            return


def _by_value(subject: ReferenceValue) -> Variants:
    if _is_counted(subject):
        yield "the largest counts first", subject.value.sort_values(ascending=False, kind="stable")


def _shuffled(subject: ReferenceValue) -> Variants:
    value = subject.value
    if is_table(value) and len(value) > 1:
        rows = value.iloc[::-1]
        yield "rows in another order", rows.reset_index(drop=True) if isinstance(value.index, pd.RangeIndex) else rows
    elif isinstance(value, (list, np.ndarray)) and length_of(value) > 1:
        yield "elements in another order", value[::-1]


def _columns_reversed(subject: ReferenceValue) -> Variants:
    value = subject.value
    if isinstance(value, pd.DataFrame) and subject.derives and value.shape[1] > 1:
        yield "columns in another order", value.iloc[:, ::-1]


LABELS, ORDER = Matter.LABEL_TYPE, Matter.ROW_ORDER
OWN: dict[str, Any] = {"roles": ROLES}
OPERATORS = (
    right("columns-axis-name", "the name of the axis of columns", _columns_named, Matter.COLUMNS_NAME, rank=1),
    right("index-name", "the name of an index", _index_unnamed, Matter.INDEX_NAME, rank=1),
    right("series-unnamed", "a series without a name", _series_unnamed, Matter.SERIES_NAME, rank=1),
    right("index-named", "a name for an index without one", _index_named, Matter.INDEX_NAME, rank=2),
    right("series-labelled", "a name for a series without one", _series_labelled, Matter.SERIES_NAME, rank=3),
    right("series-named", "a series with another name", _series_named, Matter.SERIES_NAME, rank=3),
    right(
        "int32-labels", "labels of rows of 32 bits", _labels(0, "int32", "labels of rows of 32 bits"), LABELS, rank=1
    ),
    right(
        "int64-labels", "labels of rows of 64 bits", _labels(0, "int64", "labels of rows of 64 bits"), LABELS, rank=1
    ),
    right(
        "float-labels", "labels of rows as floats", _labels(0, "float64", "labels of rows as floats"), LABELS, rank=4
    ),
    right(
        "nullable-labels",
        "labels of rows as nullable integers",
        _labels(0, "Int64", "labels of rows as nullable integers"),
        LABELS,
        rank=4,
    ),
    right(
        "int32-columns",
        "labels of columns of 32 bits",
        _labels(1, "int32", "labels of columns of 32 bits"),
        LABELS,
        rank=2,
    ),
    right(
        "int64-columns",
        "labels of columns of 64 bits",
        _labels(1, "int64", "labels of columns of 64 bits"),
        LABELS,
        rank=2,
    ),
    right(
        "float-columns",
        "labels of columns as floats",
        _labels(1, "float64", "labels of columns as floats"),
        LABELS,
        rank=4,
    ),
    right("text-labels", "categories of labels as texts", _text_labels, LABELS, rank=1),
    right("plain-index", "numbers of rows that are listed", _plain_index, rank=3),
    right("range-index", "numbers of rows that are counted", _range_index, rank=3),
    right("unused-category", "a category that no row has", _unused_category, Matter.TEXT_TYPE, rank=3),
    right(
        "category-text",
        "texts as categories",
        recast("category", "texts as categories", _is_text),
        Matter.CATEGORY,
        rank=2,
    ),
    right("category-as-text", "categories as texts", _plain_text, Matter.CATEGORY, rank=2),
    right("object-text", "texts as objects", recast("object", "texts as objects", _is_text), Matter.TEXT_TYPE, rank=4),
    right(
        "string-text",
        "texts of pandas' own dtype",
        recast("string", "texts as strings", _is_text),
        Matter.TEXT_TYPE,
        rank=4,
    ),
    right("time-unit", "times in another unit", _units, Matter.TIME_TYPE, rank=2),
    right("no-frequency", "times without a frequency", _frequency, Matter.TIME_TYPE, rank=2),
    right("rows-numbered", "rows numbered anew", _numbered, Matter.INDEX, rank=3, **OWN),
    right(
        "labels-as-column", "labels of rows as a column", _labels_as_column, Matter.INDEX, Matter.TABLE, rank=3, **OWN
    ),
    right("by-label", "rows in the order of their labels", _by_label, ORDER, rank=2, **OWN),
    right("by-value", "rows in the order of their values", _by_value, ORDER, rank=3, **OWN),
    right("any-order", "rows in any order", _shuffled, ORDER, Matter.ELEMENT_ORDER, rank=1, **OWN),
    right("column-order", "columns in another order", _columns_reversed, Matter.COLUMN_ORDER, rank=3, **OWN),
)
