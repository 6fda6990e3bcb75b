"""Another operator than the right one."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit

SUMMARY = "takes another operator: `-` for `+`, `/` for `*`, `**` for `*` beside 2, `|` for `&`, `!=` for `==`"
_BINARY: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "/"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
}
_COMPARING: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
}


def edits(code: Code) -> Iterator[Edit]:
    """Change the sign between two operands."""
    for node in code.nodes:
        if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
            sign, opposite = _BINARY[type(node.op)]
            yield from code.between(node.left, node.right, sign, opposite, f"`{opposite}` stands for `{sign}`")
            # To double and to square are taken for each other, and give the same for 0 and 2.
            if isinstance(node.op, ast.Mult) and any(_is_two(side) for side in (node.left, node.right)):
                yield from code.between(node.left, node.right, sign, "**", "`**` stands for `*`")
        elif isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARING:
            sign, opposite = _COMPARING[type(node.ops[0])]
            yield from code.between(node.left, node.comparators[0], sign, opposite, f"`{opposite}` stands for `{sign}`")


def _is_two(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and repr(node.value) == "2"
