"""Wrong elements: one row, element or cell is another, all are alike, texts are cut, dates are shifted."""

import math
from collections import Counter
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.rewriting.base import ReferenceValue, Variants, is_missing, is_number, wrong
from authoring.validators.rewriting.elements import (
    MAX_EDITED,
    altered,
    altered_at,
    column_of,
    length_of,
    next_day,
    spoiled,
)
from authoring.validators.rewriting.matters import Matter

MIN_PREFIX = 4
"""Characters of a text of which a half is told from the whole."""


def _first(subject: ReferenceValue) -> Variants:
    yield from _changed_at(subject, 0, "the first")


def _middle(subject: ReferenceValue) -> Variants:
    middle, last = length_of(subject.value) // 2, length_of(subject.value) - 1
    if 0 < middle < last:
        yield from _changed_at(subject, middle, "the middle")


def _last(subject: ReferenceValue) -> Variants:
    if length_of(subject.value) > 1:
        yield from _changed_at(subject, length_of(subject.value) - 1, "the last")


def _changed_at(subject: ReferenceValue, place: int, name: str) -> Variants:
    if length_of(subject.value) > place:
        value = altered_at(subject.value, place)
        if value is not None:
            yield f"{name} row or element is another", value


def _balanced(subject: ReferenceValue) -> Variants:
    """Yield a value of numbers whose sum and mean stay, so that code that compares no more than these is found out."""
    value = subject.value
    if not isinstance(value, (list, tuple, pd.Series)) or not 1 < len(value) <= MAX_EDITED:
        return
    numbers = list(value)
    if not all(is_number(number) and abs(number) < math.inf for number in numbers):
        return
    amount, places = 1 + int(max(map(abs, numbers))), iter(range(len(numbers)))

    def edit(number: Any) -> Any:
        place = next(places)
        return number + amount if not place else number - amount if place == len(numbers) - 1 else number

    result = spoiled(value, edit)
    if result is not None:
        yield "the first number greater and the last one smaller by as much", result


def _all(subject: ReferenceValue) -> Variants:
    value = spoiled(subject.value, altered)
    if value is not None:
        yield "every element is another", value


def _most_frequent(subject: ReferenceValue) -> Variants:
    value: Any = subject.value
    result = _alike(subject) if isinstance(value, pd.DataFrame) else None
    if not isinstance(value, (pd.DataFrame, pd.MultiIndex, dict, str)) and length_of(value):
        mode = _mode(list(value))
        result = spoiled(value, lambda element: element if mode is None or element == mode else mode)
    if result is not None:
        yield "the most frequent value throughout", result


def _alike(subject: ReferenceValue) -> Any:
    """Return a table in which every column that the cell made holds its most frequent value; None where none does."""
    frame: Any = subject.value
    result, changed = frame.copy(), False
    for place in range(frame.shape[1]):
        column = frame.iloc[:, place]
        mode = None if subject.is_carried(column.name, column.dtype) else _mode(column.tolist())
        if mode is not None:
            result.isetitem(place, column_of([mode] * len(column), column))
            changed = True
    return result if changed else None


def _mode(elements: list[Any]) -> Any:
    """Return what stands most often among elements that are there; None where none stands twice, or all are alike."""
    try:
        counts = Counter(element for element in elements if not is_missing(element))
    except TypeError:
        # What cannot be hashed is no value of a column.
        return None
    (mode, times), *others = [*counts.most_common(2), (None, 0)]
    return mode if times > 1 and others[0][1] else None


def _next_days(subject: ReferenceValue) -> Variants:
    value = spoiled(subject.value, next_day)
    if value is not None:
        yield "times one day later", value


def _opposite_truth(subject: ReferenceValue) -> Variants:
    def edit(element: Any) -> Any:
        return type(element)(not element) if isinstance(element, (bool, np.bool_)) else element

    value = spoiled(subject.value, edit)
    if value is not None:
        yield "true for false, and false for true", value


def _halves(subject: ReferenceValue) -> Variants:
    def edit(element: Any) -> Any:
        return element[: len(element) // 2] if isinstance(element, str) and len(element) >= MIN_PREFIX else element

    value = spoiled(subject.value, edit)
    if value is not None:
        yield "the first half of every text", value


def _longer(subject: ReferenceValue) -> Variants:
    value = spoiled(subject.value, lambda element: f"{element} and more" if isinstance(element, str) else element)
    if value is not None:
        yield "texts with words added", value


def _empty_texts(subject: ReferenceValue) -> Variants:
    value = spoiled(subject.value, lambda element: "" if isinstance(element, str) and element else element)
    if value is not None:
        yield "empty texts", value


def _swapped_case(subject: ReferenceValue) -> Variants:
    def edit(element: Any) -> Any:
        if not isinstance(element, str) or element.swapcase() == element:
            return element
        return element.swapcase()

    value = spoiled(subject.value, edit)
    if value is not None:
        yield "upper case for lower, and lower for upper", value


OPERATORS = (
    wrong("first-changed", "another first row, element or entry", _first, rank=1),
    wrong("middle-changed", "another row, element or entry in the middle", _middle, rank=2),
    wrong("last-changed", "another last row, element or entry", _last, rank=1),
    wrong("all-changed", "other elements throughout", _all, rank=1),
    wrong("sum-kept", "other numbers of the same sum", _balanced, rank=3),
    wrong("most-frequent", "the most frequent element in the place of every other", _most_frequent, rank=3),
    wrong("next-day", "times that are shifted by a day", _next_days, rank=2),
    wrong("opposite-truth", "truth values that are turned round", _opposite_truth, rank=2),
    wrong("text-cut", "the beginning of a text for the whole", _halves, rank=3),
    wrong("text-longer", "a text with more words", _longer, rank=4),
    wrong("text-empty", "an empty text", _empty_texts, rank=4, unless=frozenset()),
    wrong("text-case", "the case that was not asked for", _swapped_case, settled=frozenset({Matter.CASE}), rank=2),
)
