"""Wrong numbers: off by one, as text, of the wrong sign or unit, missing, or rounded too far."""

import decimal
import math
from typing import Any

from authoring.validators.rewriting.base import ReferenceValue, Variants, is_missing, is_number, is_whole, wrong
from authoring.validators.rewriting.elements import Edit, length_of, mapped, numbers_of, spoiled
from authoring.validators.rewriting.matters import Matter

PREDICTING = frozenset({"value", "variable", "output", "predictions"})
DECIDED = frozenset({Matter.CHANCE, Matter.UNIT})
MAX_COUNT = 10_000
"""Whole numbers up to which one more is a mistake that shows; beyond, the usual relative tolerance is near."""
MAX_DECIMALS = 6
"""Decimals up to which a number counts as rounded."""
NOTICEABLE = 1e-3
"""By what part of itself a number has to change through rounding to count as another."""


def _of_numbers(description: str, change: Edit) -> Any:
    def rewrite(subject: ReferenceValue) -> Variants:
        def edit(element: Any) -> Any:
            if not is_number(element) or is_missing(element) or not math.isfinite(element):
                return element
            return change(element)

        value = spoiled(subject.value, edit)
        if value is not None:
            yield description, value

    return rewrite


def _opposite(number: Any) -> Any:
    return -number if number else number


def _successor(number: Any) -> Any:
    return number + 1 if is_whole(number) and abs(number) <= MAX_COUNT else number


def _fraction(number: Any) -> Any:
    # Rounding gives the number back, so that a comparison that rounds lets it pass.
    return number + 0.4 if is_whole(number) and abs(number) <= MAX_COUNT else number


def _predecessor(number: Any) -> Any:
    return number - 1 if is_whole(number) and abs(number) <= MAX_COUNT else number


def _percent_off(number: Any) -> Any:
    return number if is_whole(number) else number * 1.01


def _percent_less(number: Any) -> Any:
    return number if is_whole(number) else number * 0.99


def _complement(number: Any) -> Any:
    # Around a half, what is missing to a whole is the share itself.
    is_share = not is_whole(number) and 0 < number < 1 and abs(number - 0.5) > NOTICEABLE
    return 1 - number if is_share else number


def _rounded_too_far(subject: ReferenceValue) -> Variants:
    decimals = max((_decimals(number) for number in numbers_of(subject.value)), default=0)
    # More decimals than anybody asks for stand for a number that was not rounded.
    if not 1 <= decimals <= MAX_DECIMALS:
        return

    def edit(element: Any) -> Any:
        if not isinstance(element, float) or not math.isfinite(element):
            return element
        rounded = round(element, decimals - 1)
        return rounded if abs(rounded - element) > NOTICEABLE * abs(element) else element

    value = mapped(subject.value, edit)
    if value is not None:
        yield f"rounded to {decimals - 1} decimals, not to {decimals}", value


def _decimals(number: Any) -> int:
    if is_whole(number):
        return 0
    # By the shortest text that gives this float, as a person would write it; the float itself has some fifty decimals.
    exponent = decimal.Decimal(repr(float(number))).normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _first_missing(subject: ReferenceValue) -> Variants:
    seen: list[Any] = []

    def edit(element: Any) -> Any:
        if seen or not is_number(element) or is_missing(element):
            return element
        seen.append(element)
        return math.nan

    value = mapped(subject.value, edit)
    if value is not None:
        yield "NaN for the first number", value


def _missing(subject: ReferenceValue) -> Variants:
    if length_of(subject.value) > 1:
        yield from _of_numbers("NaN for all numbers", lambda _: math.nan)(subject)


OPERATORS = (
    wrong(
        "number-as-text",
        "numbers as text",
        _of_numbers("numbers as text", lambda number: repr(_plain(number))),
        rank=1,
    ),
    wrong("whole-plus-one", "whole numbers plus one", _of_numbers("whole numbers plus 1", _successor), rank=1),
    wrong(
        "fraction-for-whole", "a fraction for a whole number", _of_numbers("whole numbers plus 0.4", _fraction), rank=1
    ),
    wrong("whole-minus-one", "whole numbers less one", _of_numbers("whole numbers minus 1", _predecessor), rank=4),
    wrong("percent-off", "fractions one percent off", _of_numbers("one percent more", _percent_off), rank=2),
    wrong("percent-less", "fractions one percent less", _of_numbers("one percent less", _percent_less), rank=3),
    wrong("doubled", "twice as much", _of_numbers("twice as much", lambda n: 2 * n if n else n), rank=3),
    wrong("complement", "what is missing to a whole", _of_numbers("1 minus each share", _complement), rank=3),
    wrong("opposite-sign", "the opposite sign", _of_numbers("the opposite sign", _opposite), rank=2, roles=PREDICTING),
    wrong(
        "times-hundred",
        "percent in place of a share",
        _of_numbers("100 times as much", lambda number: number * 100 if number else number),
        unless=DECIDED,
        rank=3,
    ),
    wrong(
        "hundredth",
        "a share in place of percent",
        _of_numbers("a hundredth", lambda number: number / 100 if number else number),
        unless=DECIDED,
        rank=4,
    ),
    wrong("number-missing", "a missing value for a number", _first_missing, rank=2, roles=PREDICTING),
    wrong("numbers-missing", "missing values for all numbers", _missing, rank=4, unless=frozenset()),
    wrong(
        "rounded-too-far",
        "one decimal less than was asked for",
        _rounded_too_far,
        settled=frozenset({Matter.ROUNDING}),
        rank=2,
    ),
    wrong(
        "zero", "zero for every number", _of_numbers("0 for every number", lambda n: 0 * _plain(n) if n else n), rank=4
    ),
)


def _plain(number: Any) -> Any:
    return number.item() if hasattr(number, "item") else number
