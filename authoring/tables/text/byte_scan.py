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

_PIECE = 1 << 16
"""Bytes looked at at once: what fits into the cache of a processor."""
_LONGEST = 1_000_000
"""Bytes of a line from which it is left to the walk, which refuses values that long."""
_NEWLINE, _RETURN, _QUOTE, _ZERO = b'\n\r"0'
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]


def _bytes_of(characters: bytes, *, beyond: bool = False) -> Flags:
    """Which bytes are one of `characters`, or, with `beyond`, part of a letter beyond ASCII."""
    found = np.zeros(256, dtype=bool)
    found[list(characters)] = True
    found[128:] = beyond
    return found


_DIGITS = _bytes_of(b"0123456789", beyond=True)
_ANY = np.ones(256, dtype=bool)
_CALLS = _bytes_of(b"(ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")


@dataclass(slots=True)
class Scan:
    """What the bytes of delimited text say, the line ends at its end left out."""

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


def scan(data: bytes, delimiter: str) -> Scan:
    """Look at text in UTF-8, or in an encoding of one byte a character that holds ASCII, once."""
    whole = np.frombuffer(data, dtype=np.uint8)[: _end(data)]
    there = bytes(character for character in b'\r"=@+-' if character in data)
    found, bare, longest = Scan(), 0, 0
    for at in range(0, whole.size, _PIECE):
        before = found.newlines
        _look(found, whole[at : at + _PIECE + 3], ord(delimiter), there, min(_PIECE, whole.size - at))
        # A piece without any line end belongs, with both its neighbours, to a long line.
        bare = 0 if found.newlines > before else bare + 1
        longest = max(longest, bare)
    if found.returns > found.ends or (whole.size and not found.newlines):
        # Fields begin where this does not look.
        found.zeros = found.formulas = 1
    found.zeros += data.startswith(b"0")
    found.formulas += data.startswith((b"=", b"@", b"+", b"-"))
    found.long = int(longest > 0 and (longest + 2) * _PIECE > _LONGEST)
    return found


def _end(data: bytes) -> int:
    """Where the line ends at the end of a text begin."""
    end = len(data)
    while end and data[end - 1] in b"\r\n":
        end -= 1
    return end


def _look(found: Scan, ahead: Bytes, delimiter: int, there: bytes, size: int) -> None:
    """Count in the first `size` bytes of `ahead`, which goes three bytes further where there are any."""
    part, near = ahead[:size], ahead[1 : size + 1]
    mark, newline = part == delimiter, part == _NEWLINE
    found.delimiters += int(np.count_nonzero(mark))
    found.newlines += int(np.count_nonzero(newline))
    if _RETURN in there:
        returns = part == _RETURN
        found.returns += int(np.count_nonzero(returns))
        found.ends += int(np.count_nonzero(returns[: near.size] & (near == _NEWLINE)))
    edge = np.bitwise_or(mark, newline, out=mark)
    if _QUOTE in there:
        quote = part == _QUOTE
        found.quotes += int(np.count_nonzero(quote))
        edge |= quote
    edge = edge[: near.size]
    if not found.zeros:
        found.zeros = _behind(ahead, edge, near == _ZERO, _DIGITS, _digits_or_end(delimiter))
    for sign in there.translate(None, b'\r"') if not found.formulas else b"":
        found.formulas += _behind(ahead, edge, near == sign, _ANY if sign in b"=@" else _CALLS)


def _behind(ahead: Bytes, edge: Flags, *wanted: Flags) -> int:
    """Count the edges behind which there is what is wanted: first among all, then among bytes by their number."""
    first, *rest = wanted
    first &= edge
    if not np.count_nonzero(first):
        return 0
    places = np.flatnonzero(first) + 1
    for bytes_of in rest:
        places = places + 1
        # What is behind the last byte may be anything.
        places = places[(places >= ahead.size) | bytes_of[ahead[np.minimum(places, ahead.size - 1)]]]
    return int(places.size)


@functools.cache
def _digits_or_end(delimiter: int) -> Flags:
    """Which bytes go on with a whole number, or end it."""
    found = _DIGITS.copy()
    found[[delimiter, _NEWLINE, _RETURN, _QUOTE]] = True
    return found


def rows_in_quotes(data: bytes, width: int, delimiter: str) -> int | None:
    """Return how many rows a text with quotes has behind the header, None unless all are `width` fields wide.

    Quotes must stand around whole fields, and doubled inside of them; lines must end in a line feed.
    """
    rows = 0
    for part in _pieces(data, _end(data)):
        found = _rows(part, width, ord(delimiter))
        if found is None:
            return None
        rows += found
    return rows - 1 if rows else None


def _pieces(data: bytes, end: int) -> Iterator[Bytes]:
    """Cut behind line ends at which no quote is open."""
    whole, start = np.frombuffer(data, dtype=np.uint8), 0
    while start < end:
        stop = min(start + _PIECE, end)
        if stop < end:
            stop = data.find(b"\n", stop, end) + 1 or end
            # A line end between quotes does not end a row.
            while stop < end and data.count(b'"', start, stop) % 2:
                stop = data.find(b"\n", stop, end) + 1 or end
        yield whole[start:stop]
        start = stop


def _rows(part: Bytes, width: int, delimiter: int) -> int | None:
    """Return how many rows a piece has."""
    if part[-1] != _NEWLINE:
        part = np.append(part, np.uint8(_NEWLINE))
    ends = np.flatnonzero((part == delimiter) | (part == _NEWLINE))
    quotes = np.flatnonzero(part == _QUOTE)
    if quotes.size:
        if not _quoted_as_usual(part, quotes, delimiter):
            return None
        ends = ends[np.searchsorted(quotes, ends) % 2 == 0]
    if ends.size % width:
        return None
    closing = part[ends].reshape(-1, width) == _NEWLINE
    if not closing[:, -1].all() or np.count_nonzero(closing) != len(closing):
        return None
    return len(closing) if np.diff(ends[width - 1 :: width], prepend=-1).max() <= _LONGEST else None


def _quoted_as_usual(part: Bytes, quotes: Places, delimiter: int) -> bool:
    """Whether quotes stand around whole fields, and doubled inside of them; then they open and close in turn."""
    if quotes.size % 2:
        return False
    opening, closing = quotes[::2], quotes[1::2]
    before = np.where(opening == 0, np.uint8(_NEWLINE), part[opening - 1])
    edges = np.zeros(256, dtype=bool)
    edges[[delimiter, _NEWLINE, _QUOTE]] = True
    opened = bool(edges[before].all())
    edges[_RETURN] = True
    return opened and bool(edges[part[closing + 1]].all())
