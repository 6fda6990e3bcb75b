"""Roles of columns in an analysis: what some of them are beside their kind, as far as profile and dictionary tell."""

import math
import re
from collections.abc import Iterable, Sequence
from enum import StrEnum

from authoring.drafting.templates.naming import are_of_study, listed_words, names_subject, names_thing, words_of
from authoring.drafting.templates.numbering import (
    FEW_NAMES,
    NEARLY_ALL,
    NUMBERED,
    SEVERAL_ROWS,
    factors_of,
    is_numbering,
    is_part_of_plan,
    numbered_columns,
    range_of,
    things_by_number,
)
from authoring.drafting.templates.survival import endings_of, names_ending, observed_times
from authoring.records.dictionary import TableEntry
from authoring.records.profile import ColumnKind, ColumnProfile, Relation, RelationKind, TableProfile


class ColumnRole(StrEnum):
    """What a column is for."""

    ENTITY = "entity"
    """It names what a panel follows, so that it is as frequent as somebody looked."""
    TIME = "time"
    """It says when a panel's things were looked at, so that it is as frequent as there are things."""
    CLOCK = "clock"
    """It counts the steps of time, one a row, so that rows follow each other."""
    LAGGED = "lagged"
    """It repeats another column one row later, so that rows follow each other."""
    TRANSFORMED = "transformed"
    """It is another column on another scale, of another row, or where a flag is set: a step of an analysis."""
    RECODED = "recoded"
    """Other columns say the same in another form: its logarithm, or the flags of its levels."""
    INSTANT = "instant"
    """It says as a number when something was, such as 2004.25."""
    UNORDERED = "unordered"
    """Its entries are texts that begin with numbers, after a letter at most, and the numbers are in another order."""
    INDICATOR = "indicator"
    """It is the flag of one level of a category, of which the others are columns as well, or of two flags at once."""
    ENDING = "ending"
    """It says whether what was waited for came before observation ended."""
    OBSERVED = "observed"
    """It says how long something was observed, which for some of them ended before what was waited for."""
    PEOPLE = "people"
    """Its entries are names of people."""
    REMARK = "remark"
    """Its entries are remarks, which somebody made where there was something to say, or shapes on a map."""
    FIGURES = "figures"
    """Its entries are text without letters."""
    GAUGE = "gauge"
    """Its entries are texts and a mark for what is missing, or numbers that such a mark makes text."""
    BOUND = "bound"
    """It says when, or from where, what a row tells of begins, as another column says when it ends."""
    TREATMENT = "treatment"
    """It says what somebody or something was given, which is often drawn by lot."""
    FACTOR = "factor"
    """It was set in an experiment, or is laid out so, whose rows are all combinations of several such columns."""
    SHARED = "shared"
    """It is of a thing that has many rows, as a school's size stands in those of its pupils, or rises in all alike."""
    NUMBER = "number"
    """It has a whole number of its own for nearly every row, out of few, or one of even steps, or each in as many rows,
    or is the number of what a text, or several columns, beside it say: a rank, a code, a plan, and no measure."""
    MIXED = "mixed"
    """It is of parts in some rows, and of all of them together in others."""
    SAMPLING = "sampling"
    """It says for how many of a population a row stands in a sample, and nothing of what the row is about."""
    NUMBERING = "numbering"
    """It numbers the rows of one thing, such as visits and spells, or the blocks of a trial: part of a row's name."""


