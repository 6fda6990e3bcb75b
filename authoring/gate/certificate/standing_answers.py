"""Answers that stand in the session before their problem, in a variable that an earlier reference left behind."""

import re
from collections.abc import Collection, Iterable, Sequence

from authoring.dseal.analysis.answer_leak import number_in
from authoring.records.evidence import ValueView, Variable

FEWEST_DIGITS = 3
"""Digits of a number that a variable does not hold by chance."""
FEWEST_ITEMS, FEWEST_CELLS = 3, 2
"""Items of a list, and telling numbers of a table, that a variable does not hold by chance."""
MOST_ROWS = 5
"""Rows of a table that are compared: so many a session shows of each."""
YEARS = range(1800, 2101)
_CONTAINERS = frozenset({"list", "tuple", "set", "dict", "numpy.ndarray"})
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])")


def standing_answers(answer: ValueView, variables: Iterable[Variable], *, spoken: Collection[str]) -> tuple[str, ...]:
    """Return the variables that hold an answer which is no trivial one.

    Args:
        answer: what the reference gave.
        variables: of the session before the problem.
        spoken: names of which a question speaks, or which the reference reads: they are meant to be used.
    """
    return tuple(variable.name for variable in variables if variable.name not in spoken and _holds(variable, answer))


def _holds(variable: Variable, answer: ValueView) -> bool:
    if answer.truncated:
        return False
    if answer.table is not None:
        rows = answer.table.cells[:MOST_ROWS]
        numbers = [cell for row in rows for cell in row if _tells(cell)]
        is_as_long = bool(variable.shape) and variable.shape[0] == answer.table.rows
        return is_as_long and len(numbers) >= FEWEST_CELLS and _hold_all(_NUMBER.findall(variable.head), numbers)
    if answer.type in _CONTAINERS:
        return variable.text == answer.text and answer.text.count(",") >= FEWEST_ITEMS - 1
    number = number_in(answer.text)
    return (
        number is not None and not variable.shape and _tells(repr(number)) and _are_equal(variable.text, repr(number))
    )


def _hold_all(candidates: Sequence[str], numbers: Sequence[str]) -> bool:
    return all(any(_are_equal(candidate, number) for candidate in candidates) for number in numbers)


def _tells(number: str) -> bool:
    """Return whether a text is a number of some digits, and no year."""
    if _NUMBER.fullmatch(number) is None or (number.isdigit() and int(number) in YEARS):
        return False
    return len(re.sub(r"\D", "", number.partition("e")[0]).strip("0")) >= FEWEST_DIGITS


def _are_equal(candidate: str, number: str) -> bool:
    """Return whether a number is another one, or that one as it is rounded; a text is none."""
    value = number_in(candidate)
    if value is None:
        return False
    decimals = len(number.partition(".")[2]) if "e" not in number else None
    # A whole number that a fraction rounds to is that fraction by chance.
    if decimals is None or ("." in number) != isinstance(value, float):
        return value == float(number)
    return abs(value - float(number)) <= 0.5000001 * 10.0**-decimals
