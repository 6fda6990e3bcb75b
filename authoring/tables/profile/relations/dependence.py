"""Columns that follow from another column: nested categories, attributes of entities, twins, dummies."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from authoring.tables.profile.numbers import as_text
from authoring.tables.profile.relations.relation import (
    FEW_LEVELS,
    CodedTable,
    TableRelation,
    is_countable,
    is_entity_name,
    is_time,
    names_entities,
    truth_of,
)

MAX_DETERMINANTS = 150
MAX_VISITS = 40_000_000
"""Rows that are looked at on the whole table, all candidates together."""
_SAMPLE_AGREEMENT = 0.95
_LEAST_EVIDENCE = 12.0
"""Repetitions that would disagree by chance, from which an exact dependence is none of chance."""
_APPROXIMATE_EVIDENCE = 60.0
_CHANGES = 0.06
"""The same as a share for what people and other things are followed by name: now and then it changes."""
_OFTEN = 4
"""Rows of each of them from which on something that changes so seldom is of the thing."""
_MIN_LEVELS = 2
_MIN_COPIED = 5
"""Distinct numbers from which two columns are not equal by chance."""


@dataclass(frozen=True, slots=True)
class FunctionalDependence:
    """How far a column follows from another one, over all rows in which both are there."""

    determinant: str
    dependent: str
    rows: int
    repeats: int
    """Rows beside the first of each value of the determinant: those that could disagree."""
    exceptions: int
    """Rows whose value is not the one that the determinant's value has most often."""
    chance: float
    """Share of pairs of rows that agree in the dependent column whatever the determinant says."""

    def holds(self, *, exactly: bool = False, tolerance: float = 0.02) -> bool:
        """Whether it is more than chance.

        Args:
            exactly: without an exception.
            tolerance: exceptions at most, as a share of the repetitions that would disagree by chance.
        """
        evidence = self.repeats * (1 - self.chance)
        if self.exceptions == 0:
            return evidence >= _LEAST_EVIDENCE
        return not exactly and evidence >= _APPROXIMATE_EVIDENCE and self.exceptions <= tolerance * evidence


def find_dependences(table: CodedTable) -> list[TableRelation]:
    """Return twins, nested columns and dummies; what follows by way of a third column is left out."""
    columns = [
        column
        for column in table.columns
        if column["distinct"] >= _MIN_LEVELS
        and column["kind"] not in {"empty", "constant"}
        and column["missing"] * 2 <= table.rows
        and is_countable(table.table, column)
    ]
    kinds = {column["name"]: column for column in table.columns}
    # Amounts that repeat may stand for things; with exceptions they are amounts that happen to go with something.
    holding = [
        d
        for d in _verified(table, columns)
        if d.holds(exactly=_is_amount(kinds[d.determinant]))
        or (_is_followed(table, kinds[d.determinant]) and d.holds(tolerance=_CHANGES))
    ]
    exact = {(d.determinant, d.dependent) for d in holding if d.exceptions == 0}
    twins = {(left, right) for left, right in exact if (right, left) in exact}
    order = {name: place for place, name in enumerate(kinds)}
    relations = [
        TableRelation("same", (right,), (left,))
        for left, right in sorted(twins, key=lambda pair: order[pair[0]])
        if order[left] < order[right]
        and not any((right, dependent) in twins and order[dependent] < order[left] for dependent in kinds)
    ]
    # Of twins the first stands for both.
    seconds = {relation.columns[0] for relation in relations}
    edges = {(d.determinant, d.dependent): d for d in holding if (d.determinant, d.dependent) not in twins}
    edges = {pair: d for pair, d in edges.items() if not seconds.intersection(pair)}
    dependents: dict[str, set[str]] = {}
    for left, right in edges:
        dependents.setdefault(left, set()).add(right)
    for (left, right), dependence in edges.items():
        if any(right in dependents.get(between, ()) for between in dependents[left]):
            continue
        level = _dummy_level(table, kinds[left], kinds[right]) if dependence.exceptions == 0 else ""
        if level:
            relations.append(TableRelation("dummy", (right,), (left,), values=(level,)))
        else:
            relations.append(TableRelation("nested", (left,), (right,), exceptions=dependence.exceptions))
    return relations


def find_copies(table: CodedTable) -> list[TableRelation]:
    """Return columns of numbers that repeat another one in every row, each with the first that it repeats."""
    originals: dict[tuple[object, ...], list[str]] = {}
    copies = []
    for column in table.columns:
        if column["is_text"] or column["distinct"] < _MIN_COPIED or not is_countable(table.table, column):
            continue
        # Columns that differ in one of these need not be compared.
        summary = tuple(column.get(key) for key in ("distinct", "missing", "minimum", "maximum", "mean"))
        candidates = originals.setdefault(summary, [])
        own = table.table.frame[column["name"]]
        original = next((name for name in candidates if own.equals(table.table.frame[name])), None)
        if original is None:
            candidates.append(column["name"])
        else:
            copies.append(TableRelation("same", (column["name"],), (original,)))
    return copies


