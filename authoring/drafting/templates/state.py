"""The state of a session before a problem: the table as cleaned so far, and the outputs of earlier problems."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations, product
from types import MappingProxyType
from typing import Any

from authoring.drafting.templates.columns import Column
from authoring.drafting.templates.header import TemplateEffects
from authoring.drafting.templates.roles import roles_of
from authoring.drafting.templates.session_table import SessionTable
from authoring.drafting.templates.tidying import TableFacts, facts_after
from authoring.records.dictionary import DataDictionary, JoinEntry
from authoring.records.profile import (
    ColumnKind,
    ColumnProfile,
    LevelCount,
    Profile,
    Relation,
    RelationKind,
    TableProfile,
    TidiedTable,
)

# Relations between columns that make a question about both of them senseless: one tells the other.
_TELLING = frozenset(
    {
        RelationKind.SAME,
        RelationKind.NESTED,
        RelationKind.DUMMY,
        RelationKind.DERIVED,
        RelationKind.LAG,
        RelationKind.COMPOSITION,
    }
)
_EMPTY: Mapping[str, Any] = MappingProxyType({})
_GAMES = frozenset({"w", "win", "wins", "won", "l", "loss", "losses", "lost", "g", "games", "gp", "played"})
# Columns of a slot beyond which a problem is about the table rather than about them.
_MOST_SUBJECTS = 3


@dataclass(frozen=True, slots=True)
class Partner:
    """A second table that fits the session's table."""

    table: SessionTable
    keys: tuple[Column, ...]
    """The columns of the session's table that point into the partner together."""
    partner_keys: tuple[Column, ...]
    """The columns of the partner that name a row of it together."""
    coverage: float
    """Share of the rows that find a partner, from 0 to 1."""

    @property
    def key(self) -> Column:
        """The first of the columns that point into the partner, which is the only one of most."""
        return self.keys[0]

    @property
    def partner_key(self) -> Column:
        """The first of the partner's columns."""
        return self.partner_keys[0]


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
    """How many templates were about each column."""
    preferred: frozenset[str] = frozenset()
    """Columns that problems should rather be about."""

    def after(
        self, effects: TemplateEffects, filling: Mapping[str, Any], outputs: Mapping[str, Mapping[str, Any]]
    ) -> "State":
        """Return what the session holds when a template's problems have run."""
        groups = [_columns(value) for value in filling.values()]
        # Of what is asked of many columns at once none is the subject.
        used = [column for group in groups if len(group) <= _MOST_SUBJECTS for column in group]
        names = {column.name for column in used if not column.derived}
        uses = {**self.uses, **{name: self.uses.get(name, 0) + 1 for name in names}}
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
    table = _tidied(table, frozenset(columns_in(effects.tidy)))
    labels = {filling[slot].name: label for slot, label in effects.fill_with.items()}
    # At most: a row may miss several of the values, or be a duplicate as well, and goes only once.
    lost = sum(column.missing for column in incomplete.values()) + effects.drop_duplicates * table.duplicates
    if not (lost or dropped or dates or complete or labels or effects.add or effects.drop_duplicates):
        # Most problems only look: of wide tables a copy for each takes longer than all else.
        return table
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


def _tidied(table: SessionTable, names: frozenset[str]) -> SessionTable:
    """Return a table with some columns tidied; of the others it may be known anew what they are for."""
    facts = facts_after(table, names) if names else None
    if facts is None:
        return table
    fresh = _table_of(facts, table.tidied)
    columns = []
    for column in table.columns:
        new = fresh.column(column.name)
        if new is None:
            columns.append(column)
        elif column.name in names:
            columns.append(replace(new, tidying=None).without(column.lost))
        else:
            columns.append(replace(column, roles=new.roles, related=new.related))
    return replace(table, columns=tuple(columns), entry=facts.entry, profile=facts.profile, relations=facts.relations)


def _labelled(column: Column, label: str) -> Column:
    levels = (*column.profile.levels, LevelCount(value=label, count=column.missing)) if column.profile.levels else ()
    return column.changed(missing=0, distinct=column.distinct + 1, levels=levels)


def tidied_column(table: SessionTable, column: Column) -> Column:
    """Return a column as it is once it is tidied."""
    return _tidied(table, frozenset({column.name})).column(column.name) or column


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


def beginning(profile: Profile, main: TableProfile, *, about: Iterable[str] = ()) -> State:
    """Return the state of a session that has read nothing.

    Args:
        profile: of the data.
        main: will be the session's table.
        about: columns that problems should rather be about.
    """
    tables = {table.file: _table(table, profile) for table in profile.tables}
    left = tables[main.file]
    return State(
        table=left,
        other_tables=tuple(table for file, table in tables.items() if file != main.file),
        partners=tuple(
            partner for join in _joins(profile, main.file) if (partner := _partner(tables, *join)) is not None
        ),
        preferred=frozenset(about),
    )


def _joins(profile: Profile, file: str) -> list[tuple[JoinEntry, float]]:
    """Return the joins that lead away from a table, each with the share of rows that find a partner."""
    joins = [
        (
            JoinEntry(
                left=file, left_columns=(join.left_column,), right=join.right, right_columns=(join.right_column,)
            ),
            join.coverage,
        )
        for join in profile.joins
        if join.left == file != join.right
    ]
    # What the dictionary adds is taken where it leads to a key; its exceptions are rows that find no partner.
    rows = max(next(table.rows for table in profile.tables if table.file == file), 1)
    single_keys = {
        (table.file, column.name)
        for table in profile.tables
        for column in table.columns
        if column.distinct == table.rows
    }
    known = {(join.right, join.left_columns) for join, _ in joins}
    joins += [
        (join, 1 - join.exceptions / rows)
        for join in (profile.dictionary or DataDictionary()).joins
        if join.left == file != join.right
        and (join.right, join.left_columns) not in known
        and (len(join.right_columns) > 1 or (join.right, *join.right_columns) in single_keys)
    ]
    return joins


