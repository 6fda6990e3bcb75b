"""Reading a notebook of any format. A stranger's text: it is looked at and never run, and no text raises an error."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.python_code import parse_code
from authoring.records.documents import DocumentError, FileLimits, load_json
from authoring.seeds.notebooks.codes import MENDED, NO_CELLS, NO_CODE, OTHER_LANGUAGE, UNREADABLE
from authoring.seeds.notebooks.magics import without_magics
from authoring.seeds.notebooks.nbformats import (
    NEWEST,
    authors_of,
    cells_of,
    format_of,
    has_cells,
    language_of,
    newest_format,
)
from authoring.seeds.notebooks.notebook import CellKind, Notebook, NotebookCell, plain_lines
from authoring.seeds.notebooks.text_formats import is_cell_script, markdown_cells, script_cells

MOST_CHARACTERS = 20_000_000
"""Characters of the largest notebook that is read."""
NOTEBOOK = FileLimits(MOST_CHARACTERS, depth=200, nodes=1_000_000, expanded=MOST_CHARACTERS)
MOST_OF_CELL = 200_000
"""Characters of the largest cell that is read; what is longer is data, and nobody's code."""
MOST_OF_KIND = 2_000_000
"""Characters of code, and of prose, that are read of one notebook."""
# Pictures within prose: as attachments, as data in a link or an <img>, and as bare base64.
_EMBEDDED = re.compile(
    r"!\[[^\[\]\n]{0,200}\]\((?:attachment|data):[^()\s]*\)|<img\b[^<>]{0,200}?src\s{0,3}=\s{0,3}[\"']data:[^<>]*>|"
    r"\bdata:[\w.+/-]{3,60};base64,[A-Za-z0-9+/=_-]{40,}"
)
_IMAGE = "(image)"
_LANGUAGES = {".rmd": "R Markdown", ".qmd": "Quarto", ".r": "R", ".jl": "Julia", ".scala": "Scala", ".sql": "SQL"}
# The fence of a chunk of R Markdown or Quarto: ```{r} or ```{python}, with options.
_CHUNK = re.compile(r"^[ ]{0,3}```+[ \t]*\{(r|python|julia|sql|bash|ojs)\b[^}\n]*\}[ \t]*$", re.MULTILINE)
_HEADER = 5_000
"""Characters of the longest header of R Markdown that is looked for."""
# Front matter that says output: html_document, html_notebook or a presentation.
_R_HEADER = re.compile(r"\A---\n(?:[^\n]*\n)*?output:[ \t]*(?:\n[ \t]+)?\w{0,20}_(?:document|notebook|presentation)")


@lru_cache(maxsize=4)
def read_notebook(text: str, name: str = "") -> Notebook:
    """Return the cells of a notebook; what is no Python notebook has none, and a finding that says why.

    Args:
        text: of an ``.ipynb`` file (formats 1 to 4), of a Python script whose cells are marked (``# %%``, jupytext,
            an export of Jupyter's or Databricks'), of one without marks (it is one cell), or of Markdown with fenced
            code.
        name: the file's, whose ending says what the text is meant to be; empty where nobody knows, and then the text
            itself decides.
    """
    # Before anything else looks at the text, because all of it would take long.
    if len(text) > MOST_CHARACTERS:
        size = f"it has {len(text):,} characters, and {MOST_CHARACTERS:,} are read at most"
        return _refused(UNREADABLE.diagnostic(size, hint="clear the outputs of the notebook, then save it"))
    plain = plain_lines(text.removeprefix("\ufeff"))
    suffix = "." + name.lower().rpartition(".")[2] if "." in name else ""
    if suffix in _LANGUAGES:
        return _foreign(_LANGUAGES[suffix])
    if suffix == ".ipynb" or (suffix not in {".py", ".md"} and plain.lstrip().startswith("{")):
        return _from_json(plain, certain=suffix == ".ipynb")
    return _from_text(plain, suffix)


def _from_text(text: str, suffix: str) -> Notebook:
    if suffix != ".py" and (chunk := _CHUNK.search(text) or _R_HEADER.match(text[:_HEADER])):
        return _foreign("R Markdown" if chunk.re is _R_HEADER or chunk[1] == "r" else f"Quarto ({chunk[1]})")
    # In Markdown a line "# %%" would be a heading.
    if suffix != ".md" and is_cell_script(text):
        read = ((kind, source, tags) for kind, source, tags in script_cells(text))
        return _python(_numbered(read), "script of cells")
    # Text of an unknown kind is a script when all of it is Python.
    code = parse_code(text) if suffix != ".md" and len(text) <= MOST_OF_CELL else None
    if suffix == ".py" or (code is not None and code.error is None and code.tree.body):
        cells = _numbered([("code", text, ())] if text.strip() else [])
        findings = [NO_CELLS.diagnostic("no cell is marked in this script", hint="begin each cell with a line: # %%")]
        return _python(cells, "Python script", findings)
    return _python(_numbered((kind, source, ()) for kind, source in markdown_cells(text)), "Markdown")


