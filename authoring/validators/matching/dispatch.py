"""Which matcher compares which values, in DSEval's order."""

from collections.abc import Callable
from typing import Any

import numpy as np

from authoring.validators.base import Difference, type_name
from authoring.validators.display import a
from authoring.validators.flags import Match, Matcher, MatchOptions
from authoring.validators.matching.arrays import match_arrays
from authoring.validators.matching.containers import CONTAINER, bare, match_containers
from authoring.validators.matching.frames import PANDAS, match_pandas
from authoring.validators.matching.partial import match_part
from authoring.validators.matching.polars_tables import as_pandas
from authoring.validators.matching.scalars import BOOLEAN, NUMBER, match_booleans, match_by_equality, match_numbers
from authoring.validators.matching.sparse import is_csr, is_sparse, match_sparse
from authoring.validators.matching.strict import match_strictly


def matches(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Compare two values of any type. Neither is changed.

    Raises:
        Exception: whatever the values raise when compared; for DSEval that is a refusal, looser comparison left out.
    """
    # First, because of what cannot travel the type is all there is.
    if options.type_only:
        return _match_types(reference, submission, options)
    if options.value_only:
        reference, submission = bare(reference), bare(submission)
    reference, submission = _both_as_pandas(reference, submission)
    whole = match_whole(reference, submission, options)
    if not whole.match and options.match_partial:
        part = match_part(reference, submission, options, match_whole)
        if part.match:
            return part._replace(part=True)
    return whole


def loose(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Compare with names, order and dtypes ignored and parts admitted; what matches only so is partly right."""
    return matches(reference, submission, options.loosened())


def _match_types(reference: Any, submission: Any, options: MatchOptions) -> Match:
    expected, result = type_name(reference), type_name(submission)
    if expected == result:
        return Match(match=True)
    differences = (Difference("type", expected, result),)
    reason = f"{a(result)} instead of {a(expected)}"
    return Match(match=False, reason=reason, kind=options.mended("type"), differences=differences)


def _both_as_pandas(reference: Any, submission: Any) -> tuple[Any, Any]:
    """Return two tables of polars as tables of pandas; DSEval cannot compare them, and refuses whatever they hold."""
    tables = as_pandas(reference), as_pandas(submission)
    are_tables = tables[0] is not reference and tables[1] is not submission
    return tables if are_tables else (reference, submission)


def match_whole(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Compare two values by what they are; the first kind that one of them belongs to decides."""
    reference, submission = _both_as_pandas(reference, submission)
    if options.strict:
        result = match_strictly(reference, submission, options, match_whole)
        if result is not None:
            return result
    pair = (reference, submission)
    for belongs, match in _MATCHERS:
        if any(map(belongs, pair)):
            return match(reference, submission, options)
    if all(map(is_sparse, pair)):
        return match_sparse(reference, submission, options)
    return match_by_equality(reference, submission, options)


def _match_containers(reference: Any, submission: Any, options: MatchOptions) -> Match:
    return match_containers(reference, submission, options, match_whole)


def _a(kinds: type | tuple[type, ...]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, kinds)


# In DSEval's order; truth values come before numbers, which their type belongs to.
_MATCHERS: tuple[tuple[Callable[[object], bool], Matcher], ...] = (
    (_a(BOOLEAN), match_booleans),
    (_a(NUMBER), match_numbers),
    (_a(np.ndarray), match_arrays),
    (is_csr, match_sparse),
    (_a(PANDAS), match_pandas),
    (_a(CONTAINER), _match_containers),
)
