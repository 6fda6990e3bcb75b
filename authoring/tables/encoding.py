"""The encoding of a text file, and its text: by UTF-8, by a byte-order mark, or guessed by the language it reads as."""

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from authoring.tables.refusal import RefusedData

_SAMPLE = 30_000
"""Bytes that the guess is made from."""
_CHUNK = 1_000_000
_MIN_CHARACTERS = 8
"""Characters beyond ASCII that are needed to recognise a language."""
_MIN_USUAL = 0.9
"""Share of the characters beyond ASCII that must be usual ones of the language."""
_MIN_OWN_SCRIPT = 0.8
"""Share of the pairs of letters with one beyond ASCII in which both are, for a language with a script of its own."""
_MAX_DAMAGE = 0.1
"""Broken characters for each whole one, up to which a text is damaged UTF-8."""
_MIN_MIXTURE = 0.05
"""Characters that are UTF-8 for each that is not, from which a text is a mixture."""


@dataclass(frozen=True, slots=True)
class EncodingGuess:
    """A guess of how a text may be read."""

    encoding: str | None
    """None for UTF-8 with some bytes broken."""
    repair: str


@dataclass(frozen=True, slots=True)
class _Language:
    """A language in one encoding, recognised by its characters."""

    name: str
    encoding: str
    usual: Callable[[str], bool]
    """Whether a character beyond ASCII is one that such a text is made of."""
    typical: Callable[[str], bool]
    """Whether the character distinguishes the language from others that share characters with it."""
    share: float
    """The share of the characters that must be typical."""


def _kana(character: str) -> bool:
    # Hiragana and Katakana, which no other language uses.
    return "\u3040" <= character <= "\u30ff"


def _japanese(character: str) -> bool:
    # Besides kana, punctuation of East Asia and the common Chinese characters.
    return _kana(character) or "\u3000" <= character <= "\u303f" or "\u4e00" <= character <= "\u9fff"


def _hangul(character: str) -> bool:
    # The composed syllables of Korean.
    return "\uac00" <= character <= "\ud7a3"


def _fullwidth(character: str) -> bool:
    """Whether a character is punctuation of East Asia, or a letter as wide as theirs."""
    return "\u3000" <= character <= "\u303f" or "\uff00" <= character <= "\uff60"


def _first_plane(encoding: str, low: int, high: int) -> Callable[[str], bool]:
    """Return a test for characters in the part of a code table that holds the frequent ones."""

    def frequent(character: str) -> bool:
        code = character.encode(encoding, "ignore")
        return len(code) == 2 and low <= code[0] <= high  # noqa: PLR2004 - two bytes a character

    return frequent


# The first levels of GB 2312 and Big5, which hold the characters of everyday texts.
_gb_frequent = _first_plane("gb2312", 0xB0, 0xD7)
_big5_frequent = _first_plane("big5", 0xA4, 0xC6)


def _cyrillic(character: str) -> bool:
    return "\u0400" <= character <= "\u045f"


def _small_cyrillic(character: str) -> bool:
    # Read in the other Cyrillic encoding small letters become capitals, so most must be small.
    return "\u0430" <= character <= "\u045f"


_LANGUAGES = (
    _Language("Japanese", "cp932", _japanese, _kana, 0.2),
    _Language("Japanese", "euc_jp", _japanese, _kana, 0.2),
    _Language("Korean", "cp949", lambda c: _hangul(c) or _fullwidth(c), _hangul, 0.8),
    _Language("Chinese", "gb18030", lambda c: _gb_frequent(c) or _fullwidth(c), _gb_frequent, 0.8),
    _Language("Chinese", "big5", lambda c: _big5_frequent(c) or _fullwidth(c), _big5_frequent, 0.8),
    _Language("Cyrillic", "cp1251", _cyrillic, _small_cyrillic, 0.6),
    _Language("Cyrillic", "koi8-r", _cyrillic, _small_cyrillic, 0.6),
)
"""In the order in which they are tried: Korean reads as frequent Chinese, but Chinese not as Korean."""


