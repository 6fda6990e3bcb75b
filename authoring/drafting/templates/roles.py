"""Roles of columns in an analysis: what some of them are beside their kind, as far as profile and dictionary tell."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import chain

from authoring.drafting.templates.instants import instants_of, is_clock
from authoring.drafting.templates.items import items_of
from authoring.drafting.templates.naming import SHARES, listed_words, names_subject, names_thing, words_of
from authoring.drafting.templates.numbering import (
    FEW_NAMES,
    NEARLY_ALL,
    NUMBERED,
    amounts_of_things,
    counts_of_cells,
    factors_of,
    is_numbering,
    is_part_of_plan,
    numbered_columns,
    range_of,
    things_by_number,
)
from authoring.drafting.templates.order_of_texts import is_unordered
from authoring.drafting.templates.pairs import ends_of_pairs
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
    """It says for how many of a population a row stands in a sample, or how often somebody looked, and nothing of what
    the row is about."""
    PAIRED = "paired"
    """It is one end of a pair, such as an allele of a genotype, a treatment that is compared with another one, or one
    of two variables that are correlated: they say something together, in whatever order they stand."""
    ITEM = "item"
    """It holds the answers to one of many questions on one scale, whose columns stand side by side."""
    NUMBERING = "numbering"
    """It numbers the rows of one thing, such as visits and spells, or the blocks of a trial: part of a row's name."""


NO_AMOUNTS = frozenset({
    ColumnRole.TRANSFORMED, ColumnRole.INSTANT, ColumnRole.OBSERVED, ColumnRole.NUMBER, ColumnRole.SAMPLING,
    ColumnRole.MIXED, ColumnRole.PAIRED,
})  # fmt: skip
"""Roles of numbers that measure nothing by themselves."""
_REMARKS = frozenset({"remark", "remarks", "comment", "comments", "note", "notes", "footnote", "footnotes"})
_SHAPE = re.compile(r"\s*(?:SRID=\d+;)?(?:MULTI)?(?:POINT|LINESTRING|POLYGON)\s*Z?\s*\(|https?:|www\.", re.IGNORECASE)
_ERRORS = frozenset({
    "se", "sem", "stderr", "std_err", "std_error", "standard_error", "std.error", "error", "uncertainty",
})  # fmt: skip
_OTHER_BOUND = {"lo": "hi", "hi": "lo", "lower": "upper", "upper": "lower", "lwr": "upr", "upr": "lwr"}
_TREATMENTS = frozenset((
    "treat", "treated", "treatment", "treatments", "trt", "trtmt", "arm", "rx", "dose", "intervention", "randomized",
    "randomised", "assigned", "placebo",
))  # fmt: skip
_TREATMENT_LEVELS = frozenset({"placebo", "control", "treated", "treatment"})
TOTALS = re.compile(r"(?:grand |sub)?totals?|combined|pooled|both sexes|all (?:ages|sexes|polls)")
"""Levels in lower case that stand for all others together."""
_PARTS_OF_BOOKS = frozenset({"chapter", "section", "volume", "issue", "episode"})
_WHOLES = frozenset({"overall", "world"})
_SOURCES, _LONG_SOURCE = frozenset({"source", "sources", "citation", "reference"}), 20
_AGES = re.compile("ages?|age(?:h|w|hh|yrs?)")
_IN_MONEY_OF = re.compile(
    "(.*(?:gross|budget|prices?|costs?|revenues?|wages?|income|rent|gdp))_?(?:(?:19|20)[0-9]{2}|real|adj|adjusted)"
)
_BEGINS = re.compile("[a-z]{0,4}starts?|started|begins?|from|entry|enter")
_ENDS = re.compile("[a-z]{0,4}stops?|stopped|ends?|ended|to|exit")
_ARM_SIZE = re.compile(r"n(?:[1-5]|[tce]|i|[12][tc]?i?)")
# How tables of studies call effects, their variances, events and measures.
_OF_STUDIES = {"yi", "vi", "ri", "xi", "mi", "sdi", "sei"}
_SAMPLING = re.compile(
    r"(?:(?:fnl|final|fin|per|person|hh|household|samp|sample|sampling|survey|design|post|psp|an|rep|pop|d|p|w)_?)"
    r"(?:weight|wght|wgt|wt)s?|wgt|wght|wgts|wghts"
    # How much somebody looked: fish that were caught, stations that were read.
    # The patients of an arm of a trial.
    r"|n[._](?:t|c|tr|trt|ctrl|treated|treatment|control)|sample[ ._]?size"
    r"|(?:n|nr|no|num|number|count)[ ._]?(?:of)?[ ._]?"
    r"(?:samples?|stations?|obs|observations|measurements|readings|replicates|specimens|respondents)"
)
_CALCULATED = re.compile(
    r"\w*(?:residuals?|fitted)|(?:\w+_)?(?:resid|predicted|predictions?)|\w+_(?:hat|fit|pred)|[pq][ ._]?val(?:ue)?s?"
)
# A number by a column, and the middle of two columns.
_INVERSE, _MIDDLE = re.compile(r"-?[\d.]+(?:e[+-]?\d+)? / "), re.compile(r"\(.+ \+ .+\) / 2$")
# What weather stations and laboratories write in place of a number.
_MARKS = {"m", "t", "-", "--", ".", "..", "*", "?", "nd", "n/d", "bd", "bdl", "tr", "trace"}
# Logarithms, powers, roots and ranks of one column.
_SCALES = re.compile(r"\b(?:log\w*|sqrt|exp|rank)\(|\*\*")
# Two or three words that begin with a capital, initials among them.
_PERSON = re.compile(r"[A-Z][\w'-]+(?: (?:[A-Z]\.?|(?:[a-z]{1,3} )?[A-Z][\w'-]+)){1,2}")
_EXACTLY = 0.005
_MANY_PARTS = 15
# Rows for each person or animal from which on some were looked at again.
_SEEN_AGAIN = 1.3
# The same of other things, of which nobody would write so many numbers twice by chance.
_SEVERAL_OF_THING = 3
# The same of days: most have two rows or more.
_SEVERAL_A_DAY = 1.8
# How many times its mean the largest weight of a sample may be.
_MANY_MEANS = 20
# Values of a thing's amount at least; rows for each thing, and times of each, from which on it says little of a row.
_MANY_VALUES, _MANY_ROWS, _MANY_TIMES = 8, 8, 5


