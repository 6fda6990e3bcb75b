"""Which text is dates: one format must read every value, and no other may read them differently."""

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
_TRIED = 50
"""Distinct values that rule out most formats before whole columns are read."""
LONGEST = 40
"""No date in these formats is longer."""


_LOOKED_AT = 5
"""Distinct values whose characters rule out most formats before pandas tries them."""
_PIECES = re.compile(r"(\d+)|([^\W\d_]+)|(\s+)|(.)", re.DOTALL)
_DIGITS = {"%Y": (4, 4), "%y": (2, 2), "%f": (1, 99), **dict.fromkeys(("%m", "%d", "%H", "%I", "%M", "%S"), (1, 2))}
"""The fewest and most digits that a directive reads; the others read letters."""
_MOMENTS = {"now", "today"}
"""What pandas takes for a date in any format."""


@dataclass(frozen=True, slots=True)
class Dates:
    """Texts read as dates."""

    format: str
    read: "pd.Series[pd.Timestamp]"
    """In the order of the texts."""


def date_format(values: "pd.Series[str]") -> str | None:
    """Return the strptime format that reads every one of the distinct values, None when none or more than one does."""
    dates = dates_of(values)
    return None if dates is None else dates.format


def dates_of(values: "pd.Series[str]") -> Dates | None:
    """Read distinct values by the one format that reads them all; None when none or more than one does.

    Formats that read all values alike (month names short and long, as in May) count as one; day and month that could
    be either way round make the column no date.
    """
    if values.empty or bool((values.str.len() > LONGEST).any()):
        return None
    first = values.iloc[:_TRIED]
    looks = [_look_of(value) for value in first.iloc[:_LOOKED_AT]]
    likely = [form for form in FORMATS if all(look is None or _fits(_frame_of(form), look) for look in looks)]
    found: Dates | None = None
    for form in [form for form in likely if _read(first, form) is not None]:
        read = _read(values, form)
        if read is None:
            continue
        if found is not None and not read.equals(found.read):
            return None
        found = found or Dates(form, read)
    return found


Piece = tuple[str, int]
"""``9`` and how many digits, or ``a`` for letters, a space, or any other character, and 1."""


def _look_of(value: str) -> list[Piece] | None:
    """What a value looks like; None when it fits every format."""
    value = value.strip()
    if value.lower() in _MOMENTS:
        return None
    return [
        ("9", len(digits)) if digits else ("a" if letters else " " if space else other, 1)
        for digits, letters, space, other in _PIECES.findall(value)
    ]


@functools.cache
def _frame_of(form: str) -> tuple[tuple[str, int, int], ...]:
    """What a value looks like that a format reads: pieces with the fewest and the most digits."""
    frame: list[tuple[str, int, int]] = []
    for part in re.findall(r"%.|.", form):
        if part in _DIGITS:
            low, high = _DIGITS[part]
            if frame and frame[-1][0] == "9":
                _, lowest, highest = frame.pop()
                low, high = low + lowest, high + highest
            frame.append(("9", low, high))
        elif part == "%z":
            frame.append(("", 0, 0))
        else:
            frame.append(("a" if part[-1].isalpha() else part, 1, 1))
    return tuple(frame)


def _fits(frame: Sequence[tuple[str, int, int]], look: Sequence[Piece]) -> bool:
    """Whether a value may be read by a format; what stands behind the time is not looked at where a zone may."""
    zoned = frame[-1][0] == ""
    wanted = frame[:-1] if zoned else frame
    if len(look) < len(wanted) or (len(look) > len(wanted) and not zoned):
        return False
    return all(
        kind == piece and low <= size <= high for (kind, low, high), (piece, size) in zip(wanted, look, strict=False)
    )


def _read(values: "pd.Series[str]", form: str) -> "pd.Series[pd.Timestamp] | None":
    """The values as dates, None unless every one is one."""
    if form == "%Y%m%d" and not bool(values.str.fullmatch(r"[12]\d{7}").all()):
        return None
    if form in {"%Y-%m", "%Y/%m"} and not bool(values.str.fullmatch(r"[12]\d{3}[-/]\d{2}").all()):
        return None
    try:
        read = pd.to_datetime(values, format=form)
    except (ValueError, OverflowError):
        return None
    # Mixed offsets come back as objects, and calculating with them is not what a date column is for.
    return read if pd.api.types.is_datetime64_any_dtype(read.dtype) and not read.isna().any() else None
