"""The state of a session before a problem: the table as cleaned so far, and the outputs of earlier problems."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from authoring.drafting.templates.columns import Column, SessionTable
from authoring.drafting.templates.header import TemplateEffects
from authoring.records.profile import ColumnKind, ColumnProfile, Join, LevelCount, Profile, TableProfile

_EMPTY: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Partner:
    """A second table that fits the session's table."""

    table: SessionTable
    key: Column
    """The column of the session's table that points into the partner."""
    partner_key: Column
    """The column of the partner that holds each value once."""
    coverage: float
    """Share of the rows that find a partner, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class State:
    """What a session holds before a problem."""

    table: SessionTable
    other_tables: tuple[SessionTable, ...] = ()
    """The seed's other tables."""
    partners: tuple[Partner, ...] = ()
    outputs: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: _EMPTY)
    """What earlier templates gave, by name."""
    uses: Mapping[str, int] = field(default_factory=lambda: _EMPTY)
    """How often each column has filled a slot."""

    def after(
        self, effects: TemplateEffects, filling: Mapping[str, Any], outputs: Mapping[str, Mapping[str, Any]]
    ) -> "State":
        """Return what the session holds when a template's problems have run."""
        used = [column.name for value in filling.values() for column in _columns(value) if not column.derived]
        uses = {**self.uses, **{name: self.uses.get(name, 0) + used.count(name) for name in used}}
        table = _changed(self.table, effects, filling)
        return replace(self, table=table, outputs={**self.outputs, **outputs}, uses=uses)


def _columns(value: object) -> tuple[Column, ...]:
    if isinstance(value, Column):
        return (value,)
    return tuple(item for item in value if isinstance(item, Column)) if isinstance(value, tuple) else ()


def _changed(table: SessionTable, effects: TemplateEffects, filling: Mapping[str, Any]) -> SessionTable:
    def columns_in(slots: tuple[str, ...]) -> dict[str, Column]:
        return {column.name: column for slot in slots for column in _columns(filling[slot])}

    incomplete, dropped, dates = (
        columns_in(effects.drop_rows_missing),
        columns_in(effects.drop_columns),
        columns_in(effects.parse_dates),
    )
    complete = {**incomplete, **columns_in(effects.fill)}
    labels = {filling[slot].name: label for slot, label in effects.fill_with.items()}
    # At most: a row may miss several of the values, or be a duplicate as well, and goes only once.
    lost = sum(column.missing for column in incomplete.values()) + effects.drop_duplicates * table.duplicates
    columns = []
    for column in table.columns:
        if column.name in dropped:
            continue
        new = column.without(lost)
        if column.name in labels:
            new = _labelled(new, labels[column.name])
        if column.name in complete:
            new = new.changed(missing=0)
        if column.name in dates:
            new = new.changed(dtype="datetime64[us]", is_text=False)
        columns.append(new)
    # Bounds count from the file's rows, so an added column counts from them as well.
    columns += [replace(filling[name], rows=table.rows) for name in effects.add]
    duplicates = 0 if effects.drop_duplicates else table.duplicates
    return replace(table, columns=tuple(columns), duplicates=duplicates, lost=table.lost + lost)


def _labelled(column: Column, label: str) -> Column:
    levels = (*column.profile.levels, LevelCount(value=label, count=column.missing)) if column.profile.levels else ()
    return column.changed(missing=0, distinct=column.distinct + 1, levels=levels)


def new_column(table: SessionTable, name: str, levels: tuple[str, ...] = ()) -> Column:
    """Return a column that a problem will add, under a name that the table does not have."""
    number, free = 2, name
    while free in table.names:
        free, number = f"{name}_{number}", number + 1
    level_records = tuple(LevelCount(value=level, count=0) for level in levels)
    profile = ColumnProfile(
        name=free,
        kind=ColumnKind.CATEGORY,
        dtype="str",
        missing=0,
        distinct=len(levels),
        levels=level_records,
        is_text=True,
    )
    return Column(profile, table.rows, derived=True)


def beginning(profile: Profile, main: TableProfile) -> State:
    """Return the state of a session that has read nothing; `main` will be its table."""
    tables = {table.file: _table(table) for table in profile.tables}
    return State(
        table=tables[main.file],
        other_tables=tuple(table for file, table in tables.items() if file != main.file),
        partners=tuple(
            partner
            for join in profile.joins
            if join.left == main.file and join.right != main.file
            if (partner := _partner(tables, join)) is not None
        ),
    )


def _table(profile: TableProfile) -> SessionTable:
    # A histogram counts finite values only, so where rows are left over some value is infinite.
    columns = tuple(
        Column(
            column, profile.rows, finite=not column.histogram or sum(column.histogram) + column.missing == profile.rows
        )
        for column in profile.columns
    )
    return SessionTable(profile.file, profile.reader, profile.rows, profile.duplicate_rows, columns, profile.keys)


def _partner(tables: Mapping[str, SessionTable], join: Join) -> Partner | None:
    right = tables[join.right]
    key = next((column for column in tables[join.left].columns if column.name == join.left_column), None)
    partner_key = next((column for column in right.columns if column.name == join.right_column), None)
    if key is None or partner_key is None:
        return None
    return Partner(right, key, partner_key, join.coverage)