def _verified(table: CodedTable, columns: list[dict[str, Any]]) -> list[FunctionalDependence]:
    """Return how far the candidates of the sample hold on all rows, the likeliest first where there are too many."""
    visits, verified = 0, list[FunctionalDependence]()
    for _, left, right in sorted(_candidates(table, columns), key=lambda candidate: candidate[0]):
        visits += table.rows
        if visits > MAX_VISITS:
            break
        verified.append(_dependence(table, left, right))
    return verified


def _candidates(table: CodedTable, columns: list[dict[str, Any]]) -> list[tuple[int, str, str]]:
    """Return pairs (place, determinant, dependent) that the sample does not rule out."""
    places = table.sample(len(columns))
    matrix = np.empty((places.size, len(columns)), dtype=np.int32)
    for index, column in enumerate(columns):
        matrix[:, index] = table.codes(column["name"])[places]
    determinants = [
        index
        for index, column in enumerate(columns)
        if column["distinct"] < table.rows - column["missing"]
        and (names_entities(column, table.rows) or _may_be_a_twin(table, column))
    ]
    # What names things, or has many levels, determines more than what has few.
    determinants.sort(key=lambda index: (not _names_things(columns[index]), -columns[index]["distinct"]))
    candidates = list[tuple[int, str, str]]()
    for index in determinants[:MAX_DETERMINANTS]:
        levels = columns[index]["distinct"]
        agreement = _agreement(matrix, index)
        for dependent in np.flatnonzero(agreement >= _SAMPLE_AGREEMENT):
            column = columns[int(dependent)]
            # A column cannot have more levels than the one that it follows from; errors may add a few.
            if int(dependent) == index or column["distinct"] > 1.1 * levels or _is_coincidence(columns[index], column):
                continue
            candidates.append(
                (
                    len(candidates) if column["kind"] in {"category", "flag", "identifier"} else 10**6,
                    columns[index]["name"],
                    column["name"],
                )
            )
    return candidates


def _names_things(column: dict[str, Any]) -> bool:
    return column["kind"] == "identifier" or is_entity_name(column["name"])


def _is_followed(table: CodedTable, column: dict[str, Any]) -> bool:
    """Return whether a column names people or things that have many rows each."""
    return is_entity_name(column["name"]) and _OFTEN * int(column["distinct"]) <= table.rows


def _is_amount(column: dict[str, Any]) -> bool:
    return column["kind"] == "amount" and not is_entity_name(column["name"])


def _may_be_a_twin(table: CodedTable, column: dict[str, Any]) -> bool:
    return column["kind"] == "flag" or is_time(table, column)


def _is_coincidence(left: dict[str, Any], right: dict[str, Any]) -> bool:
    """Whether a pair says nothing: from a flag follows only another flag, from numbers no class of numbers."""
    return left["kind"] == "flag" and right["kind"] not in {"flag", "category"}


def _agreement(matrix: npt.NDArray[np.int32], index: int) -> npt.NDArray[np.float64]:
    """Return for each column the share of neighbours within a value of one column that agree in it."""
    order = np.argsort(matrix[:, index], kind="stable")
    determinant = matrix[order, index]
    within = np.flatnonzero((determinant[1:] == determinant[:-1]) & (determinant[1:] >= 0))
    earlier, later = matrix[order[within]], matrix[order[within + 1]]
    filled = (earlier >= 0) & (later >= 0)
    agreeing = ((earlier == later) & filled).sum(axis=0)
    # Where nothing repeats, the sample rules nothing out.
    return np.where(filled.sum(axis=0) > 0, agreeing / np.maximum(filled.sum(axis=0), 1), 1.0)


def _dependence(table: CodedTable, left: str, right: str) -> FunctionalDependence:
    first, second = table.codes(left), table.codes(right)
    filled = (first >= 0) & (second >= 0)
    first, second = first[filled], second[filled]
    rows = int(first.size)
    if rows == 0:
        return FunctionalDependence(left, right, 0, 0, 0, 1.0)
    width = int(second.max()) + 1
    pairs, counts = np.unique(first * width + second, return_counts=True)
    determinant = pairs // width
    starts = np.flatnonzero(np.concatenate([[True], determinant[1:] != determinant[:-1]]))
    majority = int(np.maximum.reduceat(counts, starts).sum())
    shares = np.bincount(second, minlength=width) / rows
    return FunctionalDependence(left, right, rows, rows - starts.size, rows - majority, float((shares**2).sum()))


def _dummy_level(table: CodedTable, category: dict[str, Any], flag: dict[str, Any]) -> str:
    """Return the level of a category that a flag stands for; empty where it stands for none or several."""
    if flag["kind"] != "flag" or not 2 < category["distinct"] <= FEW_LEVELS:  # noqa: PLR2004 - of two levels it is a twin
        return ""
    frame = table.table.frame
    levels = frame[category["name"]][truth_of(frame[flag["name"]]) == 1].dropna().unique()
    return as_text(levels[0]) if len(levels) == 1 else ""
