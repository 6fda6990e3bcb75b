"""JSON as models write it: read in one pass, as far as it goes, with the place of every value."""

import re
from dataclasses import dataclass, field
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonPath: TypeAlias = tuple[str | int, ...]

DEEPEST = 40
"""Levels of nesting that are read."""
MOST_VALUES = 50_000
_SPACE = re.compile(r"\s*")
# `//` and `#` to the end of the line, and `/* */`, which may be cut off before it is closed.
_COMMENT = re.compile(r"//[^\n]*|\#[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_BARE = re.compile(r"-?[A-Za-z_$][\w$-]{0,200}")
_WORDS: dict[str, Json] = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_NO_JSON = frozenset({"NaN", "nan", "Infinity", "-Infinity", "undefined", "inf", "-inf"})
# Each opening quote with the one that closes it; models also write the curly ones.
_CLOSING = {'"': '"', "'": "'", "“": "”", "”": "”", "\u2018": "\u2019"}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "/": "/", "\\": "\\", '"': '"', "'": "'"}
_LONGEST_NUMBER = 300
"""Digits; Python refuses to read numbers of thousands."""


@dataclass(slots=True)
class LooseJson:
    """The value of a text, as far as it could be read."""

    value: Json = None
    end: int = 0
    """Where reading ended."""
    places: dict[JsonPath, int] = field(default_factory=dict)
    """The offset of every value."""
    loose: list[tuple[int, str]] = field(default_factory=list)
    """Offsets and kinds of what strict JSON does not allow; each kind once."""
    stopped: str = ""
    """Why reading stopped before the value was whole; empty when it is whole."""


class _Stop(Exception):  # noqa: N818 - it ends the reading and never leaves this module
    """Nothing more can be read."""


def read_loose_json(text: str, start: int = 0) -> LooseJson:
    """Read one JSON value that begins at an offset; never raises.

    What is cut off or cannot be read on is left out: the last item of a list, the last text of an object.
    """
    reader = _Reader(text, start)
    try:
        reader.result.value, whole = reader.read((), 0)
    except _Stop:
        whole = False
    if not whole and not reader.result.stopped:
        reader.result.stopped = "it ends too soon"
    reader.result.end = min(reader.at, len(text))
    return reader.result


