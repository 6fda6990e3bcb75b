"""From bytes to text: what a file really is, and its encoding."""

import re
from dataclasses import dataclass

from authoring.sandbox.inside.refusal import RefusedData

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
_UTF16_SHARE = 0.4
"""Latin text as UTF-16 has nearly a zero byte in two; 40 % leaves room for other scripts, and no binary comes near it
on one side only."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file as text; `encoding` is None for the default, which is UTF-8 with or without a byte-order mark."""

    text: str
    encoding: str | None
    repairs: tuple[str, ...] = ()


def refuse_other_formats(data: bytes, name: str, wanted: str) -> None:
    """Refuse a file that is empty or whose first bytes say that it is something else."""
    if not data.strip():
        raise RefusedData(f"{name}: the file is empty", "give a file that holds a table")
    for signature, what, hint in _SIGNATURES:
        if data.startswith(signature):
            raise RefusedData(f"{name}: this is {what}, not {wanted}", hint)
    if _WEB_PAGE.match(data):
        raise RefusedData(
            f"{name}: this is a web page or XML, not {wanted}", "download the table itself, not the page that shows it"
        )


def decode(data: bytes, name: str) -> Decoded:
    """Return a text file as text: UTF-8, UTF-16 or UTF-32 by its mark, else a Western encoding, stated as a repair."""
    encoding = _marked(data)
    if encoding is None and b"\0" in data:
        encoding = _unmarked_utf16(data)
        if encoding is None:
            line = data[: data.index(b"\0")].count(b"\n") + 1
            raise RefusedData(f"{name}: line {line} holds a NUL byte, so this is no text", "export the table as CSV")
        return _decoded(data, encoding, name, f"read with encoding={encoding!r}: UTF-16 without a byte-order mark")
    if encoding is not None:
        return _decoded(data, encoding, name, f"read with encoding={encoding!r}: its byte-order mark says so")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The decoder that skips the mark counts from behind it.
        at = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
        line = data[:at].count(b"\n") + 1
        guess = "cp1252" if _decodes(data, "cp1252") else "latin-1"
        return _decoded(
            data,
            guess,
            name,
            f"read with encoding={guess!r}: byte 0x{data[at]:02x} in line {line} is not UTF-8; check the letters with"
            " accents, because Western encodings cannot be told apart",
        )
    _refuse_garbage(text, name)
    return Decoded(text, None)


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


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _decoded(data: bytes, encoding: str, name: str, repair: str) -> Decoded:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise RefusedData(
            f"{name}: the file begins as {encoding} but breaks off at byte {error.start}", "save it again as UTF-8"
        ) from None
    _refuse_garbage(text, name)
    return Decoded(text, encoding, (repair,))


def _refuse_garbage(text: str, name: str) -> None:
    start = text[:100_000]
    strange = len(_CONTROL.findall(start)) + start.count("\0")
    if strange > len(start) / 50 or "\0" in text:
        raise RefusedData(f"{name}: this is no text: it is full of control characters", "export the table as CSV")
