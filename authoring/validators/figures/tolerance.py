"""Whether numbers of two figures are the same, in order or in any order, and whether places and words are."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from authoring.validators.figures.snapshots import Numbers

GRAIN = 1e-9
"""By what part of the greatest number of a series any may differ, because figures are drawn with fewer digits."""
DIGITS = 8
"""Significant digits by which rows are put in order."""


def close(reference: Numbers, submission: Numbers, tolerance: float) -> bool:
    """Tell whether two arrays hold the same numbers, one by one; what is missing has to be missing in both."""
    if reference.shape != submission.shape:
        return False
    return not differing(reference, submission, tolerance).any()


def differing(reference: Numbers, submission: Numbers, tolerance: float) -> NDArray[np.bool_]:
    """Return, for two arrays of one shape, where they differ.

    A number may differ by `tolerance` times itself, or times the span of the reference's numbers where that is less:
    days since 1970 are great numbers that lie close together.
    """
    finite = reference[np.isfinite(reference)]
    greatest = float(np.abs(finite).max()) if finite.size else 0.0
    span = float(np.ptp(finite)) if finite.size else 0.0
    own = np.abs(np.where(np.isfinite(reference), reference, 0.0))
    margin = tolerance * (np.minimum(own, span) if span else own) + GRAIN * greatest
    with np.errstate(all="ignore"):
        # The difference of two infinities is no number; they are equal by the line below.
        is_close = np.abs(submission - reference) <= margin
    same = is_close | (reference == submission) | (np.isnan(reference) & np.isnan(submission))
    return np.asarray(~same)


def in_order(rows: Numbers, *, last_first: bool = False) -> Numbers:
    """Return rows in an order of their own, which differences in the last digits do not change."""
    if len(rows) < 2:  # noqa: PLR2004 - one row has no order
        return rows
    scale = np.abs(np.where(np.isfinite(rows), rows, 0.0)).max(axis=0)
    unit = 10.0 ** (np.floor(np.log10(np.where(scale > 0, scale, 1.0))) - DIGITS)
    columns = [column for column in np.round(rows / unit).T]  # noqa: C416 - one key of `lexsort` each
    return rows[np.lexsort(columns if last_first else columns[::-1])]


def same_rows(reference: Numbers, submission: Numbers, tolerance: float) -> bool:
    """Tell whether two tables hold the same rows, in any order."""
    if reference.shape != submission.shape:
        return False
    # Within the tolerance one column may order equal rows differently, the other one mostly does not.
    for last_first in (False, True):
        pair = in_order(reference, last_first=last_first), in_order(submission, last_first=last_first)
        if all(
            close(reference_column, submission_column, tolerance)
            for reference_column, submission_column in zip(pair[0].T, pair[1].T, strict=True)
        ):
            return True
    return False


def folded(text: str) -> str:
    """Return a text as it is compared: its case and its kind of minus do not count."""
    return text.replace("\N{MINUS SIGN}", "-").casefold().strip()


def same_words(reference: Iterable[str], submission: Iterable[str]) -> bool:
    """Tell whether the words are the same, in any order."""
    return not lacking(reference, submission) and not lacking(submission, reference)


def lacking(reference: Iterable[str], submission: Iterable[str]) -> list[str]:
    """Return what the reference says and the submission does not; numbers may be written in other ways."""
    available = Counter(_worth(text) for text in submission)
    missing = []
    for text in reference:
        if available[_worth(text)] > 0:
            available[_worth(text)] -= 1
        else:
            missing.append(text)
    return missing


def _worth(text: str) -> str | float:
    value = number_in(text)
    return folded(text) if value is None else value


def number_in(text: str) -> float | None:
    """Return the number that a text is; None for any other."""
    try:
        value = float(folded(text).replace(",", "").removesuffix("%"))
    except ValueError:
        return None
    return value if np.isfinite(value) else None


def keys_of(numbers: Numbers, names: Sequence[str]) -> list[str | float]:
    """Return the names of places as they are compared, or the places themselves where they have none.

    A name that is a number is that number, so that bars named by years stand where those at years do.
    """
    return [_worth(name) for name in names] if names else [float(number) for number in numbers]
