"""Markdown fences: a reply as blocks inside and outside of them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from authoring.drafting.replies import codes
from authoring.drafting.replies.lines import ReplyFinding, ReplyLine
from authoring.drafting.replies.markers import marker_of, opening_of

# Three or more backticks or tildes, quoted or not, a language such as `python` or `{.r}`, and few words behind it.
_FENCE = re.compile(
    r"[ ]{0,3}(?:>[ ]?)?(?P<fence>`{3,}|~{3,})[ \t]?(?P<word>\{?\.?[\w+#-]{0,20}\}?)(?P<more>[^`]{0,80})$"
)
PYTHON = frozenset({"", "python", "py", "python3", "ipython", "dseal", "pycon", "jupyter", "code"})
YAML = frozenset({"yaml", "yml"})
WRAPPERS = frozenset({"markdown", "md", "text", "txt", "plaintext", "plain"})
"""What whole replies are wrapped in; fences inside of them are fences again."""


@dataclass(frozen=True, slots=True)
class ReplyBlock:
    """A stretch of a reply; `language` is None outside of fences."""

    language: str | None
    lines: tuple[ReplyLine, ...]


def fence_of(text: str) -> tuple[str, str] | None:
    """Return the characters and the language of a fence line; None for any other line."""
    match = _FENCE.match(text)
    # Words without a language are a sentence that begins with backticks.
    if match is None or (match["more"].strip() and not match["word"]):
        return None
    return match["fence"], match["word"].strip("{}.").lower()


def blocks_of(lines: Sequence[ReplyLine], notes: list[ReplyFinding]) -> list[ReplyBlock]:
    """Cut a reply at its fences; those inside a docstring are the docstring's own."""
    scan = _Scan(lines)
    blocks = scan.run()
    if scan.fences:
        first = scan.fences[0]
        count = f"{len(scan.fences)} lines with Markdown fences are" if len(scan.fences) > 1 else "a Markdown fence is"
        notes.append(ReplyFinding(codes.FENCES, first.number, f"{count} taken away"))
    return blocks


class _Scan:
    def __init__(self, lines: Sequence[ReplyLine]) -> None:
        self.lines = lines
        self.fences: list[ReplyLine] = []
        self.blocks: list[ReplyBlock] = []
        self.gathered: list[ReplyLine] = []
        self.at = 0
        self.open: str | None = None
        """The characters that the open fence began with."""
        self.language: str | None = None

    def run(self) -> list[ReplyBlock]:
        # Whether a docstring may begin here: after a marker, a fence, or at the start.
        begins = True
        while self.at < len(self.lines):
            line = self.lines[self.at]
            fence = fence_of(line.text)
            if fence is not None:
                self.fence(line, *fence)
                begins = True
            # A docstring is taken whole: a fence within it is part of the question.
            elif begins and (end := self.docstring(self.at)):
                self.gathered += self.lines[self.at : end]
                self.at, begins = end, False
                continue
            else:
                self.gathered.append(line)
                begins = marker_of(line.text) is not None or (begins and not line.text.strip())
            self.at += 1
        self.close()
        return self.blocks

    def docstring(self, at: int) -> int:
        """Return the position behind the docstring that begins at a line; 0 where none does, or none ends."""
        opening = opening_of(self.lines[at].text)
        if opening is None:
            return 0
        quotes = opening[1]
        begin = self.lines[at].text.find(quotes) + 3
        if quotes in self.lines[at].text[begin:]:
            return at + 1
        for position in range(at + 1, len(self.lines)):
            text = self.lines[position].text
            if quotes in text:
                return position + 1
            if marker_of(text) is not None:
                return 0
        return 0

    def fence(self, line: ReplyLine, marks: str, language: str) -> None:
        """Go on behind a fence line."""
        self.fences.append(line)
        is_shorter = self.open is not None and len(marks) < len(self.open)
        ends = self.open is not None and not language and (is_shorter or marks[0] == self.open[0])
        self.close()
        # A shorter fence inside a longer one ends what stands in it, too.
        if ends or (language in WRAPPERS and self.wraps()):
            return
        self.open, self.language = marks, language

    def wraps(self) -> bool:
        """Return whether a fence of prose holds other fences, or markers, so that it is but a wrapper."""
        for position in range(self.at + 1, len(self.lines)):
            line = self.lines[position]
            inner = fence_of(line.text)
            if inner is not None:
                return bool(inner[1])
            if marker_of(line.text) is not None:
                return True
        return False

    def close(self) -> None:
        """End the block that was being gathered."""
        if any(line.text.strip() for line in self.gathered):
            self.blocks.append(ReplyBlock(self.language, tuple(self.gathered)))
        self.gathered = []
        self.open = self.language = None
