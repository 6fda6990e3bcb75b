"""Statements laid over what rules propose: whoever says more comes first, and every field keeps who said it."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from authoring.records.dictionary import (
    ColumnEntry,
    DataDictionary,
    JoinEntry,
    LevelMeaning,
    Origin,
    StatementSource,
    TableEntry,
)
from authoring.records.profile import Profile, TidiedTable
from authoring.records.seed import Seed
from authoring.seeds.dictionary.proposal import propose_dictionary

Entry = TypeVar("Entry", TableEntry, ColumnEntry)
RANK = {origin: rank for rank, origin in enumerate(Origin)}
NO_STATEMENTS = frozenset({"name", "file", "columns", "sources"})
"""Fields that say which entry it is, and those that hold others."""


def with_dictionary(profile: Profile, seed: Seed) -> Profile:
    """Return a profile with what rules and the seed's own statements tell; without relations, as it is."""
    if profile.relations is None:
        return profile
    stated = seed.dictionary or DataDictionary()
    update: dict[str, object] = {"dictionary": overlaid(propose_dictionary(profile), stated)}
    if profile.tidied is not None:
        update["tidied"] = tuple(_with_entry(table, profile, stated) for table in profile.tidied)
    return profile.model_copy(update=update)


def _with_entry(tidied: TidiedTable, profile: Profile, stated: DataDictionary) -> TidiedTable:
    """Return a tidied table with what rules and statements tell of it; marks that were made missing are none."""
    alone = Profile(seed=profile.seed, tables=(tidied.table,), relations=tidied.relations)
    entry = overlaid(propose_dictionary(alone), stated).table(tidied.file)
    names = {step.name for step in tidied.steps}
    if entry is None:
        return tidied
    columns = tuple(
        column.model_copy(update={"missing": ()}) if column.name in names else column for column in entry.columns
    )
    return tidied.model_copy(update={"entry": entry.model_copy(update={"columns": columns})})


def overlaid(base: DataDictionary, overlay: DataDictionary) -> DataDictionary:
    """Return a dictionary whose fields are those of `above` where it states them, else those of `below`.

    Statements about columns and tables that `below` does not have are left out: they are about other data.
    """
    tables = []
    for table in base.tables:
        stated = overlay.table(table.file)
        tables.append(table if stated is None else _with_columns(_merged(table, stated), stated))
    return base.model_copy(update={"tables": tuple(tables), "joins": all_joins(base.joins, overlay.joins)})


def all_joins(first: Sequence[JoinEntry], second: Sequence[JoinEntry]) -> tuple[JoinEntry, ...]:
    """Return the joins of two dictionaries; of one that both have, the first, whose exceptions were counted."""
    ends = {join.ends for join in first}
    return (*first, *(join for join in second if join.ends not in ends))


def _with_columns(table: TableEntry, stated: TableEntry) -> TableEntry:
    entries = {column.name: column for column in stated.columns}
    columns = [_merged(column, entries[column.name]) if column.name in entries else column for column in table.columns]
    return table.model_copy(update={"columns": tuple(columns)})


def combined(first: DataDictionary, second: DataDictionary) -> DataDictionary:
    """Return the statements of two dictionaries; of two about one field the one of higher rank."""
    tables = {table.file: table for table in first.tables}
    for table in second.tables:
        present = tables.get(table.file)
        if present is None:
            tables[table.file] = table
            continue
        columns = {column.name: column for column in present.columns}
        for column in table.columns:
            columns[column.name] = _merged(columns[column.name], column) if column.name in columns else column
        tables[table.file] = _merged(present, table).model_copy(update={"columns": tuple(columns.values())})
    return DataDictionary(tables=tuple(tables.values()), joins=all_joins(first.joins, second.joins))


def _merged(base: Entry, overlay: Entry) -> Entry:
    sources = {source.field: source for source in base.sources}
    update: dict[str, object] = {}
    for source in stated_fields(overlay):
        present = sources.get(source.field)
        if present is None or RANK[source.origin] >= RANK[present.origin]:
            update[source.field] = getattr(overlay, source.field)
            sources[source.field] = source
    ordered = tuple(sources[field] for field in type(base).model_fields if field in sources)
    return base.model_copy(update={**update, "sources": ordered})


def stated_fields(entry: TableEntry | ColumnEntry) -> tuple[StatementSource, ...]:
    """Return the fields that an entry of a seed states; a person wrote those of which it does not say who did."""
    sources = {source.field: source for source in entry.sources if source.field in type(entry).model_fields}
    written = [
        field
        for field, info in type(entry).model_fields.items()
        if field not in NO_STATEMENTS and getattr(entry, field) != info.default
    ]
    for field in written:
        sources.setdefault(field, StatementSource(field=field, origin=Origin.PERSON))
    return tuple(source for field, source in sources.items() if field not in NO_STATEMENTS)


def origin_of(entry: TableEntry | ColumnEntry, field: str) -> StatementSource:
    """Return where a field of an entry comes from."""
    present = (source for source in entry.sources if source.field == field)
    return next(present, StatementSource(field=field, origin=Origin.RULE))


def statement_changes(before: DataDictionary | None, after: DataDictionary | None) -> tuple[tuple[str, str, str], ...]:
    """Return the statements that differ: what each is about, as it was and as it is, empty where it is none."""
    old, new = _flat(before or DataDictionary()), _flat(after or DataDictionary())
    return tuple((key, old.get(key, ""), new.get(key, "")) for key in {**old, **new} if old.get(key) != new.get(key))


def _flat(dictionary: DataDictionary) -> dict[str, str]:
    statements: dict[str, str] = {}
    for join in dictionary.joins:
        key = f"{join.left} {' + '.join(join.left_columns)} join"
        target = f"{join.right}:{' + '.join(join.right_columns)}"
        statements[key] = f"{statements[key]}, {target}" if key in statements else target
    for table in dictionary.tables:
        entries: list[tuple[str, TableEntry | ColumnEntry]] = [(table.file, table)]
        entries += [(f"{table.file} {column.name}", column) for column in table.columns]
        for prefix, entry in entries:
            for source in stated_fields(entry):
                agreement = "" if source.agreed_by else " (a guess)"
                statements[f"{prefix} {source.field}"] = value_text(getattr(entry, source.field)) + agreement
    return statements


def value_text(value: object) -> str:
    """Return the value of a field in words."""
    if isinstance(value, LevelMeaning):
        return f"{value.value}: {value.meaning}" if value.meaning else value.value
    if isinstance(value, tuple):
        return ", ".join(map(value_text, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "unknown" if value is None else str(value)


def changed_entries(
    dictionary: DataDictionary, file: str, change: Callable[[TableEntry], TableEntry]
) -> DataDictionary:
    """Return a dictionary with the entry of a table changed; it is made where there is none."""
    table = dictionary.table(file) or TableEntry(file=file)
    remaining: Iterable[TableEntry] = (entry for entry in dictionary.tables if entry.file != file)
    return dictionary.model_copy(update={"tables": (*remaining, change(table))})
