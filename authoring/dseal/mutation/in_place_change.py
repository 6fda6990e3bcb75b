"""A variable of the session is changed on the way."""

import ast
import builtins
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.python_code import assigned_names

SUMMARY = "changes a table of the session in place: adds a column, or puts the last row in the place of the first"
# Attributes by which a name of the session is recognized as a table.
_METHODS = frozenset({
    "agg", "apply", "assign", "corr", "count", "describe", "drop", "drop_duplicates", "dropna", "fillna", "groupby",
    "head", "iloc", "index", "info", "isna", "isnull", "join", "loc", "max", "mean", "median", "melt", "merge", "min",
    "nlargest", "nsmallest", "nunique", "pivot_table", "query", "rename", "reset_index", "sample", "set_index", "shape",
    "sort_index", "sort_values", "std", "sum", "tail", "value_counts",
})  # fmt: skip


def edits(code: Code) -> Iterator[Edit]:
    """Insert a statement before the value, or behind the last statement where there is none."""
    table = _table(code)
    if not table:
        return
    last = code.tree.body[-1]
    start, end = code.span(last)
    is_value = isinstance(last, ast.Expr)
    for change, effect in (
        (f'{table}["extra"] = 0', "gets a column"),
        (f"{table}.iloc[0] = {table}.iloc[-1]", "has its last row for its first"),
    ):
        # Behind the last expression it would take the value's place, so it goes before it.
        place, text = (start, f"{change}\n") if is_value else (end, f"\n{change}")
        yield Edit(place, place, text, f"`{table}` {effect} on the way")


def _table(code: Code) -> str:
    """Return the first name that is read like a table and not bound by the code itself; empty for none."""
    # A table of the session is neither bound here nor built in, imported or a parameter.
    bound = assigned_names(code.text).bound | set(dir(builtins)) | set(code.aliases)
    inner = {node.arg for node in code.nodes if isinstance(node, ast.arg)}
    inner |= {node.id for node in code.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    candidates: list[tuple[int, int, str]] = []
    for node in code.nodes:
        match node:
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str()) | ast.List() | ast.Compare()):
                candidates.append((node.lineno, node.col_offset, name))
            case ast.Attribute(value=ast.Name(id=name), attr=method) if method in _METHODS or method in code.columns:
                candidates.append((node.lineno, node.col_offset, name))
    return next((name for _, _, name in sorted(candidates) if name not in bound | inner), "")