NO_AMOUNTS = frozenset({
    ColumnRole.TRANSFORMED, ColumnRole.INSTANT, ColumnRole.OBSERVED, ColumnRole.NUMBER, ColumnRole.SAMPLING,
    ColumnRole.MIXED,
})  # fmt: skip
"""Roles of numbers that measure nothing by themselves."""
_REMARKS = frozenset({"remark", "remarks", "comment", "comments", "note", "notes", "footnote", "footnotes"})
_SHAPE = re.compile(r"\s*(?:SRID=\d+;)?(?:MULTI)?(?:POINT|LINESTRING|POLYGON)\s*Z?\s*\(", re.IGNORECASE)
_ERRORS = frozenset({
    "se", "sem", "stderr", "std_err", "std_error", "standard_error", "std.error", "error", "uncertainty",
})  # fmt: skip
_OTHER_BOUND = {"lo": "hi", "hi": "lo", "lower": "upper", "upper": "lower", "lwr": "upr", "upr": "lwr"}
_TREATMENTS = frozenset((
    "treat", "treated", "treatment", "treatments", "trt", "trtmt", "arm", "rx", "dose", "intervention", "randomized",
    "randomised", "assigned", "placebo",
))  # fmt: skip
_TREATMENT_LEVELS = frozenset({"placebo", "control", "treated", "treatment"})
_TOTALS = frozenset({"total", "totals", "grand total", "subtotal", "overall", "world", "both sexes", "all ages"})
_BEGINS = re.compile("[a-z]{0,4}starts?|started|begins?|from|entry|enter")
_ENDS = re.compile("[a-z]{0,4}stops?|stopped|ends?|ended|to|exit")
_SAMPLING = re.compile(
    r"(?:(?:fnl|final|fin|per|person|hh|household|samp|sample|sampling|survey|design|post|psp|an|rep|pop|d|p|w)_?)"
    r"(?:weight|wght|wgt|wt)s?|wgt|wght|wgts|wghts"
)
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday"
_MONTHS = "january february march april may june july august september october november december"
_NAMES_OF_TIMES = {part for name in f"{_WEEKDAYS} {_MONTHS}".split() for part in (name, name[:3])}
_CALCULATED = re.compile(r"\w*(?:residuals?|fitted)|(?:\w+_)?(?:resid|predicted|predictions?)|\w+_(?:hat|fit|pred)")
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
# Logarithms, powers and roots of one column.
_SCALES = re.compile(r"\b(?:log\w*|sqrt|exp)\(|\*\*")
# Two or three words that begin with a capital, initials among them.
_PERSON = re.compile(r"[A-Z][\w'-]+(?: (?:[A-Z]\.?|(?:[a-z]{1,3} )?[A-Z][\w'-]+)){1,2}")
_FIRST_YEAR, _LAST_YEAR, _SHORT_YEARS = 1500, 2100, 99
_HAPPENED = re.compile(
    r"(?:start|begin|end|open|close|built|found|debut|birth|born|elect|release|publish|retire)(?:s|ed|ded)?$"
)
_FIRST_RECENT_YEAR, _LAST_RECENT_YEAR = 1880, 2035
_EXACTLY = 0.005
# Rows for each person or animal from which on some were looked at again.
_SEEN_AGAIN = 1.3
# The same of days: most have two rows or more.
_SEVERAL_A_DAY = 1.8
# How many times its mean the largest weight of a sample may be.
_MANY_MEANS = 20
# Values of a thing's amount at least; rows for each thing, and times of each, from which on it says little of a row.
_MANY_VALUES, _MANY_ROWS, _MANY_TIMES = 8, 8, 5
_SHORT_YEAR = re.compile(r"(?:year|yr)(?!s)[a-z]*|[a-z]+year|birth[a-z]*yr|yob")
_STUDY_DAY = re.compile(r"(?:[A-Z]{2}|A)(?:ST|EN)?DY")
_RUNNING = re.compile(r"(?:week|month|quarter)(?:of|num|number|no|nr|id|index)?")
# What the largest of them is where they are counted anew each year.
_LONGEST_YEAR = 53


