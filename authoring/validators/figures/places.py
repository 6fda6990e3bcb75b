"""What an axis calls the places on it, where it has words for them: the names of categories."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from authoring.validators.figures.artists import is_a, words
from authoring.validators.figures.snapshots import WORDS, Numbers

NUMERIC = (
    "ScalarFormatter", "LogFormatter", "PercentFormatter", "StrMethodFormatter", "FormatStrFormatter", "DateFormatter",
    "AutoDateFormatter", "ConciseDateFormatter", "TimeSeries_DateFormatter", "NullFormatter",
)  # fmt: skip
"""What writes a place itself on an axis, more or less rounded, and not a name for it."""
NEAR = 0.45
"""How far from its tick, in distances between ticks, a bar that stands beside others of its category may be."""


def named_places(axis: Any) -> Mapping[float, str]:
    """Return the names of the places on an axis; nothing where its ticks are numbers or times."""
    locator, formatter = axis.get_major_locator(), axis.get_major_formatter()
    if not is_a(locator, "FixedLocator", "StrCategoryLocator") or is_a(formatter, *NUMERIC):
        return {}
    # Matplotlib's own table has every category, also those without a tick.
    units = getattr(formatter, "_units", None)
    if is_a(formatter, "StrCategoryFormatter") and isinstance(units, dict):
        return {float(place): words(name) for name, place in list(units.items())[:WORDS]}
    places = [float(place) for place in axis.get_majorticklocs()[:WORDS]]
    labels = [words(label.get_text()) for label in axis.get_majorticklabels()[:WORDS]]
    return {place: label for place, label in zip(places, labels, strict=False) if label}


def names_of(numbers: Numbers, places: Mapping[float, str], *, is_offset: bool = False) -> tuple[str, ...]:
    """Return the name of each place, or nothing where one of them has none.

    `is_offset` says that what stands near a tick stands for its category, as bars side by side do.
    """
    if not places or not 0 < numbers.size <= WORDS or not bool(np.isfinite(numbers).all()):
        return ()
    ticks = np.array(sorted(places))
    gap = float(np.diff(ticks).min()) if ticks.size > 1 else 1.0
    nearest = ticks[np.abs(numbers.reshape(-1, 1) - ticks).argmin(axis=1)]
    if bool((np.abs(numbers - nearest) > (NEAR if is_offset else 1e-6) * gap).any()):
        return ()
    names = tuple(places[float(place)] for place in nearest)
    return () if all(_is_number(name, place) for name, place in zip(names, nearest, strict=True)) else names


def _is_number(name: str, place: float) -> bool:
    """Tell whether a place is called by its own number, as boxes are that nobody named."""
    try:
        return float(name) == place
    except ValueError:
        return False
