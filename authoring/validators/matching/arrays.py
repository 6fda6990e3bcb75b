"""Matching numpy arrays."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from authoring.validators.base import Difference, MismatchKind
from authoring.validators.display import MAX_DIFFERENCES, short_repr
from authoring.validators.flags import Match, MatchOptions
from authoring.validators.matching.scalars import wrong_type


def match_arrays(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Match arrays: same shape, then floats within the tolerances with NaN equal to NaN, all else exactly."""
    unlike = unlike_arrays(reference, submission, options)
    if unlike is not None:
        return unlike
    floats = np.issubdtype(reference.dtype, np.floating) and np.issubdtype(submission.dtype, np.floating)
    if floats:
        return _match_floats(reference, submission, options)
    try:
        same = bool(np.array_equal(reference, submission))
        # DSEval's reason counts the equal elements; where counting fails too, it words the mismatch otherwise.
        countable = same or (reference == submission).sum() is not None
    except Exception as error:  # noqa: BLE001 - elements compare themselves, and may fail in their own way
        reason = f"the arrays cannot be compared ({type(error).__name__}: {error})"
        return Match(match=False, reason=reason, kind="value")
    if same:
        return Match(match=True)
    return unequal_arrays(reference, submission, options, uncounted=not countable)


def unlike_arrays(reference: Any, submission: Any, options: MatchOptions) -> Match | None:
    """Return the mismatch of two arrays that need no look at their elements, or None."""
    if not isinstance(reference, np.ndarray) or not isinstance(submission, np.ndarray):
        return wrong_type(reference, submission)
    if options.strict_type and reference.dtype != submission.dtype:
        differences = (Difference("dtype", str(reference.dtype), str(submission.dtype)),)
        reason = f"dtype {submission.dtype} instead of {reference.dtype}"
        return Match(match=False, reason=reason, kind=options.mended("dtype"), differences=differences)
    if reference.shape != submission.shape:
        return wrong_shape(reference, submission, options)
    return None


def wrong_shape(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Return the mismatch of two arrays or matrices of different shape; DSEval has no word for it."""
    differences = (Difference("shape", str(reference.shape), str(submission.shape)),)
    reason = f"shape {submission.shape} instead of {reference.shape}"
    return Match(match=False, reason=reason, kind=options.mended("shape"), differences=differences)


def _match_floats(reference: Any, submission: Any, options: MatchOptions) -> Match:
    # Before the tolerances, as in DSEval: what is missing or infinite has its own places.
    for category, test in (("missing (NaN)", np.isnan), ("infinite", np.isinf)):
        if not np.array_equal(test(reference), test(submission)):
            differs = test(reference) != test(submission)
            place = next(_places(differs))
            differences = tuple(islice(_elements(reference, submission, differs), MAX_DIFFERENCES))
            reason = f"other elements are {category}, the first at {_place_text(place)}"
            return Match(match=False, reason=reason, kind=options.mended("value"), differences=differences)
    # Equal infinities are close to each other, NaN is not.
    numbers = ~np.isnan(reference)
    if np.allclose(submission[numbers], reference[numbers], rtol=options.rtol, atol=options.atol):
        return Match(match=True)
    same = np.isclose(submission, reference, rtol=options.rtol, atol=options.atol, equal_nan=True)
    return unequal_arrays(reference, submission, options, same=same)


def unequal_arrays(
    reference: Any, submission: Any, options: MatchOptions, *, same: Any = None, uncounted: bool = False
) -> Match:
    """Return the mismatch of two arrays of one shape.

    `same` says which elements count as equal, by default those that are; `uncounted` says that DSEval cannot count
    them, and so finds a word for the mismatch.
    """
    kind: MismatchKind = "value" if uncounted or options.strict else ""
    reason = "the arrays differ"
    differences: tuple[Difference, ...] = ()
    if options.evidence:
        try:
            differs = np.asarray(reference != submission) if same is None else ~same
            differences = tuple(islice(_elements(reference, submission, differs), MAX_DIFFERENCES))
            first = next(_places(differs))
            share = f"{int(differs.sum())} of {reference.size} elements differ"
            reason = f"{share}, the first at {_place_text(first)}: {submission[first]} instead of {reference[first]}"
        except Exception:  # noqa: BLE001, S110 - only words: elements may refuse to be compared or shown
            pass
    return Match(match=False, reason=reason, kind=kind, differences=differences)


def _elements(reference: Any, submission: Any, differs: Any) -> Iterator[Difference]:
    for place in _places(differs):
        yield Difference(f"element {_place_text(place)}", _element(reference[place]), _element(submission[place]))


def _element(element: Any) -> str:
    # Numpy's own numbers and times show their type around the value.
    return str(element) if isinstance(element, np.generic) else short_repr(element)


def _places(differs: Any) -> Iterator[tuple[int, ...]]:
    for place in np.argwhere(differs)[:MAX_DIFFERENCES]:
        yield tuple(int(i) for i in place)


def _place_text(place: tuple[int, ...]) -> str:
    return str(place[0]) if len(place) == 1 else str(place)
