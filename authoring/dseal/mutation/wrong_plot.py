"""The right numbers, drawn in another way."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit

WHAT = "draws otherwise: points for a line, lying bars for standing ones, x for y"
OTHERS = {
    "plot": "scatter", "scatter": "plot", "bar": "barh", "barh": "bar", "hist": "boxplot", "boxplot": "hist",
    "pie": "bar", "lineplot": "scatterplot", "scatterplot": "lineplot", "histplot": "boxplot",
    "step": "scatter", "stem": "plot",
}  # fmt: skip
_PLANE = frozenset({"plot", "scatter", "lineplot", "scatterplot", "step", "stem", "line"})
_LIBRARIES = ("matplotlib.pyplot.", "seaborn.")
_AXES = frozenset({"ax", "axes", "axs"})
"""What a panel is called by custom."""


def edits(code: Code) -> Iterator[Edit]:
    """Change which function draws, and exchange x and y."""
    for node in code.nodes:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not _draws(code, node.func):
            continue
        name = node.func.attr
        if name in OTHERS:
            yield code.rename(node.func, OTHERS[name], f"`{OTHERS[name]}` draws in the place of `{name}`")
        if name in _PLANE:
            yield from _exchanged(code, node)


def _draws(code: Code, function: ast.Attribute) -> bool:
    """Tell whether a function is pyplot's, seaborn's, a panel's or one of a table's ``plot``."""
    if code.dotted(function).startswith(_LIBRARIES):
        return True
    owner = function.value
    while isinstance(owner, ast.Subscript):
        owner = owner.value
    return getattr(owner, "id", "") in _AXES or getattr(owner, "attr", "") == "plot"


def _exchanged(code: Code, call: ast.Call) -> Iterator[Edit]:
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    pair = [named[name] for name in ("x", "y") if name in named] or call.args[:2]
    if len(pair) != 2 or any(isinstance(each, ast.Starred) for each in pair):  # noqa: PLR2004 - x and y
        return
    first, second = sorted(pair, key=code.span)
    (start, middle), (behind, end) = code.span(first), code.span(second)
    one, other = code.text[start:middle], code.text[behind:end]
    if one != other and not (isinstance(second, ast.Constant) and isinstance(second.value, str) and not named):
        yield Edit(start, end, f"{other}{code.text[middle:behind]}{one}", "x and y are exchanged")
