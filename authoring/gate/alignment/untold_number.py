"""DS651: the reference compares with a number that nobody was given."""

from collections.abc import Iterator

from authoring.dseal.analysis.question_reading import numbers_of
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_node
from authoring.gate.alignment._thresholds import number_key, thresholds
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS651",
    name="untold-number",
    severity=Severity.NOTE,
    what="The reference compares with a number that stands neither in the question nor in anything before it.",
    why="A solver has to guess the number, or is given another one.",
    bad='# %%\n"""\nquestion: How many a are more than 30?\n"""\n\n(df.a > 35).sum()\n',
    good='# %%\n"""\nquestion: How many a are more than 30?\n"""\n\n(df.a > 30).sum()\n',
)
_SMALLEST = 2
"""Whole numbers up to this are counts of things: two of them, the first one, none."""
_TINY = 1e-3
"""Numbers below this are tolerances."""
_CUSTOMARY = {0.5, 0.05, 0.01}
"""Halves, and levels of significance."""
_STEPS = {">=": -1, "<": -1, ">": 1, "<=": 1}


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find numbers in comparisons that nothing before the code names."""
    compared = [found for found in thresholds(subject.tree) if not found.is_count and _is_telling(found.number)]
    if not compared:
        return
    known = _known_numbers(subject)
    for node, operator, number, _ in compared:
        # More than four is at least five, and is not said by at least four.
        step = _STEPS.get(operator, 0)
        said = {phrase.operator for phrase in subject.reading.comparisons if number + step in phrase.thresholds}
        if not known & {number_key(number), number_key(number + (0 if operator in said else step))}:
            message = f"the reference compares with {abs(number):g}, which the question does not name"
            hint = "say the number in the question"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, hint)
            return


def _is_telling(number: float) -> bool:
    """Tell whether a number is worth a word."""
    number = abs(number)
    return number not in _CUSTOMARY and number >= _TINY and number not in range(_SMALLEST + 1)


def _known_numbers(subject: AlignmentSubject) -> set[str]:
    """Return the numbers of the question and of all that stands before the cell, in any usual unit."""
    before = subject.problemset.shown_before(subject.cell)
    numbers = numbers_of(subject.problem.question) | numbers_of(before)
    return {number_key(number * factor) for number in numbers for factor in (0.01, 1, 100, 1e3, 1e6, 1e9)}