def roles_of(
    table: TableProfile, entry: TableEntry | None, relations: Iterable[Relation]
) -> dict[str, frozenset[ColumnRole]]:
    """Return the roles of those columns of a table that have some."""
    relations = tuple(relations)
    flags = {column.name for column in table.columns if column.kind is ColumnKind.FLAG}
    marked = {name for relation in relations if relation.kind is RelationKind.SENTINEL for name in relation.columns}
    steps = {name for relation in relations if _is_step(relation, flags) for name in relation.columns}
    recoded = {name for relation in relations if _is_recoding(relation) for name in relation.related}
    lagged = {name for relation in relations if _is_of_rows_before(relation) for name in relation.columns}
    indicators = {name for relation in relations if _is_of_levels(relation, flags) for name in relation.columns}
    panel = entry if entry is not None and entry.time else TableEntry(file=table.file)
    names = {column.name.casefold() for column in table.columns}
    endings, observed = endings_of(table), observed_times(table)
    numbered, has_totals = numbered_columns(table, relations), _has_totals(table)
    factors, has_numbers = factors_of(table, relations), _names_people(table) or not _PARTS_OF_BOOKS.isdisjoint(names)
    entities, items = _things_in(table, relations), {*chain.from_iterable(items_of(table))}
    instants, bounds = instants_of(table, relations, entities), _bounds(table.columns)
    nominal, ends = _in_money_of_each_year(table.columns), ends_of_pairs(table.columns)
    limits = _limits_of_intervals(relations) | _inverted(table, relations)
    things = [*entities, *_further_things(table, entry)]
    shared = _shared(table, panel, entities, relations) | _told_by_thing(things, table, relations)
    roles: dict[str, frozenset[ColumnRole]] = {}
    for place, column in enumerate(table.columns):
        name, samples = column.name, [row[place] for row in table.sample if place < len(row)]
        is_figures = _holds_figures(column, samples)
        applies = {
            ColumnRole.ENTITY: name in panel.entity,
            ColumnRole.TIME: name in panel.time,
            ColumnRole.CLOCK: is_clock(column, table.rows),
            ColumnRole.LAGGED: name in lagged,
            ColumnRole.TRANSFORMED: name in steps | lagged | limits | nominal
            or _is_called_scale(name, names)
            or _is_standardised(column)
            or _is_part_of_whole(column),
            ColumnRole.RECODED: name in recoded,
            ColumnRole.INSTANT: name in instants,
            ColumnRole.UNORDERED: is_unordered(column, samples),
            ColumnRole.INDICATOR: name in indicators,
            ColumnRole.ENDING: name in endings,
            ColumnRole.OBSERVED: name in observed,
            ColumnRole.PEOPLE: _holds_people(column, samples),
            ColumnRole.REMARK: _is_remark(column, names) or _holds_shapes(column, samples),
            ColumnRole.FIGURES: is_figures,
            ColumnRole.GAUGE: ((is_figures or column.is_text) and name in marked) or _is_broken_number(column, samples),
            ColumnRole.BOUND: name in bounds,
            ColumnRole.TREATMENT: _is_treatment(column),
            ColumnRole.FACTOR: name in factors,
            ColumnRole.SHARED: name in shared,
            ColumnRole.SAMPLING: _is_size_of_sample(column, names) or _weighs_a_sample(column),
            ColumnRole.PAIRED: name.casefold() in ends,
            ColumnRole.ITEM: name in items,
            ColumnRole.MIXED: has_totals and column.decimals is not None,
            ColumnRole.NUMBER: name in numbered or _is_label(column, has_numbers=has_numbers),
            ColumnRole.NUMBERING: (entry is not None and name in entry.key and is_numbering(column, len(entry.key)))
            or is_part_of_plan(column),
        }
        if any(applies.values()):
            roles[name] = frozenset(role for role, holds in applies.items() if holds)
    return roles


