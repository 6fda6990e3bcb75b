"""Words for people: text in which every character can be seen, amounts of data and money, counted nouns, lists."""

import unicodedata
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Unicode categories that have no picture of their own: control, format (bidi, zero width), surrogate, separators."""

BLANKS = {"\u115f", "\u1160", "\u3164", "\uffa0", "\u2800"}
"""Characters that look like a space and are none."""


def visible(text: str, *, lines: bool = True) -> str:
    r"""Return a text in which every character can be seen; what could steer a terminal becomes an escape.

    Args:
        text: from anywhere.
        lines: whether line feeds and tabs stay what they are; if not they become ``\n`` and ``\t``.
    """
    whitespace = "\n\t" if lines else ""
    return "".join(
        _escape(char) if (unicodedata.category(char) in HIDDEN or char in BLANKS) and char not in whitespace else char
        for char in text
    )


def _escape(char: str) -> str:
    escapes = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
    code = ord(char)
    wide = f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"  # noqa: PLR2004 - the end of the first plane
    return escapes.get(char, f"\\x{code:02x}" if code <= 0xFF else wide)  # noqa: PLR2004 - what fits two hex digits


def size(number: int) -> str:
    """Return a number of bytes as a person reads it."""
    amount = float(number)
    for unit in ("B", "kB", "MB"):
        if amount < 1000:  # noqa: PLR2004 - the step from one unit to the next
            return f"{amount:.0f} {unit}" if unit == "B" or amount >= 10 else f"{amount:.1f} {unit}"  # noqa: PLR2004 - one decimal for one digit
        amount /= 1000
    return f"{amount:.1f} GB"


def counted(number: int, noun: str) -> str:
    """Return ``1 error`` or ``2 errors``."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def one_line(text: str) -> str:
    """Return a text on one line, with one space wherever there is white space."""
    return " ".join(text.split())


def short_text(text: str, length: int = 60) -> str:
    """Return a text on one line, cut where it is longer than a message takes."""
    line = one_line(text)
    return line if len(line) <= length else f"{line[: length - 1]}…"


def listed(names: Sequence[str], most: int) -> str:
    """Return ``a, b and 3 more``: the first names, and how many there are beyond `most`."""
    further = len(names) - most
    return ", ".join(names[:most]) + (f" and {further:,} more" if further > 0 else "")


def money(nano: int, currency: str) -> str:
    """Return thousand-millionths of a currency as a person reads them: ``1.25 USD``; small amounts keep two digits."""
    amount = Decimal(nano).scaleb(-9)
    places = Decimal("0.01")
    # Two digits after the zeros; nine places are a thousand-millionth, and nothing smaller is counted.
    if 0 < abs(amount) < Decimal("0.1"):
        places = Decimal(1).scaleb(max(amount.adjusted() - 1, -9))
    return f"{amount.quantize(places, ROUND_HALF_UP):,f} {currency}"
