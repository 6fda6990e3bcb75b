"""Which encoding a text is in that is not UTF-8 and does not say: guessed by what language it reads as."""

import codecs
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from authoring.tables.refusal import RefusedData

_SAMPLE = 30_000
"""Bytes that the guess is made from."""
_PIECE = 1_000_000
_ENOUGH = 8
"""Characters beyond ASCII from which a language can be told."""
_NEARLY_ALL = 0.9
"""Share of the characters beyond ASCII that must be usual ones of the language."""
_AMONG = 0.8
"""Of the pairs of letters with one beyond ASCII, the share in which both are, where a language has its own script."""
_FEW = 0.1
"""Broken characters for each whole one, up to which a text is damaged UTF-8."""
_SOME = 0.05
"""Characters that are UTF-8 for each that is not, from which a text is a mixture."""


@dataclass(frozen=True, slots=True)
class Guess:
    """How a text may be read."""

    encoding: str | None
    """None for UTF-8 with some bytes broken."""
    repair: str


@dataclass(frozen=True, slots=True)
class _Language:
    """A way of writing that is told by its characters."""

    name: str
    encoding: str
    usual: Callable[[str], bool]
    """Whether a character beyond ASCII is one that such a text is made of."""
    typical: Callable[[str], bool]
    """Whether it tells the language from others that share characters with it."""
    share: float
    """How many of the characters must be typical."""


def _kana(character: str) -> bool:
    return "\u3040" <= character <= "\u30ff"


def _japanese(character: str) -> bool:
    return _kana(character) or "\u3000" <= character <= "\u303f" or "\u4e00" <= character <= "\u9fff"


def _hangul(character: str) -> bool:
    return "\uac00" <= character <= "\ud7a3"


def _wide(character: str) -> bool:
    """Whether a character is punctuation of East Asia, or a letter as wide as theirs."""
    return "\u3000" <= character <= "\u303f" or "\uff00" <= character <= "\uff60"


def _first_plane(encoding: str, low: int, high: int) -> Callable[[str], bool]:
    """Whether a character stands in the part of a table that holds the frequent ones."""

    def frequent(character: str) -> bool:
        code = character.encode(encoding, "ignore")
        return len(code) == 2 and low <= code[0] <= high  # noqa: PLR2004 - two bytes a character

    return frequent


_gb_frequent = _first_plane("gb2312", 0xB0, 0xD7)
_big5_frequent = _first_plane("big5", 0xA4, 0xC6)


def _cyrillic(character: str) -> bool:
    return "\u0400" <= character <= "\u045f"


def _small_cyrillic(character: str) -> bool:
    return "\u0430" <= character <= "\u045f"


_LANGUAGES = (
    _Language("Japanese", "cp932", _japanese, _kana, 0.2),
    _Language("Japanese", "euc_jp", _japanese, _kana, 0.2),
    _Language("Korean", "cp949", lambda c: _hangul(c) or _wide(c), _hangul, 0.8),
    _Language("Chinese", "gb18030", lambda c: _gb_frequent(c) or _wide(c), _gb_frequent, 0.8),
    _Language("Chinese", "big5", lambda c: _big5_frequent(c) or _wide(c), _big5_frequent, 0.8),
    _Language("Cyrillic", "cp1251", _cyrillic, _small_cyrillic, 0.6),
    _Language("Cyrillic", "koi8-r", _cyrillic, _small_cyrillic, 0.6),
)
"""In the order in which they are tried: Korean reads as frequent Chinese, but Chinese not as Korean."""


def guess(data: bytes, at: int, name: str) -> Guess:
    """Guess how a text is read whose byte `at` is not UTF-8.

    Raises:
        RefusedData: when some of it is UTF-8 and some is not.
    """
    line = data[:at].count(b"\n") + 1
    why = f"byte 0x{data[at]:02x} in line {line} is not UTF-8"
    whole, broken = _by_utf8(data)
    if broken <= _FEW * whole:
        return Guess(None, f"read with encoding_errors='replace': {why}, nor are {broken - 1} more; they are read as �")
    sample = data[:_SAMPLE]
    sample = sample[: sample.rindex(b"\n")] if len(data) > _SAMPLE and b"\n" in sample else sample
    for language in _LANGUAGES:
        if _reads_as(sample, language) and decodes(data, language.encoding):
            return Guess(
                language.encoding,
                f"read with encoding={language.encoding!r}: {why}, and read like this it is {language.name}; check the"
                " letters",
            )
    if whole > 1 and whole >= _SOME * broken:
        raise RefusedData(
            f"{name}: {why}, but {whole} characters of other lines are, so the file mixes encodings",
            "save all of it as UTF-8",
        )
    western = "cp1252" if decodes(data, "cp1252") else "latin-1"
    return Guess(
        western,
        f"read with encoding={western!r}: {why}; check the letters with accents, because Western encodings cannot be"
        " told apart",
    )


def decodes(data: bytes, encoding: str) -> bool:
    """Whether all of a text can be read in an encoding."""
    return first_error(data, encoding) is None


def first_error(data: bytes, encoding: str) -> int | None:
    """Return the place of the first byte that cannot be read, None when there is none; never the whole text at once."""
    decoder = codecs.getincrementaldecoder(encoding)()
    for start in range(0, max(len(data), 1), _PIECE):
        piece = data[start : start + _PIECE]
        try:
            decoder.decode(piece, final=start + _PIECE >= len(data))
        except UnicodeDecodeError as error:
            return start - (len(error.object) - len(piece)) + error.start
    return None


def _by_utf8(data: bytes) -> tuple[int, int]:
    """Count the characters beyond ASCII that are UTF-8, and the places that are not."""
    whole = broken = 0
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    for start in range(0, len(data), _PIECE):
        text = decoder.decode(data[start : start + _PIECE], final=start + _PIECE >= len(data))
        marks = text.count("\ufffd")
        broken += marks
        whole += len(text) - len(text.encode("ascii", "ignore")) - marks
    return whole, broken


def _reads_as(sample: bytes, language: _Language) -> bool:
    try:
        text = sample.decode(language.encoding)
    except UnicodeDecodeError:
        return False
    strange = [character for character in text if character > "\x7f"]
    if len(strange) < _ENOUGH:
        return False
    usual = sum(map(language.usual, strange))
    typical = sum(map(language.typical, strange))
    if usual < _NEARLY_ALL * len(strange) or typical < language.share * len(strange):
        return False
    # A letter with an accent stands among plain ones, letters of another script among themselves.
    pairs = [
        (one > "\x7f") == (other > "\x7f")
        for one, other in pairwise(text)
        if max(one, other) > "\x7f" and one.isalpha() and other.isalpha()
    ]
    return sum(pairs) >= _AMONG * len(pairs)
