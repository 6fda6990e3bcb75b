"""What names a row, over several columns where it takes them; entities over time; the order of rows."""

import math
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from authoring.tables.profile.keys import single_keys
from authoring.tables.profile.kinds import is_row_number_name, is_year_name, words_of
from authoring.tables.profile.numbers import Floats, Integers
from authoring.tables.profile.relations.relation import (
    CodedTable,
    TableRelation,
    is_countable,
    is_entity_name,
    is_number,
    is_time,
    is_whole,
    names_entities,
)

MAX_PARTS = 9
"""Columns that keys of several columns are looked for among."""
MAX_SIZE = 4
_MIN_ROWS = 8
_LEAST_COLLISIONS = 5.0
"""Rows that would share a key by chance, from which one that none shares is no accident."""
_FINER = {
    "decade": 0,
    "year": 0,
    "yr": 0,
    "semester": 1,
    "season": 1,
    "quarter": 1,
    "qtr": 1,
    "month": 2,
    "week": 3,
    "day": 4,
    "hour": 5,
    "minute": 6,
}
"""Parts of a time, the coarsest first."""
_ATTRIBUTES = {"surname", "forename", "firstname", "lastname", "address", "street", "comment", "comments", "notes"}
_ATTRIBUTES |= {"note", "description", "remarks", "text", "url", "phone", "title"}
_PARTS_OF_NAMES = {"first", "last", "middle", "given", "family", "maiden"}
_THINNED = 1.5
"""How far numbers of rows go at most, as a multiple of the rows that are left."""
_MIN_SHARE_OF_GRID = 0.1
"""Share of all pairs of entity and time that are there, from which a table is a panel and no log of events."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What is known of the rows of a table."""

    relations: tuple[TableRelation, ...]
    entity: tuple[str, ...] = ()
    """Columns that name what is followed over time; empty where nothing is."""


def find_row_relations(table: CodedTable) -> Rows:
    """Return keys, the panel and the sorted columns of a table."""
    if table.rows < _MIN_ROWS:
        return Rows(())
    singles = [name for name in single_keys(table.table) if not _is_counter(table, name) and not _is_attribute(name)]
    counters = [name for name in single_keys(table.table) if _is_counter(table, name)]
    relations = [TableRelation("key", (name,)) for name in singles[:1]]
    relations += [TableRelation("counter", (name,)) for name in counters[:1] if is_row_number_name(name)]
    if not singles and any(not is_row_number_name(name) for name in counters):
        relations += [TableRelation("key", (name,)) for name in counters[:1]]
    entity: tuple[str, ...] = ()
    key = None if singles else _composite_key(table)
    if key is not None:
        # A pair that takes no further column is the better key than a number of rows.
        relations.append(TableRelation("key", key))
        panel = _panel(table, key)
        if panel is not None:
            relations.append(panel)
            entity = panel.columns
    relations += _sorted(table, key or (), entity)
    return Rows(tuple(relations), entity)


def _is_attribute(name: str) -> bool:
    """Whether a column tells something of a person or a thing that others may share, though nobody here does."""
    words = set(words_of(name))
    return bool(words & _ATTRIBUTES) or ("name" in words and bool(words & _PARTS_OF_NAMES))


def _is_counter(table: CodedTable, name: str) -> bool:
    """Whether a column counts the rows, or has no other name and counted them before some were left out."""
    column = next(column for column in table.columns if column["name"] == name)
    if not is_whole(column) or is_year_name(name) or not is_number(table.table, column):
        return False
    values = table.floats(name)
    steps = np.diff(values)
    is_thinned = is_row_number_name(name) and bool((steps >= 1).all()) and values[-1] <= _THINNED * table.rows
    return is_thinned or (bool((steps == 1).all()) and values[0] in {0.0, 1.0})


def _composite_key(table: CodedTable) -> tuple[str, ...] | None:
    """Return the smallest set of columns that names rows and does so by more than chance; times among them first."""
    eligible = [
        column
        for column in table.columns
        if column["missing"] == 0
        and 1 < column["distinct"] < table.rows
        and is_countable(table.table, column)
        and (is_time(table, column) or (names_entities(column, table.rows) and column["kind"] != "flag"))
    ]
    eligible.sort(key=lambda column: _rank(table, column))
    parts = sorted((column["name"] for column in eligible[:MAX_PARTS]), key=[c["name"] for c in table.columns].index)
    by_name = {column["name"]: column for column in eligible}
    place = {column["name"]: index for index, column in enumerate(eligible)}
    for size in range(2, MAX_SIZE + 1):
        # The fewer rows a set could tell apart, the less it does so by accident.
        sets = [
            (math.prod(int(by_name[name]["distinct"]) for name in names), sum(place[name] for name in names), names)
            for names in combinations(parts, size)
        ]
        for _, _, names in sorted(sets):
            if _is_plausible(table, [by_name[name] for name in names]) and _is_unique(table, names):
                return names
    return None


def _rank(table: CodedTable, column: dict[str, Any]) -> tuple[bool, bool, bool, int]:
    order = [candidate["name"] for candidate in table.columns]
    has_name = is_entity_name(column["name"])
    return (
        not (is_time(table, column) or has_name),
        column["kind"] == "amount" and not is_time(table, column) and not has_name,
        column["kind"] == "date",
        order.index(column["name"]),
    )


def _is_plausible(table: CodedTable, columns: list[dict[str, Any]]) -> bool:
    """Whether rows would share this key if it were none, and its columns are such that name rows."""
    combinations_of_values = float(np.prod([float(column["distinct"]) for column in columns]))
    if combinations_of_values < table.rows:
        return False
    # Under independence; that nothing repeats where repeats were to be expected is no accident.
    collisions = table.rows**2 / (2 * combinations_of_values)
    times = [column for column in columns if is_time(table, column)]
    entities = [column for column in columns if not is_time(table, column)]
    has_name = bool(times) and (not entities or all(_is_name_like(column) for column in entities))
    return collisions >= _LEAST_COLLISIONS or has_name


