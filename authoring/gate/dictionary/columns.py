"""The problems of a set beside the dictionary of their data: which expression is which column of a table."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from authoring.dseal.model import Cell, Problem, ProblemSet
from authoring.dseal.session import steps
from authoring.gate.dictionary.provenance import DataView, TableTracker
from authoring.records.dictionary import ColumnEntry, DataDictionary


@dataclass(frozen=True, slots=True)
class DictionarySubject:
    """One problem with the tree of its reference, whose expressions are followed to the tables that were read."""

    problemset: ProblemSet
    cell: Cell
    problem: Problem
    tree: ast.Module
    tracker: TableTracker

    def view(self, node: ast.expr | None) -> DataView | None:
        """Return what an expression holds of tables; None where it is something else, or not known."""
        return self.tracker.view(node)

    def columns_of(self, node: ast.expr | None) -> tuple[ColumnEntry, ...]:
        """Return the columns that an expression is, chosen by their labels; none where it is something else."""
        view = self.view(node)
        return tuple(view.columns.values()) if view is not None and view.is_chosen else ()

    def column_of(self, node: ast.expr | None) -> ColumnEntry | None:
        """Return the column that an expression is."""
        columns = self.columns_of(node)
        return columns[0] if len(columns) == 1 else None

    def labelled(self, table: ast.expr | None, labels: ast.expr | None) -> tuple[ColumnEntry, ...]:
        """Return the columns of a table under labels that are written out."""
        view = self.view(table)
        texts = self.tracker.texts(labels)
        return tuple(view.columns[text] for text in texts if text in view.columns) if view is not None else ()


def subjects(problemset: ProblemSet, dictionary: DataDictionary) -> Iterator[DictionarySubject]:
    """Yield the problems of a set, each with the tables as the cells up to it have left them."""
    tracker = TableTracker(dictionary)
    for step in steps(problemset):
        tracker.follow(step.tree)
        if step.cell.problem is not None:
            yield DictionarySubject(problemset, step.cell, step.cell.problem, step.tree, tracker)
