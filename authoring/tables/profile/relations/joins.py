"""Tables that fit together in several columns, or nearly: a few rows may find no partner."""

from collections.abc import Collection
from itertools import islice
from typing import Any

import numpy as np
import pandas as pd

from authoring.tables.profile.kinds import words_of
from authoring.tables.profile.relations.relation import CodedTable, TableRelation, is_countable, is_time

MAX_TABLE_PAIRS = 10_000
_SHARE = 0.8
"""Share of rows that have to find a partner by columns of the same name."""
_TEXT_SHARE = 0.95
"""The same by texts in columns of other names."""
_MIN_LEVELS = 8
_FIRST_LEVELS = 20
_MAX_SPARSE_KEYS = 5
"""Columns with gaps of a table that others may lead to."""


def find_partial_joins(
    tables: list[CodedTable], keys: dict[str, list[tuple[str, ...]]], joins: list[dict[str, Any]]
) -> list[TableRelation]:
    """Return joins that the exact search cannot find.

    Args:
        tables: all of a seed.
        keys: of each table by its file name.
        joins: those of single columns in which every row finds a partner.
    """
    relations: list[TableRelation] = []
    joined: set[tuple[str, ...]] = {(join["left"], join["left_column"], join["right"]) for join in joins}
    # The same two columns are no second join the other way round.
    joined |= {(join["right"], join["right_column"], join["left"], join["left_column"]) for join in joins}
    pairs = [(left, right) for left in tables for right in tables if left is not right][:MAX_TABLE_PAIRS]
    for left, right in pairs:
        for key in keys.get(right.table.name, []):
            if len(key) > 1:
                relations += [relation for relation in [_composite(left, right, key)] if relation is not None]
            else:
                relations += _single(left, right, key[0], joined)
    linked = {frozenset((join["left"], join["right"])) for join in joins}
    linked |= {frozenset((relation.file, relation.other_file)) for relation in relations}
    for left, right in pairs:
        sparse = _to_sparse_key(left, right, is_linked=frozenset((left.table.name, right.table.name)) in linked)
        # The same two columns are no second join the other way round.
        linked |= {frozenset((relation.file, relation.other_file)) for relation in sparse}
        relations += sparse
    return relations


def _composite(left: CodedTable, right: CodedTable, key: tuple[str, ...]) -> TableRelation | None:
    names = [_same_name(left, name) for name in key]
    if any(name == "" for name in names):
        return None
    # Keys that are themselves only times join anything with anything.
    by_name = {column["name"]: column for column in right.columns}
    if all(is_time(right, by_name[name]) for name in key) and left.rows <= right.rows:
        return None
    own = left.table.frame[names].dropna()
    own.columns = pd.Index(key)
    partner = right.table.frame[list(key)]
    if any(own[name].dtype.kind != partner[name].dtype.kind for name in key):
        return None
    key_values = pd.MultiIndex.from_frame(partner.drop_duplicates())
    share = float(pd.MultiIndex.from_frame(own).isin(key_values).mean()) if len(own) else 0.0
    if share < _SHARE:
        return None
    return _relation(left, right, tuple(names), key, round((1 - share) * len(own)))


def _single(left: CodedTable, right: CodedTable, key: str, joined: Collection[tuple[str, ...]]) -> list[TableRelation]:
    """Return the columns of which nearly all rows find a partner: one of the same name, else texts of any name."""
    key_profile = _profile(right, key)
    if key_profile["distinct"] < _MIN_LEVELS or not is_countable(right.table, key_profile):
        return []
    key_values = right.counts(key).keys()
    relations = []
    for column in left.columns:
        name = column["name"]
        pair = (left.table.name, name, right.table.name)
        if pair in joined or (*pair, key) in joined:
            continue
        same = bool(words_of(name)) and words_of(name) == words_of(key)
        if column["is_text"] != key_profile["is_text"] or not is_countable(left.table, column):
            continue
        if not same and (not column["is_text"] or column["distinct"] < _MIN_LEVELS):
            continue
        levels = left.counts(name)
        # The most frequent values rule out nearly all columns of other things.
        if not any(level in key_values for level in islice(levels, _FIRST_LEVELS)):
            continue
        share = sum(times for level, times in levels.items() if level in key_values) / max(levels.total(), 1)
        if share >= (_SHARE if same else _TEXT_SHARE):
            exceptions = round((1 - share) * (left.rows - int(column["missing"])))
            relations.append(_relation(left, right, (name,), (key,), exceptions))
    return relations


def _to_sparse_key(left: CodedTable, right: CodedTable, *, is_linked: bool) -> list[TableRelation]:
    """Return the join to a column that names no row twice, and some not at all; empty where there is none.

    Args:
        left: the table that leads.
        right: the table that it leads to.
        is_linked: whether a join of the two tables is there already. A second one, which no key vouches for, is chance.
    """
    if is_linked:
        return []
    sparse = [
        column
        for column in right.columns
        if column["kind"] in {"identifier", "category", "text"}
        and column["missing"]
        and column["distinct"] == right.rows - column["missing"]
    ]
    # Of columns that are led to alike, such as several lists of abbreviations, the fullest is what they all stand for.
    sparse.sort(key=lambda column: int(column["missing"]))
    fitting = [
        relation for column in sparse[:_MAX_SPARSE_KEYS] for relation in _single(left, right, column["name"], ())
    ]
    return sorted(fitting, key=lambda relation: relation.exceptions)[:1]


def _profile(table: CodedTable, name: str) -> dict[str, Any]:
    return next(column for column in table.columns if column["name"] == name)


def _same_name(table: CodedTable, name: str) -> str:
    words = words_of(name)
    return next((c["name"] for c in table.columns if c["name"] == name or (words and words_of(c["name"]) == words)), "")


def _relation(
    left: CodedTable, right: CodedTable, columns: tuple[str, ...], key: tuple[str, ...], exceptions: int
) -> TableRelation:
    return TableRelation(
        "join", columns, key, exceptions=int(np.int64(exceptions)), file=left.table.name, other_file=right.table.name
    )
