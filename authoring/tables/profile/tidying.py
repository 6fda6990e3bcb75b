"""Columns that have to be tidied before anybody asks about them, and the profile of the table once they are.

Marks of missing values are made missing, spellings of one level are made one, and texts that are numbers are read as
numbers. What a column is afterwards is profiled here, so that whoever drafts problems about it knows its levels, its
range and what follows from it.
"""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pandas as pd

from authoring.tables.profile.column import profile_column
from authoring.tables.profile.dates import parse_dates
from authoring.tables.profile.figures import FigureForm, as_numbers, number_form
from authoring.tables.profile.keys import Table
from authoring.tables.profile.kinds import is_body_measure, words_of
from authoring.tables.profile.spellings import has_outer_blanks, unified_spellings
from authoring.tables.reader import Column

MOST_CELLS = 2_000_000
"""Cells of a table that is profiled a second time, at most."""
_MOST_DISTINCT, _MOST_LEVELS = 50_000, 60
"""Distinct texts that are looked at, at most, and levels of a category whose spellings are."""
_TEXTS = frozenset({"category", "flag", "text", "identifier"})
_CLASSES = frozenset({"category", "flag"})
_NUMBERED = re.compile(r"(.*?)[ ._-]*\d+[a-z]?")
_ANSWERS = frozenset({"none", "don't know", "dk/na", "na/dk", "df/na", "na/df"})
"""Marks that rules find and that may be an answer; beside numbers they are none."""
_NAMES = re.compile("N[a-z]+")
"""Sodium, and a first name."""
_BOUNDS = frozenset({"upper", "lower", "max", "maximum", "min", "minimum", "limit", "bound"})
"""Words for the ends of a range, of which the largest number says that there is none."""
_CLEARLY_NEGATIVE = -8
"""A negative number from which down nobody calculated it: an experience of -1 follows from age and schooling."""
Mark = str | int | float


@dataclass(frozen=True, slots=True)
class ColumnTidying:
    """How one column is tidied; the fields are those of `records.TidyingStep`."""

    name: str
    form: str
    """``marks``, ``spellings`` or ``figures``: what most has to be done."""
    marks: tuple[Mark, ...] = ()
    """Values that are made missing."""
    strips: bool = False
    """Whether blanks at the ends of texts are taken away."""
    spellings: tuple[tuple[str, str], ...] = ()
    """Each spelling that gives way, with the one that is kept."""
    numbers: FigureForm | None = None
    """How numbers are written that are read from texts."""


def tidying_steps(
    table: Table, relations: Iterable[Mapping[str, Any]], stated: Mapping[str, Sequence[str]]
) -> list[ColumnTidying]:
    """Return how columns of a table are tidied, those that need it.

    Args:
        table: profiled.
        relations: what was found in it; marks of missing values are ``sentinel``.
        stated: marks that somebody stated for a column, in place of those that were found.
    """
    found_marks = {
        relation["columns"][0]: relation["values"]
        for relation in relations
        if relation["kind"] == "sentinel" and relation["file"] == table.name
    }
    has_ages = any("age" in words_of(column["name"]) for column in table.columns)
    steps = []
    for column in table.columns:
        name, values = column["name"], table.frame[column["name"]]
        is_stated, marks = name in stated, stated.get(name, found_marks.get(name, ()))
        if column["is_text"] and column["kind"] in _TEXTS and isinstance(values.dtype, (pd.StringDtype, np.dtype)):
            step = _of_texts(column, values, marks, is_stated=is_stated)
        elif isinstance(values.dtype, np.dtype) and values.dtype.kind in "iuf" and column["kind"] != "constant":
            step = _of_numbers(name, values, marks if is_stated else _sure_marks(name, marks, has_ages=has_ages))
        else:
            step = None
        steps += [step] if step is not None else []
    return steps + _of_neighbours(table, steps)


def _of_neighbours(table: Table, steps: Sequence[ColumnTidying]) -> list[ColumnTidying]:
    """Return the steps of numbered columns whose marks are too rare to be told, but for those of the others.

    Of items ``q1`` to ``q12`` with one scale a nine says in each what it says in most of them.
    """
    by_stem: dict[str, list[dict[str, Any]]] = {}
    for column in table.columns:
        match = _NUMBERED.fullmatch(column["name"].casefold())
        if match is not None and isinstance(column.get("maximum"), float) and column["decimals"] == 0:
            by_stem.setdefault(match[1], []).append(column)
    by_name = {step.name: step for step in steps if step.form == "marks"}
    further = []
    for columns in by_stem.values():
        marked = [by_name[column["name"]] for column in columns if column["name"] in by_name]
        if 2 * len(marked) <= len(columns) or len({step.marks for step in marked}) != 1:
            continue
        marks = list(marked[0].marks)
        ranges = [_range_without(table.frame[step.name], marks) for step in marked]
        low, high = min(low for low, _ in ranges), max(high for _, high in ranges)
        for column in columns:
            values = table.frame[column["name"]]
            if column["name"] not in by_name and values.isin(marks).any():
                lowest, highest = _range_without(values, marks)
                if low <= lowest and highest <= high:
                    further.append(ColumnTidying(column["name"], "marks", tuple(marks)))
    return further


