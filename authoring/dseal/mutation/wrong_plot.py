"""The right numbers, drawn in another way."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.python_code import keyword_of

SUMMARY = "draws otherwise: points for a line, lying bars for standing ones, x for y"
REPLACEMENTS = {
    "plot": "scatter", "scatter": "plot", "bar": "barh", "barh": "bar", "hist": "boxplot", "boxplot": "hist",
    "pie": "bar", "lineplot": "scatterplot", "scatterplot": "lineplot", "histplot": "boxplot",
    "step": "scatter", "stem": "plot",
}  # fmt: skip
SEABORN = {"boxplot": "violinplot", "violinplot": "boxplot", "barplot": "pointplot", "kdeplot": "histplot"}
"""What seaborn has of its own in the place of its functions, where the other libraries' names do not fit."""
KINDS = {
    "line": "bar", "bar": "line", "barh": "line", "hist": "box", "box": "hist", "pie": "bar", "area": "line",
    "kde": "hist", "density": "hist", "scatter": "line",
}  # fmt: skip
"""What the kind that a table's `plot` draws is changed to, as a keyword or as a method."""
_PLANE = frozenset({"plot", "scatter", "lineplot", "scatterplot", "step", "stem", "line"})
_LIBRARIES = ("matplotlib.pyplot.", "seaborn.")
_AXES = frozenset({"ax", "axes", "axs"})
"""What a panel is called by custom."""


def edits(code: Code) -> Iterator[Edit]:
    """Change which function draws, and exchange x and y."""
    for node in code.nodes:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        kind = keyword_of(node, "kind")
        if node.func.attr == "plot" and isinstance(kind, ast.Constant) and kind.value in KINDS:
            other = KINDS[kind.value]
            yield code.replace(kind, repr(other), f"kind {other!r} is drawn in the place of {kind.value!r}")
        elif _draws(code, node.func):
            name, other = node.func.attr, _other_function(code, node.func)
            if other:
                yield code.rename(node.func, other, f"`{other}` draws in the place of `{name}`")
            if name in _PLANE:
                yield from _exchanged(code, node)


def _other_function(code: Code, function: ast.Attribute) -> str:
    """Return the function of the same library that draws something else; empty where none is known."""
    if getattr(function.value, "attr", "") == "plot":
        return KINDS.get(function.attr, "")
    others = {**REPLACEMENTS, **SEABORN} if code.dotted(function).startswith("seaborn.") else REPLACEMENTS
    return others.get(function.attr, "")


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
