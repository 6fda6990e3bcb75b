"""Tables are joined in another way."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit

SUMMARY = "joins otherwise: `how='inner'` for `how='left'`, or the default named and changed"
_JOINS: dict[object, str] = {"inner": "outer", "left": "inner", "right": "left", "outer": "inner"}


def edits(code: Code) -> Iterator[Edit]:
    """Change `how` of a merge or join, or add it."""
    for node in code.nodes:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        # ``", ".join(names)`` joins texts, not tables.
        if node.func.attr not in {"merge", "join"} or isinstance(node.func.value, ast.Constant):
            continue
        hows = [keyword.value for keyword in node.keywords if keyword.arg == "how"]
        if hows and isinstance(hows[0], ast.Constant):
            replacement = _JOINS.get(hows[0].value)
            if replacement is not None:
                yield code.replace(hows[0], f'"{replacement}"', f"the join is {replacement}, not {hows[0].value!r}")
        # The default of `merge` is inner, that of `join` is left.
        elif not hows and node.func.attr == "merge":
            yield code.add_argument(node, 'how="outer"', "the join is outer, not inner")
