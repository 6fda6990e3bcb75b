"""Untrusted text in a prompt: made visible, cut, and fenced in by a line that it cannot hold.

Descriptions, cell values, notebooks, tracebacks and earlier replies are written by strangers. A fence's ID is made from
what it holds, so that the same text gives the same prompt, and no text can close its own fence.
"""

import unicodedata

from authoring.records.base import sha256_of

HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories without a picture of their own: control, format (bidi, zero width), surrogates, separators."""
BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Characters that look like a space and are none."""
CUT = "…"
ID_LENGTH = 12
"""Hexadecimal digits of a fence's ID."""
_SHORTEST_NAMED = 0x100
_FIRST_WIDE = 0x10000


def make_visible(text: str, *, lines: bool = True) -> str:
    r"""Return a text in which everything can be seen; what steers or hides becomes an escape such as ``\x1b``.

    Args:
        text: from anywhere.
        lines: whether line ends (made ``\n``) and tabs stay; if not they are escaped as well.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n") if lines else text
    allowed = "\n\t" if lines else ""
    return "".join(
        _escaped(char) if char not in allowed and (unicodedata.category(char) in HIDDEN or char in BLANKS) else char
        for char in text
    )


def _escaped(char: str) -> str:
    code = ord(char)
    if char in "\n\r\t":
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[char]
    if code < _SHORTEST_NAMED:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < _FIRST_WIDE else f"\\U{code:08x}"


def cut(text: str, limit: int) -> str:
    """Return at most `limit` characters of a text, the last of them a mark where something is left out."""
    return text if len(text) <= limit else text[: limit - len(CUT)].rstrip() + CUT


def cut_middle(text: str, limit: int) -> str:
    """Return a text without its middle where it is longer than `limit` characters: both ends of an output matter."""
    if len(text) <= limit:
        return text
    head = limit // 3
    return f"{text[:head].rstrip()}\n{CUT}\n{text[len(text) - (limit - head) :].lstrip()}"


def fenced(name: str, text: str) -> str:
    """Return a text as a data block, every character of it visible.

    Args:
        name: what it is, for the reader: ours, never taken from data.
        text: what it holds, from anywhere.
    """
    return _block("data", f"data {name}", text)


def commented(text: str) -> str:
    """Return a reviewer's words as a block of their own kind."""
    return _block("comment", "comment", text)


def _block(kind: str, opening: str, text: str) -> str:
    content = make_visible(text).strip("\n")
    identity = _identity(content)
    return f"<{opening} {identity}>\n{content}\n</{kind} {identity}>"


def _identity(content: str) -> str:
    """Return an ID that does not stand in a text, and is the same for the same text."""
    seed = content
    while (identity := sha256_of(seed)[:ID_LENGTH]) in content:
        seed = identity + seed
    return identity
