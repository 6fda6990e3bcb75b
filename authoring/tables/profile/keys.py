"""Which columns name rows, and which tables fit together."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from authoring.tables.profile.column import plain
from authoring.tables.profile.kinds import counts_years, names_rows, words_of
from authoring.tables.profile.numbers import Whole

MOST_KEYS = 5
_PAIRED_COLUMNS = 10
"""Columns looked at in pairs; 45 pairs at most."""
_TRIED_ROWS: tuple[int | None, ...] = (2_000, 50_000, None)
"""Rows that rule out most pairs before all rows are looked at."""
_MOST_LOOKED_AT = 3
_REPEATS = 4
"""A column in which each value stands more often than this leaves nearly all rows."""
_RANK = {"identifier": 0, "date": 1, "text": 2, "category": 2, "flag": 4}
_LEAST_LEVELS = 3
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
    fitting = [
        column
        for column in table.columns
        if column["distinct"] == rows and (column["kind"] in _RANK or _is_year(column))
    ]
    fitting.sort(key=lambda column: (not names_rows(column["name"]), _RANK.get(column["kind"], 3)))
    return [column["name"] for column in fitting]


def keys(table: Table) -> list[list[str]]:
    """Return candidate keys: single columns, then pairs of columns that are none by themselves, at most five."""
    single = single_keys(table)
    found = [[name] for name in single][:MOST_KEYS]
    numbers: dict[str, list[Whole]] = {}
    for pair in _pairs(table, single):
        if len(found) >= MOST_KEYS:
            break
        if all(_tells_apart(table, pair, step, numbers) for step in range(len(_TRIED_ROWS))):
            found.append(pair)
    return found


def _tells_apart(table: Table, pair: list[str], step: int, numbers: dict[str, list[Whole]]) -> bool:
    """Whether no two of the first rows, as many as the step says, have the same values in a pair of columns.

    Each column is numbered once: equal values get equal numbers, which pairs are then made of.
    """
    for name in pair:
        steps = numbers.setdefault(name, [])
        if len(steps) == step:
            steps.append(pd.factorize(table.frame[name].iloc[: _TRIED_ROWS[step]])[0].astype(np.int64))
    left, right = (numbers[name][step] for name in pair)
    both = np.sort(left * (int(right.max()) + 1) + right)
    return not bool((both[1:] == both[:-1]).any())


def candidates(table: Table, names: list[str]) -> pd.DataFrame:
    """Return the rows that may repeat another one in the columns called `names`, in order.

    A row that is the only one with its value in some column repeats none; columns with many values are looked at first.
    """
    frame = table.frame[names]
    for column in sorted(table.columns, key=_variety)[:_MOST_LOOKED_AT]:
        name = column["name"]
        if name not in names or pd.api.types.is_object_dtype(frame[name].dtype):
            continue
        if column["distinct"] == len(table.frame):
            return frame.iloc[:0]
        if column["distinct"] * _REPEATS > len(table.frame) and len(frame):
            frame = frame[frame[name].duplicated(keep=False)]
    return frame


def _variety(column: dict[str, Any]) -> int:
    return -int(column["distinct"])


def _pairs(table: Table, single: list[str]) -> list[list[str]]:
    """Pairs of columns that may name rows together: no gaps, no measured numbers except years."""
    rows = len(table.frame)
    if rows < 2:  # noqa: PLR2004 - in one row, everything is a key
        return []
    fitting = [
        column
        for column in table.columns
        if column["missing"] == 0
        and column["name"] not in single
        and column["distinct"] > 1
        and (column["kind"] in {"identifier", "date", "category", "flag"} or _is_year(column))
        and (column["is_text"] or not pd.api.types.is_object_dtype(table.frame[column["name"]].dtype))
    ]
    fitting.sort(key=lambda column: -column["distinct"])
    pairs = sorted(combinations(fitting[:_PAIRED_COLUMNS], 2), key=_combinations_of)
    order = [column["name"] for column in table.columns]
    return [
        sorted([left["name"], right["name"]], key=order.index)
        for left, right in pairs
        if left["distinct"] * right["distinct"] >= rows
    ]


def _combinations_of(pair: tuple[dict[str, Any], dict[str, Any]]) -> int:
    """How many rows a pair of columns could tell apart: the fewer, the less it is an accident that it does."""
    return int(pair[0]["distinct"] * pair[1]["distinct"])


def _is_year(column: dict[str, Any]) -> bool:
    return column["kind"] == "amount" and column.get("decimals") == 0 and counts_years(column["name"])


def joins(tables: list[Table]) -> list[dict[str, Any]]:
    """Return which column of one table leads to which key column of another.

    Every value that is there must stand in the key column. Columns of the same name are taken, and ``customer_id`` for
    ``id`` of ``customers``; columns of other names only when they hold text, and when no column of the pair of tables
    fits by name.
    """
    found: list[dict[str, Any]] = []
    for left in tables:
        for right in tables:
            if left is right:
                continue
            fitting = [join for key in single_keys(right)[:MOST_KEYS] for join in _joins_to(left, right, key)]
            named = [join for join in fitting if _same_name(join["left_column"], join["right_column"], right.name)]
            found.extend(join for join in named or fitting if not _turned(join, found))
    return found


def _joins_to(left: Table, right: Table, key: str) -> list[dict[str, Any]]:
    values = plain(right.frame[key])
    known = set(values)
    fitting = []
    for column in left.columns:
        name = column["name"]
        same = _same_name(name, key, right.name)
        if not _comparable(column, right, key) or not (same or (column["is_text"] and _texts_fit(column))):
            continue
        filled = plain(left.frame[name].dropna())
        if known.issuperset(filled.unique()):
            share = len(filled) / len(left.frame)
            fitting.append(
                {
                    "left": left.name,
                    "left_column": name,
                    "right": right.name,
                    "right_column": key,
                    "coverage": float(f"{share:.10g}"),
                }
            )
    return fitting


def _texts_fit(column: dict[str, Any]) -> bool:
    return column["distinct"] >= _LEAST_LEVELS and column["kind"] in {"identifier", "category", "text"}


def _comparable(column: dict[str, Any], right: Table, key: str) -> bool:
    """Whether a column's values can be those of the key: both text, or both whole numbers."""
    if column["kind"] in {"empty", "constant", "flag"}:
        return False
    other = next(known for known in right.columns if known["name"] == key)
    if column["is_text"] or other["is_text"]:
        return bool(column["is_text"] and other["is_text"])
    # Whole numbers with gaps are floats.
    return column.get("decimals") == 0 and other.get("decimals") == 0


def _same_name(column: str, key: str, table: str) -> bool:
    """Whether two column names say the same: ``Customer ID`` and ``customer_id``, or ``id`` of ``customers``."""
    left, right = words_of(column), words_of(key)
    stem = words_of(table.rsplit(".", 1)[0])
    if not left or not right:
        return column == key
    singular = [word.rstrip("s") for word in stem]
    return left == right or [word.rstrip("s") for word in left] == [*singular, *(word.rstrip("s") for word in right)]


def _turned(join: dict[str, Any], found: list[dict[str, Any]]) -> bool:
    """Whether the same two columns were found the other way round already."""
    turned = (join["right"], join["right_column"], join["left"], join["left_column"])
    return any((j["left"], j["left_column"], j["right"], j["right_column"]) == turned for j in found)
