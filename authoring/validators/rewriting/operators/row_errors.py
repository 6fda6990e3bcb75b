"""Wrong rows: lost, doubled, exchanged, turned round, or none at all."""

from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.rewriting.base import ReferenceValue, Variants, is_missing, wrong
from authoring.validators.rewriting.elements import length_of, taken
from authoring.validators.rewriting.equality import is_same
from authoring.validators.rewriting.matters import Matter

FEW = 3
"""Rows from which on an order shows: of two, any column is in order."""


def _last_lost(subject: ReferenceValue) -> Variants:
    if length_of(subject.value) > 1:
        yield "without its last row or element", taken(subject.value, range(length_of(subject.value) - 1))


def _first_lost(subject: ReferenceValue) -> Variants:
    if length_of(subject.value) > 1:
        yield "without its first row or element", taken(subject.value, range(1, length_of(subject.value)))


def _half(subject: ReferenceValue) -> Variants:
    size = length_of(subject.value)
    if size >= FEW:
        yield "the first half of its rows or elements", taken(subject.value, range(size // 2))


def _doubled(subject: ReferenceValue) -> Variants:
    size = length_of(subject.value)
    if size and not isinstance(subject.value, dict):
        yield "its last row or element twice", taken(subject.value, [*range(size), size - 1])


def _twice(subject: ReferenceValue) -> Variants:
    size = length_of(subject.value)
    if size and not isinstance(subject.value, dict):
        yield "all of its rows or elements twice", taken(subject.value, [*range(size), *range(size)])


def _member_lost(subject: ReferenceValue) -> Variants:
    if isinstance(subject.value, (set, frozenset)) and len(subject.value) > 1:
        # Sorted, as the order of a set differs from one process to the next, and the trial is to be the same.
        members = sorted(subject.value, key=repr)
        yield "without one of its members", type(subject.value)(members[1:])


def _exchanged(subject: ReferenceValue) -> Variants:
    size = length_of(subject.value)
    if size >= FEW and _shows_order(subject.value):
        yield "first and last row exchanged", taken(subject.value, [size - 1, *range(1, size - 1), 0])


def _places_exchanged(subject: ReferenceValue) -> Variants:
    value = subject.value
    if not isinstance(value, np.ndarray) or not value.ndim or len(value) < FEW:
        return
    rows = value.tolist()
    try:
        is_sorted = rows in (sorted(rows), sorted(rows, reverse=True))
    except TypeError:
        return
    # What is picked, such as the elements of a set, is mostly sorted; elsewhere an element belongs to its place.
    if is_sorted and Matter.ELEMENT_ORDER not in subject.form.settled:
        return
    other = next((place for place in range(len(rows) - 1, 0, -1) if not is_same(rows[0], rows[place])), None)
    if other is not None:
        places = [*range(len(rows))]
        places[0], places[other] = other, 0
        yield "two elements exchanged", taken(value, places)


def _turned_round(subject: ReferenceValue) -> Variants:
    size = length_of(subject.value)
    if size >= FEW and _shows_order(subject.value):
        yield "rows in reverse order", taken(subject.value, range(size - 1, -1, -1))


def _members_exchanged(subject: ReferenceValue) -> Variants:
    value = subject.value
    # Where the ends are alike, turning round may come to the same.
    if isinstance(value, tuple) and len(value) > 1 and not is_same(value[0], value[-1]):
        yield "its members in reverse order", value[::-1]


def _emptied(subject: ReferenceValue) -> Variants:
    if isinstance(subject.value, (set, frozenset)) and subject.value:
        yield "empty", type(subject.value)()
    elif length_of(subject.value):
        yield "empty", taken(subject.value, [])


def _first_alone(subject: ReferenceValue) -> Variants:
    value = subject.value
    if length_of(value) > 1 and not isinstance(value, (dict, pd.DataFrame)):
        first = value.iloc[0] if isinstance(value, pd.Series) else value[0]
        if not isinstance(first, (list, tuple, np.ndarray)):
            yield "its first element alone", first


def _shows_order(value: Any) -> bool:
    """Return whether the order of rows can be seen: one column runs up or down, and none is the same throughout."""
    columns = _columns(value)
    return any(map(_runs, columns)) and not any(map(_is_constant, columns))


def _columns(value: Any) -> list[list[Any]]:
    if isinstance(value, pd.DataFrame):
        columns = [value.iloc[:, place].tolist() for place in range(value.shape[1])]
    elif isinstance(value, dict):
        columns = []
    else:
        columns = [value.tolist() if hasattr(value, "tolist") else list(value)]
    if isinstance(value, (pd.DataFrame, pd.Series)) and (
        value.index.names != [None] or value.index.dtype.kind not in "iu"
    ):
        columns.append(value.index.tolist())
    return columns


def _runs(elements: list[Any]) -> bool:
    if any(map(is_missing, elements)):
        return False
    try:
        pairs = list(pairwise(elements))
        runs = all(first <= second for first, second in pairs) or all(first >= second for first, second in pairs)
        return bool(runs and elements[0] != elements[-1])
    except (TypeError, ValueError):
        return False


def _is_constant(elements: list[Any]) -> bool:
    try:
        return all(bool(element == elements[0]) for element in elements)
    except (TypeError, ValueError):
        return False


ORDERED = frozenset({Matter.ROW_ORDER})
OPERATORS = (
    wrong("last-lost", "the last row, element or entry lost", _last_lost, gross=True, rank=1),
    wrong("first-lost", "the first row, element or entry lost", _first_lost, rank=2),
    wrong("half", "only half of the rows", _half, gross=True, rank=5),
    wrong("last-doubled", "the last row or element twice", _doubled, rank=2),
    wrong("all-doubled", "every row or element twice", _twice, gross=True, rank=5),
    wrong("member-lost", "a set without one of its members", _member_lost, rank=1),
    wrong(
        "rows-exchanged",
        "two rows exchanged where an order is asked for",
        _exchanged,
        settled=ORDERED,
        gross=True,
        rank=1,
    ),
    wrong(
        "places-exchanged",
        "two elements of an array exchanged, which is in no order that anybody spoke of",
        _places_exchanged,
        open=ORDERED,
        unless=frozenset({Matter.CHANCE, Matter.ELEMENT_ORDER}),
        rank=2,
    ),
    wrong(
        "rows-reversed",
        "the reverse of the order that is asked for",
        _turned_round,
        settled=ORDERED,
        gross=True,
        rank=2,
    ),
    wrong(
        "tuple-reversed",
        "the members of a tuple in reverse order",
        _members_exchanged,
        settled=frozenset({Matter.ELEMENT_ORDER}),
        rank=2,
    ),
    wrong("emptied", "nothing in the container", _emptied, unless=frozenset(), gross=True, rank=2),
    wrong("first-alone", "the first element for all of them", _first_alone, gross=True, rank=4),
)
