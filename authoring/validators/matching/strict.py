"""The strict dialect's own rules for scalars and arrays, where DSEval's are wrong."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.base import Difference, Missing, Opaque
from authoring.validators.display import nested_difference, short_repr
from authoring.validators.flags import Match, Matcher, MatchOptions
from authoring.validators.matching.arrays import unequal_arrays, unlike_arrays
from authoring.validators.matching.forms import WHOLE_ATOL, WHOLE_RTOL
from authoring.validators.matching.scalars import BOOLEAN, NUMBER, compare_metric, lack, unequal_numbers
from authoring.validators.matching.unordered import match_unordered
from authoring.validators.stand_in import StandIn

_NUMERIC = "iufc"
_WHOLE = "iu"
_TIMES = "mM"


def match_strictly(reference: Any, submission: Any, options: MatchOptions, match: Matcher) -> Match | None:
    """Return a match by the strict dialect's own rules, or None where DSEval's hold; `match` compares two elements."""
    # First, because every rule below finds NaN unequal to itself.
    if lack(reference) or lack(submission):
        return Match(match=True) if lack(reference) == lack(submission) else None
    pair = (reference, submission)
    # True is a number to Python, and none to the matcher.
    if all(isinstance(value, (*NUMBER, complex)) and not isinstance(value, BOOLEAN) for value in pair):
        return _match_numbers(reference, submission, options)
    if all(isinstance(value, np.ndarray) for value in pair):
        return _match_arrays(reference, submission, options, match)
    if all(isinstance(value, pd.api.extensions.ExtensionArray) for value in pair):
        # Their equality answers element by element.
        return match(pd.Series(reference), pd.Series(submission), options)
    if type(reference) is type(submission):
        expected, result = _fields(reference), _fields(submission)
        if expected is not None and result is not None:
            return _match_fields(expected, result, options, match)
    return None


def _match_numbers(reference: Any, submission: Any, options: MatchOptions) -> Match:
    first, second = (value.item() if isinstance(value, np.generic) else value for value in (reference, submission))
    if options.metrictol is not None:
        # A share of the size, because a part of a negative metric is more than the metric itself.
        return compare_metric(reference, submission, first - (1 - options.metrictol) * abs(first), options)
    if isinstance(first, int) and options.has_usual_tolerances:
        return Match(match=True) if _is_whole_number(first, second) else unequal_numbers(reference, submission)
    try:
        # Python's own numbers: numpy's whole ones overflow, and it cannot test Python's beyond 64 bits for closeness.
        close = first == second or (
            bool(np.isfinite(complex(first)) and np.isfinite(complex(second)))
            and abs(second - first) <= options.atol + options.rtol * abs(first)
        )
    except OverflowError:
        close = False
    return Match(match=True) if close else unequal_numbers(reference, submission)


def _is_whole_number(expected: int, number: Any) -> bool:
    """Tell whether a number is the whole number that is expected: a count is right or wrong, however large it is."""
    try:
        return bool(number == expected) or (
            not isinstance(number, int) and abs(number - expected) <= WHOLE_ATOL + WHOLE_RTOL * abs(expected)
        )
    except OverflowError:
        return False


def _match_arrays(reference: Any, submission: Any, options: MatchOptions, match: Matcher) -> Match:
    unlike = unlike_arrays(reference, submission, options)
    if unlike is not None:
        return unlike
    if options.ignore_order and reference.ndim and len(reference) > 1:
        return _match_unordered(reference, submission, options, match)
    masks = np.ma.getmaskarray(reference), np.ma.getmaskarray(submission)
    if np.ma.isMaskedArray(reference) or np.ma.isMaskedArray(submission):
        if not np.array_equal(*masks):
            differences = (Difference("mask", short_repr(masks[0]), short_repr(masks[1])),)
            return Match(match=False, reason="other elements are masked", kind="value", differences=differences)
        reference, submission = np.asarray(reference)[~masks[0]], np.asarray(submission)[~masks[0]]
    kinds = reference.dtype.kind + submission.dtype.kind
    if "O" in kinds:
        return match(reference.tolist(), submission.tolist(), options)
    if reference.dtype.names and reference.dtype.names == submission.dtype.names:
        return _match_columns(reference, submission, options, match)
    if all(kind in _NUMERIC for kind in kinds):
        close = _close(reference, submission, options)
        is_same = bool(close.all())
    else:
        close = None
        is_same = bool(np.array_equal(reference, submission, equal_nan=all(kind in _TIMES for kind in kinds)))
    return Match(match=True) if is_same else unequal_arrays(reference, submission, options, same=close)


def _close(reference: Any, submission: Any, options: MatchOptions) -> Any:
    """Return which elements of two arrays of numbers are the same within the tolerances."""
    if reference.dtype.kind not in _WHOLE or not options.has_usual_tolerances:
        return np.isclose(submission, reference, rtol=options.rtol, atol=options.atol, equal_nan=True)
    if submission.dtype.kind in _WHOLE:
        # Beyond 2**53 no tolerance of floats would tell whole numbers apart.
        return np.asarray(submission == reference)
    return np.isclose(submission, reference, rtol=WHOLE_RTOL, atol=WHOLE_ATOL)


def _match_unordered(reference: Any, submission: Any, options: MatchOptions, match: Matcher) -> Match:
    """Match arrays whose order along the first axis does not count."""
    numeric = reference.dtype.kind in "iufb" and submission.dtype.kind in "iufb"
    if numeric and reference.ndim == 1 and not np.ma.isMaskedArray(reference):
        if _close(np.sort(reference), np.sort(submission), options).all():
            return Match(match=True)
        differences = (
            Difference("elements in any order", short_repr(np.sort(reference)), short_repr(np.sort(submission))),
        )
        reason = "the arrays differ, in whatever order"
        return Match(match=False, reason=reason, kind="value", differences=differences)
    return match_unordered(list(reference), list(submission), options, match)


def _match_columns(reference: Any, submission: Any, options: MatchOptions, match: Matcher) -> Match:
    for name in reference.dtype.names:
        result = match(reference[name], submission[name], options)
        if not result.match:
            return _of(f"field {name!r}", result)
    return Match(match=True)


def _fields(value: Any) -> Mapping[str, Any] | None:
    """Return the fields that are compared of a dataclass, or of what stands for one; None for all else."""
    if isinstance(value, StandIn) and value.equality == "fields":
        return value.attributes
    if not is_dataclass(value) or isinstance(value, type | Opaque | Missing):
        return None
    return {field.name: getattr(value, field.name) for field in fields(value) if field.compare}


def _match_fields(
    reference: Mapping[str, Any], submission: Mapping[str, Any], options: MatchOptions, match: Matcher
) -> Match:
    for name, expected in reference.items():
        result = match(expected, submission.get(name, Missing(name)), options)
        if not result.match:
            return _of(f"field {name!r}", result)
    return Match(match=True)


def _of(place: str, result: Match) -> Match:
    differences = tuple(nested_difference(place, difference) for difference in result.differences)
    return result._replace(reason=f"{place}: {result.reason}", kind=result.kind or "value", differences=differences)
