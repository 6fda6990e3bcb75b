"""Matching elements whose order does not count."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
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
    """Return the first element of the reference for which none of the submission is left, however they pair."""

    @cache
    def fits(index: int, place: int) -> bool:
        return match(reference[index], submission[place], options).match

    owners: dict[int, int] = {}
    for index, element in enumerate(reference):
        path = _augmenting_path(index, len(submission), owners, fits)
        if not path:
            return [element]
        owners |= path
    return []


def _augmenting_path(
    start: int, places: int, owners: Mapping[int, int], fits: Callable[[int, int], bool]
) -> dict[int, int]:
    """Return new owners of places so that `start` has one too; empty where there is no such exchange.

    Within tolerances an element fits several places. If the first was taken for good, the verdict would depend on the
    order of the elements; Kuhn's algorithm gives a place back where its owner fits another.
    """
    sources: dict[int, int] = {}
    pending = [start]
    while pending:
        index = pending.pop()
        # Free places first, because nearly always the element fits one of them, and comparing is what takes time.
        for place in sorted(set(range(places)) - sources.keys(), key=owners.__contains__):
            if not fits(index, place):
                continue
            sources[place] = index
            if place in owners:
                pending.append(owners[place])
                continue
            path = {place: index}
            while index != start:
                given_back = next(owned for owned, owner in owners.items() if owner == index)
                index = sources[given_back]
                path[given_back] = index
            return path
    return {}
