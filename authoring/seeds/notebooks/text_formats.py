"""Notebooks as text: Python scripts whose cells begin with a comment such as ``# %%``, and Markdown with fenced code.

jupytext reads neither exports of Databricks nor IPython's old code cells, keeps front matter as a cell, raises on the
metadata of strangers, and takes seconds for a script of some thousand cells; so scripts are read here.
"""

import re
from collections.abc import Iterator

from authoring.dseal.python_code import parse_code
from authoring.seeds.notebooks.notebook import CellKind

ScriptCell = tuple[CellKind, str, tuple[str, ...]]
"""Kind, source and tags."""
# Behind the hash of a line: %%, <codecell>, In[3]: or COMMAND ----------.
_MARKER = re.compile(
    r"^#[ \t]*(?:%{2,}(?P<rest>[^\n]*)|<(?P<old>code|markdown|raw)cell>|In ?\[(?P<run>[ \d]*)\]:|COMMAND -{5,})[ \t]*$",
    re.MULTILINE,
)
# Interpreter and encoding, then the front matter of jupytext, Databricks or old IPython.
_HEADER = re.compile(
    r"\A(?:#!.*\n|#\s*-\*-.*\n|#\s*(?:en)?coding[:=].*\n)*"
    r"(?:# ---\n(?:#[^\n]*\n)*?# ---\n|# Databricks notebook source\n|# <nbformat>.*\n)?",
    re.ASCII,
)
_LONGEST = 300
"""Characters of the line that begins a cell, of which more is looked at by nobody."""
# The kind that a marker of the percent format says.
_KIND = re.compile(r"\[(markdown|md|raw)\]")
# tags=["a", "b"] as jupytext writes it, or "tags": [...] as in JSON.
_TAGS = re.compile(r"\"?tags\"?\s*[=:]\s*\[([^\]]*)\]")
# What a marker says before the kind and the first option: Load the data [markdown] tags=["a"]
_TITLE = re.compile(r"\s*((?:(?!\[(?:markdown|md|raw)\]|\b[\w.]+\s*=\s*[\"\[{]|\{).)*)")
# Databricks puts MAGIC behind the hash of each line that is no Python.
_COMMENT = re.compile(r"^#(?: ?MAGIC)? ?", re.MULTILINE)
# One string in three quotes and nothing else.
_DOCUMENT = re.compile(r"\A\s*[rR]?(\"\"\"|''')(.*?)\1\s*\Z", re.DOTALL)


def is_cell_script(text: str) -> bool:
    """Return whether some line of a text begins a cell."""
    return _MARKER.search(text) is not None


def script_cells(text: str) -> Iterator[ScriptCell]:
    """Yield the cells of a script: percent format, IPython's old codecells, exports of Jupyter and Databricks.

    A header of comments (interpreter, encoding, jupytext's) is left out; a cell's title becomes a cell of Markdown.
    """
    body = _HEADER.sub("", text)
    markers = list(_MARKER.finditer(body))
    # In[3]: occurs in exports of Jupyter only, whose cells have no other marks.
    exported = any(marker["run"] is not None for marker in markers)
    starts = [(None, 0), *((marker, marker.end()) for marker in markers)]
    ends = [*(marker.start() for marker in markers), len(body)]
    for (marker, start), end in zip(starts, ends, strict=True):
        content = body[start:end].strip("\n")
        if exported:
            yield from _exported(content)
        else:
            options, old = (marker["rest"], marker["old"]) if marker else ("", "")
            yield from _marked(options or "", old or "", content)


def _marked(options: str, old: str, content: str) -> Iterator[ScriptCell]:
    options = options[:_LONGEST]
    tag_list = _TAGS.search(options)
    tags = tuple(re.findall(r"[\w.-]+", tag_list[1])) if tag_list else ()
    kind = _KIND.search(options)
    cell_type = kind[1] if kind else {"markdown": "md"}.get(old, old)
    title = _title(options)
    if title:
        yield "markdown", title, ()
    if cell_type in {"markdown", "md"} or content.startswith("# MAGIC %md"):
        prose = _prose(content).removeprefix("%md").strip()
        if prose:
            yield "markdown", prose, tags
    elif cell_type == "raw":
        yield "raw", _prose(content), tags
    elif content.strip():
        yield "code", content, tags


def _title(options: str) -> str:
    match = _TITLE.match(options)
    return match[1].strip(" %") if match else ""


def _prose(content: str) -> str:
    """Return what a cell of Markdown says: in comments, or in one long string."""
    if document := _DOCUMENT.match(content):
        return document[2].strip("\n")
    return _COMMENT.sub("", content)


def _exported(content: str) -> Iterator[ScriptCell]:
    """Yield the code of a cell, and the Markdown behind it, which an export writes as comments."""
    lines = content.split("\n")
    start = len(lines)
    # An export has no mark for Markdown; it is the block of comments behind a blank line.
    while start and lines[start - 1].startswith("#"):
        start -= 1
    if start and lines[start - 1].strip():
        # Comments right behind code are the code's own.
        start = len(lines)
    code = "\n".join(lines[:start]).strip("\n")
    if code.strip():
        yield "code", code, ()
    prose = _COMMENT.sub("", "\n".join(lines[start:])).strip()
    if prose:
        yield "markdown", prose, ()


# Three or more backticks or tildes, and the language behind them.
_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})\s*([^\s`]*)")
_PYTHON = frozenset({"python", "py", "python3", "ipython", "ipython3", "{code-cell}"})
_LONGEST_BLOCK = 20_000
"""Characters of a block that says no language and may yet be Python."""
# YAML between two lines of dashes at the very beginning.
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)


def markdown_cells(text: str) -> Iterator[tuple[CellKind, str]]:
    """Yield prose and Python in order. Other languages stay in the prose; a block that says none is Python if it reads.

    A header between lines of three dashes is left out.
    """
    prose, block = list[str](), list[str]()
    fence = language = opening = ""
    for line in _FRONT_MATTER.sub("", text).split("\n"):
        fence_line = _FENCE.match(line)
        if not fence and fence_line:
            fence, language, opening = fence_line[1], fence_line[2].lower(), line
        # A closing fence is at least as long as the opening one and says no language.
        elif fence and fence_line and fence_line[1].startswith(fence) and not fence_line[2]:
            if _is_python(language, block):
                yield from _markdown(prose)
                yield "code", "\n".join(block)
                prose = []
            else:
                prose += [opening, *block, line]
            fence, block = "", []
        elif fence:
            block.append(line)
        else:
            prose.append(line)
    # A fence that is never closed goes on to the end, as in Markdown.
    if fence and _is_python(language, block):
        yield from _markdown(prose)
        yield "code", "\n".join(block)
    else:
        yield from _markdown([*prose, *([opening] if fence else []), *block])


def _is_python(language: str, block: list[str]) -> bool:
    if language:
        return language in _PYTHON
    # Without a language a block is Python if it parses and is not empty.
    code = "\n".join(block)
    parsed = parse_code(code if len(code) <= _LONGEST_BLOCK else "")
    return parsed.error is None and bool(parsed.tree.body)


def _markdown(prose: list[str]) -> Iterator[tuple[CellKind, str]]:
    text = "\n".join(prose).strip("\n")
    if text.strip():
        yield "markdown", text
