"""Pools: the elements that were seen in one place of the arguments, and others like them.

What is drawn stays within what was seen: its type, its sign, its range widened by one, its levels where there are few,
and missing only where something was missing.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.rewriting.base import is_missing, is_number, is_whole

SEEN_SHARE, REPEATED_SHARE, MISSING_SHARE, NARROW_SHARE = 0.5, 0.25, 0.2, 0.3
"""How often an element is one that was seen, the one before it, a missing one, or all are of few levels."""
MOST_LEVELS, FEWEST_OF_LEVELS = 3, 8
"""So few different whole numbers among so many elements are levels, and no other number stands beside them."""
MOST_DECIMALS = 6
ONE_DAY = pd.Timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ElementPool:
    """Elements that were seen in one place, missing ones apart."""

    elements: tuple[Any, ...]
    has_missing: bool
    is_unique: bool = False
    """Whether no element may come twice."""

    def drawn(self, size: int, rng: random.Random) -> list[Any] | None:
        """Return so many elements; None where there are not so many different ones."""
        if self.is_unique:
            return self._different(size, rng)
        levels = list(dict.fromkeys(self.elements)) if _are_hashable(self.elements) else list(self.elements)
        is_narrow = levels and rng.random() < NARROW_SHARE
        few = rng.sample(levels, min(len(levels), rng.randint(1, 2))) if is_narrow else []
        result: list[Any] = []
        for _ in range(size):
            if self.has_missing and rng.random() < MISSING_SHARE:
                result.append(None)
            elif result and rng.random() < REPEATED_SHARE:
                result.append(result[-1])
            else:
                result.append(rng.choice(few) if few else self.element(rng))
        return result

    def element(self, rng: random.Random) -> Any:
        """Return one element: a seen one, or one like those."""
        if not self.elements:
            return None
        example = rng.choice(self.elements)
        return example if rng.random() < SEEN_SHARE else self._like(example, rng)

    def _like(self, example: Any, rng: random.Random) -> Any:
        if is_whole(example) and all(map(is_whole, self.elements)):
            low, high = whole_bounds(self.elements)
            return example if self._is_of_levels() else type(example)(rng.randint(low, high))
        if is_number(example) and all(map(is_number, self.elements)):
            numbers = [float(number) for number in self.elements if np.isfinite(number)]
            if not numbers:
                return example
            return type(example)(round(rng.uniform(min(numbers), max(numbers)), _decimals(numbers)))
        if isinstance(example, pd.Timestamp) and all(isinstance(moment, pd.Timestamp) for moment in self.elements):
            return _moment(self.elements, rng)
        return example

    def _is_of_levels(self) -> bool:
        levels = len(set(self.elements))
        return set(self.elements) <= {0, 1} or (levels <= MOST_LEVELS and len(self.elements) >= FEWEST_OF_LEVELS)

    def _different(self, size: int, rng: random.Random) -> list[Any] | None:
        elements = list(dict.fromkeys(self.elements))
        if elements and all(map(is_whole, elements)):
            low, high = whole_bounds(elements)
            return [type(elements[0])(number) for number in rng.sample(range(low, high + size + 1), size)]
        if elements and all(isinstance(element, pd.Timestamp) for element in elements):
            days = [min(elements) + number * ONE_DAY for number in range(max(size, len(elements)) + 2)]
            return rng.sample(days, size)
        return rng.sample(elements, size) if size <= len(elements) else None


def pool_of(values: Sequence[Any], *, is_unique: bool = False) -> ElementPool:
    """Return the pool of some elements."""
    present = tuple(value for value in values if not is_missing(value))
    return ElementPool(present, len(present) < len(values), is_unique=is_unique and _are_hashable(present))


def whole_bounds(elements: Sequence[Any]) -> tuple[int, int]:
    """Return the smallest and the largest whole number that may stand where these did: no new sign, and no new zero."""
    low, high = int(min(elements)), int(max(elements))
    floor = low - 1 if low < 0 else min(low, 1)
    return max(floor, low - 1), high + 1


def _decimals(numbers: Sequence[float]) -> int:
    texts = [repr(number).partition(".")[2] for number in numbers]
    return min(MOST_DECIMALS, max((len(text) for text in texts if "e" not in text), default=1))


def _moment(moments: Sequence[Any], rng: random.Random) -> Any:
    first, last = min(moments), max(moments)
    if all(moment == moment.normalize() for moment in moments):
        return first + rng.randint(0, (last - first).days + 1) * ONE_DAY
    return first + rng.randint(0, int((last - first).total_seconds())) * pd.Timedelta(seconds=1)


def _are_hashable(elements: Sequence[Any]) -> bool:
    try:
        return bool(set(elements)) or not elements
    except TypeError:
        return False
