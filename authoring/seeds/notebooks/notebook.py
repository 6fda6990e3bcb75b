"""A notebook as it was understood, whatever format it came in."""

import re
from dataclasses import dataclass
from typing import Literal

from authoring.dseal.diagnostic import Diagnostic, Severity

CellKind = Literal["code", "markdown", "raw"]
OutputKind = Literal["stream", "value", "display", "error"]
_LONE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class CellOutput:
    """One thing that a cell gave when its author ran it."""

    kind: OutputKind
    text: str
    """As plain text; of an error its type and message. Empty where there is only a picture."""
    media: tuple[str, ...] = ()
    """What else there was of it, as MIME types, sorted: ``image/png``, ``text/html``."""


@dataclass(frozen=True, slots=True)
class NotebookCell:
    """One cell of a notebook, with its outputs."""

    kind: CellKind
    source: str
    r"""With ``\n`` between lines, magics as they stand there (`magics.without_magics` takes them out)."""
    number: int
    """From 1, as the cell stands in the file."""
    outputs: tuple[CellOutput, ...] = ()
    tags: tuple[str, ...] = ()
    """In Jupyter's sense, for example ``solution``."""
    attachments: int = 0
    """Pictures that are kept inside of a markdown cell."""


@dataclass(frozen=True, slots=True)
class Notebook:
    """A notebook's cells; none where it could not be read, and then a finding says why."""

    cells: tuple[NotebookCell, ...]
    language: str
    """In lower case: ``python`` for what was read, and that of the kernel for what was refused."""
    findings: tuple[Diagnostic, ...] = ()
    authors: tuple[str, ...] = ()
    """Who wrote it, by its metadata."""
    original: str = ""
    """The format it came in, in words: ``nbformat 3``, ``percent script``, ``Markdown``."""

    @property
    def readable(self) -> bool:
        """Whether nothing that was found is an error."""
        return all(finding.severity is not Severity.ERROR for finding in self.findings)

    @property
    def code(self) -> tuple[NotebookCell, ...]:
        """The code cells that hold something, in order."""
        return tuple(cell for cell in self.cells if cell.kind == "code" and cell.source.strip())


def plain_lines(text: str) -> str:
    r"""Return a text with ``\n`` between lines that can be written as UTF-8: half characters become U+FFFD."""
    return _LONE.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))
