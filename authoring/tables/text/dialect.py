"""The dialect of delimited text: its delimiter, and whether its first row holds names or values."""

import csv
import io
import re
from collections import Counter
from itertools import islice

from authoring.tables.text.rows import split_rows

DELIMITERS = {",": "a comma", ";": "a semicolon", "\t": "a tab", "|": "a bar", " ": "spaces"}
SNIFFED_ROWS = 300
_MIN_EQUAL_WIDTHS = 0.8
"""Share of the rows that are equally wide where a table has remarks above it."""
_MIN_HEADER_WIDTHS = 0.5
"""Share of the first rows that must be as wide as the first, for it to be the header."""
# 1, 1.5, 1,5, .5 and -1e-3, with blanks around them.
_NUMBER = re.compile(r"\s*[-+]?(\d+([.,]\d*)?|[.,]\d+)([eE][-+]?\d+)?\s*\Z")
_WHOLE = re.compile(r"\s*\d+\s*\Z")
_DATE = re.compile(r"\s*\d{4}-\d{2}-\d{2}([T ].*)?\Z")


def guess_delimiter(text: str, default: str) -> str:
    """Return the delimiter that splits most of the first rows as it splits the header, into most fields."""
    best, best_rank = default, (0.0, 0, False)
    framed, framed_rank = default, (0.0, 0, False)
    # Blanks are tried last and by themselves, because titles and texts are full of them.
    for candidate in (default, *(d for d in DELIMITERS if d not in {default, " "})):
        counts = _field_counts(text, candidate)
        if counts and counts[0] >= 2:  # noqa: PLR2004 - one field is no split
            fitting = sum(count == counts[0] for count in counts) / len(counts)
            # Shares are rounded, so that a few ragged rows do not outweigh more fields; a draw goes to the default.
            best, best_rank = max(
                (best, best_rank), (candidate, (round(fitting, 1), counts[0], candidate == default)), key=_rank
            )
        width, frequency = Counter(counts).most_common(1)[0] if counts else (0, 0)
        if width >= 2 and frequency >= _MIN_EQUAL_WIDTHS * len(counts):  # noqa: PLR2004 - as above
            rank = (round(frequency / len(counts), 1), width, candidate == default)
            framed, framed_rank = max((framed, framed_rank), (candidate, rank), key=_rank)
    if best_rank[1] == 0 and _is_space_separated(text):
        return " "
    # Remarks above a table have other widths than its rows.
    return framed if framed_rank[1] and best_rank[0] < _MIN_HEADER_WIDTHS else best


def _rank(ranked: tuple[str, tuple[float, int, bool]]) -> tuple[float, int, bool]:
    return ranked[1]


def _field_counts(text: str, delimiter: str) -> list[int]:
    """How many fields each of the first rows has; nothing when they cannot be split."""
    try:
        rows = split_rows(io.StringIO(text, newline=None), delimiter)
        return [len(row) for _, row in islice(rows, SNIFFED_ROWS) if row]
    except csv.Error:
        return []


def _is_space_separated(text: str) -> bool:
    """Whether every one of the first rows has as many words as the header, and one of them is a number in each."""
    rows = [line.split() for line in islice(io.StringIO(text, newline=None), SNIFFED_ROWS) if line.strip()]
    if len(rows) < 2 or len(rows[0]) < 2 or any(len(row) != len(rows[0]) for row in rows):  # noqa: PLR2004 - a table
        return False
    return any(all(_NUMBER.match(field) for field in column) for column in zip(*rows[1:], strict=True))


def has_spaced_delimiters(text: str, delimiter: str) -> bool:
    """Whether a space stands behind every delimiter of the first lines; in front of numbers only, it does no harm."""
    # Numbers read the same with and without a space in front.
    if delimiter == " " or is_data(text.split("\n", 1)[0].split(delimiter)):
        return False
    lines = [line for line in islice(io.StringIO(text, newline=None), SNIFFED_ROWS) if line.strip()]
    return (
        bool(lines)
        and delimiter in lines[0]
        and all(line.count(delimiter) == line.count(delimiter + " ") for line in lines)
    )


def is_data(header: list[str]) -> bool:
    """Whether a first row holds values rather than names: numbers only, or a decimal number or date among them."""
    filled = [field for field in header if field.strip()]
    if not filled:
        return False
    if all(_NUMBER.match(field) for field in filled):
        return True
    # A whole number among names may be a name, such as a year; a date or a fraction is none.
    return any(_DATE.match(field) or (_NUMBER.match(field) and not _WHOLE.match(field)) for field in filled)
