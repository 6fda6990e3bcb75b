"""Notebooks as they may be kept and shown: without secrets, persons, pictures, and what only their run left behind."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from authoring.dseal.diagnostic import Diagnostic
from authoring.seeds.notebooks.codes import CUT_OUTPUT, HELD_SECRET, NAMED_PERSON, REMOVED_OUTPUT
from authoring.seeds.notebooks.notebook import CellKind, CellOutput, Notebook, NotebookCell
from authoring.seeds.notebooks.reading import read_notebook
from authoring.seeds.notebooks.redaction import (
    FIRST,
    authors_named,
    without_author_lines,
    without_persons,
)
from authoring.seeds.notebooks.secret_search import REPEATED, KnownSecrets, without_secrets

MOST_OF_OUTPUT = 2_000
"""Characters of one output that are kept."""
MAX_OUTPUT_CHARACTERS = 60_000
"""Characters of all outputs together that are kept; those after it are left out."""
_ROUNDS = 6
"""How often a notebook is gone through at most; the last time that anything real needs is the second."""
_LOOKED_AT = 10 * MOST_OF_OUTPUT
_MOST_SEARCHED = 1_000_000
"""Characters of all outputs together in which secrets are looked for, most of which are not kept."""
_CUT = "\n…\n"
# Colours and cursor movements of a terminal, as in tracebacks.
_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
_PLACES = 5
"""Cells that a finding names."""


@dataclass(frozen=True, slots=True)
class CleanedNotebook:
    """A notebook without what must not be kept."""

    text: str
    """An ``.ipynb`` file, format 4.5; empty where there was nothing to read. The same input gives the same bytes."""
    findings: tuple[Diagnostic, ...]
    """Findings of reading and cleaning; they name cells and repeat nothing of what was removed."""


def clean_notebook(text: str, name: str) -> CleanedNotebook:
    """Return a notebook, as `read_notebook` takes it, as it may be kept; cleaning it again changes nothing."""
    read = read_notebook(text, name)
    if not read.readable:
        return CleanedNotebook("", read.findings)
    cleaned = cleaned_cells(read)
    return CleanedNotebook(notebook_file(cleaned.cells), cleaned.findings)


def cleaned_cells(notebook: Notebook) -> Notebook:
    """Return a notebook whose cells may be shown; its findings go on with what was removed, and where."""
    cleaning, cleaned = _Cleaning(), notebook
    # What is taken out may bring to light what it parted, for example two halves of a secret.
    for _ in range(_ROUNDS):
        cells = cleaning.cells(cleaned)
        if cells == cleaned.cells:
            break
        cleaned = replace(cleaned, cells=cells)
    return replace(cleaned, authors=(), findings=(*notebook.findings, *cleaning.findings(notebook)))


def without_authors(notebook: Notebook) -> Notebook:
    """Return a notebook whose prose does not say who wrote it; its code stays, because it may be about people."""
    cells, people = list[NotebookCell](), Counter[int]()
    for position, cell in enumerate(notebook.cells):
        if cell.kind != "markdown":
            cells.append(cell)
            continue
        freed = without_author_lines(cell.source, cell.kind, first=position < FIRST)
        people[cell.number] += freed.mentions
        cells.append(replace(cell, source=freed.text))
    # A unary plus drops the cells with a count of nought.
    mentions = +people
    findings = (
        (NAMED_PERSON.diagnostic(f"lines that name the author were taken out: {_places(mentions)}"),)
        if mentions
        else ()
    )
    return replace(notebook, cells=tuple(cells), findings=(*notebook.findings, *findings))


def notebook_file(cells: Sequence[NotebookCell]) -> str:
    """Return the text of an ``.ipynb`` file, format 4.5, with a line for each line of a cell."""
    document = {
        "cells": [_written(cell, position) for position, cell in enumerate(cells, start=1)],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    # Sorted and indented as Jupyter does it; the same cells give the same bytes.
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


class _Cleaning:
    """Goes through the cells of one notebook and keeps count of what it takes out."""

    def __init__(self) -> None:
        self._authors: tuple[str, ...] = ()
        self._left = 0
        self._secrets: dict[str, Counter[int]] = {}
        self._known = KnownSecrets()
        self._persons: Counter[int] = Counter()
        self._media: Counter[int] = Counter()
        self._cuts: Counter[int] = Counter()

    def cells(self, notebook: Notebook) -> tuple[NotebookCell, ...]:
        """Return the cells as they may be kept, but for what is brought to light by what was taken out."""
        self._authors, self._left = authors_named(notebook), MAX_OUTPUT_CHARACTERS
        # All cells are looked at first: a secret may be printed, or said in the prose, before the code that holds it.
        unread = _MOST_SEARCHED
        for cell in notebook.cells:
            self._known.learn(cell.source, cell.kind)
            for output in _joined_streams(cell.outputs):
                shown = _shown(output)[:unread]
                self._known.learn(shown, None)
                unread -= len(shown)
        return tuple(self._cell(cell, first=position < FIRST) for position, cell in enumerate(notebook.cells))

    def _cell(self, cell: NotebookCell, *, first: bool) -> NotebookCell:
        self._media[cell.number] += cell.attachments
        source = self._without_secrets(cell.source, cell.number, cell.kind)
        freed = without_persons(source, cell.kind, self._authors, first=first)
        self._persons[cell.number] += freed.mentions
        outputs = tuple(self._output(output, cell.number) for output in _joined_streams(cell.outputs))
        tags = tuple(self._without_secrets(tag, cell.number, None) for tag in cell.tags)
        # Of a picture nothing is left, and an empty output says nothing.
        nonempty = tuple(output for output in outputs if output.text.strip())
        return replace(cell, source=freed.text, outputs=nonempty, tags=tags, attachments=0)

    def findings(self, notebook: Notebook) -> Iterator[Diagnostic]:
        """Yield what was taken out, kind by kind."""
        if self._secrets:
            kinds = "; ".join(f"{kind}, {_places(cells)}" for kind, cells in sorted(self._secrets.items()))
            hint = (
                "what may be none was taken out, too; if one is yours, make it invalid where it was issued:"
                " whoever has the notebook has it"
            )
            yield HELD_SECRET.diagnostic(f"what looks like secrets was taken out: {kinds}", hint=hint)
        if people := +self._persons:
            yield NAMED_PERSON.diagnostic(f"names, addresses and links of persons were taken out: {_places(people)}")
        elif notebook.authors:
            yield NAMED_PERSON.diagnostic("the author's name was taken out of the metadata")
        if media := +self._media:
            yield REMOVED_OUTPUT.diagnostic(f"images and other rich outputs were taken out: {_places(media)}")
        if cuts := +self._cuts:
            limits = f"{MOST_OF_OUTPUT:,} characters of an output and {MAX_OUTPUT_CHARACTERS:,} of all are kept"
            yield CUT_OUTPUT.diagnostic(f"outputs were cut: {_places(cuts)}; {limits}")

    def _without_secrets(self, text: str, number: int, kind: CellKind | None) -> str:
        text, names = without_secrets(text, kind)
        text, repetitions = self._known.redact(text)
        for name in (*names, *[REPEATED] * repetitions):
            self._secrets.setdefault(name, Counter())[number] += 1
        return text

    def _output(self, output: CellOutput, number: int) -> CellOutput:
        self._media[number] += len(output.media)
        # All later outputs go whole, so that the first ones stay readable.
        if not self._left:
            self._cuts[number] += bool(output.text)
            return replace(output, text="", media=())
        text = self._without_secrets(_shown(output), number, None)
        freed = without_persons(text, None, self._authors)
        self._persons[number] += freed.mentions
        text_kept = _cut(freed.text, min(MOST_OF_OUTPUT, self._left))
        self._cuts[number] += text_kept != freed.text or len(output.text) > _LOOKED_AT
        self._left -= len(text_kept)
        return CellOutput(output.kind, text_kept)


def _shown(output: CellOutput) -> str:
    # What is cut off here is cut off later in any case, and with it the halves of what stood at the cut.
    return _ANSI.sub("", _cut(output.text, _LOOKED_AT))


def _joined_streams(outputs: Sequence[CellOutput]) -> list[CellOutput]:
    """Return outputs with neighbouring prints as one: a secret may be printed in several."""
    joined = list[CellOutput]()
    for output in outputs:
        if joined and joined[-1].kind == output.kind == "stream":
            joined[-1] = replace(joined[-1], text=joined[-1].text + output.text)
        else:
            joined.append(output)
    return joined


def _cut(text: str, limit: int) -> str:
    """Return a text without its middle where it is longer than `limit` characters; nothing where too little fits."""
    if len(text) <= limit:
        return text
    if limit <= len(_CUT):
        return ""
    head = (limit - len(_CUT)) // 3
    tail = limit - len(_CUT) - head
    first, last = text[:head], text[len(text) - tail :]
    # Half a number would be another one.
    return (first.rpartition("\n")[0] or first) + _CUT + (last.partition("\n")[2] or last)


def _places(cells: Counter[int]) -> str:
    """Say how many times something was found, and in which cells."""
    numbers = sorted(cells)
    cell_list = ", ".join(map(str, numbers[:_PLACES])) + (" …" if len(numbers) > _PLACES else "")
    return f"{cells.total()} in cell{'s' if len(numbers) > 1 else ''} {cell_list}"


def _written(cell: NotebookCell, position: int) -> dict[str, object]:
    written: dict[str, object] = {
        "cell_type": cell.kind,
        # An ID is wanted, and one by chance would make the file another one each time.
        "id": f"cell-{position}",
        "metadata": {"tags": list(cell.tags)} if cell.tags else {},
        "source": _lines(cell.source),
    }
    if cell.kind == "code":
        written |= {"execution_count": None, "outputs": [_written_output(output) for output in cell.outputs]}
    return written


def _written_output(output: CellOutput) -> dict[str, object]:
    if output.kind == "stream":
        return {"name": "stdout", "output_type": "stream", "text": _lines(output.text)}
    if output.kind == "error":
        name, _, value = output.text.partition(": ")
        return {"ename": name, "evalue": value, "output_type": "error", "traceback": []}
    data = {"text/plain": _lines(output.text)}
    if output.kind == "display":
        return {"data": data, "metadata": {}, "output_type": "display_data"}
    return {"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"}


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
