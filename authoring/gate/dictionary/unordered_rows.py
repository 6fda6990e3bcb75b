"""Neighbours of rows that stand in no order."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.dseal.session import at_node
from authoring.gate.dictionary.codes import UNORDERED_ROWS
from authoring.gate.dictionary.columns import DictionarySubject
from authoring.gate.dictionary.provenance import DataView

_NEIGHBOURS = frozenset(
    {"diff", "shift", "pct_change", "rolling", "expanding", "cumsum", "cumprod", "cummax", "cummin"}
)
_FILLING = frozenset({"ffill", "bfill", "interpolate"})
_ENDS = frozenset({"head", "tail", "first", "last"})
_ORDERING = frozenset(
    {"sort_values", "sort_index", "nlargest", "nsmallest", "value_counts", "resample", "pivot_table", "pivot", "rank"}
    | {"crosstab", "sort", "sorted", "unstack", "describe", "mode", "asfreq"}
)
"""What puts rows into an order of its own."""
_AGGREGATES = frozenset(
    {"sum", "mean", "size", "count", "agg", "median", "max", "min", "nunique", "std", "first", "last"}
)


def check(subject: DictionarySubject) -> Iterator[Diagnostic]:
    """Find the first look at neighbours, or at the first or last rows, of a table whose rows have no order."""
    for node in ast.walk(subject.tree):
        match node:
            case ast.Call(func=ast.Attribute(value=rows, attr=name)) if name in _NEIGHBOURS | _FILLING | _ENDS:
                view = _rows_behind(subject, rows)
                if view is None or not _is_unordered(view):
                    continue
                is_end = name in _ENDS
                nouns = {table.rows for table in view.tables.values()}
                rows_in_words = nouns.pop() if len(nouns) == 1 and "" not in nouns else "rows of these data"
                message = f"`{name}` rests on the order of rows, and {rows_in_words} have none by the dictionary"
                hint = "sort them by what the question names, or say that the order counts: authoring seed describe"
                finding = at_node(subject.problemset, subject.cell, node, UNORDERED_ROWS, message, hint)
                yield finding.model_copy(update={"severity": Severity.NOTE}) if is_end else finding
                return


def _is_unordered(view: DataView) -> bool:
    # Where one of several tables has an order, it is not known which is meant.
    is_any_ordered = any(table.ordered or table.ordered_by for table in view.tables.values())
    return bool(view.tables) and view.in_file_order and not is_any_ordered


def _rows_behind(subject: DictionarySubject, node: ast.expr) -> DataView | None:
    """Return the table whose rows an expression has, if nothing on the way to it puts them into an order."""
    while (view := subject.view(node)) is None:
        match node:
            case ast.Call(func=ast.Attribute(value=inner, attr=name)):
                # An aggregate has a row for each group, in the order of these.
                if name in _ORDERING | _AGGREGATES:
                    return None
                node = inner
            case ast.Attribute(value=inner) | ast.Subscript(value=inner):
                node = inner
            case _:
                return None
    return view
