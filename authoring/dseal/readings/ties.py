"""Ties: which rows or labels are given where several are equal at the place where the rest is cut off."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.python_code import keyword_of
from authoring.dseal.readings.base import TIES, Choice, OpenChoice

RANK = 30
_KEPT, _KEPT_CHINESE = (
    "Of rows that are equal at the end, take those that come first in the table.",
    "若并列,取表中排在前面的行。",
)
_ALL, _ALL_CHINESE = "Where several are equal at the end, give all of them.", "若并列,全部给出。"
CUT = Choice(
    "ties-at-the-cut", "cuts off rows that are equal to the last that it gives", "gives all that are equal to the last",
    _KEPT, _ALL, _KEPT_CHINESE, _ALL_CHINESE,
)  # fmt: skip
_FIRST, _FIRST_CHINESE = "Where several are equal, take the first.", "若有多个并列,取第一个。"
_LAST, _LAST_CHINESE = "Where several are equal, take the last.", "若有多个并列,取最后一个。"
FIRST = Choice(
    "ties-for-the-extreme", "takes the first of several that are equal", "takes the last of them",
    _FIRST, _LAST, _FIRST_CHINESE, _LAST_CHINESE,
)  # fmt: skip
_EXTREMES = frozenset({"idxmax", "idxmin"})
_POSITIONS = frozenset({"argmax", "argmin"})
_STEPS = frozenset({"reset_index", "rename", "copy", "round", "to_frame"})
"""Methods that leave rows where they are."""


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choices about ties; any word about them settles all."""
    if TIES.search(question):
        return
    cut: list[Edit] = []
    first: list[Edit] = []
    for node in code.nodes:
        match node:
            case ast.Call(func=ast.Attribute(attr="nlargest" | "nsmallest")):
                if keyword_of(node, "keep") is None:
                    cut.append(code.add_argument(node, 'keep="all"', CUT.other))
            case ast.Call(func=ast.Attribute(value=rows, attr="head" | "tail" as end), args=args, keywords=[]) if (
                len(args) <= 1
            ):
                size = ast.unparse(args[0]) if args else "5"
                cut.extend(_uncut(code, node, rows, f":{size}" if end == "head" else f"-({size}):"))
            case ast.Subscript(
                value=ast.Attribute(value=rows, attr="iloc"), slice=ast.Slice(None, ast.expr() as size, None)
            ):
                cut.extend(_uncut(code, node, rows, f":{ast.unparse(size)}"))
            case ast.Call() | ast.Subscript():
                first.extend(_last_of(code, node))
    if cut:
        yield OpenChoice(CUT, tuple(cut), is_customary=False)
    if first:
        yield OpenChoice(FIRST, tuple(first), is_customary=False)


def _uncut(code: Code, node: ast.expr, rows: ast.expr, part: str) -> Iterator[Edit]:
    """Yield the edit that gives the rows, too, that are equal to the last of them by what they are sorted by."""
    rows, columns = _without_columns(rows)
    for is_equal in _equality(code, rows, f"rows.iloc[{part}]"):
        text = f"(lambda rows: rows[{is_equal}]{columns})({code.source(rows)})"
        yield code.replace(node, text, CUT.other)


def _without_columns(rows: ast.expr) -> tuple[ast.expr, str]:
    """Return sorted rows of which columns are taken, and the text that takes them: ``["name"]``."""
    match rows:
        case ast.Subscript(
            value=ast.Call(func=ast.Attribute(attr="sort_values")) | ast.Name() as table,
            slice=ast.Constant(value=str()) | ast.List() as columns,
        ):
            return table, f"[{ast.unparse(columns)}]"
    return rows, ""


def _last_of(code: Code, node: ast.Call | ast.Subscript) -> Iterator[Edit]:
    """Yield the edit that takes the last of several extremes for the first."""
    match node:
        case ast.Call(func=ast.Attribute(value=values, attr=name), args=[], keywords=[]) if name in _EXTREMES:
            yield code.replace(node, f"{code.source(values)}[::-1].{name}()", FIRST.other)
        case ast.Call(func=ast.Attribute(value=values, attr=name), args=[], keywords=[]) if name in _POSITIONS:
            yield code.replace(node, _last_position(code, values, name), FIRST.other)
        case ast.Call(func=ast.Attribute(attr=name) as function, args=[values], keywords=[]) if (
            name in _POSITIONS and code.dotted(function).startswith("numpy.")
        ):
            yield code.replace(node, _last_position(code, values, name), FIRST.other)
        case ast.Subscript(value=ast.Call(func=ast.Attribute(attr="mode")) as modes, slice=ast.Constant(value=0)):
            yield code.replace(node, f"{code.source(modes)}.dropna().iloc[-1]", FIRST.other)
        case ast.Subscript(
            value=ast.Attribute(
                value=ast.Call(func=ast.Attribute(attr="mode")) as modes, attr="iloc" | "values" | "iat"
            ),
            slice=ast.Constant(value=0),
        ):
            yield code.replace(node, f"{code.source(modes)}.dropna().iloc[-1]", FIRST.other)
        case ast.Subscript(
            value=ast.Attribute(value=rows, attr="iloc" | "index" | "values" as place), slice=ast.Constant(value=0)
        ):
            while isinstance(rows, ast.Call) and isinstance(rows.func, ast.Attribute) and rows.func.attr == "head":
                rows = rows.func.value
            rows, columns = _without_columns(rows)
            for is_equal in _equality(code, rows, "rows.iloc[:1]"):
                text = f"(lambda rows: rows[{is_equal}]{columns}.{place}[-1])({code.source(rows)})"
                yield code.replace(node, text, FIRST.other)


def _last_position(code: Code, values: ast.expr, name: str) -> str:
    return f"(lambda values: len(values) - 1 - values[::-1].{name}())(__import__('numpy').ravel({code.source(values)}))"


def _equality(code: Code, rows: ast.expr, head: str) -> Iterator[str]:
    """Yield an expression for the rows that are equal to some of a head, by what they were sorted by."""
    ordered = _ordered(code, rows)
    if ordered is None:
        return
    if isinstance(ordered.func, ast.Attribute) and ordered.func.attr == "value_counts":
        if keyword_of(ordered, "sort") is None:
            yield f"rows.isin({head})"
        return
    by = keyword_of(ordered, "by") or (ordered.args[0] if ordered.args else None)
    if by is None:
        yield f"rows.isin({head})"
    elif isinstance(by, ast.Constant) and isinstance(by.value, str):
        yield f"rows[{by.value!r}].isin({head}[{by.value!r}])"
    elif isinstance(by, ast.List) and all(isinstance(item, ast.Constant) for item in by.elts):
        keys = ast.unparse(by)
        yield f"rows[{keys}].apply(tuple, axis=1).isin({head}[{keys}].apply(tuple, axis=1))"


def _ordered(code: Code, rows: ast.expr) -> ast.Call | None:
    """Return the call that put rows in order: in the chain itself, or where its variable was bound last before."""
    while isinstance(rows, ast.Call) and isinstance(rows.func, ast.Attribute) and rows.func.attr in _STEPS:
        rows = rows.func.value
    if isinstance(rows, ast.Name):
        bound = [
            statement.value
            for statement in code.tree.body
            if isinstance(statement, ast.Assign)
            and statement.lineno < rows.lineno
            and any(isinstance(target, ast.Name) and target.id == rows.id for target in statement.targets)
        ]
        if not bound or isinstance(bound[-1], ast.Name):
            return None
        return _ordered(code, bound[-1])
    match rows:
        case ast.Call(func=ast.Attribute(attr="sort_values" | "value_counts")):
            return rows
    return None
