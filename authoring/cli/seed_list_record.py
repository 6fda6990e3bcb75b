"""What became of the lines of a list of seeds."""

from typing import Literal

from authoring.dseal.diagnostic import Diagnostic
from authoring.records.base import Record

End = Literal["added", "there", "repeated", "failed"]
"""Added; there already, and left alone; the same as an earlier line; or not added."""


class ListedSeed(Record):
    """What became of one line."""

    line: int
    """From 1."""
    reference: str
    end: End
    seed: str = ""
    """Its name; empty where there is none."""
    findings: tuple[Diagnostic, ...] = ()
    """What the seed gate found and let pass."""
    reason: str = ""
    """Why it was not added."""
    hint: str = ""
    exit_code: int = 0


class ListedSeeds(Record):
    """Answer of ``seed add --from``."""

    file: str
    lines: tuple[ListedSeed, ...]
    """Those that ask for something, in order."""

    def of(self, end: End) -> tuple[ListedSeed, ...]:
        """Return the lines that ended so."""
        return tuple(line for line in self.lines if line.end == end)

    @property
    def exit_code(self) -> int:
        """That of the failures; 0 without any."""
        return max((line.exit_code for line in self.lines), default=0)
