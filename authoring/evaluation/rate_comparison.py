"""How far the pass rates of two runs differ, and whether as many problems can show so small a difference.

A benchmark is a sample of the questions that could be asked, so that a rate has an interval, and so has the difference
of two rates. It is taken over problems that both runs were asked, in pairs, which leaves out how hard each problem is.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from authoring.evaluation.clustered_rates import ENOUGH_SETS, ProblemKey
from authoring.records.results import (
    Evaluation,
    ProblemResult,
    RateComparison,
    RateEstimate,
    RecordedResult,
)
from authoring.validators.verdicts import VerdictName

Vector = NDArray[np.float64]
Positions = NDArray[np.intp]

CONFIDENCE = 0.95
POWER = 0.8
"""The usual share of repetitions in which a difference that is there is to be seen."""
RESAMPLES = 10_000
EXACT_FLIPS = 12
"""Differences of which every combination of signs is tried; of more, `RESAMPLES` are drawn."""
SEED = 20_251_126


def judged_scores(evaluation: Evaluation) -> dict[ProblemKey, float]:
    """Return for each problem that could be passed the share of its answers that are right, from 0 to 1.

    Without samples the last attempt counts. Outages are no answers; a problem that nothing else came of is left out.
    """
    scores: dict[ProblemKey, float] = {}
    for problem in (problem for result in evaluation.sets for problem in result.problems):
        samples = evaluation.options.samples - len(problem.outages)
        if problem.blocked_by is None and samples > 0:
            scores[problem.problemset, problem.index] = _score(problem, samples, evaluation.options.samples)
    return scores


def _score(problem: ProblemResult, answers: int, samples: int) -> float:
    if samples == 1:
        return float(problem.verdict is VerdictName.CORRECT)
    return sum(attempt.verdict is VerdictName.CORRECT for attempt in problem.attempts) / answers


def recorded_scores(results: Iterable[RecordedResult]) -> dict[ProblemKey, float]:
    """Return 1 for each problem whose last attempt in a file of results is right, else 0."""
    last = {(result.problemset, result.index): result for result in sorted(results, key=lambda result: result.attempt)}
    return {key: float(result.verdict is VerdictName.CORRECT) for key, result in last.items()}


def compare_rates(
    old: Mapping[ProblemKey, float], new: Mapping[ProblemKey, float], *, comparisons: int = 1, by_size: bool = False
) -> RateComparison | None:
    """Hold the scores of one run against those of another, over the problems of both; None where these are none.

    `comparisons` is how many are made at once: the more there are, the larger a difference has to be to show. The
    p-value counts problems that are won and lost, or takes the size of each difference, `by_size`, as figures need it.
    """
    keys = sorted(old.keys() & new.keys())
    if not keys:
        return None
    before = np.array([old[key] for key in keys])
    after = np.array([new[key] for key in keys])
    change = after - before
    sets = len({name for name, _ in keys})
    by_set = sets >= ENOUGH_SETS
    groups = _groups(keys, by_set=by_set)
    gained, lost = int((change > 0).sum()), int((change < 0).sum())
    return RateComparison(
        problems=len(keys),
        sets=sets,
        by_set=by_set,
        old=_estimate(before, groups),
        new=_estimate(after, groups),
        difference=_estimate(change, groups, lower_bound=-1.0),
        gained=gained,
        lost=lost,
        p_value=_flipped(change, groups) if by_size else _uneven(gained, lost),
        smallest_difference=smallest_difference(change, groups, comparisons=comparisons),
    )


def _uneven(gained: int, lost: int) -> float:
    """Return the exact p-value of gains and losses: McNemar's test of single answers, the sign test of shares."""
    from scipy import stats  # noqa: PLC0415 - a second that who compares nothing need not wait

    return float(stats.binomtest(gained, gained + lost).pvalue) if gained + lost else 1.0