def _is_name_like(column: dict[str, Any]) -> bool:
    return is_entity_name(column["name"]) or column["kind"] in {"identifier", "category"}


def _is_unique(table: CodedTable, names: tuple[str, ...]) -> bool:
    for rows in (2_000, 50_000, table.rows):
        combined = combined_codes(table, names, rows)
        combined = np.sort(combined)
        if bool((combined[1:] == combined[:-1]).any()):
            return False
        if rows >= table.rows:
            break
    return True


def combined_codes(table: CodedTable, names: tuple[str, ...], rows: int | None = None) -> Integers:
    """Return one number for each combination of values in the first rows, all of them when None."""
    combined = np.zeros(min(rows or table.rows, table.rows), dtype=np.int64)
    for name in names:
        codes = table.codes(name)[: combined.size]
        width = int(codes.max()) + 2
        # Numbered again where they would become too large.
        if int(combined.max(initial=0)) > 2**40:
            combined = pd.factorize(combined)[0].astype(np.int64)
        combined = combined * width + codes + 1
    return combined


def _panel(table: CodedTable, key: tuple[str, ...]) -> TableRelation | None:
    """Return entity, time and the number of gaps where the key is made of both and most pairs are there."""
    by_name = {column["name"]: column for column in table.columns}
    times = tuple(name for name in key if is_time(table, by_name[name]))
    entities = tuple(name for name in key if name not in times)
    if not times or not entities:
        return None
    entity_count = len(np.unique(combined_codes(table, entities)))
    time_count = len(np.unique(combined_codes(table, times)))
    grid = entity_count * time_count
    if len(entities) == 1 and _is_numbered_anew(table, entities[0], times):
        return None
    if entity_count < 2 or time_count < 2 or table.rows < _MIN_SHARE_OF_GRID * grid:  # noqa: PLR2004 - one is followed by none
        return None
    return TableRelation("panel", entities, times, count=entity_count, exceptions=grid - table.rows)


def _is_numbered_anew(table: CodedTable, name: str, times: tuple[str, ...]) -> bool:
    """Return whether a column counts the rows of each time from 1 on, and so names other things every time.

    Where there are as many rows each time, or ever more or fewer, they may well be of the same things.
    """
    column = next(column for column in table.columns if column["name"] == name)
    if not is_whole(column) or not is_number(table.table, column):
        return False
    numbers = pd.Series(table.floats(name)).groupby(combined_codes(table, times))
    sizes = numbers.size()
    is_steady = sizes.is_monotonic_increasing or sizes.is_monotonic_decreasing
    return bool(not is_steady and (numbers.min() == 1).all() and (numbers.max() == sizes).all())


def _sorted(table: CodedTable, key: tuple[str, ...], entity: tuple[str, ...]) -> list[TableRelation]:
    """Return what rows are sorted by: the times of each entity, else the first column that is, times before others."""
    by_name = {column["name"]: column for column in table.columns}
    times = [name for name in key if name not in entity and is_time(table, by_name[name])]
    numbers = _time_number(table, [by_name[name] for name in times]) if times else None
    if numbers is not None:
        if bool((np.diff(numbers) >= 0).all()):
            return [TableRelation("sorted", tuple(times), formula="ascending")]
        codes = combined_codes(table, entity) if entity else np.zeros(table.rows, dtype=np.int64)
        inside = codes[1:] == codes[:-1]
        if entity and int(inside.sum()) * 3 >= table.rows and bool((np.diff(numbers)[inside] >= 0).all()):
            return [TableRelation("sorted", tuple(times), entity, formula="ascending")]
    candidates = [
        column
        for column in table.columns
        # Of two levels one may well stand before the other.
        if column["missing"] == 0 and column["distinct"] > 2 and not _is_counter(table, column["name"])  # noqa: PLR2004
    ]
    candidates.sort(key=lambda column: not is_time(table, column))
    for column in candidates:
        values = _ordered(table, column)
        if values is None:
            continue
        steps = np.diff(values)
        for direction, in_order in (("ascending", steps >= 0), ("descending", steps <= 0)):
            if bool(in_order.all()):
                return [TableRelation("sorted", (column["name"],), formula=direction)]
    return []


def _time_number(table: CodedTable, columns: list[dict[str, Any]]) -> Floats | None:
    """Return parts of a time as one number, the coarsest part first; None where one has no order."""
    columns = sorted(columns, key=lambda column: _FINER.get((words_of(column["name"]) or [""])[-1], 9))
    total = np.zeros(table.rows)
    for column in columns:
        values = _ordered(table, column)
        if values is None:
            return None
        total = total * (float(values.max() - values.min()) + 1) + (values - values.min())
    return total


def _ordered(table: CodedTable, column: dict[str, Any]) -> Floats | None:
    """Return values as numbers in their order; None for texts that are no dates in a form that sorts."""
    if is_number(table.table, column):
        return table.floats(column["name"])
    values = table.table.frame[column["name"]]
    if pd.api.types.is_datetime64_any_dtype(values.dtype):
        return np.asarray(values.astype("int64"), dtype=np.float64)
    if column["kind"] == "date" and column.get("date_format"):
        codes, levels = pd.factorize(values)
        read = pd.to_datetime(pd.Series(levels), format=column["date_format"], errors="coerce", utc=True)
        if read.isna().any():
            return None
        return np.asarray(np.asarray(read.astype("int64"), dtype=np.float64)[codes])
    return table.periods(column)