def _things_in(table: TableProfile, relations: Sequence[Relation]) -> list[ColumnProfile]:
    """Return the columns that name things of which rows tell, by their names or as numbers beside what they say."""
    named = [column for column in table.columns if names_thing(column.name) or names_subject(column.name)]
    return [*named, *things_by_number(table, relations)]


def _is_of_rows_before(relation: Relation) -> bool:
    return relation.kind is RelationKind.LAG and ".shift(" in relation.formula


def _is_recoding(relation: Relation) -> bool:
    return relation.kind is RelationKind.DUMMY or _is_scale(relation)


def _is_step(relation: Relation, flags: set[str]) -> bool:
    by_flag = " * " in relation.formula and bool(flags & set(relation.related)) and len(relation.related) > 1
    return _is_scale(relation) or (relation.kind is RelationKind.DERIVED and by_flag)


def _is_scale(relation: Relation) -> bool:
    """Return whether a column is the logarithm, a power or a root of one other, and not of two."""
    is_one = relation.kind is RelationKind.DERIVED and not relation.related[1:]
    return is_one and _SCALES.search(relation.formula) is not None


def _is_of_levels(relation: Relation, flags: set[str]) -> bool:
    whole = relation.kind is RelationKind.COMPOSITION and flags.issuperset(relation.columns)
    # Of a category with two levels the flag says all.
    twin = (
        relation.kind is RelationKind.SAME and flags.issuperset(relation.columns) and not flags & set(relation.related)
    )
    # A flag that is set where two others are is a step of a regression.
    product = relation.kind is RelationKind.DERIVED and " & " in relation.formula and flags.issuperset(relation.columns)
    return whole or twin or product or relation.kind is RelationKind.DUMMY


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
    # The sampling variance and the standard error of an effect, as tables of studies call them.
    if re.sub("^(?:vi|sei)", "yi", name.casefold()) in names - {name.casefold()}:
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