def _flipped(change: Vector, groups: Sequence[Positions]) -> float:
    """Return how often differences whose signs are drawn anew are as large as those that were seen.

    Where both runs are equally good, each difference might as well have the other sign. Of answers that are right or
    wrong it is McNemar's test again.
    """
    totals = np.array([change[group].sum() for group in groups])
    totals = totals[totals != 0]
    # A little less, so that equal sums in another order are not smaller.
    observed = abs(float(totals.sum())) - 1e-9
    if len(totals) <= EXACT_FLIPS:
        signs = np.array(list(product((-1.0, 1.0), repeat=len(totals))))
        return float((np.abs(signs @ totals) >= observed).mean()) if len(totals) else 1.0
    signs = np.random.default_rng(SEED).choice((-1.0, 1.0), size=(RESAMPLES, len(totals)))
    return (int((np.abs(signs @ totals) >= observed).sum()) + 1) / (RESAMPLES + 1)


def rate_of(scores: Mapping[ProblemKey, float]) -> RateEstimate:
    """Return the pass rate of a run with its interval; there is at least one problem."""
    keys = sorted(scores)
    by_set = len({name for name, _ in keys}) >= ENOUGH_SETS
    return _estimate(np.array([scores[key] for key in keys]), _groups(keys, by_set=by_set))


def adjusted_p_values(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return p-values for a family of comparisons, by Holm's method, in the same order.

    The chance that any of them is at most 0.05, where all runs are equally good, is at most 0.05, however they hang
    together.
    """
    adjusted = [1.0] * len(p_values)
    largest = 0.0
    for rank, position in enumerate(sorted(range(len(p_values)), key=lambda position: p_values[position])):
        largest = max(largest, (len(p_values) - rank) * p_values[position])
        adjusted[position] = min(largest, 1.0)
    return tuple(adjusted)


def smallest_difference(change: Vector, groups: Sequence[Positions], *, comparisons: int = 1) -> float:
    """Return the true difference of two rates that so many problems show in `POWER` of all repetitions.

    Of several comparisons each is to be as sure as Bonferroni has it, which is Holm's first step.

    By the normal approximation, from the spread of the changes that were seen: at least one pair of groups is taken to
    have changed, since two runs that agree by chance do not show that they always would.
    """
    totals = np.array([change[group].sum() for group in groups])
    sizes = np.array([len(group) for group in groups])
    residuals = totals - change.mean() * sizes
    square = max(float((residuals**2).sum()), 2.0)
    error = square**0.5 / len(change)
    normal = NormalDist()
    reach = normal.inv_cdf(1 - (1 - CONFIDENCE) / 2 / comparisons) + normal.inv_cdf(POWER)
    return min(float(reach * error), 1.0)


def _groups(keys: Sequence[ProblemKey], *, by_set: bool) -> list[Positions]:
    """Return the positions of problems that are drawn together: those of one set, or each alone."""
    if not by_set:
        return [np.array([position]) for position in range(len(keys))]
    names = np.array([name for name, _ in keys])
    return [np.flatnonzero(names == name) for name in dict.fromkeys(names)]


def _estimate(values: Vector, groups: Sequence[Positions], lower_bound: float = 0.0) -> RateEstimate:
    """Return the mean over problems, with an interval of the bootstrap over groups; no value is below `lower_bound`."""
    from scipy import stats  # noqa: PLC0415 - as above

    mean = float(values.mean())
    if len(groups) == 1 or np.ptp(values) == 0:
        # Nothing can be drawn that differs, which is no certainty: a group that does was perhaps not among these.
        reach = float(stats.binomtest(0, len(groups)).proportion_ci(CONFIDENCE, method="wilson").high)
        # A similarity of figures may be below zero, as no rate is.
        low = max(mean - reach, min(lower_bound, mean))
        return RateEstimate(rate=mean, low=low, high=min(mean + reach, 1.0))
    totals = np.array([values[group].sum() for group in groups])
    sizes = np.array([len(group) for group in groups], dtype=float)

    def drawn_mean(total: Vector, size: Vector, axis: int) -> Vector:
        mean_of_draw: Vector = total.sum(axis=axis) / size.sum(axis=axis)
        return mean_of_draw

    interval = stats.bootstrap(
        (totals, sizes),
        drawn_mean,
        paired=True,
        vectorized=True,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(SEED),
    ).confidence_interval
    return RateEstimate(rate=mean, low=float(interval.low), high=float(interval.high))
