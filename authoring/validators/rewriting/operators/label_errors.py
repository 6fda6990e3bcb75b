"""Wrong labels: columns lost, renamed or exchanged, and rows or keys that stand for each other's values."""

from typing import Any

import pandas as pd

from authoring.validators.rewriting.base import ReferenceValue, Variants, is_table, wrong
from authoring.validators.rewriting.equality import is_same
from authoring.validators.rewriting.matters import Matter


def _column_lost(subject: ReferenceValue) -> Variants:
    if isinstance(subject.value, pd.DataFrame) and subject.value.shape[1] > 1:
        yield "without its last column", subject.value.iloc[:, :-1]


def _renamed(subject: ReferenceValue) -> Variants:
    place = next(iter(_known_columns(subject)[::-1]), None)
    # The label of a single column may tell nothing, unless the question names it.
    if place is not None and (subject.value.shape[1] > 1 or Matter.COLUMN_NAMES in subject.form.settled):
        labels = subject.value.columns.tolist()
        yield (
            f"column {labels[place]!r} under another name",
            _labelled(subject.value, {place: f"{labels[place]} (renamed)"}),
        )


def _level_renamed(subject: ReferenceValue) -> Variants:
    frame = subject.value
    if isinstance(frame, pd.DataFrame) and frame.shape[1] > 1 and not isinstance(frame.columns, pd.MultiIndex):
        label = frame.columns.tolist()[-1]
        if isinstance(label, str):
            yield (
                f"the level {label!r} under another name",
                _labelled(frame, {frame.shape[1] - 1: f"{label} (renamed)"}),
            )


def _exchanged(subject: ReferenceValue) -> Variants:
    places, frame = _known_columns(subject), subject.value
    pairs = [(i, j) for i in places for j in places if i < j]
    for first, second in pairs[:10]:
        columns = (frame.iloc[:, place].tolist() for place in (first, second))
        if not is_same(*columns):
            labels = frame.columns.tolist()
            yield (
                f"columns {labels[first]!r} and {labels[second]!r} exchanged",
                _labelled(frame, {first: labels[second], second: labels[first]}),
            )
            return


def _known_columns(subject: ReferenceValue) -> list[int]:
    """Return the places of columns whose labels the question or the session gives, so that no answer chooses them."""
    frame = subject.value
    if not isinstance(frame, pd.DataFrame) or isinstance(frame.columns, pd.MultiIndex) or not frame.columns.is_unique:
        return []
    is_asked = Matter.COLUMN_NAMES in subject.form.settled
    dtypes = zip(frame.columns.tolist(), frame.dtypes.tolist(), strict=True)
    return [
        place
        for place, (label, dtype) in enumerate(dtypes)
        if isinstance(label, str) and (is_asked or subject.is_carried(label, dtype))
    ]


def _labelled(frame: pd.DataFrame, names: dict[int, Any]) -> pd.DataFrame:
    labels = [names.get(place, label) for place, label in enumerate(frame.columns.tolist())]
    return frame.set_axis(pd.Index(labels, name=frame.columns.name), axis=1)


def _rows_relabelled(subject: ReferenceValue) -> Variants:
    value = subject.value
    if not is_table(value) or len(value) <= 1:
        return
    if all(_says_nothing(value, value.index.get_level_values(level)) for level in range(value.index.nlevels)):
        return
    if is_same(value.iloc[0].tolist() if value.ndim > 1 else value.iloc[0], _last(value)) or not value.index.is_unique:
        return
    size = len(value)
    index = value.index.take([size - 1, *range(1, size - 1), 0])
    yield "the labels of first and last row exchanged", value.set_axis(index, axis=0)


def _says_nothing(value: Any, labels: pd.Index) -> bool:
    """Return whether labels only number the rows, as unnamed whole numbers most often do, or repeat a column."""
    if labels.name is None and labels.dtype.kind in "iu":
        return True
    frame: Any = value if value.ndim > 1 else value.to_frame()
    is_held = labels.name in frame.columns and frame.columns.is_unique
    return is_held and labels.equals(pd.Index(frame[labels.name]))


def _last(value: Any) -> Any:
    return value.iloc[-1].tolist() if value.ndim > 1 else value.iloc[-1]


def _entries_exchanged(subject: ReferenceValue) -> Variants:
    value = subject.value
    if isinstance(value, dict) and len(value) > 1:
        keys = list(value)
        first, last = value[keys[0]], value[keys[-1]]
        if not is_same(first, last):
            yield "the values of first and last key exchanged", {**value, keys[0]: last, keys[-1]: first}


OPERATORS = (
    wrong("column-lost", "the last column lost", _column_lost, rank=2),
    wrong("column-renamed", "a column whose name is known under another", _renamed, rank=2),
    wrong(
        "level-renamed",
        "a column of a pivoted table, whose label is data, under another",
        _level_renamed,
        settled=frozenset({Matter.COLUMN_LEVELS}),
        gross=True,
        rank=2,
    ),
    wrong("columns-exchanged", "two columns under each other's name", _exchanged, gross=True, rank=1),
    wrong("row-labels-exchanged", "two rows under each other's label", _rows_relabelled, rank=2),
    wrong("entries-exchanged", "two keys with each other's value", _entries_exchanged, rank=2),
)
