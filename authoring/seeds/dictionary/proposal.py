"""The dictionary that rules propose from a profile: what the data themselves and their headers say."""

import re
from collections.abc import Sequence

from authoring.records.dictionary import ColumnEntry, DataDictionary, JoinEntry, LevelMeaning, TableEntry, ValueKind
from authoring.records.profile import ColumnKind, ColumnProfile, Profile, Relation, RelationKind, TableProfile
from authoring.records.wording import counted
from authoring.seeds.dictionary.kinds import (
    in_order,
    is_called_code,
    kind_of,
    last_names_things,
    may_number_names,
    words_of,
)
from authoring.seeds.dictionary.units import unit_of_header

MOST_NAMED = 4
"""Columns that a note names."""
_KINDS = RelationKind
_WITH_DIGITS = re.compile(r"[^\W\d_]+\d[^\W_]*|\d+[^\W\d_]+")
_OF_NUMBERS = {ValueKind.AMOUNT, ValueKind.COUNT, ValueKind.UNKNOWN}
"""Kinds that rules give to whole numbers of which they know nothing but the name."""
_NAMING = {ColumnKind.IDENTIFIER, ColumnKind.CATEGORY, ColumnKind.TEXT}
_VOWEL = re.compile(r"[aeiouy]")
_FEWEST_LETTERS = 3
"""Letters that a word has at least; a plural has more, for ``gps`` is none."""


def propose_dictionary(profile: Profile) -> DataDictionary:
    """Return what rules tell of the tables of a profile whose relations were looked for."""
    relations = profile.relations or ()
    joins = [
        JoinEntry(
            left=join.left,
            left_columns=(join.left_column,),
            right=join.right,
            right_columns=(join.right_column,),
        )
        for join in profile.joins
    ]
    joins += [
        JoinEntry(
            left=relation.file,
            left_columns=relation.columns,
            right=relation.other_file,
            right_columns=relation.related,
            exceptions=relation.exceptions,
        )
        for relation in relations
        if relation.kind is _KINDS.JOIN
    ]
    tables = [
        _table(table, [relation for relation in relations if relation.file == table.file]) for table in profile.tables
    ]
    return DataDictionary(tables=tuple(tables), joins=tuple(joins))


def _table(table: TableProfile, relations: Sequence[Relation]) -> TableEntry:
    moments = {column.name for column in table.columns if column.is_moment}
    # That no two rows are of one second is chance, and names none of them.
    keys = [relation for relation in relations if not moments.issuperset(relation.columns)]
    key = _first(keys, _KINDS.KEY)
    panel = _first(relations, _KINDS.PANEL)
    order = _first(relations, _KINDS.SORTED)
    entity = panel.columns if panel else ()
    columns = [
        _column(table, index, relations, {*entity, *(key.columns if key else ())})
        for index in range(len(table.columns))
    ]
    times = {column.name for column in columns if column.kind in {ValueKind.DATE, ValueKind.PERIOD}}
    row, rows = nouns_of_file(table.file)
    return TableEntry(
        file=table.file,
        row=row,
        rows=rows,
        key=key.columns if key else (),
        entity=entity,
        time=panel.related if panel else tuple(name for name in (key.columns if key else ()) if name in times),
        gaps=panel.exceptions if panel else None,
        # Rows in the order of time can be compared with the row before; another order only says how they are kept.
        ordered=True if order and times.issuperset(order.columns) else None,
        ordered_by=order.columns if order else (),
        columns=tuple(columns),
    )


def _first(relations: Sequence[Relation], kind: RelationKind) -> Relation | None:
    return next((relation for relation in relations if relation.kind is kind), None)


def _column(table: TableProfile, index: int, relations: Sequence[Relation], names_rows: set[str]) -> ColumnEntry:
    profile = table.columns[index]
    # What is no number has no unit, whatever its header says.
    name, unit = profile.name, "" if profile.is_text else unit_of_header(profile.name)
    about = [relation for relation in relations if relation.columns and name in relation.columns]
    is_counter = any(relation.kind is _KINDS.COUNTER for relation in about)
    calendars = [relation for relation in about if relation.kind is _KINDS.CALENDAR]
    # A number that no two rows share, under the name of one that stands for things, names the rows.
    is_entity = name in names_rows or (profile.distinct == table.rows and last_names_things(name))
    kind = ValueKind.IDENTIFIER if is_counter else kind_of(profile, unit=unit, is_entity=is_entity)
    # Of 123188 and 10189, the last and the first day of two years, neither a mean nor a difference is one of dates.
    kind = ValueKind.CODE if any(relation.kind is _KINDS.DATE_NUMBER for relation in about) else kind
    # A year with decimals says when a row was, as a whole year does.
    kind = ValueKind.PERIOD if any(relation.columns == (name,) for relation in calendars) else kind
    if kind in _OF_NUMBERS and not unit and _stands_for_names(table, profile, relations):
        kind = ValueKind.CODE
    levels: tuple[LevelMeaning, ...] = ()
    if kind is ValueKind.ORDINAL and profile.is_text:
        levels = tuple(
            LevelMeaning(value=v, meaning="") for v in in_order(tuple(level.value for level in profile.levels))
        )
    calculated = next((r for r in about if r.kind in {_KINDS.DERIVED, _KINDS.LAG, _KINDS.DUMMY}), None)
    return ColumnEntry(
        name=name,
        kind=kind,
        unit=unit,
        levels=levels,
        nested_in=tuple(outer for r in about if r.kind is _KINDS.NESTED for outer in r.related),
        derived_from=calculated.related if calculated else (),
        formula=_formula(calculated) if calculated else "",
        same_as=next((r.related[0] for r in about if r.kind is _KINDS.SAME), ""),
        missing=tuple(value for r in about if r.kind is _KINDS.SENTINEL for value in r.values),
        notes=tuple(_notes(about, name)),
    )


