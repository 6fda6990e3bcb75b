"""What a histogram says for sure of the values behind it."""

import math
from collections.abc import Sequence
from typing import TypeAlias

Bins: TypeAlias = Sequence[tuple[float, float, int]]
"""(from, to, rows), from the lowest values to the highest."""

REACH = 1.5
"""Interquartile ranges between a quartile and its fence, as Tukey drew them."""


def quantile(bins: Bins, share: float) -> float:
    """Return about the value below which a share of the rows lies; 0 without rows."""
    wanted, seen = share * sum(count for *_, count in bins), 0
    for start, end, count in bins:
        if count and seen + count >= wanted:
            return start + (end - start) * (wanted - seen) / count
        seen += count
    return 0.0


def sure_outliers(bins: Bins, lost: int) -> int:
    """Return how many rows lie beyond the fences of the interquartile range, at least.

    Args:
        bins: of the file's values.
        lost: rows that may be gone, whichever they are.
    """
    left = sum(count for *_, count in bins) - lost
    if left < 1:
        return 0
    low = _bin_of(bins, math.floor((left - 1) / 4))[0]
    high = _bin_of(bins, math.ceil((left - 1) * 3 / 4) + lost)[1]
    reach = REACH * (high - low)
    beyond = sum(count for start, end, count in bins if start > high + reach or end < low - reach)
    return max(beyond - lost, 0)


def _bin_of(bins: Bins, rank: int) -> tuple[float, float]:
    """Return the bin that holds the row of a rank from 0."""
    seen = 0
    for start, end, count in bins:
        seen += count
        if rank < seen:
            return start, end
    return bins[-1][:2]