def _in_money_of_each_year(columns: Sequence[ColumnProfile]) -> set[str]:
    """Return the columns that several others put into the money of one year, as a film's budget and gross."""
    names = {column.name.casefold(): column.name for column in columns if column.kind is ColumnKind.AMOUNT}
    endings = [(match[1], name) for name in names if (match := _IN_MONEY_OF.fullmatch(name)) and match[1] in names]
    suffixes = Counter(name.removeprefix(stem) for stem, name in endings)
    return {names[stem] for stem, name in endings if suffixes[name.removeprefix(stem)] > 1}


def _limits_of_intervals(relations: Sequence[Relation]) -> set[str]:
    """Return the columns that say where intervals end about an estimate, which lies in their middle and tells both."""
    nestings = {
        (*relation.columns, *relation.related) for relation in relations if relation.kind is RelationKind.NESTED
    }
    return {
        limit
        for relation in relations
        if relation.kind is RelationKind.DERIVED and _MIDDLE.search(relation.formula)
        for limit in relation.related
        if all((*relation.columns, other) in nestings for other in relation.related)
    }


def _inverted(table: TableProfile, relations: Sequence[Relation]) -> set[str]:
    """Return the smaller of two columns whose product is one number: a factor that brings the other to a scale."""
    means = {column.name: abs(column.mean or 0) for column in table.columns}
    return {
        min((*relation.columns, *relation.related), key=lambda name: means.get(name, 0))
        for relation in relations
        if relation.kind is RelationKind.DERIVED and _INVERSE.match(relation.formula) and not relation.related[1:]
    }


def _is_remark(column: ColumnProfile, names: set[str]) -> bool:
    """Return whether a column holds remarks by its name, or says at length where a column beside it was taken from."""
    *subject, last = listed_words(column.name)
    others = names - {column.name.casefold()}
    is_source = last in _SOURCES and any(subject[0] in words_of(name) for name in others if subject)
    return bool(_REMARKS & words_of(column.name)) or (is_source and (column.longest or 0) >= _LONG_SOURCE)


def _is_standardised(column: ColumnProfile) -> bool:
    """Return whether numbers have the mean 0 and the deviation 1, and so are another column put on that scale."""
    mean, deviation = column.mean, column.deviation
    return (
        bool(column.decimals)
        and mean is not None
        and deviation is not None
        and (abs(mean) < _EXACTLY and abs(deviation - 1) < 2 * _EXACTLY)
    )


def _is_part_of_whole(column: ColumnProfile) -> bool:
    """Return whether the numbers of all rows make 1 or 100, so that their mean follows from the number of rows."""
    low, high = range_of(column)
    if column.mean is None or not column.decimals or low < 0 or column.distinct < _MANY_PARTS:
        return False
    total = column.mean * sum(column.histogram)
    wholes = (1, 100) if SHARES & words_of(column.name) else (1,)
    return any(abs(total / whole - 1) < _EXACTLY / 5 and high < whole / 2 for whole in wholes)


def _is_size_of_sample(column: ColumnProfile, names: set[str]) -> bool:
    """Return whether a name says how many somebody looked at, as the patients of an arm are of a trial."""
    name = column.name
    if _ARM_SIZE.fullmatch(name) and column.decimals == 0:
        # Nickel and the north-east have no other arm beside them.
        partners = names - {name, "ni"}
        return any(map(_ARM_SIZE.fullmatch, partners)) if name != "ni" else bool(partners & _OF_STUDIES)
    return _SAMPLING.fullmatch(name.casefold()) is not None


def _weighs_a_sample(column: ColumnProfile) -> bool:
    """Return whether what is called a weight is 1 on average, or reaches from 0 to many times its mean."""
    is_called_so = column.name.casefold() in {"weight", "weights", "wt"}
    low, high = range_of(column)
    reaches_far = low == 0 and high > _MANY_MEANS * (column.mean or math.inf)
    # What was weighed is so heavy on average by chance alone; weights of a sample are made so.
    is_scaled = low > 0 and abs((column.mean or 0) - 1) < 4 * _EXACTLY
    return is_called_so and bool(column.decimals) and (reaches_far or is_scaled)


