"""Answers that stand in the session before their problem, in a variable that an earlier reference left behind."""

import re
from collections.abc import Collection, Iterable, Sequence

from authoring.dseal.analysis.answer_leak import number_in
from authoring.records.evidence import TableView, ValueView, Variable

FEWEST_DIGITS = 3
"""Digits of a number that a variable does not hold by chance."""
FEWEST_DIGITS_OF_IDLE, SHORTEST_TEXT = 2, 4
"""Digits of a number, and characters of a text with its quotes, that an idle variable does not hold by chance."""
FEWEST_ITEMS, FEWEST_CELLS = 3, 2
"""Items of a list, and telling numbers of a table, that a variable does not hold by chance."""
MOST_ROWS = 5
"""Rows of a table that are compared: so many a session shows of each."""
YEARS = range(1800, 2101)
_CONTAINERS = frozenset({"list", "tuple", "set", "dict", "numpy.ndarray"})
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])")


def standing_answers(
    answer: ValueView, variables: Iterable[Variable], *, spoken: Collection[str], idle: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the variables that hold an answer.

    Args:
        answer: what the reference gave; one that is not telling stands in idle variables alone.
        variables: of the session before the problem.
        spoken: names of which a question speaks, or which the reference reads: they are meant to be used.
        idle: names that a problem binds and no code reads. What they hold, they hold for an answer's sake.
    """
    is_long = is_telling(answer)
    return tuple(
        variable.name
        for variable in variables
        if variable.name not in spoken
        and (_holds(variable, answer) if is_long else variable.name in idle and _holds_short(variable, answer))
    )


def is_short(answer: ValueView) -> bool:
    """Return whether an idle variable would hold an answer for its sake: a number of two digits, or a text."""
    if answer.truncated or answer.table is not None:
        return False
    number = number_in(answer.text)
    if number is None:
        return answer.type == "str" and len(answer.text) > SHORTEST_TEXT
    return len(re.sub(r"\D", "", repr(number).partition("e")[0]).lstrip("0")) >= FEWEST_DIGITS_OF_IDLE


def _holds_short(variable: Variable, answer: ValueView) -> bool:
    if variable.shape or not is_short(answer):
        return False
    number = number_in(answer.text)
    return variable.text == answer.text if number is None else _are_equal(variable.text, repr(number))


def is_telling(answer: ValueView) -> bool:
    """Return whether a variable would hold an answer for no other reason than that it was computed before."""
    if answer.truncated:
        return False
    if answer.table is not None:
        return len(_telling_cells(answer.table)) >= FEWEST_CELLS
    if answer.type in _CONTAINERS:
        return answer.text.count(",") >= FEWEST_ITEMS - 1
    number = number_in(answer.text)
    return number is not None and _tells(repr(number))


def _telling_cells(table: TableView) -> list[str]:
    return [cell for row in table.cells[:MOST_ROWS] for cell in row if _tells(cell)]


def _holds(variable: Variable, answer: ValueView) -> bool:
    if answer.table is not None:
        is_as_long = bool(variable.shape) and variable.shape[0] == answer.table.rows
        return is_as_long and _hold_all(_NUMBER.findall(variable.head), _telling_cells(answer.table))
    if answer.type in _CONTAINERS:
        return variable.text == answer.text
    return not variable.shape and _are_equal(variable.text, repr(number_in(answer.text)))


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
