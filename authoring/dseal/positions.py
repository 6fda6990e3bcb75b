"""Where things stand in a text, and how a finding is pinned to a place.

A line ends with a newline, a carriage return, or both together; nothing else ends one, so columns agree with Python's.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.dseal.model import Span

# Not `str.splitlines`, which ends lines at form feeds and Unicode separators too, where Python does not.
NEWLINE = re.compile(r"\r\n|\r|\n")
MOST_COUNTED = 2_000_000
LONGEST_SOURCE_LINE = 2000
"""Characters; a finding does not carry more of its line than a person or a model would read."""


@dataclass(frozen=True, slots=True)
class Lines:
    """A text with its line starts, as offsets in characters."""

    text: str
    starts: tuple[int, ...]

    def locate(self, offset: int) -> tuple[int, int]:
        """Return line and column, both from 1, of a character offset."""
        index = bisect_right(self.starts, offset) - 1
        return index + 1, offset - self.starts[index] + 1

    def line(self, number: int) -> str:
        """Return the text of a line, from 1, without its ending; at most `LONGEST_SOURCE_LINE` characters."""
        start = self.starts[number - 1]
        end = self.starts[number] if number < len(self.starts) else len(self.text)
        return self.text[start : min(end, start + LONGEST_SOURCE_LINE)].rstrip("\r\n")

    def span(self, start: int, end: int) -> Span:
        """Return the span from one offset to another."""
        line, column = self.locate(start)
        return Span(start, end, line, column)


@lru_cache(maxsize=16)
def lines_of(text: str) -> Lines:
    """Return the lines of a text; kept for a while, because every finding of a text asks for them.

    Behind `MOST_COUNTED` characters no line is told from the next: so long a text is refused, and shown by its start.
    """
    return Lines(text, (0, *(match.end() for match in NEWLINE.finditer(text, 0, MOST_COUNTED))))


def with_newlines(text: str) -> str:
    r"""Return the text with every line ending made ``\n``, as Python does when it opens a file."""
    # Most texts have no carriage return, and need no copy.
    return NEWLINE.sub("\n", text) if "\r" in text else text


def finding(
    info: RuleInfo,
    text: str,
    start: int,
    end: int,
    message: str,
    *,
    hint: str = "",
    problem: int | None = None,
) -> Diagnostic:
    """Return a diagnostic about the characters from `start` to `end` of a text."""
    lines = lines_of(text)
    line, column = lines.locate(start)
    last, end_column = lines.locate(max(start, end))
    source_line = lines.line(line)
    # What spans several lines, or nothing, is shown up to the end of its first line.
    if last != line or end_column <= column:
        end_column = max(column + 1, len(source_line) + 1)
    return info.diagnostic(
        message,
        hint=hint,
        line=line,
        column=column,
        end_column=end_column,
        source_line=source_line,
        problem=problem,
    )