def _shared(
    table: TableProfile, panel: TableEntry, entities: Sequence[ColumnProfile], relations: Iterable[Relation]
) -> set[str]:
    """Return the columns of which many rows have the same, or that rise in all alike; see `ColumnRole.SHARED`."""
    # Of what a panel follows, relations say what each thing has in all of its rows.
    unfollowed = [entity for entity in entities if entity.name not in panel.entity]
    columns = {column.name for column in table.columns if _is_shared(column, unfollowed, table.rows)}
    ages = {column.name for column in table.columns if any(map(_AGES.fullmatch, words_of(column.name)))}
    repeated = _told_by_entity(table, panel, relations)
    return columns | repeated | (ages if panel.time else set())


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


def _told_by_thing(things: Sequence[ColumnProfile], table: TableProfile, relations: Iterable[Relation]) -> set[str]:
    """Return the columns that say the same in all rows of a thing, as the size of a class in those of its pupils."""
    repeated = {thing.name for thing in things if FEW_NAMES <= thing.distinct <= table.rows / _rows_of(thing)}
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
    return nested | same - repeated | amounts_of_things(table, relations) | counts_of_cells(table, relations)


def _rows_of(column: ColumnProfile) -> float:
    """Return how many rows of a thing, on average, show that what it has in all of them is its own."""
    if column.kind is ColumnKind.DATE:
        return _SEVERAL_A_DAY
    return _SEEN_AGAIN if names_subject(column.name) else _SEVERAL_OF_THING


def _is_treatment(column: ColumnProfile) -> bool:
    """Return whether a column says by its name or its levels what was given."""
    levels = {level.value.casefold() for level in column.levels}
    return bool(_TREATMENTS & words_of(column.name)) or bool(_TREATMENT_LEVELS & levels)


def _is_label(column: ColumnProfile, *, has_numbers: bool) -> bool:
    """Return whether whole numbers are those of people or parts of a book, or say what was given and are no dose."""
    is_code = _is_treatment(column) and "dose" not in words_of(column.name)
    return column.decimals == 0 and (is_code or (has_numbers and column.name.casefold() in NUMBERED))


def _has_totals(table: TableProfile) -> bool:
    """Return whether some rows are of all others together, by the entries that are known."""
    entries = {level.value for column in table.columns for level in column.levels}
    return any(TOTALS.fullmatch(entry) or entry in _WHOLES for entry in map(str.casefold, entries.union(*table.sample)))


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


def _holds_shapes(column: ColumnProfile, samples: Sequence[str]) -> bool:
    """Return whether entries are shapes on a map, or addresses of pages, written as text."""
    entries = [sample for sample in samples if sample]
    return column.is_text and bool(entries) and all(_SHAPE.match(entry) for entry in entries)


def _is_broken_number(column: ColumnProfile, samples: Sequence[str]) -> bool:
    """Return whether texts are numbers but for a few, which some sign made texts of."""
    entries = [level.value for level in column.levels] or [sample for sample in samples if sample]
    others = {entry.strip().casefold() for entry in entries if not re.fullmatch(r"[-+]?\d*\.?\d+", entry.strip())}
    is_few = len(entries) >= FEW_NAMES and len(others) <= (1 - NEARLY_ALL) * len(entries)
    return column.is_text and (is_few or (0 < len(others) < len(entries) and others <= _MARKS))


def _holds_figures(column: ColumnProfile, samples: Sequence[str]) -> bool:
    """Return whether entries have no letters, by the levels that are known, or by the first rows."""
    entries = [level.value for level in column.levels] or [sample for sample in samples if sample]
    if not column.is_text or column.kind is ColumnKind.DATE or not entries:
        return False
    return sum(not any(map(str.isalpha, entry)) for entry in entries) >= NEARLY_ALL * len(entries)
