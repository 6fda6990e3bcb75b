"""When something was: dates, and numbers that say it as years, days of a study and counts of time."""

import math
import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from authoring.drafting.templates.naming import are_of_study, listed_words, words_of
from authoring.drafting.templates.numbering import SEVERAL_ROWS, range_of
from authoring.records.profile import ColumnProfile, Relation, RelationKind, TableProfile

_DATES, _PARTS_OF_DATES = frozenset({"date", "dates"}), frozenset({"time", "year", "month", "yearmon"})
_DAYS_OF_LIFE = frozenset({"diag", "diagnosis", "onset", "birth", "born", "death", "died", "dob", "dod"})
# A year less a number.
_COUNTED = re.compile(r" (?:\+ -|- )\d{4}$")
_CALLED_YEAR = re.compile(r"[a-z]+[._]?(?:year|yr)")
# Seconds since 1970, from 1985 to 2065, or the thousandths of them, and what these are called.
_EPOCH, _STAMPS = (4.7e8, 3e12), frozenset({"time", "timestamp", "stamp", "date", "datetime", "created", "updated"})
# Days since some day, of things that happened within decades.
_FIRST_DAY, _DAYS_SPREAD = 1000, 3
_CLOCKS = frozenset({"t", "time", "day", "week", "month", "period", "step", "tick", "trend", "age"})
_TIMES = re.compile(
    "(?:t|times?|days?|weeks?|months?|years?|hours?|minutes?|seconds?|periods?|steps?|ticks?|trend|waves?)"
)
# Share of the rows with a value of their own, and how many times as many values lie in the fullest part of the range.
_ONE_A_STEP, _EVEN_STEPS = 0.9, 1.25
_FIRST_YEAR, _LAST_YEAR, _SHORT_YEARS = 1500, 2100, 99
_HAPPENED = re.compile(
    r"(?:start|begin|end|open|close|built|found|debut|birth|born|elect|release|publish|retire)(?:s|ed|ded)?$"
)
_FIRST_RECENT_YEAR, _LAST_RECENT_YEAR = 1880, 2035
_SHORT_YEAR = re.compile(r"(?:year|yr)(?!s)[a-z]*|[a-z]+year|birth[a-z]*yr|yob")
_STUDY_DAY = re.compile(r"(?:[A-Z]{2}|A)(?:ST|EN)?DY")
_RUNNING = re.compile(r"(?:week|month|quarter)(?:of|num|number|no|nr|id|index)?")
# What the largest of them is where they are counted anew each year.
_LONGEST_YEAR = 53
# Those who were looked at several times, at least.
_FEWEST_THINGS = 8


def instants_of(
    table: TableProfile, relations: Iterable[Relation], entities: Sequence[ColumnProfile]
) -> frozenset[str]:
    """Return the names of the columns whose numbers say when something was.

    Args:
        table: whose columns they are.
        relations: between its columns.
        entities: columns that name somebody, or something, which may have been looked at several times.
    """
    relations = tuple(relations)
    spans = {span for column in table.columns if column.decimals == 0 and (span := _years(column)) is not None}
    numbers = {
        column.name
        for column in table.columns
        if (bool(column.decimals) and _years(column) in spans)
        or _is_calendar_year(column)
        or _is_date_as_number(column)
        or _is_short_year(column)
        or _is_running_period(column)
        or _is_time_of_look(column, entities, table.rows)
    }
    dates = {name for relation in relations if relation.kind is RelationKind.DATE_NUMBER for name in relation.columns}
    return frozenset(numbers | dates | _counted_years(table, relations) | _study_days(table.columns))


def _counted_years(table: TableProfile, relations: Iterable[Relation]) -> set[str]:
    """Return the columns that count the years of another one from some year on."""
    years = {column.name for column in table.columns if column.decimals == 0 and _years(column) is not None}
    calculated = [relation for relation in relations if relation.kind is RelationKind.DERIVED]
    return {
        relation.columns[0]
        for relation in calculated
        if not relation.related[1:] and years.issuperset(relation.related) and _COUNTED.search(relation.formula)
    }


def _is_calendar_year(column: ColumnProfile) -> bool:
    """Return whether whole numbers are years of recent times by their range, and by a name that says what happened."""
    low, high = range_of(column)
    is_event = _HAPPENED.search(column.name.casefold()) is not None
    return is_event and column.decimals == 0 and _FIRST_RECENT_YEAR <= low < high <= _LAST_RECENT_YEAR


