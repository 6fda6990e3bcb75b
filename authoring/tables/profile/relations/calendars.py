"""Series by months and quarters: rows of which each is of the month or quarter that follows that of the row before."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from authoring.tables.profile.kinds import is_year_name, words_of
from authoring.tables.profile.numbers import Floats
from authoring.tables.profile.relations.relation import CodedTable, TableRelation, is_number, is_whole

PERIODS = {"month": 12, "quarter": 4}
"""How many of them a year has."""
_MIN_ROWS = 24
_FIRST_YEAR, _LAST_YEAR = 1000, 2200
_SHORT, _NEAR = 3, 0.1
"""Letters of the short name of a month; how far a year with two decimals lies from the beginning of its period at most,
as a share of the period."""
_CALLED = {"month": {"month", "mon", "mo", "mth", "months"}, "quarter": {"quarter", "qtr", "qrt", "q"}}
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_QUARTERS = ("Q1", "Q2", "Q3", "Q4")


def find_calendars(table: CodedTable) -> list[TableRelation]:
    """Return which columns say the month or the quarter of each row, where each follows that of the row before.

    These are a year and a number or name of its part, or one number: a year with decimals, as 1991.25.
    """
    has_days = any(column["kind"] == "date" and column["distinct"] == table.rows for column in table.columns)
    if table.rows < _MIN_ROWS or has_days:
        return []
    candidates = (*_parts(table), *_years_with_decimals(table))
    return [relation for relation, steps in candidates if bool((np.diff(steps) == 1).all())][:1]


def _years_with_decimals(table: CodedTable) -> Iterator[tuple[TableRelation, Floats]]:
    """Yield numbers that may be years with decimals, with the periods that they count."""
    for column in table.columns:
        if not column.get("decimals") or column["distinct"] != table.rows or not is_number(table.table, column):
            continue
        years = table.floats(column["name"])
        if not _are_years(years):
            continue
        for period, count in PERIODS.items():
            steps = np.round(years * count)
            if bool((np.abs(years * count - steps) <= _NEAR).all()):
                yield TableRelation("calendar", (column["name"],), formula=period, count=table.rows), steps


def _parts(table: CodedTable) -> Iterator[tuple[TableRelation, Floats]]:
    """Yield a year and a part of it, each a column, with the periods that they count."""
    years = [column["name"] for column in table.columns if is_whole(column) and is_year_name(column["name"])]
    for year, (column, period) in product(years, _columns_of_parts(table)):
        values, numbers = table.floats(year), _numbers(table, column, period)
        if numbers is not None and _are_years(values):
            steps = values * PERIODS[period] + numbers
            yield TableRelation("calendar", (year, column["name"]), formula=period, count=table.rows), steps


def _columns_of_parts(table: CodedTable) -> list[tuple[dict[str, Any], str]]:
    """Return the columns that are called months or quarters and have as many values, or fewer."""
    return [
        (column, period)
        for column in table.columns
        for period, count in PERIODS.items()
        if column["distinct"] <= count
        and column["missing"] == 0
        and _CALLED[period].intersection(words_of(column["name"]))
    ]


def _numbers(table: CodedTable, column: dict[str, Any], period: str) -> Floats | None:
    """Return months or quarters as numbers from 1 on; None where a value is none."""
    if not column["is_text"]:
        numbers = table.floats(column["name"]) if is_whole(column) and is_number(table.table, column) else None
    else:
        codes, levels = pd.factorize(table.table.frame[column["name"]])
        read = _QUARTERS if period == "quarter" else _names_of_months(levels)
        names = [str(level) if period == "quarter" else str(level).casefold() for level in levels]
        numbers = np.array([read.index(name) + 1 if name in read else np.nan for name in names])[codes]
    if numbers is None or not bool(np.isfinite(numbers).all()):
        return None
    return numbers if bool(((numbers >= 1) & (numbers <= PERIODS[period])).all()) else None


def _names_of_months(levels: pd.Index) -> tuple[str, ...]:
    """Return the names of months in full, or the first three letters of each where no level has more."""
    length = max((len(str(level)) for level in levels), default=0)
    return tuple(name[:length] for name in _MONTHS) if length == _SHORT else _MONTHS


def _are_years(years: Floats) -> bool:
    return bool(np.isfinite(years).all()) and bool(((years >= _FIRST_YEAR) & (years < _LAST_YEAR)).all())