def roles_of(
    table: TableProfile, entry: TableEntry | None, relations: Iterable[Relation]
) -> dict[str, frozenset[ColumnRole]]:
    """Return the roles of those columns of a table that have some."""
    relations = tuple(relations)
    flags = {column.name for column in table.columns if column.kind is ColumnKind.FLAG}
    marked = {name for relation in relations if relation.kind is RelationKind.SENTINEL for name in relation.columns}
    steps = {name for relation in relations if _is_step(relation, flags) for name in relation.columns}
    recoded = {name for relation in relations if _is_recoding(relation) for name in relation.related}
    dates = {name for relation in relations if relation.kind is RelationKind.DATE_NUMBER for name in relation.columns}
    lagged = {name for relation in relations if _is_of_rows_before(relation) for name in relation.columns}
    indicators = {name for relation in relations if _is_of_levels(relation, flags) for name in relation.columns}
    panel = entry if entry is not None and entry.time else TableEntry(file=table.file)
    spans = {span for column in table.columns if column.decimals == 0 and (span := _years(column)) is not None}
    counted = _counted_years(table, relations)
    names = {column.name.casefold() for column in table.columns}
    endings, observed = endings_of(table), observed_times(table)
    bounds, study_days = _bounds(table.columns), _study_days(table.columns)
    numbered, has_totals = numbered_columns(table, relations), _has_totals(table)
    factors, has_people = factors_of(table), _names_people(table)
    entities = [column for column in table.columns if names_thing(column.name) or names_subject(column.name)]
    entities += things_by_number(table, relations)
    repeated = _told_by_entity(table, panel, relations)
    repeated |= _told_by_thing([*entities, *_further_things(table, entry)], table.rows, relations)
    roles: dict[str, frozenset[ColumnRole]] = {}
    for place, column in enumerate(table.columns):
        name, samples = column.name, [row[place] for row in table.sample if place < len(row)]
        is_figures = _holds_figures(column, samples)
        applies = {
            ColumnRole.ENTITY: name in panel.entity,
            ColumnRole.TIME: name in panel.time,
            ColumnRole.CLOCK: _is_clock(column, table.rows),
            ColumnRole.LAGGED: name in lagged,
            ColumnRole.TRANSFORMED: name in steps | lagged or _is_called_scale(name, names) or _is_standardised(column),
            ColumnRole.RECODED: name in recoded,
            ColumnRole.INSTANT: name in counted | dates | study_days
            or _is_instant(column, spans, entities, table.rows),
            ColumnRole.UNORDERED: _is_unordered(column, samples),
            ColumnRole.INDICATOR: name in indicators,
            ColumnRole.ENDING: name in endings,
            ColumnRole.OBSERVED: name in observed,
            ColumnRole.PEOPLE: _holds_people(column, samples),
            ColumnRole.REMARK: bool(_REMARKS & words_of(name)) or _holds_shapes(column, samples),
            ColumnRole.FIGURES: is_figures,
            ColumnRole.GAUGE: ((is_figures or column.is_text) and name in marked) or _is_broken_number(column, samples),
            ColumnRole.BOUND: name in bounds,
            ColumnRole.TREATMENT: _is_treatment(column),
            ColumnRole.FACTOR: name in factors,
            ColumnRole.SHARED: _is_shared(column, entities, table.rows)
            or name in repeated
            or (bool(panel.time) and "age" in words_of(name)),
            ColumnRole.SAMPLING: _SAMPLING.fullmatch(name.casefold()) is not None or _weighs_a_sample(column),
            ColumnRole.MIXED: has_totals and column.decimals is not None,
            ColumnRole.NUMBER: name in numbered or _is_label(column, has_people=has_people),
            ColumnRole.NUMBERING: (entry is not None and name in entry.key and is_numbering(column, len(entry.key)))
            or is_part_of_plan(column),
        }
        if any(applies.values()):
            roles[name] = frozenset(role for role, holds in applies.items() if holds)
    return roles


def _is_of_rows_before(relation: Relation) -> bool:
    return relation.kind is RelationKind.LAG and ".shift(" in relation.formula


def _is_recoding(relation: Relation) -> bool:
    is_scale = relation.kind is RelationKind.DERIVED and _SCALES.search(relation.formula) is not None
    return relation.kind is RelationKind.DUMMY or (is_scale and not relation.related[1:])


def _is_step(relation: Relation, flags: set[str]) -> bool:
    by_flag = " * " in relation.formula and bool(flags & set(relation.related)) and len(relation.related) > 1
    return relation.kind is RelationKind.DERIVED and (_SCALES.search(relation.formula) is not None or by_flag)


