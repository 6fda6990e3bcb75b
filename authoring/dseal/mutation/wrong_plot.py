"""The right numbers, drawn in another way."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit

SUMMARY = "draws otherwise: points for a line, lying bars for standing ones, x for y"
REPLACEMENTS = {
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
        if name in REPLACEMENTS:
            yield code.rename(node.func, REPLACEMENTS[name], f"`{REPLACEMENTS[name]}` draws in the place of `{name}`")
        if name in _PLANE:
            yield from _exchanged(code, node)


def _draws(code: Code, function: ast.Attribute) -> bool:
    """Tell whether a function is pyplot's, seaborn's, a panel's or one of a table's ``plot``."""
    if code.dotted(function).startswith(_LIBRARIES):
        return True
    owner = function.value
    # ``axes[0, 1].plot`` draws on a panel as well.
    while isinstance(owner, ast.Subscript):
        owner = owner.value
    return getattr(owner, "id", "") in _AXES or getattr(owner, "attr", "") == "plot"


def _exchanged(code: Code, call: ast.Call) -> Iterator[Edit]:
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    pair = [keywords[name] for name in ("x", "y") if name in keywords] or call.args[:2]
    if len(pair) != 2 or any(isinstance(argument, ast.Starred) for argument in pair):  # noqa: PLR2004 - x and y
        return
    first, second = sorted(pair, key=code.span)
    (start, middle), (behind, end) = code.span(first), code.span(second)
    first_text, second_text = code.text[start:middle], code.text[behind:end]
    # A text in the second place is a format, as in ``plot(y, "o")``, and no data.
    if first_text != second_text and not (
        isinstance(second, ast.Constant) and isinstance(second.value, str) and not keywords
    ):
        yield Edit(start, end, f"{second_text}{code.text[middle:behind]}{first_text}", "x and y are exchanged")
