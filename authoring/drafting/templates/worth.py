"""What makes an answer worth its question: a difference, a relation, a change that these data show."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from jinja2 import UndefinedError

from authoring.drafting.templates.language import evaluate, names_in
from authoring.dseal.python_code import literal_of

# Scalars of numpy as they stand in an answer's text.
_NO_NUMBER = re.compile(r"(?<![\w.'\"])(?:nan|-?inf)\b")
_NUMPY_SCALAR = re.compile(r"\bnp\.\w+\(((?:-?[\w.+-]+)|'[^']*')\)")
_FEWEST_ROWS = 2
# Share of the variance between groups that is worth a question, and how many times what chance gives on average it has
# to be beyond that: less is chance in one of twenty cases.
_LEAST_SHARE, _CHANCES = 0.05, 1.7
# Numbers that hardly agree by chance, the share of their spread by which rounding moves one, and what is too large.
_FEWEST_NUMBERS, _ROUNDED, _LARGEST = 3, 0.005, 1e300
Rows = Sequence[Sequence[object]]
"""A table: rows, each with its label first."""


def is_worth(worth: str, answer: str, context: Mapping[str, Any], shown: str = "") -> bool:
    """Return whether a condition holds of an answer; one that is no plain value is not looked at.

    Args:
        worth: an expression of a template's header.
        answer: a Python literal; a table is a list of its rows, each with its label first.
        context: what the expression may name besides.
        shown: what the header's `shows` gives, as a Python literal.
    """
    literals = {
        name: literal[0]
        for name, text in (("answer", answer), ("shown", shown))
        if (literal := _literal(text)) is not None
    }
    if names_in(worth) & {"answer", "shown"} - literals.keys():
        return True
    try:
        return bool(evaluate(worth, {**context, **literals, "spread": spread, "numbers": numbers, "differs": differs}))
    # The answer has another form than the template expects.
    except (TypeError, ValueError, UndefinedError):
        return False


def _literal(text: str) -> tuple[Any] | None:
    # A share of nothing is no number, of which no condition holds.
    return literal_of(_NO_NUMBER.sub("None", _NUMPY_SCALAR.sub(r"\1", text)))


def repeats(answer: str, earlier: str) -> bool:
    """Return whether a column of an answer's numbers stands in an earlier answer, perhaps as shares of a total.

    Both are Python literals, as in `is_worth`.
    """
    return any(_in_step(first, second) for first in _columns(answer) for second in _columns(earlier))


def _columns(answer: str) -> list[dict[str, float]]:
    """Return the columns of numbers of a table, each by the labels of its rows."""
    literal = _literal(answer)
    rows = literal[0] if literal is not None else None
    if not isinstance(rows, list) or not all(isinstance(row, list) and row for row in rows):
        return []
    labels, *columns = [list(column) for column in zip(*rows, strict=False)] or [[]]
    return [
        dict(zip(map(repr, labels), column, strict=True))
        for column in columns
        if all(type(value) in {int, float} and abs(value) < _LARGEST for value in column)
    ]


def _in_step(first: Mapping[str, float], second: Mapping[str, float]) -> bool:
    """Return whether numbers are the others times one factor, within what rounding explains.

    They are so label by label, or from the least to the largest where the labels of one are those of the other with
    something before them: the sums of indicators are the counts of their levels.
    """
    if len(first) != len(second) or len(first) < _FEWEST_NUMBERS:
        return False
    if first.keys() == second.keys():
        pairs = [(first[label], second[label]) for label in first]
    elif len(set(second.values())) >= _FEWEST_NUMBERS and (_all_end(first, second) or _all_end(second, first)):
        pairs = list(zip(sorted(first.values()), sorted(second.values()), strict=True))
    else:
        return False
    spread_of_first = max(value for value, _ in pairs) - min(value for value, _ in pairs)
    largest, divisor = max(pairs, key=lambda pair: abs(pair[1]))
    if not divisor or not spread_of_first:
        return False
    return all(abs(value - largest / divisor * base) <= _ROUNDED * spread_of_first for value, base in pairs)


def _all_end(longer: Iterable[str], shorter: Iterable[str]) -> bool:
    """Return whether each of some labels ends as one of the others does."""
    ends = tuple(label.strip("'\"").casefold() for label in shorter)
    return all(label.strip("'\"").casefold().endswith(ends) for label in longer)


def spread(rows: Rows, *places: int) -> float:
    """Return by how much the rows of a table differ at most, in any column of numbers or in those at some places."""
    width = min((len(row) for row in rows), default=0)
    columns = ([row[place] for row in rows] for place in places or range(1, width))
    measured = ([value for value in column if isinstance(value, int | float)] for column in columns)
    return max((max(values) - min(values) for values in measured if len(values) >= _FEWEST_ROWS), default=0.0)


def numbers(rows: Rows) -> list[float]:
    """Return all numbers of a table."""
    return [value for row in rows for value in row[1:] if isinstance(value, int | float)]


def differs(share: float, groups: int, rows: int) -> bool:
    """Return whether groups explain more of an amount's variance than groups that were drawn by lot often would."""
    return share >= _LEAST_SHARE + _CHANCES * (groups - 1) / max(rows, 1)
