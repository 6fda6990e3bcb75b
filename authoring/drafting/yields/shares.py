"""Shares of drafts, and what can be said of two of them."""

import math

from authoring.records.base import Record

Z = 1.959964
"""Of a 95 % interval."""


class Share(Record):
    """A part of a number of drafts, with the 95 % interval of E. B. Wilson (1927) for the share behind it."""

    part: int
    of: int
    share: float
    """From 0 to 1, as are the bounds; 0 of nothing."""
    low: float
    high: float


def wilson(part: int, of: int) -> Share:
    """Return a share with its 95 % interval; of nothing, everything is possible."""
    if not of:
        return Share(part=0, of=0, share=0.0, low=0.0, high=1.0)
    share, spread = part / of, Z * Z / of
    middle = (share + spread / 2) / (1 + spread)
    half = Z * math.sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    return Share(part=part, of=of, share=share, low=max(0.0, middle - half), high=min(1.0, middle + half))


def gained(before: Share, after: Share) -> tuple[float, float]:
    """Return the 95 % interval of a difference of shares, after less before (R. G. Newcombe, 1998, method 10)."""
    middle = after.share - before.share
    return (
        middle - math.hypot(after.share - after.low, before.high - before.share),
        middle + math.hypot(after.high - after.share, before.share - before.low),
    )
