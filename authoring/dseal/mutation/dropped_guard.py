"""An early way out is left out."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit

SUMMARY = "leaves out an `if` that ends a function, a loop or a round of it early"
_ENDS = ast.Return | ast.Raise | ast.Continue | ast.Break


def edits(code: Code) -> Iterator[Edit]:
    """Put `pass` where an `if` without `else` stands whose last statement goes elsewhere."""
    for node in code.nodes:
        if not isinstance(node, ast.If) or node.orelse or not isinstance(node.body[-1], _ENDS):
            continue
        # What stands behind `elif` is no statement of its own.
        if code.text[slice(*code.span(node))].startswith("if"):
            test = " ".join(ast.unparse(node.test).split())
            yield code.replace(node, "pass", f"`if {test}: ...` is left out")
