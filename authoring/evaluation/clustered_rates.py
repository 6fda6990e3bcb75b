"""The interval of one rate, where values that hang together are not counted as so many chances of their own.

Answers to one problem hang together, and from `ENOUGH_SETS` on so do the problems of a set. The spread between such
groups says how many independent answers the values are worth; of so many, Wilson's interval is taken.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence

from authoring.evaluation.pilot.item_statistics import wilson
from authoring.records.results import PassAt, RateEstimate

ProblemKey = tuple[str, int]
"""Set and number of the problem."""
ENOUGH_SETS = 10
"""From so many sets on whole sets are drawn, because their problems build on each other; of fewer, the spread between
sets cannot be estimated."""


def rate_of_problems(values: Iterable[tuple[ProblemKey, float]]) -> RateEstimate | None:
    """Return the mean of values from 0 to 1 about problems, with its interval of 95 %; None where there are none."""
    entries = list(values)
    by_set = len({name for (name, _), _ in entries}) >= ENOUGH_SETS
    groups: dict[Hashable, list[float]] = {}
    for key, value in entries:
        groups.setdefault(key[0] if by_set else key, []).append(value)
    return _clustered(list(groups.values())) if groups else None


def pass_rates(shares: Iterable[tuple[ProblemKey, Mapping[int, float]]]) -> tuple[PassAt, ...]:
    """Return pass@k over problems with its interval, for each k.

    Args:
        shares: the estimates of each problem by k, as far as it has so many answers.
    """
    by_k: dict[int, list[tuple[ProblemKey, float]]] = {}
    for key, rates in shares:
        for k, rate in rates.items():
            by_k.setdefault(k, []).append((key, rate))
    estimates = [(k, rate_of_problems(entries), len(entries)) for k, entries in sorted(by_k.items())]
    return tuple(
        PassAt(samples=k, rate=estimate.rate, problems=number, low=estimate.low, high=estimate.high)
        for k, estimate, number in estimates
        if estimate is not None
    )


def _clustered(groups: Sequence[Sequence[float]]) -> RateEstimate:
    size = sum(map(len, groups))
    rate = sum(map(sum, groups)) / size
    squares = sum((sum(group) - rate * len(group)) ** 2 for group in groups)
    variance = squares * len(groups) / max(len(groups) - 1, 1) / size**2
    # Where no group differs from another, each is worth one answer: one that does differ was perhaps not drawn.
    worth = rate * (1 - rate) / variance if variance > 0 else len(groups)
    worth = min(max(worth, 1.0), size)
    low, high = wilson(rate * worth, worth)
    return RateEstimate(rate=rate, low=low, high=high)
