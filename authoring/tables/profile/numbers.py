"""Numbers about numbers: range, mean, decimals, histogram; safe with infinities and steady in their digits."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

BINS = 10
MAX_DECIMALS = 9
_MAX_EXACT = 1e15
"""Whole floats below it are shown to the last digit."""
_SAMPLE = 1_000
"""Numbers whose decimal places are looked at before all."""
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class NumberSummary:
    """The summary of a column of numbers; `minimum` and `maximum` are values of the column, all in floats."""

    minimum: float | None
    maximum: float | None
    mean: float | None
    deviation: float | None
    decimals: int
    histogram: tuple[int, ...]


def summarize(values: Floats) -> NumberSummary:
    """Describe the finite ones among `values`, which has no missing ones."""
    is_finite = np.isfinite(values)
    finite = values if is_finite.all() else values[is_finite]
    if finite.size == 0:
        return NumberSummary(None, None, None, None, 0, ())
    with np.errstate(over="ignore", invalid="ignore"):
        # Sums of huge values overflow to infinity, which `rounded` makes None.
        average = float(finite.mean())
        deviation = float(finite.std(ddof=1)) if finite.size > 1 else None
    return NumberSummary(
        minimum=float(finite.min()),
        maximum=float(finite.max()),
        mean=rounded(average),
        deviation=None if deviation is None else rounded(deviation),
        decimals=decimals(finite),
        histogram=histogram(finite),
    )


def quartiles(values: Floats) -> list[float] | None:
    """Return what a quarter, half and three quarters of the finite values do not exceed; None where that overflows."""
    finite = values[np.isfinite(values)]
    if finite.size == 0:
        return None
    with np.errstate(over="ignore", invalid="ignore"):
        quarters = [rounded(float(quarter)) for quarter in np.quantile(finite, (0.25, 0.5, 0.75))]
    finite_quarters = [quarter for quarter in quarters if quarter is not None]
    return finite_quarters if len(finite_quarters) == len(quarters) else None


def rounded(value: float) -> float | None:
    """Round to ten significant digits, because the last ones differ between machines; None for what is not finite."""
    return float(f"{value:.10g}") if math.isfinite(value) else None


def decimals(finite: Floats) -> int:
    """Return how many decimal places are in use, at most 9; noise of floating point is not counted."""
    largest = np.abs(finite)
    if largest.max() >= 1e300:  # noqa: PLR2004 - rounding would overflow, and such numbers are whole anyway
        return 0
    # Floats hold about 16 digits; calculations spoil the last few of them.
    noise = largest * 1e-13
    # All numbers need at least as many places as the first thousand, which saves passes over all.
    fewest = _decimals(finite[:_SAMPLE], noise[:_SAMPLE], 0)
    return _decimals(finite, noise, fewest) if finite.size > _SAMPLE else fewest


def _decimals(finite: Floats, noise: Floats, fewest: int) -> int:
    """The decimal places in use, which are at least `fewest`."""
    for places in range(fewest, MAX_DECIMALS):
        if bool((np.abs(np.round(finite, places) - finite) <= noise).all()):
            return places
    return MAX_DECIMALS


def histogram(finite: Floats, times: Integers | None = None) -> tuple[int, ...]:
    """Count values in ten bins of equal width from smallest to largest; the last bin holds its upper end.

    `times` says how often each value is there, once when None.
    """
    # numpy.histogram gives up where the width underflows or the range overflows.
    scaled = finite / 4.0
    low, width = scaled.min(), scaled.max() - scaled.min()
    if width <= 0:
        return (int(finite.size if times is None else times.sum()), *(0 for _ in range(BINS - 1)))
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        places = np.nan_to_num((scaled - low) / width * BINS)
    # The largest value lies on the upper edge of the last bin.
    counts = np.bincount(np.clip(places.astype(np.int64), 0, BINS - 1), weights=times, minlength=BINS)
    return tuple(int(count) for count in counts)


def as_text(value: Any) -> str:
    """Return a value as it may be shown and compared: numbers without noise, missing ones empty, broken text whole."""
    if isinstance(value, str):
        # Half of a surrogate pair cannot be written as UTF-8.
        return value.encode("utf-8", "replace").decode("utf-8")
    if value is None or value is pd.NA or value is pd.NaT:
        return ""
    if isinstance(value, (float, np.floating)):
        return _float_as_text(float(value))
    return as_text(str(value))


def _float_as_text(number: float) -> str:
    if math.isnan(number):
        return ""
    return str(int(number)) if number.is_integer() and abs(number) < _MAX_EXACT else f"{number:.10g}"
