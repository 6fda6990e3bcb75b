"""Notebooks as Markdown: prose between fenced blocks, of which those in Python are code cells."""

import re
from collections.abc import Iterator

from authoring.dseal.code import parse_code
from authoring.seeds.notebooks.notebook import CellKind

_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})\s*([^\s`]*)")
_PYTHON = frozenset({"python", "py", "python3", "ipython", "ipython3", "{code-cell}"})
_MOST = 20_000
"""Characters of a block that says no language and may yet be Python."""
_HEADER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)


def markdown_cells(text: str) -> Iterator[tuple[CellKind, str]]:
    """Yield prose and Python in order. Other languages stay in the prose; a block that says none is Python if it reads.

    A header between lines of three dashes is left out.
    """
    prose, block = list[str](), list[str]()
    fence = language = opening = ""
    for line in _HEADER.sub("", text).split("\n"):
        found = _FENCE.match(line)
        if not fence and found:
            fence, language, opening = found[1], found[2].lower(), line
        elif fence and found and found[1].startswith(fence) and not found[2]:
            if _is_python(language, block):
                yield from _said(prose)
                yield "code", "\n".join(block)
                prose = []
            else:
                prose += [opening, *block, line]
            fence, block = "", []
        elif fence:
            block.append(line)
        else:
            prose.append(line)
    if fence and _is_python(language, block):
        yield from _said(prose)
        yield "code", "\n".join(block)
    else:
        yield from _said([*prose, *([opening] if fence else []), *block])


def _is_python(language: str, block: list[str]) -> bool:
    if language:
        return language in _PYTHON
    code = "\n".join(block)
    parsed = parse_code(code if len(code) <= _MOST else "")
    return parsed.error is None and bool(parsed.tree.body)


def _said(prose: list[str]) -> Iterator[tuple[CellKind, str]]:
    text = "\n".join(prose).strip("\n")
    if text.strip():
        yield "markdown", text
