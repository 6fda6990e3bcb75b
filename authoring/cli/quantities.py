"""Sizes and days as people write them on a command line."""

import re
from calendar import monthrange
from datetime import date

from authoring.errors import UsageError

BYTES_OF = {
    "": 1,
    "b": 1,
    "k": 10**3,
    "kb": 10**3,
    "m": 10**6,
    "mb": 10**6,
    "g": 10**9,
    "gb": 10**9,
    "kib": 2**10,
    "mib": 2**20,
    "gib": 2**30,
}
"""Bytes of each unit; the decimal ones are those in which sizes are shown."""

_AMOUNT = re.compile(r"\s*(\d{1,15}(?:\.\d{1,9})?)\s*([a-z]*)\s*", re.IGNORECASE | re.ASCII)
_DAY = re.compile(r"\s*(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?\s*", re.ASCII)


def bytes_of(text: str) -> int:
    """Return the bytes that ``10MB``, ``1.5 GiB`` or ``4096`` stand for, rounded down.

    Raises:
        UsageError: it is no size, or none at all.
    """
    match = _AMOUNT.fullmatch(text)
    if match is None or match[2].lower() not in BYTES_OF:
        raise UsageError(f"{text!r} is no size", hint="write a number and a unit: 500kB, 10MB, 1.5GB, 20MiB")
    whole, _, part = match[1].partition(".")
    # In whole numbers, since a fraction of a decimal unit is seldom exact as a float.
    number = int(whole + part) * BYTES_OF[match[2].lower()] // int(f"1{len(part) * '0'}")
    if not number:
        raise UsageError(f"{text!r}: nothing is that small", hint="give at least one byte")
    return number


def day_of(text: str) -> date:
    """Return the first day of ``2023`` or ``2023-04``, or the day ``2023-04-17`` itself.

    Raises:
        UsageError: it is no day.
    """
    hint = "write a year, a month or a day: 2023, 2023-04, 2023-04-17"
    match = _DAY.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r} is no date", hint=hint)
    year, month, day = int(match[1]), int(match[2] or 1), int(match[3] or 1)
    if not 1 <= month <= 12 or year < 1:  # noqa: PLR2004 - the months of a year
        raise UsageError(f"{text!r} is no date: there is no such month", hint=hint)
    last = monthrange(year, month)[1]
    if not 1 <= day <= last:
        raise UsageError(f"{text!r} is no date: that month has {last} days", hint=hint)
    return date(year, month, day)
