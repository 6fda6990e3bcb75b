"""Which problem of a plan each written problem is, where some were left out, merged or added."""

import re
from collections.abc import Sequence

from authoring.dseal.code import assigned_names
from authoring.records.sketch import PlannedProblem

_WORD = re.compile(r"\w+")
_VARIABLES = 0.5
"""What leaving all the planned variables weighs beside sharing all words."""
_LEAST = 0.1
"""Likeness below which two problems have nothing to do with each other."""


def aligned(planned: Sequence[PlannedProblem], written: Sequence[tuple[str, str]]) -> tuple[PlannedProblem | None, ...]:
    """Return the plan of each written problem, in order; None where there is none.

    Args:
        planned: the plan.
        written: question and code of each problem.
    """
    if len(planned) == len(written):
        return tuple(planned)
    # Both are in the same order, so this is the heaviest common subsequence.
    best = [[0.0] * (len(written) + 1) for _ in range(len(planned) + 1)]
    like = [[_likeness(plan, *problem) for problem in written] for plan in planned]
    for row in range(len(planned) - 1, -1, -1):
        for column in range(len(written) - 1, -1, -1):
            both = like[row][column] + best[row + 1][column + 1] if like[row][column] >= _LEAST else 0.0
            best[row][column] = max(both, best[row + 1][column], best[row][column + 1])
    found: list[PlannedProblem | None] = [None] * len(written)
    row = column = 0
    while row < len(planned) and column < len(written):
        if best[row][column] == best[row + 1][column]:
            row += 1
        elif best[row][column] == best[row][column + 1]:
            column += 1
        else:
            found[column] = planned[row]
            row, column = row + 1, column + 1
    return tuple(found)


def _likeness(plan: PlannedProblem, question: str, code: str) -> float:
    wanted, asked = _words(plan.task), _words(question)
    shared = len(wanted & asked) / (len(wanted | asked) or 1)
    given = set(plan.gives) & assigned_names(code).bound
    return shared + (_VARIABLES * len(given) / len(plan.gives) if plan.gives else 0.0)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))