def _is_short_year(column: ColumnProfile) -> bool:
    """Return whether numbers are years of two digits, by their name and range."""
    low, high = range_of(column)
    is_called_so = any(_SHORT_YEAR.fullmatch(word) for word in words_of(column.name))
    return is_called_so and column.decimals == 0 and 0 <= low < high <= _SHORT_YEARS


def _study_days(columns: Sequence[ColumnProfile]) -> set[str]:
    """Return the names of columns that count the days of a clinical study, as its data standard CDISC calls them."""
    names = {column.name for column in columns}
    return {name for name in names if _STUDY_DAY.fullmatch(name)} if are_of_study(names) else set()


def _is_running_period(column: ColumnProfile) -> bool:
    """Return whether numbers count weeks, months or quarters on from some day, by their name and range."""
    is_called_so = any(_RUNNING.fullmatch(word) for word in listed_words(column.name))
    return is_called_so and column.decimals == 0 and range_of(column)[0] > _LONGEST_YEAR


def _is_date_as_number(column: ColumnProfile) -> bool:
    """Return whether numbers are dates by their name, such as 91105, 2004.25, or the days since some day."""
    words, (low, high) = words_of(column.name), range_of(column)
    is_since = column.decimals == 0 and _FIRST_DAY <= low < high < _DAYS_SPREAD * low
    return column.decimals is not None and (
        bool(_DATES & words)
        or listed_words(column.name)[-1] == "ago"
        or (bool(column.decimals) and _years(column) is not None and bool(_PARTS_OF_DATES & words))
        or (is_since and bool(_DAYS_OF_LIFE & words))
        or (
            column.decimals == 0 and _years(column) is not None and bool(_CALLED_YEAR.fullmatch(column.name.casefold()))
        )
        or (column.decimals == 0 and _EPOCH[0] <= low < high <= _EPOCH[1] and bool(_STAMPS & words))
    )


def is_clock(column: ColumnProfile, rows: int) -> bool:
    """Return whether a column counts the steps of time, one a row; see `ColumnRole.CLOCK`."""
    low, high = range_of(column)
    return column.decimals == 0 and column.distinct == rows == high - low + 1 and bool(_CLOCKS & words_of(column.name))


def may_be_clock(column: ColumnProfile, rows: int) -> bool:
    """Return whether numbers that rows are sorted by may say when they were: by their name, or as they go up.

    A clock has one row a step, or as many rows each; several people have one age, and of some ages there are more.
    """
    is_called_so = any(map(_TIMES.fullmatch, filter(None, listed_words(column.name))))
    counts = column.histogram
    is_even = not counts or max(counts) <= _EVEN_STEPS * min(counts)
    return is_called_so or is_even or column.distinct >= _ONE_A_STEP * (rows - column.missing)


def _is_time_of_look(column: ColumnProfile, entities: Sequence[ColumnProfile], rows: int) -> bool:
    """Return whether numbers say when somebody was looked at who was so several times."""
    is_repeated = any(_FEWEST_THINGS <= entity.distinct <= rows // SEVERAL_ROWS for entity in entities)
    words = [word for word in listed_words(column.name) if word]
    return is_repeated and column.decimals is not None and bool(_CLOCKS.intersection(words[-1:]))


def _years(column: ColumnProfile) -> tuple[int, int] | None:
    """Return the first and the last calendar year of a column whose numbers may be years."""
    low, high = range_of(column)
    return (math.floor(low), math.floor(high)) if _FIRST_YEAR <= low < high <= _LAST_YEAR else None


def days_between(column: ColumnProfile) -> float:
    """Return the days from the first date of a column to the last; 0 where these are no dates."""
    first, last = column.minimum, column.maximum
    if not isinstance(first, str) or not isinstance(last, str):
        return 0
    try:
        return (datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds() / 86400
    # A TypeError says that only one of the two has a time zone.
    except (ValueError, TypeError):
        return 0


def inner_days(column: ColumnProfile, number: int) -> tuple[str, ...]:
    """Return so many days as ISO text that divide the time from a column's first date to its last evenly."""
    start, step = datetime.fromisoformat(str(column.minimum)), days_between(column) / number
    # A third of the way between two of them, so that they fall on no first or last date.
    return tuple(f"{start + timedelta(days=step * (index + 1 / 3) + 1):%Y-%m-%d}" for index in range(number))
