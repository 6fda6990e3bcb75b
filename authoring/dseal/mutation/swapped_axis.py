"""Rows are taken for columns."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit

SUMMARY = "swaps rows and columns: `axis=0` for `axis=1`"
# By number and by name, as pandas takes both.
_AXES: dict[object, str] = {0: "1", 1: "0", "index": '"columns"', "rows": '"columns"', "columns": '"index"'}


def edits(code: Code) -> Iterator[Edit]:
    """Change the value of `axis`."""
    for node in code.nodes:
        if isinstance(node, ast.keyword) and node.arg == "axis" and isinstance(node.value, ast.Constant):
            opposite = _AXES.get(node.value.value)
            if opposite is not None:
                yield code.replace(node.value, opposite, f"axis={opposite} stands for axis={node.value.value!r}")
