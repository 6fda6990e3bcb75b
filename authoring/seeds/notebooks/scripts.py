"""Notebooks as Python scripts: cells that begin with a comment such as ``# %%``."""

import re
from collections.abc import Iterator

from authoring.seeds.notebooks.notebook import CellKind

ScriptCell = tuple[CellKind, str, tuple[str, ...]]
"""Kind, source and tags."""
_MARKER = re.compile(
    r"^#[ \t]*(?:%{2,}(?P<rest>[^\n]*)|<(?P<old>code|markdown|raw)cell>|In ?\[(?P<run>[ \d]*)\]:|COMMAND -{5,})[ \t]*$",
    re.MULTILINE,
)
_HEADER = re.compile(
    r"\A(?:#!.*\n|#\s*-\*-.*\n|#\s*(?:en)?coding[:=].*\n)*"
    r"(?:# ---\n(?:#[^\n]*\n)*?# ---\n|# Databricks notebook source\n|# <nbformat>.*\n)?",
    re.ASCII,
)
_LONGEST = 300
"""Characters of the line that begins a cell, of which more is looked at by nobody."""
_KIND = re.compile(r"\[(markdown|md|raw)\]")
_TAGS = re.compile(r"\"?tags\"?\s*[=:]\s*\[([^\]]*)\]")
_TITLE = re.compile(r"\s*((?:(?!\[(?:markdown|md|raw)\]|\b[\w.]+\s*=\s*[\"\[{]|\{).)*)")
_COMMENT = re.compile(r"^#(?: ?MAGIC)? ?", re.MULTILINE)
_DOCUMENT = re.compile(r"\A\s*[rR]?(\"\"\"|''')(.*?)\1\s*\Z", re.DOTALL)


def is_cell_script(text: str) -> bool:
    """Return whether some line of a text begins a cell."""
    return _MARKER.search(text) is not None


def script_cells(text: str) -> Iterator[ScriptCell]:
    """Yield the cells of a script: percent format, IPython's old codecells, exports of Jupyter and Databricks.

    A header of comments (interpreter, encoding, jupytext's) is left out; a cell's title becomes a cell of Markdown.
    """
    body = text[_match_end(text) :]
    markers = list(_MARKER.finditer(body))
    exported = any(marker["run"] is not None for marker in markers)
    starts = [(None, 0), *((marker, marker.end()) for marker in markers)]
    ends = [*(marker.start() for marker in markers), len(body)]
    for (marker, start), end in zip(starts, ends, strict=True):
        content = body[start:end].strip("\n")
        if exported:
            yield from _exported(content)
        else:
            rest, old = (marker["rest"], marker["old"]) if marker else ("", "")
            yield from _marked(rest or "", old or "", content)


def _match_end(text: str) -> int:
    found = _HEADER.match(text)
    return found.end() if found else 0


def _marked(rest: str, old: str, content: str) -> Iterator[ScriptCell]:
    rest = rest[:_LONGEST]
    found = _TAGS.search(rest)
    tags = tuple(re.findall(r"[\w.-]+", found[1])) if found else ()
    kind = _KIND.search(rest)
    said = kind[1] if kind else {"markdown": "md"}.get(old, old)
    title = _title(rest)
    if title:
        yield "markdown", title, ()
    if said in {"markdown", "md"} or content.startswith("# MAGIC %md"):
        prose = _prose(content).removeprefix("%md").strip()
        if prose:
            yield "markdown", prose, tags
    elif said == "raw":
        yield "raw", _prose(content), tags
    elif content.strip():
        yield "code", content, tags


def _title(rest: str) -> str:
    found = _TITLE.match(rest)
    return found[1].strip(" %") if found else ""


def _prose(content: str) -> str:
    """Return what a cell of Markdown says: in comments, or in one long string."""
    if found := _DOCUMENT.match(content):
        return found[2].strip("\n")
    return _COMMENT.sub("", content)


def _exported(content: str) -> Iterator[ScriptCell]:
    """Yield the code of a cell, and the Markdown behind it, which an export writes as comments."""
    lines = content.split("\n")
    start = len(lines)
    while start and lines[start - 1].startswith("#"):
        start -= 1
    if start and lines[start - 1].strip():
        # Comments right behind code are the code's own.
        start = len(lines)
    yield from _code("\n".join(lines[:start]).strip("\n"))
    prose = _COMMENT.sub("", "\n".join(lines[start:])).strip()
    if prose:
        yield "markdown", prose, ()


def _code(content: str) -> Iterator[ScriptCell]:
    if content.strip():
        yield "code", content, ()
