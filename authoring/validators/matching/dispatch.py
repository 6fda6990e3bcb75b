"""Which matcher compares which values, in DSEval's order."""

from collections.abc import Callable
from typing import Any

import numpy as np

from authoring.validators.base import Opaque, type_name
from authoring.validators.flags import Match, MatchOptions
from authoring.validators.matching.arrays import is_csr, match_arrays, match_csr
from authoring.validators.matching.containers import CONTAINER, bare, match_containers
from authoring.validators.matching.frames import PANDAS, match_pandas
from authoring.validators.matching.partial import match_part
from authoring.validators.matching.scalars import BOOLEAN, NUMBER, match_booleans, match_numbers
from authoring.validators.words import short


def matches(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Compare two values of any type. Neither is changed.

    Raises:
        Exception: whatever the values raise when compared; for DSEval that is a refusal, looser comparison left out.
    """
    if options.type_only:
        expected, found = type_name(reference), type_name(submission)
        return Match(expected == found, "" if expected == found else f"a {found} instead of a {expected}")
    if options.value_only:
        reference, submission = bare(reference), bare(submission)
    whole = match_whole(reference, submission, options)
    if not whole.match and options.match_partial:
        part = match_part(reference, submission, options, match_whole)
        if part.match:
            return part
    return whole


def match_whole(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Compare two values by what they are; the first kind that one of them belongs to decides."""
    pair = (reference, submission)
    if any(isinstance(value, Opaque) for value in pair):
        return Match(match=False, reason=f"{short(submission)} cannot be compared with {short(reference)}")
    for belongs, match in _MATCHERS:
        if any(map(belongs, pair)):
            return match(reference, submission, options)
    return _match_by_equality(reference, submission)


def _match_by_equality(reference: Any, submission: Any) -> Match:
    try:
        same = bool(reference == submission)
    except Exception:  # noqa: BLE001 - equality is the values' own code
        return Match(match=False, reason=f"{short(submission)} cannot be compared with {short(reference)}")
    return Match(same, "" if same else f"{short(submission)} instead of {short(reference)}")


def _match_containers(reference: Any, submission: Any, options: MatchOptions) -> Match:
    return match_containers(reference, submission, options, match_whole)


def _a(kinds: type | tuple[type, ...]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, kinds)


_MATCHERS: tuple[tuple[Callable[[object], bool], Callable[[Any, Any, MatchOptions], Match]], ...] = (
    (_a(BOOLEAN), match_booleans),
    (_a(NUMBER), match_numbers),
    (_a(np.ndarray), match_arrays),
    (is_csr, match_csr),
    (_a(PANDAS), match_pandas),
    (_a(CONTAINER), _match_containers),
)