class _Reader:
    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.at = start
        self.result = LooseJson()

    def read(self, path: JsonPath, depth: int) -> tuple[Json, bool]:
        """Return a value and whether it is whole."""
        self.skip()
        sign = self.peek()
        self.result.places[path] = self.at
        # Bounds protect against replies that nest or go on without end.
        if not sign or depth > DEEPEST or len(self.result.places) > MOST_VALUES:
            return self.stop("" if not sign else "it is nested too deep, or too long")
        if sign == "{":
            return self.mapping(path, depth)
        if sign == "[":
            return self.sequence(path, depth)
        if sign in _CLOSING:
            return self.string(sign)
        return self.scalar()

    def stop(self, reason: str) -> tuple[Json, bool]:
        """Note why reading ends here."""
        line = self.text.count("\n", 0, self.at) + 1
        self.result.stopped = self.result.stopped or (f"{reason} (line {line})" if reason else "it ends too soon")
        return None, False

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def note(self, kind: str) -> None:
        if all(noted != kind for _, noted in self.result.loose):
            self.result.loose.append((self.at, kind))

    def skip(self) -> None:
        """Pass white space and comments."""
        while True:
            space = _SPACE.match(self.text, self.at)
            self.at = space.end() if space else self.at
            comment = _COMMENT.match(self.text, self.at)
            if comment is None:
                return
            self.note("a comment")
            self.at = comment.end()

    def mapping(self, path: JsonPath, depth: int) -> tuple[Json, bool]:
        members: dict[str, Json] = {}
        self.at += 1
        while True:
            self.separator()
            sign = self.peek()
            if sign == "}":
                self.at += 1
                return members, True
            key, whole = self.key(sign)
            if not whole:
                return members, False
            self.skip()
            if self.peek() != ":":
                self.stop("a colon is missing" if self.peek() else "")
                return members, False
            self.at += 1
            value, whole = self.read((*path, key), depth + 1)
            # Of a member that was cut off, a part of a list or object is worth keeping, and half a text is not.
            if whole or (isinstance(value, dict | list) and value):
                members[key] = value
            if not whole:
                return members, False

    def sequence(self, path: JsonPath, depth: int) -> tuple[Json, bool]:
        items: list[Json] = []
        self.at += 1
        while True:
            self.separator()
            if self.peek() == "]":
                self.at += 1
                return items, True
            value, whole = self.read((*path, len(items)), depth + 1)
            if not whole:
                return items, False
            items.append(value)

    def separator(self) -> None:
        """Pass commas between members; one too many before a bracket is no harm, one too few neither."""
        self.skip()
        while self.peek() == ",":
            self.at += 1
            self.skip()
            if self.peek() in {"}", "]", ","}:
                self.note("a comma too many")

    def key(self, sign: str) -> tuple[str, bool]:
        if sign in _CLOSING:
            return self.string(sign)
        bare = _BARE.match(self.text, self.at)
        if bare is None:
            self.stop("a key is missing" if sign else "")
            return "", False
        self.note("a key without quotes")
        self.at = bare.end()
        return bare[0], True

    def scalar(self) -> tuple[Json, bool]:
        number = _NUMBER.match(self.text, self.at)
        bare = _BARE.match(self.text, self.at)
        if bare is not None and bare[0] in _WORDS | dict.fromkeys(_NO_JSON):
            if bare[0] not in {"true", "false", "null"}:
                self.note(f"the word {bare[0]}")
            self.at = bare.end()
            return _WORDS.get(bare[0]), True
        if number is None or number.end() - number.start() > _LONGEST_NUMBER:
            return self.stop("no value can be read")
        self.at = number.end()
        # A number at the very end may lack its last digits.
        if self.at >= len(self.text):
            return None, False
        plain = number[0].removeprefix("+")
        return (float(plain) if set(plain) & set(".eE") else int(plain)), True

    def string(self, sign: str) -> tuple[str, bool]:
        closing = _CLOSING[sign]
        if sign != '"':
            self.note("other quotes than double ones")
        # Everything up to the next backslash, line end or closing quote at once: character by character is slow.
        chunk = re.compile(r"[^\\\n" + re.escape(closing) + "]*")
        pieces: list[str] = []
        self.at += 1
        while True:
            match = chunk.match(self.text, self.at)
            pieces.append(match[0] if match else "")
            self.at += len(pieces[-1])
            here = self.peek()
            if not here:
                self.stop("")
                return "".join(pieces), False
            self.at += 1
            if here == "\\":
                pieces.append(self.escape())
            elif here == closing and self.ends():
                return "".join(pieces), True
            else:
                self.note("a line break in a text" if here == "\n" else "a quote in a text")
                pieces.append(here)

    def ends(self) -> bool:
        """Return whether a quote just passed ends its text, rather than standing in it."""
        space = _SPACE.match(self.text, self.at)
        end = space.end() if space else self.at
        follows = self.text[end : end + 1]
        # Models forget to escape quotes: one is taken as the end only where JSON's syntax, a comment or a line end
        # follows.
        return not follows or follows in ",:}]/#" or "\n" in self.text[self.at : end]

    def escape(self) -> str:
        sign = self.peek()
        self.at += 1
        if sign == "u":
            digits = self.text[self.at : self.at + 4]
            if re.fullmatch(r"[0-9a-fA-F]{4}", digits):
                self.at += 4
                return self.character(int(digits, 16))
        if sign in _ESCAPES and sign:
            return _ESCAPES[sign]
        self.note("an escape that JSON does not know")
        return "\\" + sign

    def character(self, code: int) -> str:
        """Return the character of an escape; two of them make one beyond the first plane."""
        # JSON writes characters beyond the first plane as a pair of UTF-16 surrogates.
        low = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})").match(self.text, self.at)
        if 0xD800 <= code <= 0xDBFF and low is not None:  # noqa: PLR2004 - high surrogates
            self.at = low.end()
            return chr(0x10000 + ((code - 0xD800) << 10) + int(low[1], 16) - 0xDC00)
        # A surrogate alone cannot be encoded as UTF-8, so it could neither be stored nor sent.
        return chr(code) if not 0xD800 <= code <= 0xDFFF else "\ufffd"  # noqa: PLR2004 - surrogates alone
