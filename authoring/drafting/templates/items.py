"""Items of a questionnaire or a test: columns side by side that hold the answers to many questions on one scale."""

import re
from collections.abc import Sequence
from itertools import groupby

from authoring.records.profile import ColumnProfile, TableProfile

# Values of a scale at most; columns that are numbered, and that are not, from which on they are items.
_LONGEST_SCALE, _FEWEST_NUMBERED, _FEWEST_OTHERS = 11, 4, 8
# The same of yes and no, which are looked at several times more often than they are asked in few questions.
_FEWEST_FLAGS = 5
# Rows for each item at least, and in all.
_ROWS_EACH, _FEWEST_ROWS = 3, 50
# Share of the answers of a scale that were given to an item, above which it is one of that scale.
_GIVEN = 2 / 3
# Share of the items for which every answer from the lowest to the highest was given, and of missing answers to one.
_FULL_RANGE, _MOST_MISSING = 0.75, 0.5
# What several columns of one range are numbered by that is no question: times, things that are looked at, raters.
_NO_ITEMS = re.compile(
    r"(?:t|w|d|y|wk|day|week|month|year|yr|hour|time|wave|visit|trial|session|phase|period|round|lap|lag|season|occasion"
    r"|game|match|hole|set|quarter|block|rep|replicate|run|try|attempt|dice|die|roll|throw|shot|card"
    r"|judge|rater|referee|expert|coder|reader|observer|reviewer"
    r"|plot|site|quadrat|trap|tree|plant|leaf|tooth|species|sp|spp|child|kid|sib|player|team|dummy|group|cluster)s?"
)
_NUMBER = re.compile(r"(.*?)[ ._-]*\d+[a-z]?")
_Answers = tuple[int, int]


def items_of(table: TableProfile) -> tuple[tuple[str, ...], ...]:
    """Return the items of each scale of a table, in the order of its columns; of one with few rows none.

    Numbered columns are items of one scale where they have a stem in common, others where there are many side by side.
    """
    if table.rows < _FEWEST_ROWS:
        return ()
    columns = {column.name: column for column in table.columns}
    places = {column.name: place for place, column in enumerate(table.columns)}
    scales: list[tuple[str, ...]] = []
    # A column that can be no item divides those before it from those behind it.
    for (is_usable, stem), members in groupby(
        table.columns, key=lambda column: (_answers_to(column) is not None, stem_of(column.name))
    ):
        names = tuple(column.name for column in members)
        is_scale = (
            is_usable and len(names) >= (_FEWEST_NUMBERED if stem else _FEWEST_OTHERS) and not _NO_ITEMS.fullmatch(stem)
        )
        if is_scale and _are_answers([columns[name] for name in names], table.rows, stem):
            rows = [[row[places[name]] for name in names] for row in table.sample if len(row) > places[names[-1]]]
            scales += [names] if not _are_ranks(rows) else []
    return tuple(scales)


def stem_of(name: str) -> str:
    """Return what stands before the number of a column, in lower case; empty where it has none, or nothing before."""
    match = _NUMBER.fullmatch(name.casefold())
    return match[1] if match is not None else ""


def _answers_to(column: ColumnProfile) -> _Answers | None:
    """Return the lowest and the highest answer of a column of few whole numbers; None for any other."""
    if column.is_text or column.distinct > _LONGEST_SCALE or column.decimals not in {0, None}:
        return None
    ends: Sequence[float | str | None] = (column.minimum, column.maximum)
    numbers = [float(end) for end in ends if isinstance(end, int | float)]
    if len(numbers) != len(ends):
        values = [level.value.removesuffix(".0") for level in column.levels]
        numbers = [float(value) for value in values if value.lstrip("-").isdigit()]
        if len(numbers) < max(len(values), 1):
            return None
    low, high = int(min(numbers)), int(max(numbers))
    # Of -1 and 1 alone, as boxes are ticked, nothing lies between.
    is_filled = column.distinct > _GIVEN * (high - low + 1)
    return (low, high) if is_filled and 0 < high - low < _LONGEST_SCALE and low >= -_LONGEST_SCALE else None


def _are_answers(columns: Sequence[ColumnProfile], rows: int, stem: str) -> bool:
    """Return whether nearly all of several columns have the whole range of one scale, and enough rows."""
    ranges = [answers for column in columns if (answers := _answers_to(column)) is not None]
    scale = min(low for low, _ in ranges), max(high for _, high in ranges)
    is_of_flags = scale[1] - scale[0] == 1
    # Several flags without a number are marks of many kinds, and no test; nor are those of 1 and 2 sure to be.
    if is_of_flags and (not stem or scale != (0, 1) or len(columns) < _FEWEST_FLAGS):
        return False
    is_full = ranges.count(scale) >= _FULL_RANGE * len(ranges) and scale[1] - scale[0] < _LONGEST_SCALE
    is_known = all(column.missing <= _MOST_MISSING * rows for column in columns)
    return is_full and is_known and rows >= _ROWS_EACH * len(columns)


def _are_ranks(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether all rows that are known have each number once, as where somebody puts things in an order."""
    whole = [row for row in rows if all(row)]
    return bool(whole) and all(len(set(row)) == len(row) for row in whole)
