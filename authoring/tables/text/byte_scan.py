"""Delimited text looked at as bytes: whether all rows are equally wide, and which characters fields begin with.

Walking a large file row by row in Python takes many times as long as pandas takes to read it. Most files need no walk:
when there are as many delimiters as equally wide rows would have, no row has too few fields unless another has too
many, and that pandas refuses. Whatever is out of the ordinary is left to the walk.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

_CHUNK = 1 << 16
"""Bytes looked at at once: what fits into the cache of a processor."""
_MAX_LINE = 1_000_000
"""Bytes of a line from which it is left to the walk, which refuses values that long."""
_NEWLINE, _RETURN, _QUOTE, _ZERO = b'\n\r"0'
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]


def _byte_set(characters: bytes, *, include_non_ascii: bool = False) -> Flags:
    """Which bytes are one of `characters`, or, with `include_non_ascii`, part of a letter beyond ASCII."""
    members = np.zeros(256, dtype=bool)
    members[list(characters)] = True
    members[128:] = include_non_ascii
    return members


_DIGITS = _byte_set(b"0123456789", include_non_ascii=True)
_ANY = np.ones(256, dtype=bool)
_CALLS = _byte_set(b"(ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")


@dataclass(slots=True)
class ByteCounts:
    """Counts of the bytes of delimited text that decide its shape; line ends at the end of the file are left out."""

    delimiters: int = 0
    newlines: int = 0
    returns: int = 0
    """Carriage returns."""
    ends: int = 0
    """Carriage returns with a line feed behind."""
    quotes: int = 0
    zeros: int = 0
    """Fields that may begin with a zero and go on like a whole number."""
    formulas: int = 0
    """Fields that may be a spreadsheet formula."""
    long: int = 0
    """Stretches without a line end that are longer than a value may be."""

    def has_rows(self, width: int) -> int | None:
        """Return how many rows are behind the header, None unless all seem to be `width` fields wide.

        A row that is too wide and one that is too narrow together are not seen; pandas refuses the wide one.
        """
        plain = not self.quotes and not self.long and self.returns == self.ends and width > 1
        return self.newlines if plain and self.delimiters == (self.newlines + 1) * (width - 1) else None


def count_bytes(data: bytes, delimiter: str) -> ByteCounts:
    """Look at text in UTF-8, or in an encoding of one byte a character that holds ASCII, once."""
    # Line ends at the end of a file begin no row.
    text = np.frombuffer(data, dtype=np.uint8)[: _end_of_rows(data)]
    present = bytes(character for character in b'\r"=@+-' if character in data)
    counts, unbroken, longest_unbroken = ByteCounts(), 0, 0
    for start in range(0, text.size, _CHUNK):
        before = counts.newlines
        # Three bytes more than the piece, because what a field begins with is seen in those behind its delimiter.
        _count_chunk(counts, text[start : start + _CHUNK + 3], ord(delimiter), present, min(_CHUNK, text.size - start))
        # A piece without any line end belongs, with both its neighbours, to a long line.
        unbroken = 0 if counts.newlines > before else unbroken + 1
        longest_unbroken = max(longest_unbroken, unbroken)
    if counts.returns > counts.ends or (text.size and not counts.newlines):
        # Fields begin where this does not look.
        counts.zeros = counts.formulas = 1
    # The first field of the file has no byte before it.
    counts.zeros += data.startswith(b"0")
    counts.formulas += data.startswith((b"=", b"@", b"+", b"-"))
    counts.long = int(longest_unbroken > 0 and (longest_unbroken + 2) * _CHUNK > _MAX_LINE)
    return counts


def _end_of_rows(data: bytes) -> int:
    """Return the position at which the line ends at the end of a text begin."""
    end = len(data)
    while end and data[end - 1] in b"\r\n":
        end -= 1
    return end


def _count_chunk(counts: ByteCounts, ahead: Bytes, delimiter: int, present: bytes, size: int) -> None:
    """Count in the first `size` bytes of `ahead`, which goes three bytes further where there are any."""
    part, following = ahead[:size], ahead[1 : size + 1]
    mark, newline = part == delimiter, part == _NEWLINE
    counts.delimiters += int(np.count_nonzero(mark))
    counts.newlines += int(np.count_nonzero(newline))
    if _RETURN in present:
        returns = part == _RETURN
        counts.returns += int(np.count_nonzero(returns))
        counts.ends += int(np.count_nonzero(returns[: following.size] & (following == _NEWLINE)))
    edge = np.bitwise_or(mark, newline, out=mark)
    # A field may begin behind its opening quote.
    if _QUOTE in present:
        quote = part == _QUOTE
        counts.quotes += int(np.count_nonzero(quote))
        edge |= quote
    edge = edge[: following.size]
    if not counts.zeros:
        counts.zeros = _count_fields_starting(ahead, edge, following == _ZERO, _DIGITS, _digits_or_end(delimiter))
    for sign in present.translate(None, b'\r"') if not counts.formulas else b"":
        counts.formulas += _count_fields_starting(ahead, edge, following == sign, _ANY if sign in b"=@" else _CALLS)


def _count_fields_starting(ahead: Bytes, edge: Flags, *required: Flags) -> int:
    """Count the edges behind which there is what is wanted: first among all, then among bytes by their number."""
    first, *further = required
    first &= edge
    if not np.count_nonzero(first):
        return 0
    places = np.flatnonzero(first) + 1
    for byte_set in further:
        places = places + 1
        # What is behind the last byte may be anything.
        places = places[(places >= ahead.size) | byte_set[ahead[np.minimum(places, ahead.size - 1)]]]
    return int(places.size)


@functools.cache
def _digits_or_end(delimiter: int) -> Flags:
    """Which bytes go on with a whole number, or end it."""
    members = _DIGITS.copy()
    members[[delimiter, _NEWLINE, _RETURN, _QUOTE]] = True
    return members


def count_quoted_rows(data: bytes, width: int, delimiter: str) -> int | None:
    """Return how many rows a text with quotes has behind the header, None unless all are `width` fields wide.

    Quotes must stand around whole fields, and doubled inside of them; lines must end in a line feed.
    """
    rows = 0
    for part in _row_chunks(data, _end_of_rows(data)):
        row_count = _count_rows(part, width, ord(delimiter))
        if row_count is None:
            return None
        rows += row_count
    return rows - 1 if rows else None


def _row_chunks(data: bytes, end: int) -> Iterator[Bytes]:
    """Cut behind line ends at which no quote is open."""
    whole, start = np.frombuffer(data, dtype=np.uint8), 0
    while start < end:
        stop = min(start + _CHUNK, end)
        if stop < end:
            stop = data.find(b"\n", stop, end) + 1 or end
            # A line end between quotes does not end a row.
            while stop < end and data.count(b'"', start, stop) % 2:
                stop = data.find(b"\n", stop, end) + 1 or end
        yield whole[start:stop]
        start = stop


def _count_rows(part: Bytes, width: int, delimiter: int) -> int | None:
    """Return how many rows a piece has."""
    if part[-1] != _NEWLINE:
        part = np.append(part, np.uint8(_NEWLINE))
    ends = np.flatnonzero((part == delimiter) | (part == _NEWLINE))
    quotes = np.flatnonzero(part == _QUOTE)
    if quotes.size:
        if not _quoted_as_usual(part, quotes, delimiter):
            return None
        # A delimiter behind an odd number of quotes stands within a field.
        ends = ends[np.searchsorted(quotes, ends) % 2 == 0]
    if ends.size % width:
        return None
    closing = part[ends].reshape(-1, width) == _NEWLINE
    # Of each row's ends the last one, and no other, must be a line feed.
    if not closing[:, -1].all() or np.count_nonzero(closing) != len(closing):
        return None
    return len(closing) if np.diff(ends[width - 1 :: width], prepend=-1).max() <= _MAX_LINE else None


def _quoted_as_usual(part: Bytes, quotes: Places, delimiter: int) -> bool:
    """Whether quotes stand around whole fields, and doubled inside of them; then they open and close in turn."""
    if quotes.size % 2:
        return False
    opening, closing = quotes[::2], quotes[1::2]
    # A piece begins where a row does.
    before = np.where(opening == 0, np.uint8(_NEWLINE), part[opening - 1])
    edges = np.zeros(256, dtype=bool)
    edges[[delimiter, _NEWLINE, _QUOTE]] = True
    opened = bool(edges[before].all())
    # Behind a field may stand the carriage return of a line end, before one never.
    edges[_RETURN] = True
    return opened and bool(edges[part[closing + 1]].all())
