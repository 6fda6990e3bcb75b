"""Values that stand for something other than themselves: missing ones, ends of a scale, rounded answers, dates."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any

import numpy as np
import pandas as pd

from authoring.tables.profile.kinds import is_body_measure, is_year_name, words_of
from authoring.tables.profile.numbers import Floats, as_text
from authoring.tables.profile.relations.relation import CodedTable, TableRelation, is_entity_name, is_number, is_whole

_NEGATIVE = {
    -1.0,
    -2.0,
    -4.0,
    -5.0,
    -6.0,
    -7.0,
    -8.0,
    -9.0,
    -77.0,
    -88.0,
    -98.0,
    -99.0,
    -999.0,
    -9999.0,
    -99999.0,
    -999999.0,
    -99.9,
    -999.9,
    -99.99,
}
_NINES = {
    9.0,
    97.0,
    98.0,
    99.0,
    997.0,
    998.0,
    999.0,
    9998.0,
    9999.0,
    99999.0,
    999999.0,
    99.9,
    99.99,
    999.9,
    999.99,
    9999.9,
}
_EIGHTS = {88.0, 888.0, 8888.0, 88888.0, 888888.0, 77.0, 777.0, 7777.0, 77777.0}
_SPELLINGS = {"", "?", "-", "--", ".", "..", "n/a", "na", "none", "null", "nan", "unknown", "missing", "not available"}
_SPELLINGS |= {
    "unspecified",
    "not specified",
    "not known",
    "not reported",
    "no data",
    "#n/a",
    "(missing)",
    "not stated",
    "undefined",
    "\\n",
    "na_na",
    "n.k.",
    "dk/na",
    "na/dk",
    "df/na",
    "na/df",
    "don't know",
}
_PACKED = {"yyyymmdd": "%Y%m%d", "mmddyyyy": "%m%d%Y", "ddmmyyyy": "%d%m%Y", "yymmdd": "%y%m%d", "mmddyy": "%m%d%y"}
_PACKED |= {"ddmmyy": "%d%m%y"}
"""Ways to write a date as a number of eight or six digits, whose first may be a zero that is lost."""
_FEWEST_DATES, _DATES_APART, _TRIED_DATES = 20, 100, 200
"""Dates at least, years from the first to the last of them at most, and dates that rule out most numbers."""
_FIRST_DATE, _LAST_OF_SIX, _LAST_DATE = 10_101, 999_999, 99_999_999
"""The first and the last number that may be a date, and the last of six digits."""
_EARLY_DAY, _LATE_DAY = 8, 25
"""Days of the month before and from which some dates lie, as no counters, months and clock times do."""
_SEVERAL_MONTHS = 3
"""Months in which dates lie at least."""
_FEWEST_MEASURED = 10
"""Values beside those that stand for nothing measured."""
_FILLED_SHARE, _NEAR_MEAN = 0.02, 0.03
"""How often the mean stands for missing values, and by how many deviations it lies from that of the others at most."""
_SELDOM_ZERO = 0.25
_FAR_FROM_ZERO = 3.5
"""Deviations from which on a mean lies so far from 0 that nothing measured is 0."""
_FEW_PLACES, _NOISE = 4, 1e-9
"""Decimals that measured numbers have fewer than, and what their last bits may differ by."""
_YOUNGEST, _MOST_UNKNOWN = 8.0, 0.1
"""Years from which ages begin where children are no subject, and the share of those whose age nobody knows, at most."""
_LEAST_MEASURE, _UNMEASURED_SHARE = 0.05, 0.6
"""The least measure of a living body, as a share of the mean, and the share of those that nobody measured, at most."""
_DATES = (
    "1900-01-01",
    "1899-12-30",
    "1899-12-31",
    "1970-01-01",
    "1111-11-11",
    "9999-12-31",
    "2099-12-31",
    "1800-01-01",
    "1753-01-01",
)
_MARK_OF_SCALES, _FAR_BELOW = 9.0, -99.0
_LONG_MARK = 900.0
"""Numbers from this on hardly stand at the end of values by chance."""
_LEAST_OTHERS = 3
_SEVERAL_COLUMNS, _FEWEST_LEFT_OUT, _LEFT_OUT = 3, 2.0, 0.2
"""Columns with long marks from which on a table is one whose missing values are nines; numbers that stand between the
others and a mark at least, by themselves and as a share of the mark."""
_GENERATION, _NEAR_LEVELS, _MUCH_MORE, _OFTEN, _LEAST_GAP = 30.0, 4, 3, 5, 0.05
"""Years between the ages of living people and one that nobody has; levels below a mark, and how much rarer they are;
rows that have a mark often; the room before a mark at least, as a share of it."""
_NOBODYS_AGES, _LAST_YEAR = {99.0, 999.0}, 9_000.0
_OF_AGES = {"age", "ages", "years", "yrs", "patient", "mother", "father", "person", "respondent", "at", "in"}
"""Words of a name that says how old people are."""
_MONTHS = {"month", "months", "week", "quarter", "day"}
_PRICED = {"price", "prices", "cost", "fare", "fee", "rate", "pct", "percent", "percentage", "share", "purity"}
"""Words for numbers that often end in nines, or are nearly a hundred."""
_DAYS_APART = 2_000
_MIN_TIMES = 2
_MIN_ROWS = 20
_MIN_DISTINCT = 20
_TOP_SHARE = 0.01
_TOP_FACTOR = 6.0
_HEAPED = 0.7
"""Share of multiples of five from which amounts were rounded by those who gave them; by chance it is 0.2."""


def find_marks(table: CodedTable) -> list[TableRelation]:
    """Return sentinels, heaping and coded ends of the columns of a table."""
    numbers = [
        column
        for column in table.columns
        if is_number(table.table, column) and column["kind"] not in {"empty", "constant"}
    ]
    of_numbers = {column["name"]: _number_marks(table, column, frozenset()) for column in numbers}
    # What stands for missing values in one column does so in another, were it once, and where nines do so in several
    # columns, fewer nines do in others.
    by_column = [frozenset(_long_marks(relations_of)) for relations_of in of_numbers.values()]
    familiar = frozenset[float]().union(*by_column)
    if sum(not _NINES.isdisjoint(marks) for marks in by_column) >= _SEVERAL_COLUMNS:
        familiar |= _NINES
    if familiar:
        of_numbers = {column["name"]: _number_marks(table, column, familiar) for column in numbers}
    relations: list[TableRelation] = []
    for column in table.columns:
        if column["name"] in of_numbers:
            relations += of_numbers[column["name"]]
        elif column["is_text"] and column["kind"] in {"category", "text", "flag", "identifier"}:
            relations += _spellings(table, column)
        elif column["kind"] == "date" and str(column.get("minimum", ""))[:10] in _DATES:
            relations += _date_marks(table, column, str(column["minimum"]))
        elif column["kind"] == "date" and str(column.get("maximum", ""))[:10] in _DATES:
            relations += _date_marks(table, column, str(column["maximum"]))
    return relations


def _long_marks(relations: Iterable[TableRelation]) -> Iterator[float]:
    """Yield marks that hardly stand anywhere by chance."""
    for relation in relations:
        match relation:
            case TableRelation(kind="sentinel", values=spellings):
                marks = map(float, spellings)
                yield from (mark for mark in marks if mark in _NINES | _EIGHTS and mark >= _LONG_MARK)


def _number_marks(table: CodedTable, column: dict[str, Any], familiar: frozenset[float]) -> list[TableRelation]:
    """Return what numbers of a column stand for, `familiar` those that stand for missing values in other columns."""
    values = table.floats(column["name"])
    values = values[np.isfinite(values)]
    if values.size < _MIN_ROWS:
        return []
    name = column["name"]
    levels, counts = np.unique(values, return_counts=True)
    if form := _form_of_dates(levels):
        return [TableRelation("date number", (name,), formula=form, count=values.size)]
    marks = _sentinels(levels, counts, column, familiar)
    relations = (
        [
            TableRelation(
                "sentinel",
                (name,),
                values=tuple(as_text(m) for m in marks),
                count=int(counts[np.isin(levels, marks)].sum()),
            )
        ]
        if marks
        else []
    )
    normal = ~np.isin(levels, marks)
    levels, counts = levels[normal], counts[normal]
    if column["kind"] == "identifier" or is_entity_name(name) or levels.size < _MIN_DISTINCT:
        return relations
    return [*relations, *_ends(column, levels, counts), *_heaps(column, levels, counts)]


def _sentinels(levels: Floats, counts: Any, column: dict[str, Any], familiar: frozenset[float]) -> list[float]:
    """Return numbers that stand apart from all others and are such as people write for what is not known."""
    marks = []
    remaining = levels
    # Several may stand below zero, such as -8 and -9.
    negative = [float(level) for level in levels if level < 0]
    if negative and set(negative) <= _NEGATIVE and len(negative) <= 4 and len(levels) - len(negative) >= 2:  # noqa: PLR2004 - a few marks beside values
        strong = any(mark <= -8.0 for mark in negative)  # noqa: PLR2004 - nobody writes -9 for a small number by accident
        if (strong or len(levels) > _MIN_DISTINCT) and all(
            counts[levels == mark][0] >= _MIN_TIMES for mark in negative
        ):
            marks += negative
            remaining = levels[levels >= 0]
    elif far := _far_below(levels, counts):
        marks += far
        remaining = levels[~np.isin(levels, far)]
    frequent = dict(zip(levels.tolist(), counts.tolist(), strict=True))
    name = column["name"]
    # Several may stand above all others, such as 98 and 99. The years of two digits begin anew after 99.
    candidates = (
        [level for level in remaining.tolist() if level > _LAST_YEAR] if is_year_name(name) else remaining.tolist()
    )
    is_age = _tells_age(name)
    behind = list(
        takewhile(
            lambda level: level in familiar or _is_mark(level, frequent[level], is_age=is_age),
            reversed(candidates),
        )
    )
    while behind and not _end_values(behind, remaining, column, frequent, familiar):
        behind.pop()
    zeros = _ages_of_nobody(name, levels, frequent) or _unmeasured_bodies(name, levels, frequent)
    zeros = zeros or _nothing_measured(column, levels, frequent)
    return [*marks, *behind, *zeros, *_filled(levels, counts)]


def _far_below(levels: Floats, counts: Any) -> list[float]:
    """Return marks that lie far below all that was measured, frost included."""
    far = np.isin(levels, [mark for mark in _NEGATIVE if mark <= _FAR_BELOW])
    if not far.any() or far.all() or counts[far].min() < _MIN_TIMES or levels[~far].min() <= levels[far].max() / 2:
        return []
    return [float(level) for level in levels[far]]


def _form_of_dates(levels: Floats) -> str:
    """Return the form in which all numbers are dates, such as ``mmddyy``; empty where they are none.

    Of numbers of six digits that are none one in 27 looks like one, so that twenty are never so by chance; rounded ones
    and codes of several parts have to have all sorts of months and days.
    """
    if levels.size < _FEWEST_DATES or levels[0] < _FIRST_DATE or levels[-1] > _LAST_DATE:
        return ""
    if (levels[:_TRIED_DATES] % 1).any() or not (levels % 100).any() or (levels % 1).any():
        return ""
    has_century = levels[0] > _LAST_OF_SIX
    if not has_century and levels[-1] > _LAST_OF_SIX:
        return ""
    digits = 8 if has_century else 6
    texts = pd.Series([f"{int(level):0{digits}d}" for level in levels[:_TRIED_DATES]])
    forms = {form: directives for form, directives in _PACKED.items() if len(form) == digits}
    possible = [form for form in forms if _are_dates(texts, forms[form])]
    if possible and levels.size > _TRIED_DATES:
        texts = pd.Series([f"{int(level):0{digits}d}" for level in levels])
        possible = [form for form in possible if _are_dates(texts, forms[form])]
    return next(iter(possible), "")


def _are_dates(texts: "pd.Series[str]", directives: str) -> bool:
    dates = pd.to_datetime(texts, format=directives, errors="coerce")
    if not dates.notna().all() or dates.max().year - dates.min().year >= _DATES_APART:
        return False
    days = dates.dt.day
    # Amounts that lie close together may all begin like one month.
    return dates.dt.month.nunique() >= _SEVERAL_MONTHS and days.min() < _EARLY_DAY and days.max() >= _LATE_DAY


def _nothing_measured(column: dict[str, Any], levels: Floats, frequent: Mapping[float, int]) -> list[float]:
    """Return 0 where it stands for what was not measured: some are 0, and most lie far from it."""
    if column["kind"] != "amount" or is_entity_name(column["name"]) or levels.size <= _MIN_DISTINCT or levels[0] != 0:
        return []
    # The logarithm of one.
    if column["name"].casefold().startswith("log"):
        return []
    is_seldom = _MIN_TIMES < frequent[0.0] <= _SELDOM_ZERO * sum(frequent.values())
    is_far = levels[1] >= levels[-1] - levels[1] or _is_unlike_nothing(levels[1:], frequent)
    return [0.0] if is_seldom and is_far else []


def _is_unlike_nothing(levels: Floats, frequent: Mapping[float, int]) -> bool:
    """Return whether numbers lie so far from 0, by their spread, that none of them would be 0 by chance."""
    weights = np.array([frequent[level] for level in levels.tolist()])
    mean, deviation = _moments(levels, weights)
    return bool(levels[0] >= deviation and mean >= _FAR_FROM_ZERO * deviation)


def _moments(levels: Floats, counts: Any) -> tuple[float, float]:
    """Return the mean and the standard deviation of values of which each stands so many times."""
    mean = float(np.average(levels, weights=counts))
    return mean, float(np.sqrt(np.average((levels - mean) ** 2, weights=counts)))


def _filled(levels: Floats, counts: Any) -> list[float]:
    """Return the mean that stands for missing values: the one number of many decimals among many of few."""
    if levels.size <= _FEWEST_MEASURED:
        return []
    for places in range(_FEW_PLACES):
        # Most columns are told by their first numbers.
        if _of_more(levels[:_TRIED_DATES], places).size <= 1 and (fractions := _of_more(levels, places)).size == 1:
            break
    else:
        return []
    filled, others = float(levels[fractions[0]]), np.delete(levels, fractions)
    mean, deviation = _moments(others, np.delete(counts, fractions))
    is_frequent = counts[fractions[0]] >= max(_MIN_TIMES + 1, _FILLED_SHARE * counts.sum())
    is_mean = abs(filled - mean) <= _NEAR_MEAN * deviation and round(filled, places + 1) != filled
    # A spelling that no cell has would be of no use.
    return [filled] if is_frequent and is_mean and float(as_text(filled)) == filled else []


def _of_more(levels: Floats, places: int) -> Any:
    """Return the places of the numbers that have more decimals than these."""
    return np.flatnonzero(np.abs(levels - np.round(levels, places)) > _NOISE * np.maximum(np.abs(levels), 1.0))


def _ages_of_nobody(name: str, levels: Floats, frequent: Mapping[float, int]) -> list[float]:
    """Return 0 where it stands for an age that is not known: several are 0, and nobody is a few years old."""
    if "age" not in words_of(name) or levels.size <= _MIN_DISTINCT or levels[0] != 0:
        return []
    is_seldom = _MIN_TIMES < frequent[0.0] <= _MOST_UNKNOWN * sum(frequent.values())
    return [0.0] if is_seldom and levels[1] >= _YOUNGEST else []


def _unmeasured_bodies(name: str, levels: Floats, frequent: Mapping[float, int]) -> list[float]:
    """Return 0 where it stands for what nobody measured of a body that lives, such as its blood pressure."""
    if not is_body_measure(name) or levels.size <= _MIN_DISTINCT or levels[0] != 0:
        return []
    mean, _ = _moments(levels[1:], np.array([frequent[level] for level in levels[1:].tolist()]))
    is_usual = _MIN_TIMES < frequent[0.0] <= _UNMEASURED_SHARE * sum(frequent.values())
    return [0.0] if is_usual and levels[1] >= _LEAST_MEASURE * mean else []


def _is_mark(level: float, times: int, *, is_age: bool) -> bool:
    """Return whether people write a number for what is not known, and did so more often than by mistake."""
    fewest = 1 if is_age and level in _NOBODYS_AGES else _MIN_TIMES if level >= _LONG_MARK else _MIN_TIMES + 1
    return level in _NINES | _EIGHTS and times >= fewest


def _end_values(
    marks: list[float],
    levels: Floats,
    column: dict[str, Any],
    frequent: Mapping[float, int],
    familiar: frozenset[float],
) -> bool:
    """Return whether marks, the largest first, stand apart from all smaller numbers."""
    lowest, words = marks[-1], {*words_of(column["name"])}
    smaller = levels[levels < lowest]
    is_class = column["kind"] in {"category", "flag"}
    if _ends_scale(smaller, lowest, is_class=is_class):
        return True
    if lowest in familiar and not words & _MONTHS and _leaves_room(smaller, lowest, frequent[lowest]):
        return True
    return not words & _PRICED and _stand_out(marks, smaller, frequent, is_age=_tells_age(column["name"]))


def _tells_age(name: str) -> bool:
    """Return whether a name says how old people are, and not buildings, trees or firms."""
    words = {*words_of(name)}
    return bool(words & {"age", "ages"}) and words <= _OF_AGES


def _stand_out(marks: list[float], smaller: Floats, frequent: Mapping[float, int], *, is_age: bool) -> bool:
    """Return whether marks end the values, though there is room for some of them.

    They are several of one digit each, such as 88888 and 99999, or one far from all others, or a long one, and each is
    more frequent than all that come near it; of ages nobody is a generation older than all others.
    """
    if smaller.size < _FEWEST_MEASURED:
        return False
    gap, width = marks[-1] - smaller[-1], smaller[-1] - smaller[0]
    if is_age and {*marks} <= _NOBODYS_AGES and gap >= _GENERATION:
        return True
    near = max(frequent[level] for level in smaller[-_NEAR_LEVELS:].tolist())
    fewest = min(frequent[mark] for mark in marks)
    if fewest < _MUCH_MORE * near or gap < _LEAST_GAP * marks[-1]:
        return False
    texts = [as_text(mark) for mark in marks]
    are_digits = all(len({*text}) == 1 for text in texts) and len({len(text) for text in texts}) == 1
    is_long = marks[-1] >= _LONG_MARK // 2 and are_digits
    are_several = len(marks) > 1 or (fewest >= _OFTEN and marks[-1] > _LAST_YEAR)
    return (is_long and are_several) or gap > width / 2 or (is_age and fewest >= _OFTEN)


def _ends_scale(smaller: Floats, mark: float, *, is_class: bool) -> bool:
    """Return whether there is more room between all smaller numbers and this one than numbers leave by chance."""
    if smaller.size < _LEAST_OTHERS:
        return False
    gap, width, top = mark - smaller.max(), smaller.max() - smaller.min(), float(smaller.max())
    # Of a scale up to six, a nine says that the question was not answered.
    if mark == _MARK_OF_SCALES:
        return is_class and gap >= _LEAST_OTHERS
    return bool(gap > 2 * width) if mark < _LONG_MARK else top < mark / 2


def _leaves_room(smaller: Floats, mark: float, times: int) -> bool:
    """Return whether numbers before a mark are left out, as 8 is between seven answers and a 9; many, if it is rare."""
    if not smaller.size:
        return False
    room = max(_FEWEST_LEFT_OUT, _LEFT_OUT * mark)
    return mark - float(smaller.max()) >= (room if times > _MIN_TIMES else 2 * room)


def _spellings(table: CodedTable, column: dict[str, Any]) -> list[TableRelation]:
    values = table.table.frame[column["name"]].dropna()
    counts = values.value_counts()
    if len(counts) > 50_000:  # noqa: PLR2004 - names and sentences
        counts = counts.head(1_000)
    marks = [(str(value), int(count)) for value, count in counts.items() if str(value).strip().lower() in _SPELLINGS]
    # With "none" among few levels, none may be a level.
    marks = [(value, count) for value, count in marks if not (value.strip().lower() == "none" and len(counts) <= 6)]  # noqa: PLR2004
    if not marks:
        return []
    return [
        TableRelation(
            "sentinel",
            (column["name"],),
            values=tuple(value for value, _ in marks),
            count=sum(count for _, count in marks),
        )
    ]


def _date_marks(table: CodedTable, column: dict[str, Any], end: str) -> list[TableRelation]:
    values = table.table.frame[column["name"]].dropna()
    dates = pd.to_datetime(values, format=column.get("date_format"), errors="coerce", utc=True)
    mark = pd.Timestamp(end[:10], tz="UTC")
    is_mark = dates.dt.normalize() == mark
    related = dates[~is_mark]
    if (
        not len(related)
        or int(is_mark.sum()) < _MIN_TIMES
        or min(abs((related.min() - mark).days), abs((related.max() - mark).days)) < _DAYS_APART
    ):
        return []
    spelling = as_text(values[is_mark].iloc[0])
    return [TableRelation("sentinel", (column["name"],), values=(spelling,), count=int(is_mark.sum()))]


def _ends(column: dict[str, Any], levels: Floats, counts: Any) -> list[TableRelation]:
    """Return the largest value where so many rows have it that larger ones were written as it."""
    total = int(counts.sum())
    near = counts[-11:-1]
    usual = max(float(np.median(near)), float(total) / len(levels) / 4, 1.0)
    top = int(counts[-1])
    # Shares end there by nature.
    if float(levels[-1]) in {1.0, 100.0}:
        return []
    # A distribution that rises towards its end has no coded end.
    if (
        top >= max(5, _TOP_SHARE * total)
        and top >= _TOP_FACTOR * usual
        and top > 2 * int(near.max())
        and levels[-1] > 0
    ):
        return [TableRelation("top-coded", (column["name"],), values=(as_text(float(levels[-1])),), count=top)]
    return []


def _heaps(column: dict[str, Any], levels: Floats, counts: Any) -> list[TableRelation]:
    """Return the step that most whole amounts are multiples of, where it is five or ten and some are not."""
    if not is_whole(column) or column["kind"] != "amount" or levels[-1] - levels[0] < 50:  # noqa: PLR2004
        return []
    # Nothing is nothing, however it is counted.
    levels, counts = levels[levels != 0], counts[levels != 0]
    total = int(counts.sum())
    for step in (1000.0, 500.0, 100.0, 50.0, 10.0, 5.0):
        if levels[-1] < 5 * step:
            continue
        share = float(counts[levels % step == 0].sum()) / total
        if share >= _HEAPED:
            return [
                TableRelation(
                    "heaped",
                    (column["name"],),
                    formula=f"{step:g}",
                    count=round(share * total),
                    exceptions=total - round(share * total),
                )
            ]
    return []
