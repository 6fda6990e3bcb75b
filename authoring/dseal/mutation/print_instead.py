"""The answer is shown, and not given back."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit, returned_values

SUMMARY = "prints the value in place of giving it back"
_SHOWING = frozenset({"print", "display"})


def edits(code: Code) -> Iterator[Edit]:
    """Put the value into a call of `print`."""
    for node in returned_values(code):
        if not (isinstance(node, ast.Call) and code.dotted(node.func) in _SHOWING):
            yield code.replace(node, f"print({code.source(node)})", "the value is printed")