def guess_encoding(data: bytes, offset: int, name: str) -> EncodingGuess:
    """Guess how a text is read whose byte `offset` is not UTF-8.

    Raises:
        RefusedData: when some of it is UTF-8 and some is not.
    """
    line = data[:offset].count(b"\n") + 1
    reason = f"byte 0x{data[offset]:02x} in line {line} is not UTF-8"
    valid, broken = _count_utf8(data)
    # Hardly any bytes are broken: no other encoding gives so much valid UTF-8 by chance.
    if broken <= _MAX_DAMAGE * valid:
        return EncodingGuess(
            None, f"read with encoding_errors='replace': {reason}, nor are {broken - 1} more; they are read as �"
        )
    sample = data[:_SAMPLE]
    # Cut behind a line, because half a character at the end could not be decoded.
    sample = sample[: sample.rindex(b"\n")] if len(data) > _SAMPLE and b"\n" in sample else sample
    for language in _LANGUAGES:
        if _looks_like(sample, language) and decodes(data, language.encoding):
            return EncodingGuess(
                language.encoding,
                f"read with encoding={language.encoding!r}: {reason}, and read like this it is {language.name}; check"
                " the letters",
            )
    # Asked before the Western encodings, which read any bytes and would hide the mixture.
    if valid > 1 and valid >= _MIN_MIXTURE * broken:
        raise RefusedData(
            f"{name}: {reason}, but {valid} characters of other lines are, so the file mixes encodings",
            "save all of it as UTF-8",
        )
    # cp1252 leaves five bytes undefined; latin-1 reads every byte.
    western = "cp1252" if decodes(data, "cp1252") else "latin-1"
    return EncodingGuess(
        western,
        f"read with encoding={western!r}: {reason}; check the letters with accents, because Western encodings cannot be"
        " told apart",
    )


def decodes(data: bytes, encoding: str) -> bool:
    """Whether all of a text can be read in an encoding."""
    return first_error(data, encoding) is None


def first_error(data: bytes, encoding: str) -> int | None:
    """Return the place of the first byte that cannot be read, None when there is none; never the whole text at once."""
    # Chunk by chunk, because the decoded text may take four times the memory of the file.
    decoder = codecs.getincrementaldecoder(encoding)()
    for start in range(0, max(len(data), 1), _CHUNK):
        piece = data[start : start + _CHUNK]
        try:
            decoder.decode(piece, final=start + _CHUNK >= len(data))
        except UnicodeDecodeError as error:
            # The decoder puts the unfinished bytes of the last piece in front of this one.
            return start - (len(error.object) - len(piece)) + error.start
    return None


def _count_utf8(data: bytes) -> tuple[int, int]:
    """Count the characters beyond ASCII that are UTF-8, and the places that are not."""
    valid = broken = 0
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    for start in range(0, len(data), _CHUNK):
        text = decoder.decode(data[start : start + _CHUNK], final=start + _CHUNK >= len(data))
        replacements = text.count("\ufffd")
        broken += replacements
        valid += len(text) - len(text.encode("ascii", "ignore")) - replacements
    return valid, broken


def _looks_like(sample: bytes, language: _Language) -> bool:
    try:
        text = sample.decode(language.encoding)
    except UnicodeDecodeError:
        return False
    foreign = [character for character in text if character > "\x7f"]
    if len(foreign) < _MIN_CHARACTERS:
        return False
    usual = sum(map(language.usual, foreign))
    typical = sum(map(language.typical, foreign))
    if usual < _MIN_USUAL * len(foreign) or typical < language.share * len(foreign):
        return False
    # A letter with an accent stands among plain ones, letters of another script among themselves.
    pairs = [
        (left > "\x7f") == (right > "\x7f")
        for left, right in pairwise(text)
        if max(left, right) > "\x7f" and left.isalpha() and right.isalpha()
    ]
    return sum(pairs) >= _MIN_OWN_SCRIPT * len(pairs)


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
# The first tag of a page or of XML, behind a byte-order mark and white space.
_WEB_PAGE = re.compile(rb"\A(\xef\xbb\xbf)?\s*<(!doctype\s+html|html|\?xml)", re.IGNORECASE)
# Control characters other than white space and escape.
_CONTROL = re.compile(r"[\x01-\x08\x0e-\x1a\x1c-\x1f]")
_BYTE_ORDER_MARK = codecs.BOM_UTF8
_SINGLE_BYTE = frozenset({"cp1252", "latin-1", "cp1251", "koi8-r"})
"""Encodings of one byte a character."""
_START = 100_000
"""Bytes at the start of a file in which control characters are counted."""
_UTF16_SHARE = 0.4
"""Latin text as UTF-16 has nearly a zero byte in two; 40 % leaves room for other scripts, and no binary comes near it
on one side only."""


