"""Halves: numbers that lie halfway between two roundings, which numpy and Python's `round` take to different sides."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.readings.base import Choice, OpenChoice, Rounding, words

RANK = 82
SETTLED = words(
    r"half\w*|halves|midpoints?|to even|round(?:ed|s|ing)? (?:up|down)|ceil\w*|floor\w*|truncat\w*|banker\w*|cut off|"
    r"as (?:pandas|numpy|python)\b|(?:pandas|numpy|np|python)\.?'?s? ?`?round\w*|toleran\w*|within|approximat\w*",
    "向上|向下|取整|截断|银行家|误差|舍入",
)
_PYTHON, _PYTHON_CHINESE = "Round as Python's `round` does.", "按 Python 的 `round` 舍入。"
HALVES = Choice(
    "halves",
    "rounds exact halves as its library does",
    "rounds them with the other of `np.round` and Python's `round`",
    "Say how numbers halfway between two are rounded, as numpy does or as Python's `round`.",
    _PYTHON,
    "说明恰在中间的数的舍入方式。",
    _PYTHON_CHINESE,
    tells=False,
)


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice to round as code without numpy would, or with it, which differs for few numbers alone."""
    if SETTLED.search(question):
        return
    edits = [edit for node in code.nodes for edit in _turned(code, node)]
    if edits:
        yield OpenChoice(HALVES, tuple(edits), is_customary=False)


def _turned(code: Code, node: ast.AST) -> Iterator[Edit]:
    """Yield the edit of a call that rounds to a number of decimals that is written out."""
    if not isinstance(node, ast.Call) or (rounding := Rounding.of(node)) is None:
        return
    places = rounding.decimals
    of_part = f"(lambda number: round(float(number), {places}) if isinstance(number, float) else number)"
    # Numpy rounds its own numbers, for `round` too; any other is taken to a whole number and back, as numpy does it.
    of_number = (
        f'(lambda number: round(float(number), {places}) if hasattr(number, "dtype")'
        f" else round(number * 1e{places}) / 1e{places})"
    )
    yield code.replace(node, rounding.otherwise(code, of_part, of_number), HALVES.other)