def _is_of_levels(relation: Relation, flags: set[str]) -> bool:
    whole = relation.kind is RelationKind.COMPOSITION and flags.issuperset(relation.columns)
    # Of a category with two levels the flag says all.
    twin = (
        relation.kind is RelationKind.SAME and flags.issuperset(relation.columns) and not flags & set(relation.related)
    )
    # A flag that is set where two others are is a step of a regression.
    both = relation.kind is RelationKind.DERIVED and " & " in relation.formula and flags.issuperset(relation.columns)
    return whole or twin or both or relation.kind is RelationKind.DUMMY


def _bounds(columns: Sequence[ColumnProfile]) -> set[str]:
    """Return the names of columns that say where something begins, and where it ends unless all begin alike."""
    first = [column for column in columns if any(_BEGINS.fullmatch(word) for word in listed_words(column.name))]
    last = [column for column in columns if any(_ENDS.fullmatch(word) for word in listed_words(column.name))]
    if not last and not any(names_ending(column.name) for column in columns):
        return set()
    # What always begins at one time, such as zero, ends after as long as it lasts.
    ends = last if any(column.distinct > 1 for column in first) else []
    return {column.name for column in (*first, *ends)}


def _is_called_scale(name: str, names: set[str]) -> bool:
    """Return whether a name is that of another column, in lower case, with the sign of a logarithm or a square.

    A standard error is one, too, of how exactly another column is known, and so is what a model left or foretold.
    """
    if name.casefold() in _ERRORS or _CALCULATED.fullmatch(name.casefold()):
        return True
    if listed_words(name)[0] == "lag":
        return True
    # Two or more letters of a column that stands beside, adjusted for the others.
    adjusted = re.fullmatch(r"adj[._]?([a-z]{2,})", name.casefold())
    if adjusted and any(other.startswith(adjusted[1]) for other in names):
        return True
    # The bounds of an interval about an estimate.
    bound = re.fullmatch(r"(.+[._])(lo|hi|lower|upper|lwr|upr)", name.casefold())
    if bound and f"{bound[1]}{_OTHER_BOUND[bound[2]]}" in names:
        return True
    stem = re.sub(r"^(?:log|ln|l)_?|_?(?:sq|squared)$|_[1-3]$", "", name.casefold())
    # The mean of a group stands in each of its rows.
    mean_of = re.sub(r"^(?:mean|avg)[._]|(?:[._](?:mean|avg)|bar)$", "", name.casefold())
    return any(part != name.casefold() and part in names for part in (stem, mean_of))


def _is_standardised(column: ColumnProfile) -> bool:
    """Return whether numbers have the mean 0 and the deviation 1, and so are another column put on that scale."""
    mean, deviation = column.mean, column.deviation
    return (
        bool(column.decimals)
        and mean is not None
        and deviation is not None
        and (abs(mean) < _EXACTLY and abs(deviation - 1) < 2 * _EXACTLY)
    )


def _weighs_a_sample(column: ColumnProfile) -> bool:
    """Return whether what is called a weight reaches from 0 to many times its mean, as no weight of things does."""
    is_called_so = column.name.casefold() in {"weight", "weights", "wt"}
    low, high = range_of(column)
    return is_called_so and bool(column.decimals) and low == 0 and high > _MANY_MEANS * (column.mean or math.inf)