def _from_json(text: str, *, certain: bool) -> Notebook:
    try:
        document = load_json(text, limits=NOTEBOOK)
    except DocumentError as error:
        # Text without an ending that begins with a brace may be a script.
        if not certain and not text.lstrip().startswith(("{\n", '{"', "{ ")):
            return _from_text(text, "")
        return _refused(
            UNREADABLE.diagnostic(
                _no_json(text, error), line=error.line or 1, hint="save it in Jupyter again, or get it anew"
            )
        )
    if not isinstance(document, dict) or not has_cells(document):
        return _refused(
            UNREADABLE.diagnostic("this is JSON, but no notebook: it has no list of cells", hint="give an .ipynb file")
        )
    major = format_of(document)
    if major is not None and not 1 <= major <= NEWEST:
        message = f"this notebook has format {str(major)[:20]}, and formats 1 to {NEWEST} are known"
        return _refused(UNREADABLE.diagnostic(message, hint="save it in format 4: jupyter nbconvert --to notebook"))
    language = language_of(document)
    if language != "python":
        return _foreign(language)
    return _converted(document, text, major)


def _no_json(text: str, error: DocumentError) -> str:
    start = text.lstrip()
    if not start:
        return "this notebook is empty"
    if start.startswith("<"):
        return "this is a page of HTML or XML, and no notebook"
    if not start.startswith("{"):
        return "this is no JSON, so no notebook"
    if error.line is None:
        return f"this is no notebook that can be read: {error.reason}"
    # An error in the last line means that the file was cut off.
    last = text.rstrip().count("\n") + 1
    return "this notebook breaks off at its end" if error.line >= last else f"its JSON is broken at line {error.line}"


def _converted(document: dict[str, Any], text: str, major: int | None) -> Notebook:
    converted, trouble = newest_format(document, text)
    cells, broken = cells_of(converted)
    findings = []
    if trouble:
        findings.append(
            MENDED.diagnostic(f"{trouble}; its cells were read one by one", hint="compare with the notebook")
        )
    if broken:
        some = "1 cell is" if broken == 1 else f"{broken} cells are"
        findings.append(MENDED.diagnostic(f"{some} not as the format wants it, and read in part or not at all"))
    original = f"nbformat {major}" if major is not None else "nbformat"
    return replace(_python(cells, original, findings), authors=authors_of(document))


def _numbered(cells: Iterable[tuple[CellKind, str, tuple[str, ...]]]) -> tuple[NotebookCell, ...]:
    return tuple(
        NotebookCell(kind, source, number, tags=tags) for number, (kind, source, tags) in enumerate(cells, start=1)
    )


def _python(cells: tuple[NotebookCell, ...], original: str, earlier: Iterable[Diagnostic] = ()) -> Notebook:
    """Return what was read, but for what is too large, with what can be said of all of it."""
    bounded = tuple(_bounded(cells))
    findings = list(earlier)
    for before, after in zip(cells, bounded, strict=True):
        if before.source.strip() and not after.source:
            size = f"cell {before.number} is left empty: it has {len(before.source):,} characters"
            limits = f"{MOST_OF_CELL:,} of a cell are read, {MOST_OF_KIND:,} of all code and as many of all prose"
            findings.append(MENDED.diagnostic(f"{size}; {limits}"))
    code = [cell for cell in bounded if cell.kind == "code" and cell.source.strip()]
    # Python 2 is the usual reason why no cell parses.
    if not any(parse_code(without_magics(cell.source).code).tree.body for cell in code):
        message = "there is no code cell" if not code else "no code cell holds a statement that Python 3 reads"
        findings.append(NO_CODE.diagnostic(message))
    return Notebook(bounded, "python", tuple(findings), original=original)


def _bounded(cells: Iterable[NotebookCell]) -> Iterator[NotebookCell]:
    """Yield cells without the pictures in their prose; those that are too large without what stands in them."""
    left = {"code": MOST_OF_KIND, "markdown": MOST_OF_KIND, "raw": MOST_OF_KIND}
    for cell in cells:
        source, images = (cell.source, 0) if cell.kind == "code" else _EMBEDDED.subn(_IMAGE, cell.source)
        text = source if len(source) <= min(MOST_OF_CELL, left[cell.kind]) else ""
        # Each kind has a budget, so that prose without end does not crowd out the code.
        left[cell.kind] -= len(text)
        # Attachments are also named in the prose, so the larger number counts each once.
        yield replace(cell, source=text, attachments=max(images, cell.attachments))


def _foreign(language: str) -> Notebook:
    message = f"this notebook is written in {language.capitalize() if language.islower() else language}"
    finding = OTHER_LANGUAGE.diagnostic(message, hint="give one in Python: .ipynb, or a script with lines # %%")
    return Notebook((), language.lower(), (finding,))


def _refused(finding: Diagnostic) -> Notebook:
    return Notebook((), "", (finding,))
