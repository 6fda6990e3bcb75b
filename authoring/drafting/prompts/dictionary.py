"""What the dictionary of a seed says, as text beside the profile: kinds and meanings in place of guesses.

It has a budget of its own, so that a wide table costs about the same, and a well described one loses no level of it.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from authoring.llm.prompt import cut, make_visible
from authoring.records.dictionary import (
    OPERATIONS,
    ColumnEntry,
    DataDictionary,
    LevelMeaning,
    Operation,
    TableEntry,
    ValueKind,
)
from authoring.records.profile import Join
from authoring.records.wording import counted, listed

BUDGET = 6_000
"""Characters of all that a dictionary adds to a profile; about 2,000 tokens."""
MOST_NAME = 80
MOST_FORMULA = 160
MOST_LISTED = 8
"""Names or spellings that are listed; a description may have thousands."""
MOST_LEVEL = 60
MOST_UNIT = 40


@dataclass(frozen=True, slots=True)
class Detail:
    """How much of a column's entry is said."""

    meaning: int
    """Characters."""
    levels: int
    notes: bool


DETAILS = (
    Detail(400, 30, notes=True),
    Detail(160, 12, notes=True),
    Detail(80, 0, notes=False),
    Detail(0, 0, notes=False),
)
"""The first with which the columns that are shown fit into the budget; the last leaves out all but kind and unit."""


@dataclass(frozen=True, slots=True)
class DictionaryText:
    """The parts of a dictionary's text, by table and column."""

    tables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: Mapping[tuple[str, str], str] = field(default_factory=dict)
    units: Mapping[tuple[str, str], str] = field(default_factory=dict)
    facts: Mapping[tuple[str, str], str] = field(default_factory=dict)
    without_mean: frozenset[tuple[str, str]] = frozenset()
    """Columns whose mean says nothing."""
    joins: tuple[str, ...] = ()
    is_known: bool = False
    """Whether there is a dictionary at all."""


def dictionary_text(
    dictionary: DataDictionary | None, columns: Iterable[tuple[str, str]], *, joins: Iterable[Join] = ()
) -> DictionaryText:
    """Return what a dictionary says of the columns that are shown, each given as table and name.

    Of its joins those of the profile, which are given as `joins`, are left out: they are shown with their coverage.
    """
    if dictionary is None:
        return DictionaryText()
    names = set(columns)
    profiled = {(join.left, (join.left_column,), join.right, (join.right_column,)) for join in joins}
    entries = {
        (table.file, column.name): column
        for table in dictionary.tables
        for column in table.columns
        if (table.file, column.name) in names
    }
    facts: dict[tuple[str, str], str] = {}
    for detail in DETAILS:
        facts = {key: _facts(entry, detail) for key, entry in entries.items()}
        if sum(map(len, facts.values())) <= BUDGET:
            break
    return DictionaryText(
        tables={table.file: tuple(_table(table)) for table in dictionary.tables},
        kinds={key: entry.kind.value for key, entry in entries.items() if entry.kind not in {None, ValueKind.UNKNOWN}},
        units={key: _unit(entry) for key, entry in entries.items() if entry.unit},
        facts={key: text for key, text in facts.items() if text},
        without_mean=frozenset(key for key, entry in entries.items() if _has_no_mean(entry)),
        joins=tuple(
            f"join: {_name(join.left)} {_list(join.left_columns)} -> {_name(join.right)} {_list(join.right_columns)}"
            + (f", {join.exceptions} rows find no partner" if join.exceptions else "")
            for join in dictionary.joins
            if join.ends not in profiled
        ),
        is_known=True,
    )


def _has_no_mean(entry: ColumnEntry) -> bool:
    return entry.kind not in {None, ValueKind.UNKNOWN} and Operation.MEAN not in entry.operations


def _table(table: TableEntry) -> list[str]:
    """Return what the rows of a table are, in one line."""
    # What a file is called says what its rows are about, and seldom what one of them is: those of `restaurants` may be
    # inspections.
    is_stated = any(source.field in {"row", "rows"} and not source.is_guess for source in table.sources)
    verb = "is" if is_stated else "may be"
    parts = [f"a row {verb} one {_text(table.row)} (plural: {_text(table.rows or table.row)})"] if table.row else []
    if table.entity:
        gaps = (
            f", {counted(table.gaps, 'pair')} without a row" if table.gaps else ", complete" if table.gaps == 0 else ""
        )
        parts.append(f"{_list(table.entity)} over {_list(table.time)}{gaps}")
    parts += [f"key {_list(table.key)}"] if table.key and not table.entity else []
    if table.ordered:
        within = f"within {_list(table.entity)} " if table.entity else ""
        parts.append(
            f"{within}rows are in the order of {_list(table.ordered_by)}" if table.ordered_by else "rows are in order"
        )
    elif table.ordered is False:
        parts.append("the order of rows means nothing")
    return [f"rows: {'; '.join(parts)}"] if parts else []


def _unit(entry: ColumnEntry) -> str:
    return cut(_text(entry.unit), MOST_UNIT)


def _facts(entry: ColumnEntry, detail: Detail) -> str:
    guess = _guesses(entry)
    parts = []
    if entry.formula:
        parts.append(f"is {cut(_text(entry.formula), MOST_FORMULA)}")
    elif entry.derived_from:
        parts.append(f"comes from {_list(entry.derived_from)}")
    parts += [f"determines {_list(entry.nested_in)}"] if entry.nested_in else []
    parts += [f"says the same as {_name(entry.same_as)}"] if entry.same_as else []
    spellings = listed([_name(value) for value in entry.missing], MOST_LISTED)
    parts += [f"{spellings} {'mean' if len(entry.missing) > 1 else 'means'} missing"] if entry.missing else []
    if entry.kind is not None and entry.asks is not None and entry.asks != OPERATIONS[entry.kind]:
        parts.append(f"ask for {', '.join(entry.asks) or 'no figures'}")
    if not detail.meaning:
        return "; ".join(parts)
    parts += [f"means {cut(_text(entry.meaning), detail.meaning)}{guess('meaning')}"] if entry.meaning else []
    parts += [f"missing: {cut(_text(entry.missing_means), detail.meaning)}"] if entry.missing_means else []
    levels = [level for level in entry.levels if level.meaning or entry.kind is ValueKind.ORDINAL][: detail.levels]
    if levels:
        words = ", ".join(_level(level, detail.meaning) for level in levels)
        parts.append(f"levels {'in order ' if entry.kind is ValueKind.ORDINAL else ''}{words}{guess('levels')}")
    parts += [_text(note) for note in entry.notes] if detail.notes else []
    return "; ".join(parts)


def _level(level: LevelMeaning, most: int) -> str:
    value = cut(_text(level.value), MOST_LEVEL)
    return f"{value} is {cut(_text(level.meaning), most)}" if level.meaning else value


def _guesses(entry: ColumnEntry) -> Callable[[str], str]:
    """Return what marks a field of an entry as a guess of a model that nobody agreed to."""
    guessed = {source.field for source in entry.sources if source.is_guess}
    return lambda name: " (a guess)" if name in guessed else ""


def _list(names: Iterable[str]) -> str:
    names = [_name(name) for name in names]
    remainder = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
    return " + ".join(names[:MOST_LISTED]) + remainder


def _name(name: str) -> str:
    # Quoted as columns of a profile are.
    return json.dumps(make_visible(cut(name, MOST_NAME), lines=False), ensure_ascii=False)


def _text(text: str) -> str:
    return make_visible(text, lines=False)
