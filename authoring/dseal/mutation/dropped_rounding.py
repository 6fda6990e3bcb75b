"""Rounding is left out."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit

SUMMARY = "leaves out `.round(...)`, `round(x, n)` or `np.round(x, n)`"
_FUNCTIONS = frozenset({"round", "numpy.round", "numpy.round_", "numpy.around"})


def edits(code: Code) -> Iterator[Edit]:
    """Put what is rounded where the rounding stands."""
    for node in code.nodes:
        if not isinstance(node, ast.Call):
            continue
        # Functions first, because ``np.round`` is an attribute called `round` as well.
        if code.dotted(node.func) in _FUNCTIONS:
            if node.args and not isinstance(node.args[0], ast.Starred):
                yield code.replace(node, code.source(node.args[0]), f"`{ast.unparse(node.func)}` is left out")
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "round":
            yield code.replace(node, code.source(node.func.value), "`.round` is left out")
