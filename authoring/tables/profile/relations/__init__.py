"""Relations between the columns of tables, found by rules; computed inside the sandbox, as the profile is.

Keys, panels and order are in `panels`, series by months and quarters in `calendars`, columns that follow from another
one in `dependence`, calculations in `arithmetic` and `sequences`, flags of a comparison in `thresholds`, ranges of an
amount in `bands`, values that stand for something else in `marks`, tables that fit together in `joins`.
"""

from dataclasses import asdict, replace
from typing import Any

import numpy as np

from authoring.tables.profile.keys import Table
from authoring.tables.profile.relations.arithmetic import find_formulas
from authoring.tables.profile.relations.bands import find_bands
from authoring.tables.profile.relations.calendars import find_calendars
from authoring.tables.profile.relations.dependence import find_copies, find_dependences
from authoring.tables.profile.relations.joins import find_partial_joins
from authoring.tables.profile.relations.marks import find_marks
from authoring.tables.profile.relations.panels import combined_codes, find_row_relations
from authoring.tables.profile.relations.relation import CodedTable, TableRelation
from authoring.tables.profile.relations.sequences import find_date_parts, find_lags, find_ranks
from authoring.tables.profile.relations.thresholds import find_thresholds


def find_relations(tables: list[Table], joins: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the relations within each table and between tables, in the fields of `records.Relation`.

    Args:
        tables: profiled tables of one seed.
        joins: those of single columns that were found already.
    """
    relations: list[TableRelation] = []
    keys: dict[str, list[tuple[str, ...]]] = {}
    coded = [CodedTable(table) for table in tables]
    for table in coded:
        # Infinities and overflows of strange numbers are no relations, and nothing to be warned of.
        with np.errstate(all="ignore"):
            own = _of_table(table)
        keys[table.table.name] = [relation.columns for relation in own if relation.kind == "key"]
        relations += [replace(relation, file=table.table.name) for relation in own]
    relations += find_partial_joins(coded, keys, joins)
    return [asdict(relation) for relation in relations]


def _of_table(table: CodedTable) -> list[TableRelation]:
    rows = find_row_relations(table)
    calculated = find_formulas(table)
    entity = combined_codes(table, rows.entity) if rows.entity else None
    settled = {name for relation in calculated for name in relation.columns}
    calculated += [rank for rank in find_ranks(table) if not settled.intersection(rank.columns)]
    calculated += find_date_parts(table)
    dependences = find_dependences(table)
    dummies = {relation.columns[0] for relation in dependences if relation.kind == "dummy"}
    # In a panel, the flag of a year is the flag of the year before it, one row later.
    calculated += [lag for lag in find_lags(table, entity) if not dummies.intersection(lag.columns)]
    settled = {name for relation in calculated for name in relation.columns}
    repeated = {relation.columns[0] for relation in dependences if relation.kind == "same"}
    calculated += find_thresholds(table, dummies | repeated | settled, settled)
    known = {(relation.columns[0], relation.related[0]) for relation in dependences if relation.kind == "nested"}
    dependences += find_bands(table, {name for relation in calculated for name in relation.columns}, known)
    pairs = {(relation.columns[0], *relation.related) for relation in calculated if len(relation.related) == 1}
    # What a formula says of two columns says more than that one follows from the other.
    dependences = [
        relation
        for relation in dependences
        if not pairs.intersection(
            {(relation.columns[0], *relation.related), (relation.related[0], relation.columns[0])}
        )
    ]
    twins = {(*relation.columns, *relation.related) for relation in dependences if relation.kind == "same"}
    copies = [copy for copy in find_copies(table) if (*copy.columns, *copy.related) not in twins]
    return [*rows.relations, *copies, *dependences, *calculated, *find_marks(table), *find_calendars(table)]
