"""Lines of a reply with their original numbers, so that findings name the right line after any change."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.dseal.positions import LONGEST_SOURCE_LINE
from authoring.dseal.python_code import parse_code

LONGEST_EXCERPT = 60
"""Characters of a reply that a message quotes."""
_SURROGATE = re.compile("[\ud800-\udfff]")
# Control characters, and those that are invisible, break lines or turn the direction of writing.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


@dataclass(frozen=True, slots=True)
class ReplyLine:
    """One line without its ending; `number` counts the reply's lines from 1, and is 0 for what was there before."""

    text: str
    number: int


@dataclass(frozen=True, slots=True)
class ReplyFinding:
    """A finding about a reply before it is known which problem it is about."""

    info: RuleInfo
    line: int
    message: str
    hint: str = ""

    def diagnostic(self, reply: Sequence[str], problem: int | None) -> Diagnostic:
        """Return the diagnostic; `reply` holds the lines that numbers count."""
        line = min(max(self.line, 1), max(len(reply), 1))
        source = reply[line - 1] if reply else ""
        return self.info.diagnostic(
            self.message, hint=self.hint, line=line, source_line=source[:LONGEST_SOURCE_LINE], problem=problem
        )


def writable(text: str) -> str:
    """Return a text that can be written as UTF-8: half a surrogate pair, which JSON can carry, becomes U+FFFD."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def text_of(lines: Iterable[ReplyLine]) -> str:
    """Return lines as one text, without a last line ending."""
    return "\n".join(line.text for line in lines)


def renumbered(text: str, number: int) -> list[ReplyLine]:
    """Return a text's lines, all of which came from one line of the reply."""
    return [ReplyLine(line, number) for line in text.split("\n")]


def stripped(lines: Sequence[ReplyLine]) -> list[ReplyLine]:
    """Return lines without blank ones at both ends."""
    first, last = 0, len(lines)
    while first < last and not lines[first].text.strip():
        first += 1
    while last > first and not lines[last - 1].text.strip():
        last -= 1
    return list(lines[first:last])


def place_of(lines: Sequence[ReplyLine]) -> int:
    """Return the number of the first line that is not blank; 1 where there is none."""
    return next((line.number for line in lines if line.text.strip()), lines[0].number if lines else 1)


def excerpt(text: str) -> str:
    """Return a piece of a reply as a message may quote it: short, control characters visible."""
    short = text.strip()
    short = short if len(short) <= LONGEST_EXCERPT else short[:LONGEST_EXCERPT] + "…"
    return _CONTROL.sub(lambda match: f"<{ord(match[0]):02X}>", short)


def is_python(lines: Iterable[ReplyLine]) -> bool:
    """Return whether lines are Python code."""
    return parse_code(text_of(lines)).error is None
