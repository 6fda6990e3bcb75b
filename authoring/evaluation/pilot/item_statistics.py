"""The figures of problems as items of a test: pass@k with intervals, discrimination, and the level that follows."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import comb

from authoring.records.pilot import AnswerOutcome, PilotAnswer
from authoring.records.pilot.item import ItemStatistics, PassEstimate
from authoring.records.sketch import LevelName

Z = 1.959964
"""The quantile of the normal distribution for an interval of 95 %."""
EASY_FROM, HARD_BELOW = 0.8, 0.3
"""Shares of right answers from which on an item is easy, and below which it is hard: the bounds that classical test
theory recommends for items that are to tell anything."""
FEWEST_SOLVERS = 10
"""Solvers below which an item-rest correlation is a hint: with so few a single one decides its sign."""


def wilson(right: float, answers: float) -> tuple[float, float]:
    """Return Wilson's score interval of 95 % for a share; it stays within 0 and 1, and holds for few answers."""
    if not answers:
        return 0.0, 1.0
    share, square = right / answers, Z * Z
    centre = share + square / (2 * answers)
    reach = Z * math.sqrt(share * (1 - share) / answers + square / (4 * answers * answers))
    scale = 1 + square / answers
    return max(0.0, (centre - reach) / scale), min(1.0, (centre + reach) / scale)


def pass_at(right: int, answers: int, k: int) -> PassEstimate:
    """Return the unbiased estimate of pass@k, with the interval that Wilson's for one answer gives for k of them."""
    rate = 1 - comb(answers - right, k) / comb(answers, k)
    low, high = (1 - (1 - bound) ** k for bound in wilson(right, answers))
    return PassEstimate(k=k, rate=rate, low=low, high=high)


def level_of(share: float) -> LevelName:
    """Return the level that follows from a share of right answers."""
    if share >= EASY_FROM:
        return "easy"
    return "hard" if share < HARD_BELOW else "medium"


def band_of(level: str) -> tuple[float, float]:
    """Return the shares of right answers that a claimed level stands for; every share where none is claimed."""
    return {"easy": (EASY_FROM, 1.0), "medium": (HARD_BELOW, EASY_FROM), "hard": (0.0, HARD_BELOW)}.get(
        level, (0.0, 1.0)
    )


def item_statistics(answers: Mapping[int, Sequence[PilotAnswer]], samples: int) -> Mapping[int, ItemStatistics]:
    """Return the figures of each problem that has answers, by its number.

    Args:
        answers: those of every problem, by its number; outages are none.
        samples: the highest k that pass@k is estimated for, as far as there are so many answers.
    """
    scores = {number: _scores(given) for number, given in answers.items() if given}
    return {number: _statistics(number, scores, samples) for number in scores}


Examinee = tuple[str, int]
"""A solver and the number of its sample: one way through all problems."""


def _scores(answers: Sequence[PilotAnswer]) -> Mapping[Examinee, bool]:
    return {(answer.solver, answer.sample): answer.outcome is AnswerOutcome.RIGHT for answer in answers}


def _statistics(number: int, scores: Mapping[int, Mapping[Examinee, bool]], samples: int) -> ItemStatistics:
    own = scores[number]
    right, answers = sum(own.values()), len(own)
    solvers = len({solver for solver, _ in own})
    return ItemStatistics(
        solvers=solvers,
        answers=answers,
        right=right,
        pass_at=tuple(pass_at(right, answers, k) for k in range(1, min(samples, answers) + 1)),
        discrimination=_discrimination(number, scores),
        is_hint=solvers < FEWEST_SOLVERS,
        level=level_of(right / answers),
    )


def _discrimination(number: int, scores: Mapping[int, Mapping[Examinee, bool]]) -> float | None:
    """Return the point-biserial correlation of being right here with the share of what else is right."""
    marks_elsewhere = defaultdict[Examinee, list[bool]](list)
    for item, marks in scores.items():
        if item != number:
            for examinee, is_right in marks.items():
                marks_elsewhere[examinee].append(is_right)
    pairs = [
        (float(is_right), sum(marks_elsewhere[examinee]) / len(marks_elsewhere[examinee]))
        for examinee, is_right in scores[number].items()
        if marks_elsewhere[examinee]
    ]
    return _correlation(pairs)


def _correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    if not pairs:
        return None
    means = [sum(pair[side] for pair in pairs) / len(pairs) for side in (0, 1)]
    spreads = [math.sqrt(sum((pair[side] - means[side]) ** 2 for pair in pairs)) for side in (0, 1)]
    # Where all are right, or all solvers are equally strong, nothing can be told apart.
    if min(spreads) < 1e-12:  # noqa: PLR2004 - what is left of 0 by rounding
        return None
    product = sum((first - means[0]) * (second - means[1]) for first, second in pairs)
    return product / (spreads[0] * spreads[1])
