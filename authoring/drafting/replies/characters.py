"""Characters that only look like those of Python or YAML, and their replacement."""

import re
import textwrap
from collections.abc import Sequence

from authoring.drafting.replies.lines import ReplyLine

INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"))
SPACES = dict.fromkeys(
    map(ord, "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"), " "
)
SIGNS = {ord(wide): chr(ord(wide) - 0xFEE0) for wide in map(chr, range(0xFF01, 0xFF5F))} | {
    ord("。"): ".",
    ord("、"): ",",
    ord("【"): "[",
    ord("】"): "]",
    ord("\u2212"): "-",
    ord("\u2013"): "-",
    ord("\u00d7"): "*",
    ord("…"): "...",
    ord("≤"): "<=",
    ord("≥"): ">=",
    ord("≠"): "!=",
}
DOUBLE = "“”„‟″«»\uff02"
SINGLE = "\u2018\u2019\u201a\u201b\u2032\uff07"
QUOTES = str.maketrans(DOUBLE + SINGLE, '"' * len(DOUBLE) + "'" * len(SINGLE))
HIDDEN = re.compile("[" + "".join(map(chr, (*INVISIBLE, *SPACES))) + "]")
ENTITY = re.compile(r"&(?:gt|lt|amp|quot|apos|nbsp|#0?39|#34|#x27|#x22|#62|#60);", re.IGNORECASE)
_ENTITIES = {"gt": ">", "lt": "<", "amp": "&", "quot": '"', "apos": "'", "nbsp": " ", "#39": "'", "#039": "'"}
_ENTITIES |= {"#34": '"', "#x27": "'", "#x22": '"', "#62": ">", "#60": "<"}
_STRING = re.compile(r"""'''|\"\"\"|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|\#[^\n]*""")
"""Strings and comments; a string that is never closed goes to the end of its line, so that reading stays linear."""
_ODD = re.compile("[" + re.escape(DOUBLE + SINGLE) + "]")


def visible(text: str) -> str:
    """Return a text without zero-width characters, its odd spaces made plain ones."""
    return text.translate(INVISIBLE).translate(SPACES)


def plain_signs(text: str) -> str:
    """Return code with ASCII signs: outside of strings all, inside none but the quotes that begin and end them."""
    pieces: list[str] = []
    position = 0
    for match in _STRING.finditer(text):
        if match.start() < position:
            continue
        pieces.append(_plain_stretch(text[position : match.start()]))
        pieces.append(match[0])
        position = match.end()
    pieces.append(_plain_stretch(text[position:]))
    return "".join(pieces)


def all_plain_quotes(text: str) -> str:
    """Return code with all its typographic quotes made ASCII: the last resort where they are nested."""
    return visible(text).translate(QUOTES)


def _plain_stretch(text: str) -> str:
    """Mend what stands between ASCII strings; typographic quotes in it begin and end strings on their own line."""
    pieces: list[str] = []
    for row in text.split("\n"):
        parts = _ODD.split(row)
        marks = _ODD.findall(row)
        # Parts with odd positions stand between a pair of quotes, so they are text and stay.
        mended = [part if index % 2 else _plain_code(part) for index, part in enumerate(parts)]
        line = mended[0]
        for mark, part in zip(marks, mended[1:], strict=True):
            line += ('"' if mark in DOUBLE else "'") + part
        pieces.append(line)
    return "\n".join(pieces)


def _plain_code(text: str) -> str:
    return text if text.isascii() else visible(text).translate(SIGNS)


def without_entities(text: str) -> str:
    """Return a text with the usual HTML entities read once."""
    return ENTITY.sub(lambda match: _ENTITIES[match[0][1:-1].lower()], text)


def has_entities_in_code(code: str) -> bool:
    """Return whether HTML entities stand outside of strings and comments, where none can be meant."""
    return "&" in code and ENTITY.search(_STRING.sub("", code)) is not None


def without_tabs(lines: Sequence[ReplyLine], width: int = 4) -> list[ReplyLine]:
    """Return lines whose indentation holds no tab; one goes to the next multiple of `width` columns."""
    return [ReplyLine(_untabbed(line.text, width), line.number) if "\t" in line.text else line for line in lines]


def _untabbed(text: str, width: int) -> str:
    body = text.lstrip(" \t")
    return text[: len(text) - len(body)].expandtabs(width) + body


def dedented(lines: Sequence[ReplyLine]) -> list[ReplyLine]:
    """Return lines without the indentation that all of them share."""
    if not lines:
        return []
    texts = textwrap.dedent("\n".join(line.text for line in lines)).split("\n")
    return [ReplyLine(text, line.number) for text, line in zip(texts, lines, strict=True)]
