"""From bytes to text: what a file really is, and its encoding."""

import codecs
import re
from dataclasses import dataclass

from authoring.tables.encoding import first_error, guess
from authoring.tables.refusal import RefusedData

_SIGNATURES = (
    (b"PK\x03\x04", "a zip archive or an Excel file", "give it its right name: .xlsx for Excel, .zip for an archive"),
    (b"PAR1", "a Parquet file", "give it its right name: .parquet"),
    (b"\x1f\x8b", "gzip-compressed", "give it its right name, ending in .gz"),
    (
        b"\xd0\xcf\x11\xe0",
        "an old Excel (.xls) or encrypted Office file",
        "save it as .xlsx or .csv without a password",
    ),
    (b"%PDF", "a PDF", "export the table as CSV"),
    (b"SQLite format 3", "an SQLite database", "export the table as CSV"),
    (b"\x89PNG", "an image", "seeds are made of tables"),
    (b"\x89HDF", "an HDF5 file", "export the table as CSV or Parquet"),
)
_WEB_PAGE = re.compile(rb"\A(\xef\xbb\xbf)?\s*<(!doctype\s+html|html|\?xml)", re.IGNORECASE)
_CONTROL = re.compile(r"[\x01-\x08\x0e-\x1a\x1c-\x1f]")
_MARK = codecs.BOM_UTF8
_SINGLE = frozenset({"cp1252", "latin-1", "cp1251", "koi8-r"})
"""Encodings of one byte a character."""
_START = 100_000
"""Bytes at the start of a file in which control characters are counted."""
_UTF16_SHARE = 0.4
"""Latin text as UTF-16 has nearly a zero byte in two; 40 % leaves room for other scripts, and no binary comes near it
on one side only."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file whose text can be had; `encoding` is None for the default, UTF-8 with or without a byte-order mark."""

    data: bytes
    """The whole file."""
    encoding: str | None
    repairs: tuple[str, ...] = ()
    broken: bool = False
    """Whether some bytes are no UTF-8, and are read as \ufffd."""

    @property
    def text(self) -> str:
        """The whole text. It may take four times the memory of the file, so it is made only where it is asked for."""
        return self.data.decode(self.encoding or "utf-8-sig", self.errors)

    @property
    def plain(self) -> bytes:
        """The text as bytes in which every byte below 128 is the ASCII character it looks like, without its mark."""
        if self.encoding is None:
            return self.data.removeprefix(_MARK)
        return self.data if self.encoding in _SINGLE else self.text.encode("utf-8", "surrogatepass")

    @property
    def errors(self) -> str:
        """What becomes of bytes that cannot be read, in the words of `codecs`."""
        return "replace" if self.broken else "strict"

    def start(self, size: int) -> str:
        """Return the text of about the first `size` bytes, cut between two characters."""
        decoder = codecs.getincrementaldecoder(self.encoding or "utf-8-sig")(self.errors)
        return decoder.decode(self.data[:size], final=size >= len(self.data))


def refuse_other_formats(data: bytes, name: str, wanted: str) -> None:
    """Refuse a file that is empty or whose first bytes say that it is something else."""
    if not data or data.isspace():
        raise RefusedData(f"{name}: the file is empty", "give a file that holds a table")
    for signature, what, hint in _SIGNATURES:
        if data.startswith(signature):
            raise RefusedData(f"{name}: this is {what}, not {wanted}", hint)
    if _WEB_PAGE.match(data):
        raise RefusedData(
            f"{name}: this is a web page or XML, not {wanted}", "download the table itself, not the page that shows it"
        )


def decode(data: bytes, name: str) -> Decoded:
    """Find out how a text file is read: UTF-8, UTF-16 or UTF-32 by its mark, else a guess, stated as a repair.

    Raises:
        RefusedData: when it is no text, or in several encodings at once.
    """
    encoding = _marked(data)
    if encoding is None and b"\0" in data:
        encoding = _unmarked_utf16(data)
        if encoding is None:
            line = data[: data.index(b"\0")].count(b"\n") + 1
            raise RefusedData(f"{name}: line {line} holds a NUL byte, so this is no text", "export the table as CSV")
        return _wide(data, encoding, name, f"read with encoding={encoding!r}: UTF-16 without a byte-order mark")
    if encoding is not None:
        return _wide(data, encoding, name, f"read with encoding={encoding!r}: its byte-order mark says so")
    at = None if data.isascii() else first_error(data, "utf-8")
    found = Decoded(data, None)
    if at is not None:
        guessed = guess(data, at, name)
        found = Decoded(data, guessed.encoding, (guessed.repair,), broken=guessed.encoding is None)
    _refuse_garbage(found.start(_START), name)
    return found


def _marked(data: bytes) -> str | None:
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "utf-32"
    return "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else None


def _unmarked_utf16(data: bytes) -> str | None:
    half = len(data) / 2
    low, high = data[0::2].count(0) / half, data[1::2].count(0) / half
    if high > _UTF16_SHARE and low == 0:
        return "utf-16-le"
    return "utf-16-be" if low > _UTF16_SHARE and high == 0 else None


def _wide(data: bytes, encoding: str, name: str, repair: str) -> Decoded:
    """A text of two or four bytes a character."""
    at = first_error(data, encoding)
    if at is not None:
        raise RefusedData(
            f"{name}: the file begins as {encoding} but breaks off at byte {at}", "save it again as UTF-8"
        )
    found = Decoded(data, encoding, (repair,))
    _refuse_garbage(found.text, name)
    return found


def _refuse_garbage(text: str, name: str) -> None:
    start = text[:_START]
    strange = len(_CONTROL.findall(start)) + start.count("\0")
    if strange > len(start) / 50 or "\0" in text:
        raise RefusedData(f"{name}: this is no text: it is full of control characters", "export the table as CSV")
