"""A condition on rows is left out."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit

SUMMARY = (
    "leaves out a condition on rows: `df[condition]`, `.loc[condition, ...]`, `.query`, `.dropna`, `.drop_duplicates`"
)
# Methods that keep only some of the rows.
_METHODS = frozenset({"query", "dropna", "drop_duplicates", "filter"})
# Methods whose result is a condition on rows.
_TESTS = frozenset({"isin", "isna", "isnull", "notna", "notnull", "between", "contains", "startswith", "endswith"})


def edits(code: Code) -> Iterator[Edit]:
    """Yield the code with a filter of rows left out, so that all rows are taken."""
    for node in code.nodes:
        match node:
            # `.loc` comes before plain brackets, which would leave `df.loc` itself behind.
            case ast.Subscript(value=ast.Attribute(attr="loc"), slice=ast.Tuple(elts=[rows, *_])) if _is_condition(
                rows
            ):
                yield code.replace(rows, ":", "the condition in `.loc` is left out")
            case ast.Subscript(value=ast.Attribute(attr="loc", value=table), slice=rows, ctx=ast.Load()) if (
                _is_condition(rows)
            ):
                yield code.replace(node, code.source(table), "the condition in `.loc` is left out")
            case ast.Subscript(value=table, slice=rows, ctx=ast.Load()) if _is_condition(rows):
                yield code.replace(node, code.source(table), "the condition in `[...]` is left out")
            case ast.Call(func=ast.Attribute(attr=name, value=table)) if name in _METHODS:
                yield code.replace(node, code.source(table), f"`.{name}` is left out")
            case ast.comprehension(ifs=[test]):
                yield code.replace(test, "True", "the condition of a comprehension is left out")


def _is_condition(node: ast.expr) -> bool:
    match node:
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Invert()):
            return True
        case ast.BinOp(op=ast.BitAnd() | ast.BitOr()):
            return True
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _TESTS
        case _:
            return False
