"""Numbers that were read as text, because of a sign, a unit, a decimal comma or what parts their thousands."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pandas as pd

from authoring.tables.profile.kinds import is_identifier_name

FEWEST_FIGURES = 5
"""Distinct numbers from which texts are figures; fewer are names of classes."""
_SIGNS = frozenset({"", "$", "€", "£", "¥", "US$", "USD", "EUR", "GBP"})
"""Signs before a number."""
_UNITS = frozenset((
    "", "%", "percent", "points", "pts", "bps", "°", "°c", "°f", "kg", "g", "mg", "t", "lb", "lbs", "oz", "km", "m",
    "cm", "mm", "mi", "miles", "ft", "feet", "in", "inches", "ml", "l", "cl", "ha", "acres", "sqft", "m2", "m²", "hp",
    "bhp", "ps", "kw", "kwh", "mph", "km/h", "kmh", "kmpl", "km/kg", "mpg", "cc", "px", "hz", "khz", "mhz", "ghz",
    "kb", "mb", "gb", "tb", "ms", "s", "sec", "secs", "seconds", "min", "mins", "minutes", "h", "hr", "hrs", "hour",
    "hours", "days", "weeks", "months", "yrs", "years", "usd", "eur", "€", "$", "£", "kcal", "cal", "mpa", "bar",
))  # fmt: skip
"""Units and signs behind a number, in lower case; none is one of them."""
_BLANKS = "\u00a0\u202f\u2009 "
_PARTS = re.compile(
    rf"(?P<before>[^\d\s+.,-]{{0,3}})\s*(?P<number>[-+]?[\d.,][\d.,'\u2019{_BLANKS}]*)(?P<after>.{{0,12}})"
)
_NUMBER = r"[-+]?(?:\d{1,3}(?:%s\d{3})+|\d+)(?:%s\d+)?|[-+]?%s\d+"
_PLAIN = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)")
_CODE = re.compile(r"[-+]?0\d")
_SEPARATORS = ((",", "."), (".", ","), *((blank, ".") for blank in _BLANKS), *((blank, ",") for blank in _BLANKS))
_SEPARATORS = (*_SEPARATORS, ("'", "."), ("\u2019", "."))
"""What parts thousands, and what begins the decimals."""


@dataclass(frozen=True, slots=True)
class FigureForm:
    """How numbers are written; the fields are those of `records.NumberForm`."""

    before: str = ""
    """The sign before each number."""
    after: str = ""
    """The unit behind each number."""
    thousands: str = ""
    """What parts the thousands; empty where nothing does."""
    decimal: str = "."


def number_form(name: str, texts: Sequence[str]) -> FigureForm | None:
    """Return how all of some distinct texts write numbers; None where they do not, or name something.

    Numbers such as ``1,234`` alone may have thousands or decimals: the three digits behind every comma say thousands.
    """
    if len(texts) < FEWEST_FIGURES or is_identifier_name(name):
        return None
    parts = []
    for text in texts:
        # Most columns of text are told by their first entry.
        match = _PARTS.fullmatch(text.strip())
        if match is None:
            return None
        parts.append((match["before"].strip(), match["number"].strip(), match["after"].strip()))
    before, after = _only(before for before, _, _ in parts), _only(after for _, _, after in parts)
    if before not in _SIGNS or after is None or after.casefold() not in _UNITS:
        return None
    numbers = [number for _, number, _ in parts]
    separators = _separators(numbers)
    # Zeros at the beginning are those of a code.
    if separators is None or any(map(_CODE.match, numbers)):
        return None
    return FigureForm(before or "", after, *separators)


def _only(values: Iterable[str]) -> str | None:
    """Return what all values are; None where they differ."""
    distinct = set(values)
    return distinct.pop() if len(distinct) == 1 else None


def _separators(numbers: Sequence[str]) -> tuple[str, str] | None:
    """Return what parts the thousands of all numbers and what begins their decimals; None where nothing fits."""
    if all(map(_PLAIN.fullmatch, numbers)):
        return "", "."
    for thousands, decimal in _SEPARATORS:
        pattern = re.compile(_NUMBER % (re.escape(thousands), re.escape(decimal), re.escape(decimal)))
        if all(map(pattern.fullmatch, numbers)):
            has_thousands = any(thousands in number for number in numbers)
            # A lone comma before three digits, in numbers below one as well, begins decimals.
            if has_thousands and any(re.match(rf"[-+]?0{re.escape(thousands)}", number) for number in numbers):
                continue
            return (thousands if has_thousands else ""), decimal
    return None


def as_numbers(texts: "pd.Series[str]", form: FigureForm) -> "pd.Series[float]":
    """Return texts of a form as numbers, missing ones missing."""
    numbers = texts
    if form.before:
        numbers = numbers.str.removeprefix(form.before)
    if form.after:
        numbers = numbers.str.removesuffix(form.after)
    if form.thousands:
        numbers = numbers.str.replace(form.thousands, "", regex=False)
    if form.decimal != ".":
        numbers = numbers.str.replace(form.decimal, ".", regex=False)
    return pd.to_numeric(numbers)
