"""The code of a seed's notebook, statement by statement. Notebooks are untrusted texts: read, never run."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from authoring.dseal.duplicates.code_similarity import COPIED, FEWEST_OF_NOTEBOOK, CodeShape, shape_of
from authoring.seeds.notebooks import reading
from authoring.seeds.notebooks.magics import without_magics

MOST_CHARACTERS = 2_000_000
"""Characters of a text that is taken for code as a whole."""
# Lines that a digest put in the place of what it left out.
_CUT = re.compile(r"^\s*…\s*$", re.MULTILINE)
# Where one cell ends and the next may begin: at a marker, or at a blank line.
_PARTS = re.compile(r"^# ?%%.*$|\n\s*\n", re.MULTILINE)
# Lines that are taken away at most.
_MOST_CUT = 20
# Nodes up to which a statement proves nothing: `df.head()`, `x = y`.
_SMALL = 3


@dataclass(frozen=True, slots=True)
class NotebookCode:
    """The statements of a notebook's code cells, each with the cell it stands in."""

    statements: dict[tuple[str, ...], str]

    def source_of(self, shape: CodeShape) -> str:
        """Return the notebook's code that a code of some size was copied from; empty if it was not."""
        significant = [statement for statement in shape.statements if len(statement) > _SMALL]
        size = sum(map(len, significant))
        copied = [statement for statement in significant if statement in self.statements]
        if size < FEWEST_OF_NOTEBOOK or sum(map(len, copied)) < COPIED * size:
            return ""
        return self.statements[max(copied, key=len)]


@lru_cache(maxsize=64)
def read_notebook(text: str) -> NotebookCode:
    """Return the statements of a notebook file, of Python, or of Markdown with fenced code.

    What is no Python is left out, cell by cell.
    """
    statements: dict[tuple[str, ...], str] = {}
    for cell in _cells(text):
        for statement in shape_of(cell).statements:
            statements.setdefault(statement, cell)
    return NotebookCode(statements)


def _cells(text: str) -> Iterator[str]:
    notebook = reading.read_notebook(text)
    cells = [cell.source for cell in notebook.code]
    if not cells and notebook.readable:
        # Python with a slip in it, or cut short, is no Python and reads as prose.
        cells = [text[:MOST_CHARACTERS]]
    for cell in cells:
        plain = _CUT.sub("", without_magics(cell).code)
        if shape_of(plain).statements:
            yield plain
        else:
            # One line that is no Python must not hide the rest.
            yield from map(_beginning, _PARTS.split(plain))


def _beginning(text: str) -> str:
    """Return a text without its last lines, as far as it takes to be Python: a digest may cut a statement short."""
    lines = text.splitlines()
    for end in range(len(lines), max(0, len(lines) - _MOST_CUT), -1):
        begun = "\n".join(lines[:end])
        if shape_of(begun).statements:
            return begun
    return text
