"""Which columns name rows, and which tables fit together."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from authoring.tables.profile.column import countable_values
from authoring.tables.profile.kinds import is_identifier_name, is_row_number_name, is_year_name, words_of
from authoring.tables.profile.numbers import Integers

MAX_KEYS = 5
_PAIRED_COLUMNS = 10
"""Columns looked at in pairs; 45 pairs at most."""
_TRIED_ROWS: tuple[int | None, ...] = (2_000, 50_000, None)
"""Rows that rule out most pairs before all rows are looked at."""
_MAX_COLUMNS = 3
_MAX_REPEATS = 4
"""A column in which each value stands more often than this leaves nearly all rows."""
_RANK = {"identifier": 0, "date": 1, "text": 2, "category": 2, "flag": 4}
_MAX_REMEMBERED = 20_000
"""Distinct values of a column up to which they are remembered."""
_MIN_LEVELS = 3
"""Fewer values than this stand in another column by accident."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table on the way to its profile."""

    name: str
    frame: pd.DataFrame
    columns: list[dict[str, Any]]


def single_keys(table: Table) -> list[str]:
    """Return the columns that name each row, the likeliest first; amounts other than years are none."""
    rows = len(table.frame)
    if rows < 2:  # noqa: PLR2004 - in one row, everything is a key
        return []
    eligible = [
        column
        for column in table.columns
        if column["distinct"] == rows and (column["kind"] in _RANK or _is_year(column))
    ]
    eligible.sort(key=lambda column: (not is_identifier_name(column["name"]), _RANK.get(column["kind"], 3)))
    return [column["name"] for column in eligible]


def candidate_keys(table: Table) -> list[list[str]]:
    """Return candidate keys: single columns, then pairs of columns that are none by themselves, at most five."""
    single_names = single_keys(table)
    key_columns = [[name] for name in single_names][:MAX_KEYS]
    numbers: dict[str, list[Integers]] = {}
    for pair in _candidate_pairs(table, single_names):
        if len(key_columns) >= MAX_KEYS:
            break
        # Few rows rule out most pairs, so that all rows are looked at for the rest only.
        if all(_is_unique(table, pair, step, numbers) for step in range(len(_TRIED_ROWS))):
            key_columns.append(pair)
    return key_columns


def _is_unique(table: Table, pair: list[str], step: int, numbers: dict[str, list[Integers]]) -> bool:
    """Whether no two of the first rows, as many as the step says, have the same values in a pair of columns.

    Each column is numbered once: equal values get equal numbers, which pairs are then made of.
    """
    for name in pair:
        steps = numbers.setdefault(name, [])
        if len(steps) == step:
            # Numbering is what takes time, so it is done once for each column and step, whatever the pairs are.
            steps.append(pd.factorize(table.frame[name].iloc[: _TRIED_ROWS[step]])[0].astype(np.int64))
    left, right = (numbers[name][step] for name in pair)
    # One number for each pair of values; sorting brings equal pairs side by side.
    combined = np.sort(left * (int(right.max()) + 1) + right)
    return not bool((combined[1:] == combined[:-1]).any())


def rows_that_may_repeat(table: Table, names: list[str]) -> pd.DataFrame:
    """Return the rows that may repeat another one in the columns called `names`, in order.

    A row that is the only one with its value in some column repeats none; columns with many values are looked at first.
    """
    frame = table.frame[names]
    for column in sorted(table.columns, key=lambda column: -int(column["distinct"]))[:_MAX_COLUMNS]:
        name = column["name"]
        if name not in names or pd.api.types.is_object_dtype(frame[name].dtype):
            continue
        if column["distinct"] == len(table.frame):
            return frame.iloc[:0]
        if column["distinct"] * _MAX_REPEATS > len(table.frame) and len(frame):
            frame = frame[frame[name].duplicated(keep=False)]
    return frame


def _candidate_pairs(table: Table, single_names: list[str]) -> list[list[str]]:
    """Pairs of columns that may name rows together: no gaps, no measured numbers except years."""
    rows = len(table.frame)
    eligible = [
        column
        for column in table.columns
        if column["missing"] == 0
        and column["name"] not in single_names
        and column["distinct"] > 1
        and (column["kind"] in {"identifier", "date", "category", "flag"} or _is_year(column))
        # Objects other than texts may be lists, which have no hash.
        and (column["is_text"] or not pd.api.types.is_object_dtype(table.frame[column["name"]].dtype))
    ]
    eligible.sort(key=lambda column: -column["distinct"])
    # The fewer rows a pair could tell apart, the less likely it does so by accident.
    pairs = sorted(
        combinations(eligible[:_PAIRED_COLUMNS], 2), key=lambda pair: int(pair[0]["distinct"] * pair[1]["distinct"])
    )
    order = [column["name"] for column in table.columns]
    return [
        sorted([left["name"], right["name"]], key=order.index)
        for left, right in pairs
        # With fewer combinations than rows, some rows must share one.
        if left["distinct"] * right["distinct"] >= rows
    ]