def _table(profile: TableProfile, data: Profile) -> SessionTable:
    entry = data.dictionary.table(profile.file) if data.dictionary else None
    relations = tuple(relation for relation in data.relations or () if relation.file == profile.file)
    tidied = next((table for table in data.tidied or () if table.file == profile.file), None)
    return _table_of(TableFacts(profile, entry, relations), tidied)


def _table_of(facts: TableFacts, tidied: TidiedTable | None) -> SessionTable:
    profile, entry, relations = facts.profile, facts.entry, facts.relations
    entries = {column.name: column for column in entry.columns} if entry else {}
    steps = {step.name: step for step in tidied.steps} if tidied else {}
    whole = {column.name for column in profile.columns if column.decimals == 0}
    related, roles = _related(relations, whole), roles_of(profile, entry, relations)
    told_by_name = (_named_by_levels(profile), _won_and_lost(profile))
    # A histogram counts finite values only, so where rows are left over some value is infinite.
    columns = tuple(
        Column(
            column,
            profile.rows,
            finite=not column.histogram or sum(column.histogram) + column.missing == profile.rows,
            entry=entries.get(column.name),
            sorts=entry is not None and column.name in entry.ordered_by[:1],
            related=frozenset().union(*(pairs.get(column.name, ()) for pairs in (related, *told_by_name))),
            roles=roles.get(column.name, frozenset()),
            tidying=steps.get(column.name),
        )
        for column in profile.columns
    )
    return SessionTable(
        profile.file,
        profile.reader,
        profile.rows,
        profile.duplicate_rows,
        columns,
        profile.keys,
        entry=entry,
        profile=profile,
        relations=relations,
        tidied=tidied,
    )


def _named_by_levels(profile: TableProfile) -> dict[str, set[str]]:
    """Return for columns whose names are levels of a category that category, and for the category these columns.

    Such a category most often names the largest of them, as the winner does among the votes for each party.
    """
    names = {column.name for column in profile.columns}
    members = {
        column.name: names.intersection(level.value for level in column.levels) - {column.name}
        for column in profile.columns
        if column.is_text
    }
    related = {name: set(columns) for name, columns in members.items() if len(columns) > 1}
    for name, columns in list(related.items()):
        for member in columns:
            related.setdefault(member, set()).add(name)
    return related


def _won_and_lost(profile: TableProfile) -> dict[str, set[str]]:
    """Return for the numbers of games won, lost and played the other two: of some, few are drawn."""
    games = {column.name for column in profile.columns if column.decimals == 0 and column.name.casefold() in _GAMES}
    names = {name.casefold() for name in games}
    # Two letters may be a width and a length.
    is_lost = names != {"w", "l"} and any(name.startswith("l") for name in names)
    return {name: games - {name} for name in games} if is_lost else {}


def _related(relations: Iterable[Relation], whole: Collection[str]) -> dict[str, set[str]]:
    """Return for each column those that tell it, or that it tells; some columns are of whole numbers."""
    relations = tuple(relations)
    related: dict[str, set[str]] = {}
    twins: dict[str, set[str]] = {}
    for relation in relations:
        if relation.kind not in _TELLING:
            continue
        if relation.kind is RelationKind.COMPOSITION:
            pairs = list(permutations(relation.columns, 2))
        else:
            # The parts of a total tell it, and nothing of each other.
            pairs = list(product(relation.columns, relation.related))
            # Of a count and its share of another count, any two say what the third is.
            if _is_share_turned_round(relation, whole):
                pairs.append((relation.related[0], relation.related[1]))
            pairs += [(second, first) for first, second in pairs]
        for first, second in pairs:
            related.setdefault(first, set()).add(second)
            # What follows from one column by a formula is that column on another scale.
            if relation.kind in {RelationKind.SAME, RelationKind.DUMMY} or (
                relation.kind is RelationKind.DERIVED and not relation.related[1:]
            ):
                twins.setdefault(first, set()).add(second)
    # A class that an amount tells, as a body mass index tells obesity, is told by what that is calculated from.
    calculated = {
        relation.columns[0]: relation.related for relation in relations if relation.kind is RelationKind.DERIVED
    }
    for relation in relations:
        if relation.kind is RelationKind.NESTED and not relation.columns[1:]:
            for name, source in product(relation.related, calculated.get(relation.columns[0], ())):
                related.setdefault(name, set()).add(source)
                related.setdefault(source, set()).add(name)
    # What tells a twin of a column tells the column, too: so do two flags of one category.
    return {
        name: neighbours.union(*(related[twin] for twin in twins.get(name, ()))) - {name}
        for name, neighbours in related.items()
    }


def _is_share_turned_round(relation: Relation, whole: Collection[str]) -> bool:
    """Return whether a formula divides a count by its share, and gives the other count."""
    match relation.related:
        case (count, share) if relation.kind is RelationKind.DERIVED and " / " in relation.formula:
            return {relation.columns[0], count} <= {*whole} and share not in whole
    return False


def _partner(tables: Mapping[str, SessionTable], join: JoinEntry, coverage: float) -> Partner | None:
    if join.left not in tables or join.right not in tables:
        return None
    left, right = tables[join.left], tables[join.right]
    keys = tuple(column for name in join.left_columns if (column := left.column(name)) is not None)
    partner_keys = tuple(column for name in join.right_columns if (column := right.column(name)) is not None)
    complete = len(keys) == len(join.left_columns) and len(partner_keys) == len(join.right_columns)
    return Partner(right, keys, partner_keys, coverage) if complete and keys else None
