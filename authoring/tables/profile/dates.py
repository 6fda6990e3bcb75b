"""Text columns that hold dates: one format must read every value, and no other may read them differently."""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

FORMATS = (
    "%Y-%m-%d",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d %H:%M:%S.%f",
    "%Y-%m-%d %H:%M:%S%z",
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%dT%H:%M",
    "%Y-%m-%dT%H:%M:%S.%f",
    "%Y-%m-%dT%H:%M:%S%z",
    "%Y-%m-%dT%H:%M:%S.%f%z",
    "%Y/%m/%d",
    "%Y/%m/%d %H:%M",
    "%Y/%m/%d %H:%M:%S",
    "%Y.%m.%d",
    "%Y%m%d",
    "%Y-%m",
    "%Y/%m",
    "%d.%m.%Y",
    "%d.%m.%Y %H:%M",
    "%d.%m.%Y %H:%M:%S",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d/%m/%Y %H:%M",
    "%m/%d/%Y %H:%M",
    "%d/%m/%Y %H:%M:%S",
    "%m/%d/%Y %H:%M:%S",
    "%m/%d/%Y %I:%M:%S %p",
    "%m/%d/%Y %I:%M %p",
    "%d-%m-%Y",
    "%m-%d-%Y",
    "%d-%m-%Y %H:%M",
    "%m-%d-%Y %H:%M",
    "%d/%m/%y",
    "%m/%d/%y",
    "%d.%m.%y",
    "%d %b %Y",
    "%d-%b-%Y",
    "%d-%b-%y",
    "%d %B %Y",
    "%b %d %Y",
    "%b-%d-%Y",
    "%b %d, %Y",
    "%B %d, %Y",
    "%b %Y",
    "%B %Y",
    "%a %b %d %H:%M:%S %Y",
)
_MAX_TRIED = 50
"""Distinct values that rule out most formats before whole columns are read."""
MAX_LENGTH = 40
"""No date in these formats is longer."""


_MAX_SHAPES = 5
"""Distinct values whose characters rule out most formats before pandas tries them."""
_PIECES = re.compile(r"(\d+)|([^\W\d_]+)|(\s+)|(.)", re.DOTALL)
_DIGITS = {"%Y": (4, 4), "%y": (2, 2), "%f": (1, 99), **dict.fromkeys(("%m", "%d", "%H", "%I", "%M", "%S"), (1, 2))}
"""The fewest and most digits that a directive reads; the others read letters."""
_RELATIVE_DATES = {"now", "today"}
"""Words that pandas reads as a date in any format."""


@dataclass(frozen=True, slots=True)
class ParsedDates:
    """Texts read as dates."""

    format: str
    read: "pd.Series[pd.Timestamp]"
    """In the order of the texts."""


def parse_dates(values: "pd.Series[str]") -> ParsedDates | None:
    """Read distinct values by the one format that reads them all; None when none or more than one does.

    Formats that read all values alike (month names short and long, as in May) count as one; day and month that could
    be either way round make the column no date.
    """
    if values.empty or bool((values.str.len() > MAX_LENGTH).any()):
        return None
    sample = values.iloc[:_MAX_TRIED]
    shapes = [_shape_of(value) for value in sample.iloc[:_MAX_SHAPES]]
    candidates = [
        date_format
        for date_format in FORMATS
        if all(shape is None or _fits(_shape_read_by(date_format), shape) for shape in shapes)
    ]
    dates: ParsedDates | None = None
    for date_format in [date_format for date_format in candidates if _parse(sample, date_format) is not None]:
        parsed = _parse(values, date_format)
        if parsed is None:
            continue
        # Two formats that disagree: nobody can say which of day and month comes first.
        if dates is not None and not parsed.equals(dates.read):
            return None
        dates = dates or ParsedDates(date_format, parsed)
    return dates


ShapePiece = tuple[str, int]
"""``9`` and how many digits, or ``a`` for letters, a space, or any other character, and 1."""


def _shape_of(value: str) -> list[ShapePiece] | None:
    """Return the shape of a value; None when it fits every format."""
    value = value.strip()
    if value.lower() in _RELATIVE_DATES:
        return None
    return [
        ("9", len(digits)) if digits else ("a" if letters else " " if space else symbol, 1)
        for digits, letters, space, symbol in _PIECES.findall(value)
    ]


@functools.cache
def _shape_read_by(form: str) -> tuple[tuple[str, int, int], ...]:
    """Return the shape of values that a format reads: pieces with the fewest and the most digits."""
    template: list[tuple[str, int, int]] = []
    for part in re.findall(r"%.|.", form):
        if part in _DIGITS:
            low, high = _DIGITS[part]
            if template and template[-1][0] == "9":
                _, lowest, highest = template.pop()
                low, high = low + lowest, high + highest
            # Directives side by side, as in %Y%m%d, read one run of digits.
            template.append(("9", low, high))
        # A zone may be Z, +01:00 or +0100, so everything behind the time is left to pandas.
        elif part == "%z":
            template.append(("", 0, 0))
        else:
            template.append(("a" if part[-1].isalpha() else part, 1, 1))
    return tuple(template)


def _fits(template: Sequence[tuple[str, int, int]], shape: Sequence[ShapePiece]) -> bool:
    """Whether a value may be read by a format; what stands behind the time is not looked at where a zone may."""
    zoned = template[-1][0] == ""
    required = template[:-1] if zoned else template
    if len(shape) < len(required) or (len(shape) > len(required) and not zoned):
        return False
    return all(
        kind == piece and low <= size <= high for (kind, low, high), (piece, size) in zip(required, shape, strict=False)
    )


def _parse(values: "pd.Series[str]", form: str) -> "pd.Series[pd.Timestamp] | None":
    """The values as dates, None unless every one is one."""
    # pandas reads too few digits by these formats as well: 202411 as the first of January 2024.
    if form == "%Y%m%d" and not bool(values.str.fullmatch(r"[12]\d{7}").all()):
        return None
    if form in {"%Y-%m", "%Y/%m"} and not bool(values.str.fullmatch(r"[12]\d{3}[-/]\d{2}").all()):
        return None
    try:
        parsed = pd.to_datetime(values, format=form)
    except (ValueError, OverflowError):
        return None
    # Mixed offsets come back as objects, and calculating with them is not what a date column is for.
    return parsed if pd.api.types.is_datetime64_any_dtype(parsed.dtype) and not parsed.isna().any() else None
