"""Neighbours of rows that stand in no order."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.dseal.session import at_node
from authoring.gate.dictionary.codes import UNORDERED_ROWS
from authoring.gate.dictionary.columns import DictionarySubject

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
    tables = {table.file: table for table in subject.catalogue.tables.values()}
    # Where one of several tables has an order, it is not known which is meant.
    if not tables or any(table.ordered or table.ordered_by for table in tables.values()):
        return
    nouns = [table.rows for table in tables.values() if table.rows]
    rows_in_words = nouns[0] if len(nouns) == len(tables) == 1 else "rows of these data"
    raw = _variables_in_file_order(subject)
    for node in ast.walk(subject.tree):
        match node:
            case ast.Call(func=ast.Attribute(value=rows, attr=name)) if name in _NEIGHBOURS | _FILLING | _ENDS:
                if not _is_in_file_order(rows, raw):
                    continue
                is_end = name in _ENDS
                message = f"`{name}` rests on the order of rows, and {rows_in_words} have none by the dictionary"
                hint = "sort them by what the question names, or say that the order counts: authoring seed describe"
                finding = at_node(subject.problemset, subject.cell, node, UNORDERED_ROWS, message, hint)
                yield finding.model_copy(update={"severity": Severity.NOTE}) if is_end else finding
                return


def _variables_in_file_order(subject: DictionarySubject) -> frozenset[str]:
    """Return the variables whose rows stand as they do in the file, by the assignments up to this problem."""
    raw: set[str] = set()
    for tree in subject.before:
        for statement in ast.walk(tree):
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    is_raw = _reads(value) or _is_in_file_order(value, frozenset(raw))
                    raw = raw | {name} if is_raw else raw - {name}
                case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="sort_values"))):
                    raw.discard(name)
    return frozenset(raw)


def _reads(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr=name)) if name.startswith("read_"):
            return True
    return False


def _is_in_file_order(node: ast.expr, raw: frozenset[str]) -> bool:
    """Return whether an expression is rows of such a variable, and nothing on the way puts them into an order."""
    while True:
        match node:
            case ast.Name(id=name):
                return name in raw
            case ast.Call(func=ast.Attribute(value=inner, attr=name)):
                # An aggregate has a row for each group, in the order of these.
                if name in _ORDERING | _AGGREGATES:
                    return False
                node = inner
            case ast.Attribute(value=inner) | ast.Subscript(value=inner):
                node = inner
            case _:
                return False
