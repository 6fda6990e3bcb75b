"""Halves: numbers that lie halfway between two roundings, which numpy and Python's `round` take to different sides."""

from collections.abc import Iterator

from authoring.dseal.mutation.base import Code
from authoring.dseal.readings.base import Choice, OpenChoice, rounded_otherwise, words

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
    edits = rounded_otherwise(code, _functions, HALVES.other)
    if edits:
        yield OpenChoice(HALVES, edits, is_customary=False)


def _functions(places: int) -> tuple[str, str]:
    """Return the functions for a number of a column or table and for a number by itself, as expressions."""
    of_part = f"(lambda number: round(float(number), {places}) if isinstance(number, float) else number)"
    # Numpy rounds its own numbers, for `round` too; any other is taken to a whole number and back, as numpy does it.
    of_number = (
        f'(lambda number: round(float(number), {places}) if hasattr(number, "dtype")'
        f" else round(number * 1e{places}) / 1e{places})"
    )
    return of_part, of_number