def _is_shared(column: ColumnProfile, entities: Sequence[ColumnProfile], rows: int) -> bool:
    """Return whether a column has nearly as many values as there are things, each of which has many rows."""
    return column.kind is ColumnKind.AMOUNT and any(
        max(entity.distinct // 2, _MANY_VALUES) < column.distinct <= entity.distinct <= rows // _MANY_ROWS
        for entity in entities
        if entity.name != column.name
    )


def _further_things(table: TableProfile, entry: TableEntry | None) -> list[ColumnProfile]:
    """Return the columns besides names of things whose values may have facts of their own in all of their rows."""
    # A row that is told by two names, as that of a country and its partner, has amounts of either in many rows.
    keys = [column for column in table.columns if entry is not None and column.name in entry.key and entry.key[1:]]
    # So has a day of which there are several rows, as the weather in those of its trains.
    return keys + [column for column in table.columns if column.kind is ColumnKind.DATE]


def _told_by_entity(table: TableProfile, panel: TableEntry, relations: Iterable[Relation]) -> set[str]:
    """Return the columns that say the same whenever a thing is looked at, where that is done often."""
    entities = max((column.distinct for column in table.columns if column.name in panel.entity), default=table.rows)
    if table.rows < _MANY_TIMES * entities:
        return set()
    followed = set(panel.entity)
    return {
        name
        for relation in relations
        if relation.kind is RelationKind.NESTED and followed & {*relation.columns, *relation.related}
        for name in (*relation.columns, *relation.related)
        if name not in followed
    }


def _told_by_thing(things: Sequence[ColumnProfile], rows: int, relations: Iterable[Relation]) -> set[str]:
    """Return the columns that say the same in all rows of a thing, as the size of a class in those of its pupils."""
    repeated = {thing.name for thing in things if FEW_NAMES <= thing.distinct <= rows / _rows_of(thing)}
    nested = {
        name
        for relation in relations
        if relation.kind is RelationKind.NESTED and repeated.issuperset(relation.columns)
        for name in relation.related
    }
    same = {
        name
        for relation in relations
        if relation.kind is RelationKind.SAME and repeated.intersection(relation.columns + relation.related)
        for name in (*relation.columns, *relation.related)
    }
    return nested | same - repeated


def _rows_of(column: ColumnProfile) -> float:
    """Return how many rows of a thing, on average, show that what it has in all of them is its own."""
    if column.kind is ColumnKind.DATE:
        return _SEVERAL_A_DAY
    return _SEEN_AGAIN if names_subject(column.name) else SEVERAL_ROWS


def _is_treatment(column: ColumnProfile) -> bool:
    """Return whether a column says by its name or its levels what was given."""
    levels = {level.value.casefold() for level in column.levels}
    return bool(_TREATMENTS & words_of(column.name)) or bool(_TREATMENT_LEVELS & levels)


def _is_label(column: ColumnProfile, *, has_people: bool) -> bool:
    """Return whether whole numbers are those of people, or say what was given and are no dose, such as ``113``."""
    is_code = _is_treatment(column) and "dose" not in words_of(column.name)
    return column.decimals == 0 and (is_code or (has_people and column.name.casefold() in NUMBERED))


def _is_instant(
    column: ColumnProfile, spans: set[tuple[int, int]], entities: Sequence[ColumnProfile], rows: int
) -> bool:
    """Return whether numbers say when something was; see `ColumnRole.INSTANT`."""
    return (
        (bool(column.decimals) and _years(column) in spans)
        or _is_calendar_year(column)
        or _is_date_as_number(column)
        or _is_short_year(column)
        or _is_running_period(column)
        or _is_time_of_look(column, entities, rows)
    )


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
        or (bool(column.decimals) and _years(column) is not None and bool(_PARTS_OF_DATES & words))
        or (is_since and bool(_DAYS_OF_LIFE & words))
        or (
            column.decimals == 0 and _years(column) is not None and bool(_CALLED_YEAR.fullmatch(column.name.casefold()))
        )
        or (column.decimals == 0 and _EPOCH[0] <= low < high <= _EPOCH[1] and bool(_STAMPS & words))
    )


def _is_clock(column: ColumnProfile, rows: int) -> bool:
    low, high = range_of(column)
    return column.decimals == 0 and column.distinct == rows == high - low + 1 and bool(_CLOCKS & words_of(column.name))


