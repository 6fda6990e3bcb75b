"""Reference cells: context that runs beside the reference alone, so that no answer can read what it binds.

A cell is marked by its first line, the comment ``# reference only``, which DSEval passes over like any other.
"""

import re
from collections.abc import Collection

from authoring.dseal.model import Cell, CellKind, ProblemSet
from authoring.dseal.parse import parse

MARK = "# reference only"
"""The first line of a marked cell, as it is written."""
# As people write it too: with other capitals and blanks, or a remark behind a sign.
MARK_LINE = re.compile(r"(?i)#[ \t]*reference[ -]only[ \t]*(?:[:.,;(][^\r\n]*)?(?:\r\n|\r|\n|\Z)")


def is_marked(cell: Cell) -> bool:
    """Tell whether a cell is a context cell that runs beside the reference alone."""
    return cell.kind is CellKind.CONTEXT and MARK_LINE.match(cell.code) is not None


def marked_cells(problemset: ProblemSet) -> tuple[int, ...]:
    """Return the numbers of the marked cells, from 1 among all cells of the text."""
    return tuple(number for number, cell in enumerate(problemset.cells, start=1) if is_marked(cell))


def without_mark(code: str) -> str:
    """Return the code of a cell without the mark."""
    return MARK_LINE.sub("", code, count=1) if MARK_LINE.match(code) else code


def with_marked_cells(text: str, numbers: Collection[int]) -> str:
    """Return a text in which exactly these context cells are marked, numbered from 1 among all cells.

    Raises:
        ValueError: a number is not that of a context cell; the message names the numbers that are.
    """
    cells = parse(text).cells
    context = [number for number, cell in enumerate(cells, start=1) if cell.kind is CellKind.CONTEXT]
    if strange := sorted(set(numbers).difference(context)):
        choice = f"context cells are {', '.join(map(str, context))}" if context else "the text has no context cell"
        raise ValueError(f"cell {strange[0]} is no context cell; counted from 1 among all cells, {choice}")
    return "".join(
        _with_mark(cell, marked=number in numbers) if cell.kind is CellKind.CONTEXT else cell.source
        for number, cell in enumerate(cells, start=1)
    )


def _with_mark(cell: Cell, *, marked: bool) -> str:
    if marked == is_marked(cell):
        return cell.source
    # Before the first line of code, wherever blank lines put it.
    start = cell.code_span.start - cell.span.start
    head, body = cell.source[:start], cell.source[start:]
    if not marked:
        return head + without_mark(body)
    newline = "\r\n" if "\r\n" in head else "\n"
    return f"{head}{MARK}{newline}{body}"