def _stands_for_names(table: TableProfile, column: ColumnProfile, relations: Sequence[Relation]) -> bool:
    """Return whether whole numbers are codes of what a text of the same table names, one number for each name."""
    if column.decimals != 0 or column.is_text:
        return False
    names = {other.name for other in table.columns if other.kind in _NAMING and other.is_text}
    pairs = {(r.columns[0], *r.related) for r in relations if r.kind in {_KINDS.NESTED, _KINDS.SAME} and r.columns}
    # What says the same is told once, in either order.
    pairs |= {(*r.related, r.columns[0]) for r in relations if r.kind is _KINDS.SAME and r.columns}
    if any((column.name, name) in pairs and (name, column.name) in pairs for name in names):
        return may_number_names(column)
    # Of what names each row by itself no relation is told, for that would say nothing: an amount may differ in each.
    is_unique = column.distinct == table.rows - column.missing
    return is_unique and any((name,) in table.keys for name in names) and is_called_code(column.name)


def _formula(relation: Relation) -> str:
    if relation.kind is _KINDS.DUMMY:
        return f"{relation.related[0]} == {relation.values[0]!r}"
    return relation.formula


def _notes(relations: Sequence[Relation], name: str) -> list[str]:
    notes = []
    for relation in relations:
        if relation.kind is _KINDS.HEAPED:
            notes.append(f"mostly rounded to {relation.formula}")
        elif relation.kind is _KINDS.DATE_NUMBER:
            notes.append(f"dates written as numbers, {relation.formula}")
        elif relation.kind is _KINDS.CALENDAR and relation.columns == (name,):
            notes.append(f"years with decimals, one {relation.formula} a row")
        elif relation.kind is _KINDS.TOP_CODED:
            notes.append(
                f"{relation.values[0]} may mean {relation.values[0]} or more ({counted(relation.count, 'row')})"
            )
        elif relation.kind is _KINDS.COMPOSITION:
            related = [column for column in relation.columns if column != name]
            rest = f" and {len(related) - MOST_NAMED} more" if len(related) > MOST_NAMED else ""
            notes.append(f"adds up to {relation.formula} with {', '.join(related[:MOST_NAMED])}{rest}")
        elif relation.exceptions and relation.kind in {_KINDS.DERIVED, _KINDS.LAG, _KINDS.NESTED}:
            rule = "the formula" if relation.formula else f"one {relation.related[0]} each"
            verb = "is an exception to" if relation.exceptions == 1 else "are exceptions to"
            notes.append(f"{counted(relation.exceptions, 'row')} {verb} {rule}")
        elif relation.kind is _KINDS.COUNTER:
            notes.append("only counts the rows")
    return notes


def nouns_of_file(file: str) -> tuple[str, str]:
    """Return what a file's name calls one row and several: ``penguin`` and ``penguins``; empty where it names none.

    What is written together with digits, or cannot be spoken, is an abbreviation: ``cps1985`` holds no ``cps``.
    """
    stem = file.rpartition("/")[2].partition(".")[0]
    words = [word for word in words_of(_WITH_DIGITS.sub(" ", stem)) if word.isalpha() and len(word) >= _FEWEST_LETTERS]
    plural = words[-1] if words else ""
    if len(plural) <= _FEWEST_LETTERS or not _VOWEL.search(plural):
        return "", ""
    if plural in {"data", "news", "series", "sales", "statistics", "stats", "species", "goods"} or not plural.endswith(
        "s"
    ):
        return "", ""
    if plural.endswith(("ss", "us", "is", "ics")):
        return "", ""
    for ending, replacement in (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("s", "")):
        if plural.endswith(ending):
            return plural.removesuffix(ending) + replacement, plural
    return "", ""
