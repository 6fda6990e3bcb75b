"""An early way out, or the value that stands for what cannot be computed, is left out."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit

SUMMARY = "leaves out an `if` that ends a function, a loop or a round of it early, or that gives a constant instead"
_ENDS = ast.Return | ast.Raise | ast.Continue | ast.Break


def edits(code: Code) -> Iterator[Edit]:
    """Put `pass` for an `if` without `else` whose last statement goes elsewhere; compute what may be a constant."""
    for node in code.nodes:
        if isinstance(node, ast.IfExp):
            yield from _unconditional(code, node)
            continue
        if not isinstance(node, ast.If) or node.orelse or not isinstance(node.body[-1], _ENDS):
            continue
        # What stands behind `elif` is no statement of its own.
        if code.text[slice(*code.span(node))].startswith("if"):
            test = " ".join(ast.unparse(node.test).split())
            yield code.replace(node, "pass", f"`if {test}: ...` is left out")


def _unconditional(code: Code, node: ast.IfExp) -> Iterator[Edit]:
    computed = [side for side in (node.body, node.orelse) if not isinstance(side, ast.Constant)]
    if len(computed) == 1:
        test = " ".join(ast.unparse(node.test).split())
        yield code.replace(node, code.source(computed[0]), f"the constant beside `if {test}` is left out")