def _is_time_of_look(column: ColumnProfile, entities: Sequence[ColumnProfile], rows: int) -> bool:
    """Return whether numbers say when somebody was looked at who was so several times."""
    is_repeated = any(_MANY_VALUES <= entity.distinct <= rows // SEVERAL_ROWS for entity in entities)
    return is_repeated and column.decimals is not None and listed_words(column.name)[-1] in _CLOCKS


def _has_totals(table: TableProfile) -> bool:
    """Return whether some rows are of all others together, by the entries that are known."""
    entries = {level.value.casefold() for column in table.columns for level in column.levels}
    return bool(_TOTALS & (entries | {sample.casefold() for row in table.sample for sample in row}))


def _years(column: ColumnProfile) -> tuple[int, int] | None:
    """Return the first and the last calendar year of a column whose numbers may be years."""
    low, high = range_of(column)
    return (math.floor(low), math.floor(high)) if _FIRST_YEAR <= low < high <= _LAST_YEAR else None


def _holds_people(column: ColumnProfile, samples: Sequence[str]) -> bool:
    """Return whether entries are names of people, by the levels that are known, or by the first rows."""
    entries = [level.value for level in column.levels] or [sample for sample in samples if sample]
    names = entries if column.is_text else []
    people = sum(_PERSON.fullmatch(name) is not None for name in names)
    return len(names) >= FEW_NAMES and people >= NEARLY_ALL * len(names)


def _names_people(table: TableProfile) -> bool:
    """Return whether a text says whom a row is about."""
    return any(
        _holds_people(column, [row[place] for row in table.sample if place < len(row)])
        or (column.is_text and (names_subject(column.name) or _is_called_person(column.name)))
        for place, column in enumerate(table.columns)
    )


def _is_called_person(name: str) -> bool:
    return bool({"surname", "player"} & words_of(name)) or {"last", "name"} <= words_of(name)


def _is_unordered(column: ColumnProfile, samples: Sequence[str]) -> bool:
    """Return whether entries are in another order as texts than by what they say, as ``9/2`` and ``9/10`` are."""
    entries = [level.value for level in column.levels] or [sample for sample in samples if sample]
    # Whoever strips blanks, or reads `` TRUE`` as a truth value, has another order.
    if column.is_text and any(entry != entry.strip() for entry in entries):
        return True
    # The names of weekdays and months stand in an order of their own, with a year behind them too.
    times = [re.split(r"[-_ /.,']", entry.casefold())[0] for entry in entries]
    if len(entries) >= FEW_NAMES and all(time in _NAMES_OF_TIMES for time in times):
        return True
    numbered = sorted(entry for entry in entries if re.match(r"[\[(<>=~ ]*[A-Za-z]?\d", entry))
    if not column.is_text or column.kind is ColumnKind.DATE or len(numbered) < NEARLY_ALL * len(entries):
        return False
    numbers = [[float(number) for number in re.findall(r"\d+(?:\.\d+)?", entry)] for entry in numbered]
    return numbers != sorted(numbers)


def _holds_shapes(column: ColumnProfile, samples: Sequence[str]) -> bool:
    """Return whether entries are shapes on a map, written as text."""
    entries = [sample for sample in samples if sample]
    return column.is_text and bool(entries) and all(_SHAPE.match(entry) for entry in entries)


def _is_broken_number(column: ColumnProfile, samples: Sequence[str]) -> bool:
    """Return whether texts are numbers but for a few, which some sign made texts of."""
    entries = [level.value for level in column.levels] or [sample for sample in samples if sample]
    numbers = sum(re.fullmatch(r"[-+]?\d*\.?\d+", entry.strip()) is not None for entry in entries)
    return column.is_text and len(entries) >= FEW_NAMES and numbers >= NEARLY_ALL * len(entries)


def _holds_figures(column: ColumnProfile, samples: Sequence[str]) -> bool:
    """Return whether entries have no letters, by the levels that are known, or by the first rows."""
    entries = [level.value for level in column.levels] or [sample for sample in samples if sample]
    if not column.is_text or column.kind is ColumnKind.DATE or not entries:
        return False
    return sum(not any(map(str.isalpha, entry)) for entry in entries) >= NEARLY_ALL * len(entries)