@dataclass(frozen=True, slots=True)
class DecodedText:
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
            return self.data.removeprefix(_BYTE_ORDER_MARK)
        return self.data if self.encoding in _SINGLE_BYTE else self.text.encode("utf-8", "surrogatepass")

    @property
    def errors(self) -> str:
        """The error handler of `codecs` for bytes that cannot be read."""
        return "replace" if self.broken else "strict"

    def start(self, size: int) -> str:
        """Return the text of about the first `size` bytes, cut between two characters."""
        decoder = codecs.getincrementaldecoder(self.encoding or "utf-8-sig")(self.errors)
        return decoder.decode(self.data[:size], final=size >= len(self.data))


def refuse_other_formats(data: bytes, name: str, expected: str) -> None:
    """Refuse a file that is empty or whose first bytes say that it is something else."""
    if not data or data.isspace():
        raise RefusedData(f"{name}: the file is empty", "give a file that holds a table")
    for signature, description, hint in _SIGNATURES:
        if data.startswith(signature):
            raise RefusedData(f"{name}: this is {description}, not {expected}", hint)
    if _WEB_PAGE.match(data):
        raise RefusedData(
            f"{name}: this is a web page or XML, not {expected}",
            "download the table itself, not the page that shows it",
        )


def decode(data: bytes, name: str) -> DecodedText:
    """Find out how a text file is read: UTF-8, UTF-16 or UTF-32 by its mark, else a guess, stated as a repair.

    Raises:
        RefusedData: when it is no text, or in several encodings at once.
    """
    encoding = _encoding_by_mark(data)
    # Text in UTF-8 holds no zero bytes, but UTF-16 is full of them.
    if encoding is None and b"\0" in data:
        encoding = _unmarked_utf16(data)
        if encoding is None:
            line = data[: data.index(b"\0")].count(b"\n") + 1
            raise RefusedData(f"{name}: line {line} holds a NUL byte, so this is no text", "export the table as CSV")
        return _decode_wide(data, encoding, name, f"read with encoding={encoding!r}: UTF-16 without a byte-order mark")
    if encoding is not None:
        return _decode_wide(data, encoding, name, f"read with encoding={encoding!r}: its byte-order mark says so")
    error_at = None if data.isascii() else first_error(data, "utf-8")
    decoded = DecodedText(data, None)
    if error_at is not None:
        guess = guess_encoding(data, error_at, name)
        decoded = DecodedText(data, guess.encoding, (guess.repair,), broken=guess.encoding is None)
    _refuse_garbage(decoded.start(_START), name)
    return decoded


def _encoding_by_mark(data: bytes) -> str | None:
    # UTF-32 comes first, because its little-endian mark begins with that of UTF-16.
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "utf-32"
    return "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else None


def _unmarked_utf16(data: bytes) -> str | None:
    half = len(data) / 2
    # A Latin letter in UTF-16 is a zero byte and its ASCII code; which comes first tells the byte order.
    low, high = data[0::2].count(0) / half, data[1::2].count(0) / half
    if high > _UTF16_SHARE and low == 0:
        return "utf-16-le"
    return "utf-16-be" if low > _UTF16_SHARE and high == 0 else None


def _decode_wide(data: bytes, encoding: str, name: str, repair: str) -> DecodedText:
    """A text of two or four bytes a character."""
    error_at = first_error(data, encoding)
    if error_at is not None:
        raise RefusedData(
            f"{name}: the file begins as {encoding} but breaks off at byte {error_at}", "save it again as UTF-8"
        )
    decoded = DecodedText(data, encoding, (repair,))
    _refuse_garbage(decoded.text, name)
    return decoded


def _refuse_garbage(text: str, name: str) -> None:
    # A sample is enough to see what kind of file it is.
    start = text[:_START]
    # A single control character is a slip; one in fifty characters is no text.
    control_count = len(_CONTROL.findall(start)) + start.count("\0")
    if control_count > len(start) / 50 or "\0" in text:
        raise RefusedData(f"{name}: this is no text: it is full of control characters", "export the table as CSV")