def _range_without(values: Column, marks: Sequence[Mark]) -> tuple[float, float]:
    remaining = values[~values.isin(marks)]
    return float(remaining.min()), float(remaining.max())


def _sure_marks(name: str, marks: Sequence[str], *, has_ages: bool) -> list[str]:
    """Return the marks among numbers that a question can call so, though nobody stated them.

    Zeros are none but of what was measured of people; a mean that stands for missing values cannot be said.
    """
    if _BOUNDS & {*words_of(name)}:
        return []
    numbers = {mark: float(mark) for mark in marks}
    has_clear = any(number <= _CLEARLY_NEGATIVE for number in numbers.values())
    return [
        mark
        for mark, number in numbers.items()
        if (number > 0 and {*mark} - {"."} <= {*"789"})
        or (number < 0 and has_clear)
        or (number == 0 and has_ages and (is_body_measure(name) or "age" in words_of(name)))
    ]


def tidied(table: Table, steps: Sequence[ColumnTidying]) -> Table:
    """Return the table with its columns tidied and profiled anew."""
    frame, by_name = table.frame.copy(deep=False), {step.name: step for step in steps}
    for step in steps:
        frame[step.name] = _tidied_column(frame[step.name], step)
    columns = [
        profile_column(frame[column["name"]]) if column["name"] in by_name else column for column in table.columns
    ]
    return Table(table.name, frame, columns)


def step_record(step: ColumnTidying) -> dict[str, Any]:
    """Return a step as it leaves the sandbox."""
    return asdict(step)


def _of_numbers(name: str, values: Column, marks: Sequence[str]) -> ColumnTidying | None:
    numbers = [number for mark in marks if (number := _number(mark)) is not None and (values == number).any()]
    has_others = values[~values.isin(numbers)].dropna().drop_duplicates().size > 1
    return ColumnTidying(name, "marks", tuple(numbers)) if numbers and has_others else None


def _number(mark: str) -> int | float | None:
    """Return a mark as a number; None for a text."""
    try:
        number = float(mark)
    except ValueError:
        return None
    if not np.isfinite(number):
        return None
    return int(number) if number.is_integer() else number


def _of_texts(column: dict[str, Any], values: Column, marks: Sequence[str], *, is_stated: bool) -> ColumnTidying | None:
    name, counts = column["name"], values.value_counts()
    if len(counts) > _MOST_DISTINCT:
        return None
    strips = has_outer_blanks(map(str, counts.index))
    counts = counts.groupby(counts.index.str.strip(), sort=False).sum() if strips else counts
    texts = {str(text): int(count) for text, count in counts.items()}
    stripped_marks = {mark.strip() for mark in marks if is_stated or not _NAMES.fullmatch(mark.strip())}
    levels = {text: count for text, count in texts.items() if text.strip() not in stripped_marks}
    if len(levels) < 2:  # noqa: PLR2004 - one value has nothing to tell
        return None
    form = number_form(name, list(levels))
    if form is not None:
        return ColumnTidying(name, "figures", _without(texts, levels), strips, numbers=form)
    answers = frozenset[str]() if is_stated else _ANSWERS
    levels = {text: count for text, count in texts.items() if text in levels or text.strip().casefold() in answers}
    present = _without(texts, levels)
    # A list that has "unknown" and "Unknown" reads like a mistake.
    if len({mark.casefold() for mark in present}) < len(present):
        return None
    if column["kind"] in _CLASSES:
        return _of_levels(name, levels, present, strips=strips)
    # Of free text and of names nothing is asked that a mark would spoil, but of dates there is.
    is_date = bool(present) and parse_dates(pd.Series([*levels], dtype="str")) is not None
    return ColumnTidying(name, "marks", present, strips) if is_date else None


def _of_levels(name: str, levels: Mapping[str, int], marks: tuple[str, ...], *, strips: bool) -> ColumnTidying | None:
    pairs = unified_spellings(levels) if len(levels) <= _MOST_LEVELS else {}
    if pairs or (strips and len(levels) <= _MOST_LEVELS):
        return ColumnTidying(name, "spellings", marks, strips, tuple(pairs.items()))
    return ColumnTidying(name, "marks", marks, strips) if marks else None


def _without(texts: Iterable[str], levels: Container[str]) -> tuple[str, ...]:
    return tuple(text for text in texts if text not in levels)


def _tidied_column(values: Column, step: ColumnTidying) -> Column:
    if step.strips:
        values = values.str.strip()
    if step.marks:
        values = values.replace(list(step.marks), np.nan)
    if step.spellings:
        values = values.replace(dict(step.spellings))
    return values if step.numbers is None else as_numbers(values, step.numbers)
