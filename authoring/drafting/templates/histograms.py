"""What is sure of a column of which only the histogram is known."""

import math
from collections.abc import Sequence
from typing import TypeAlias

Bins: TypeAlias = Sequence[tuple[float, float, int]]
"""(from, to, rows), from the lowest values to the highest."""
# Share of the rows that are a heap, and how many times as high its top is as the valley between two; rows of which
# chance leaves no bin empty in the middle.
_HEAP, _VALLEY, _MANY_ROWS = 0.15, 5, 80


def quantile(bins: Bins, share: float) -> float:
    """Return about the value below which a share of the rows lies; 0 without rows."""
    target, passed = share * sum(count for *_, count in bins), 0
    for start, end, count in bins:
        if count and passed + count >= target:
            return start + (end - start) * (target - passed) / count
        passed += count
    return 0.0


def sure_outliers(bins: Bins, lost: int) -> int:
    """Return how many rows lie beyond the fences of the interquartile range at least, whichever `lost` are gone."""
    left = sum(count for *_, count in bins) - lost
    if left < 1:
        return 0
    # The widest fences that there can be: the first quartile at the lower end of its bin with no row below it gone, the
    # third at the upper end of its bin with all lost rows gone from below.
    low = _bin_of(bins, math.floor((left - 1) / 4))[0]
    high = _bin_of(bins, math.ceil((left - 1) * 3 / 4) + lost)[1]
    reach = 1.5 * (high - low)  # as Tukey drew the fences
    beyond = sum(count for start, end, count in bins if start > high + reach or end < low - reach)
    return max(beyond - lost, 0)


def has_valley(counts: Sequence[int]) -> bool:
    """Return whether hardly any of many rows lie in two bins or more between two heaps of rows."""
    total = sum(counts)
    return total >= _MANY_ROWS and any(
        min(sum(counts[:place]), sum(counts[place + 2 :])) >= _HEAP * total
        and max(counts[place : place + 2]) * _VALLEY <= min(max(counts[:place]), max(counts[place + 2 :]))
        for place in range(1, len(counts) - 2)
    )


def _bin_of(bins: Bins, rank: int) -> tuple[float, float]:
    """Return the bin that holds the row of a rank from 0."""
    passed = 0
    for start, end, count in bins:
        passed += count
        if rank < passed:
            return start, end
    return bins[-1][:2]
