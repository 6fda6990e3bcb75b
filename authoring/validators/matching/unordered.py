"""Matching elements whose order does not count."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from authoring.validators.base import Difference
from authoring.validators.display import short_repr
from authoring.validators.flags import Match, Matcher, MatchOptions

_PLAIN = (str, int, float, bool, bytes)
"""Types whose equal values match under any flags."""


def in_order(elements: Any) -> list[Any]:
    """Return elements sorted by type name, then value. Raises TypeError for values without an order."""
    return sorted(elements, key=lambda element: (str(type(element)), element))


def match_unordered(
    reference: Sequence[Any], submission: Sequence[Any], options: MatchOptions, match: Matcher
) -> Match:
    """Match each element with one of the other side, whatever their types; both have as many.

    Numbers are paired in their order. For all others the time grows with the square of those that are not equal and
    plain, so it is only for what has no order.
    """
    # Most comparisons are tries, of which nobody reads the differences.
    quick = replace(options, evidence=False)
    if _sortable(reference) and _sortable(submission):
        pairs = zip(sorted(reference), sorted(submission), strict=True)
        missing = [expected for expected, result in pairs if not match(expected, result, quick).match][:1]
    else:
        missing = _unmatched(*_without_equals(reference, submission), quick, match)
    if not missing:
        return Match(match=True)
    reason = f"no element of the submission matches {short_repr(missing[0])}, in whatever order"
    differences = (Difference("elements in any order", short_repr(missing[0]), "none like it"),)
    return Match(match=False, reason=reason, kind="value", differences=differences)


def _sortable(elements: Sequence[Any]) -> bool:
    """Say whether all elements are numbers with an order; NaN has none."""
    return all(
        isinstance(element, int | float | np.integer | np.floating)
        and not isinstance(element, bool)
        and element == element  # noqa: PLR0124 - NaN is not equal to itself
        for element in elements
    )


def _without_equals(reference: Sequence[Any], submission: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """Return both without the plain elements that are equal on both sides."""
    counts: dict[tuple[type, Any], int] = {}
    left: list[Any] = []
    for element in submission:
        if type(element) in _PLAIN:
            key: tuple[type, Any] = (type(element), element)
            counts[key] = counts.get(key, 0) + 1
        else:
            left.append(element)
    targets = []
    for element in reference:
        if type(element) in _PLAIN and counts.get((type(element), element)):
            counts[type(element), element] -= 1
        else:
            targets.append(element)
    left += [element for (_, element), count in counts.items() for _ in range(count)]
    return targets, left


def _unmatched(reference: list[Any], submission: list[Any], options: MatchOptions, match: Matcher) -> list[Any]:
    for element in reference:
        place = next((i for i, candidate in enumerate(submission) if match(element, candidate, options).match), None)
        if place is None:
            return [element]
        # Each element of the submission stands for one of the reference only.
        del submission[place]
    return []
