"""A reference notebook in few tokens: its headings and the code of its cells, without outputs."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from authoring.prompts.fence import CUT, cut, shown

BUDGET = 6_000
"""Characters of a digest."""
LONGEST_LINE = 160
LINES = (20, 12, 8, 5, 3, 2, 1)
"""Lines of each cell that are kept: the first number under which the digest fits its budget."""
MAGIC = re.compile(r"\s*(?:%|!|\?|.*\?\s*$)")
"""Lines that IPython reads and Python does not: magics, shell commands, questions for help."""
HEADING = re.compile(r"#{1,6}\s+\S")
FENCE = re.compile(r"\s*(```+|~~~+)\s*([\w+-]*)")
PYTHON = {"", "python", "py", "python3", "ipython", "ipython3"}


class _Piece(NamedTuple):
    kind: Literal["heading", "code"]
    lines: tuple[str, ...]


def digest_notebook(text: str, *, most: int = BUDGET) -> str:
    """Return headings and code of a notebook: enough to see what was done with the data, and how.

    A text that is no notebook is read as Markdown. Any text gives a digest, be it an empty one.

    Args:
        text: of an ``.ipynb`` (formats 3 and 4) or ``.md`` file.
        most: characters of the digest.
    """
    document = _json(text)
    pieces = tuple(_cells(document) if isinstance(document, dict) else _markdown(text, code=True))
    digest = ""
    for lines in LINES:
        digest = _joined(pieces, lines)
        if len(digest) <= most:
            break
    return cut(digest, most)


def _json(text: str) -> Any:
    if not text.lstrip().startswith("{"):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _cells(document: dict[str, Any]) -> Iterator[_Piece]:
    sheets = document.get("worksheets")
    parts = [document, *(sheets if isinstance(sheets, list) else [])]
    for part in parts:
        cells = part.get("cells") if isinstance(part, dict) else None
        for cell in cells if isinstance(cells, list) else []:
            if isinstance(cell, dict):
                yield from _cell(cell)


def _cell(cell: dict[str, Any]) -> Iterator[_Piece]:
    # Format 3 calls the code of a cell `input`.
    source = _text(cell.get("source", cell.get("input", "")))
    kind = cell.get("cell_type")
    if kind == "code":
        yield from _code(source.splitlines())
    elif kind == "heading":
        yield _Piece("heading", (f"# {_flat(source)}",))
    elif kind == "markdown":
        yield from _markdown(source, code=False)


def _text(source: Any) -> str:
    if isinstance(source, list):
        return "".join(part for part in source if isinstance(part, str))
    return source if isinstance(source, str) else ""


def _markdown(text: str, *, code: bool) -> Iterator[_Piece]:
    """Give the headings of Markdown, and its fenced Python where that is the notebook's code."""
    fence, language, block = "", "", list[str]()
    for line in text.splitlines():
        found = FENCE.match(line)
        if fence and found and found[1].startswith(fence):
            if code and language in PYTHON:
                yield from _code(block)
            fence, block = "", []
        elif fence:
            block.append(line)
        elif found:
            fence, language = found[1], found[2].lower()
        elif HEADING.match(line):
            yield _Piece("heading", (_flat(line),))


def _code(lines: Sequence[str]) -> Iterator[_Piece]:
    if lines and lines[0].lstrip().startswith("%%"):
        return
    kept = [line.rstrip() for line in lines if line.strip() and not MAGIC.match(line)]
    kept = [line for line in kept if not line.lstrip().startswith("#")]
    if kept:
        yield _Piece("code", tuple(cut(line, LONGEST_LINE) for line in kept))


def _joined(pieces: Sequence[_Piece], lines: int) -> str:
    texts = []
    for piece in pieces:
        kept = piece.lines[:lines]
        texts.append("\n".join([*kept, *([CUT] if len(piece.lines) > lines else [])]))
    return shown("\n\n".join(texts))


def _flat(text: str) -> str:
    return " ".join(text.split())