def _is_year(column: dict[str, Any]) -> bool:
    return column["kind"] == "amount" and column.get("decimals") == 0 and is_year_name(column["name"])


def find_joins(tables: list[Table]) -> list[dict[str, Any]]:
    """Return which column of one table leads to which key column of another.

    Every value that is there must stand in the key column. Columns of the same name are taken, and ``customer_id`` for
    ``id`` of ``customers``; columns of other names only when they hold text, and when no column of the pair of tables
    fits by name.
    """
    joins: dict[tuple[str, ...], dict[str, Any]] = {}
    levels = _Levels()
    keys = {table.name: single_keys(table)[:MAX_KEYS] for table in tables}
    for left in tables:
        for right in tables:
            if left is right:
                continue
            fitting = [join for key in keys[right.name] for join in _joins_to_key(left, right, key, levels)]
            same_names = [join for join in fitting if _same_name(join["left_column"], join["right_column"], right.name)]
            # By value alone a column fits many keys by chance, so names decide where any of them agree.
            for join in same_names or fitting:
                own, partner = (join["left"], join["left_column"]), (join["right"], join["right_column"])
                # The same two columns may have been found the other way round already.
                if (*partner, *own) not in joins:
                    joins[*own, *partner] = join
    return list(joins.values())


class _Levels:
    """The distinct values of columns; between many tables the same ones are looked at again and again."""

    def __init__(self) -> None:
        self._remembered: dict[tuple[str, str], frozenset[Any]] = {}
        self._equal: dict[frozenset[Any], frozenset[Any]] = {}
        self._contained: dict[tuple[int, int], bool] = {}

    def lead(self, left: Table, name: str, right: Table, key: str) -> bool:
        """Return whether each value of a column is one of the other column."""
        values, key_values = self._of(left, name), self._of(right, key)
        if values is key_values:
            return True
        if max(len(values), len(key_values)) > _MAX_REMEMBERED:
            return key_values >= values
        # What is remembered stays, so that no other set has its address.
        pair = id(values), id(key_values)
        if pair not in self._contained:
            self._contained[pair] = key_values >= values
        return self._contained[pair]

    def _of(self, table: Table, name: str) -> frozenset[Any]:
        levels = self._remembered.get((table.name, name))
        if levels is not None:
            return levels
        values = frozenset(countable_values(table.frame[name].dropna()).unique())
        # Those of large tables, of which there are few, would fill the memory.
        if len(values) <= _MAX_REMEMBERED:
            values = self._remembered[table.name, name] = self._equal.setdefault(values, values)
        return values


def _joins_to_key(left: Table, right: Table, key: str, levels: _Levels) -> list[dict[str, Any]]:
    joins = []
    for column in left.columns:
        name = column["name"]
        if not _comparable(column, right, key) or (is_row_number_name(name) and _is_row_number(right, key)):
            continue
        if not _same_name(name, key, right.name) and not (column["is_text"] and _may_join_by_text(column)):
            continue
        # One value without a partner means that the key is about something else, and so do more values than keys.
        if column["distinct"] <= len(right.frame) and levels.lead(left, name, right, key):
            share = 1 - int(column["missing"]) / len(left.frame)
            joins.append(
                {
                    "left": left.name,
                    "left_column": name,
                    "right": right.name,
                    "right_column": key,
                    "coverage": float(f"{share:.10g}"),
                }
            )
    return joins


def _is_row_number(table: Table, key: str) -> bool:
    """Return whether a key does no more than number the rows, which those of another table have nothing to do with."""
    values = table.frame[key]
    is_whole = pd.api.types.is_integer_dtype(values.dtype)
    return is_row_number_name(key) and is_whole and bool((np.diff(values.to_numpy()) == 1).all())


def _may_join_by_text(column: dict[str, Any]) -> bool:
    return column["distinct"] >= _MIN_LEVELS and column["kind"] in {"identifier", "category", "text"}


def _comparable(column: dict[str, Any], right: Table, key: str) -> bool:
    """Whether a column's values can be those of the key: both text, or both whole numbers."""
    if column["kind"] in {"empty", "constant", "flag"}:
        return False
    key_column = next(candidate for candidate in right.columns if candidate["name"] == key)
    if column["is_text"] or key_column["is_text"]:
        return bool(column["is_text"] and key_column["is_text"])
    # Whole numbers with gaps are floats.
    return column.get("decimals") == 0 and key_column.get("decimals") == 0


def _same_name(column: str, key: str, table: str) -> bool:
    """Whether two column names say the same: ``Customer ID`` and ``customer_id``, or ``id`` of ``customers``."""
    left, right = words_of(column), words_of(key)
    stem = words_of(table.rsplit(".", 1)[0])
    if not left or not right:
        return column == key
    # The id of customers.csv is what customer_id means elsewhere.
    singular = [word.rstrip("s") for word in stem]
    return left == right or [word.rstrip("s") for word in left] == [*singular, *(word.rstrip("s") for word in right)]
