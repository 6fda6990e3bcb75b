"""Characters that only look like those of Python or YAML, and their replacement."""

import re
import textwrap
from collections.abc import Sequence

from authoring.drafting.replies.lines import ReplyLine

# Zero-width spaces and joiners, the byte order mark, soft hyphens, and marks of direction.
INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"))
# The spaces of Unicode that are not U+0020: no-break, by width, and ideographic.
SPACES = dict.fromkeys(
    map(ord, "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"), " "
)
# Full-width forms stand in the order of ASCII, 0xFEE0 further on; then CJK punctuation and signs of mathematics.
SIGNS = {wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)} | str.maketrans(
    {"。": ".", "、": ",", "【": "[", "】": "]", "\u2212": "-", "\u2013": "-", "\u00d7": "*"}
    | {"…": "...", "≤": "<=", "≥": ">=", "≠": "!="}
)
DOUBLE = "“”„‟″«»\uff02"
SINGLE = "\u2018\u2019\u201a\u201b\u2032\uff07"
QUOTES = str.maketrans(DOUBLE + SINGLE, '"' * len(DOUBLE) + "'" * len(SINGLE))
HIDDEN = re.compile("[" + "".join(map(chr, (*INVISIBLE, *SPACES))) + "]")
# Entities of the signs that HTML escapes, and of no-break spaces.
ENTITY = re.compile(r"&(?:gt|lt|amp|quot|apos|nbsp|#0?39|#34|#x27|#x22|#62|#60);", re.IGNORECASE)
_ENTITIES = {"gt": ">", "lt": "<", "amp": "&", "quot": '"', "apos": "'", "nbsp": " ", "#39": "'", "#039": "'"}
_ENTITIES |= {"#34": '"', "#x27": "'", "#x22": '"', "#62": ">", "#60": "<"}
# Strings and comments; a string that is never closed goes to the end of its line, so that reading stays linear.
_STRING = re.compile(r"""'''|\"\"\"|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|\#[^\n]*""")
_ODD = re.compile("[" + re.escape(DOUBLE + SINGLE) + "]")


def visible(text: str) -> str:
    """Return a text without zero-width characters, its odd spaces made plain ones."""
    return text.translate(INVISIBLE).translate(SPACES)


def plain_signs(text: str) -> str:
    """Return code with ASCII signs: outside of strings all, inside none but the quotes that begin and end them."""
    pieces: list[str] = []
    position = 0
    for match in _STRING.finditer(text):
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
        mended = [
            part if index % 2 or part.isascii() else visible(part).translate(SIGNS) for index, part in enumerate(parts)
        ]
        line = mended[0]
        for mark, part in zip(marks, mended[1:], strict=True):
            line += ('"' if mark in DOUBLE else "'") + part
        pieces.append(line)
    return "\n".join(pieces)


def without_entities(text: str) -> str:
    """Return a text with the usual HTML entities read once."""
    return ENTITY.sub(lambda match: _ENTITIES[match[0][1:-1].lower()], text)


def has_entities_in_code(code: str) -> bool:
    """Return whether HTML entities stand outside of strings and comments, where none can be meant."""
    return "&" in code and ENTITY.search(_STRING.sub("", code)) is not None


def without_tabs(lines: Sequence[ReplyLine], width: int = 4) -> list[ReplyLine]:
    """Return lines whose indentation holds no tab; one goes to the next multiple of `width` columns."""
    bodies = [line.text.lstrip(" \t") for line in lines]
    # Only the indentation: a tab within a string is part of its value.
    return [
        ReplyLine(line.text[: len(line.text) - len(body)].expandtabs(width) + body, line.number)
        for line, body in zip(lines, bodies, strict=True)
    ]


def dedented(lines: Sequence[ReplyLine]) -> list[ReplyLine]:
    """Return lines without the indentation that all of them share."""
    if not lines:
        return []
    texts = textwrap.dedent("\n".join(line.text for line in lines)).split("\n")
    return [ReplyLine(text, line.number) for text, line in zip(texts, lines, strict=True)]
