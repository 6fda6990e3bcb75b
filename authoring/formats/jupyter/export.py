"""Export to notebooks: ``notebooks/NAME/`` is what students get, ``answers/NAME/`` what they do not get."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from authoring.dseal import Diagnostic, parse
from authoring.dseal.conventions import without_conventions
from authoring.dseal.diagnostic import errors_in
from authoring.dseal.model import Cell, ProblemSet
from authoring.formats.base.claims import claims_of
from authoring.formats.base.notebook_outputs import cell_id, outputs_of
from authoring.formats.base.port import ExportOptions, MapSets, Player
from authoring.formats.base.questions import conventions_once, exported_question
from authoring.formats.jupyter.codes import CUT_ANSWER, FAILED_ANSWER
from authoring.formats.jupyter.wording import WORDS, NotebookWording, missing_answer, question_text, title_text
from authoring.records.bundle import AdmittedSet, Bundle, FileContent
from authoring.records.evidence import CellRun, Outcome
from authoring.records.provenance import read_provenance

if TYPE_CHECKING:
    from nbformat import NotebookNode

FORMAT, MINOR = 4, 5
"""The newest that nbformat writes; cells have ids in it."""
STUDENT, SOLVED = "notebooks", "answers"
"""Folders; each stands for itself, with the data."""


class Pages:
    """Makes pages; making the first takes a second or two, because templates and styles are read then."""

    def __init__(self) -> None:
        from nbconvert import HTMLExporter  # noqa: PLC0415 - takes seconds, and the formats are listed at start-up

        log = logging.getLogger(__name__)
        # It would warn of every picture that nobody described in words.
        log.setLevel(logging.ERROR)
        self._exporter = HTMLExporter(template_name="lab", log=log)  # type: ignore[no-untyped-call]  # nbconvert is annotated in parts

    def page_of(self, notebook: "NotebookNode", *, title: str) -> bytes:
        """Return the page, whose title browsers show."""
        text, _ = self._exporter.from_notebook_node(notebook, resources={"metadata": {"name": title}})
        return f"{text.rstrip()}\n".encode("utf-8", "backslashreplace")


@dataclass(frozen=True, slots=True)
class NotebookEntry:
    """A cell of the set, its question where it has one, and its run."""

    cell: Cell
    question: str = ""
    run: CellRun | None = None


def student_notebook(name: str, title: str, entries: Sequence[NotebookEntry], words: NotebookWording) -> "NotebookNode":
    """Return questions with empty answers; context is code as it stands. Nothing that an answer gives is in it."""
    cells = [_markdown(name, 0, title)]
    for place, entry in enumerate(entries, start=1):
        problem = entry.cell.problem
        if problem is None:
            cells.append(_code(name, place, without_conventions(entry.cell.code)))
        else:
            cells.append(_markdown(name, place, question_text(problem, entry.question, words)))
            cells.append(_code(name, place, missing_answer(problem, words)))
    return _notebook(cells)


def solved_notebook(name: str, title: str, entries: Sequence[NotebookEntry], words: NotebookWording) -> "NotebookNode":
    """Return questions with their answers, and what those give."""
    cells = [_markdown(name, 0, title)]
    for place, entry in enumerate(entries, start=1):
        if entry.cell.problem is not None:
            cells.append(_markdown(name, place, question_text(entry.cell.problem, entry.question, words)))
        code = without_conventions(entry.cell.code) if entry.cell.problem is None else entry.cell.code
        cells.append(_code(name, place, code, entry.run))
    return _notebook(cells)


def notebook_bytes(notebook: "NotebookNode") -> bytes:
    """Return a notebook as a file, checked against its schema."""
    from nbformat import validate, writes  # noqa: PLC0415 - loads a schema checker; the formats are listed at start-up

    validate(notebook)
    text: str = writes(notebook, version=FORMAT)  # type: ignore[no-untyped-call]  # nbformat is annotated in parts
    return f"{text.rstrip()}\n".encode("utf-8", "backslashreplace")


def _markdown(name: str, place: int, text: str) -> "NotebookNode":
    return _node(cell_type="markdown", id=cell_id(name, place, "text"), metadata={}, source=text)


def _code(name: str, place: int, code: str, run: CellRun | None = None) -> "NotebookNode":
    outputs = [] if run is None else outputs_of(run, count=place)
    count = None if run is None else place
    identity = cell_id(name, place, "code")
    return _node(cell_type="code", id=identity, metadata={}, source=code, outputs=outputs, execution_count=count)


def _notebook(cells: "Sequence[NotebookNode]") -> "NotebookNode":
    metadata = {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return _node(nbformat=FORMAT, nbformat_minor=MINOR, metadata=metadata, cells=list(cells))


def _node(**fields: Any) -> "NotebookNode":
    from nbformat import from_dict  # noqa: PLC0415 - as above

    node: NotebookNode = from_dict(fields)  # type: ignore[no-untyped-call]  # as above
    return node


@dataclass(frozen=True, slots=True)
class _PlayedSet:
    """The cells of a played set, and findings about them."""

    entries: tuple[NotebookEntry, ...]
    findings: tuple[Diagnostic, ...]


def export(
    problemsets: Sequence[AdmittedSet], *, options: ExportOptions, play: Player, across: MapSets = map
) -> Bundle:
    """Return for each set a notebook with the questions, one with the answers as they ran, and HTML of both.

    Cells are played once, in order; a cell that does not end well is an error (DS751).
    """
    pages, writing = Pages(), Lock()

    def write(problemset: AdmittedSet) -> Bundle:
        played = _play_set(problemset, options.language, play)
        # One at a time: a maker of pages keeps state, and is slow to make.
        with writing:
            return Bundle(
                files=(*_files(problemset, played.entries, options.language, pages),), findings=played.findings
            )

    written = [*across(write, problemsets)]
    return Bundle(
        files=tuple(file for bundle in written for file in bundle.files),
        findings=tuple(finding for bundle in written for finding in bundle.findings),
    )


def _files(
    problemset: AdmittedSet, entries: Sequence[NotebookEntry], language: str, pages: Pages
) -> Iterator[FileContent]:
    name, words = problemset.name, WORDS[language]
    about = read_provenance(problemset.meta, path=f"problemsets/_meta/{name}.yaml")
    conventions = conventions_once(parse(problemset.text), language)
    title = title_text(name, about, words, solved=False, conventions=conventions)
    student = student_notebook(name, title, entries, words)
    claims = claims_of(about, sum(entry.cell.problem is not None for entry in entries))
    title = title_text(name, about, words, solved=True, claims=claims, conventions=conventions)
    solved = solved_notebook(name, title, entries, words)
    for folder, stem, notebook in ((STUDENT, name, student), (SOLVED, f"{name}-solved", solved)):
        yield FileContent(path=f"{folder}/{name}/{stem}.ipynb", content=notebook_bytes(notebook))
        yield FileContent(path=f"{folder}/{name}/{stem}.html", content=pages.page_of(notebook, title=stem))
        for file in problemset.inputs:
            yield FileContent(path=f"{folder}/{name}/inputs/{file.path}", content=file.content)


def _play_set(problemset: AdmittedSet, language: str, play: Player) -> _PlayedSet:
    parsed = parse(problemset.text)
    path = f"{problemset.name}.py"
    # Cells that cannot be read are in neither notebook, which only these findings say.
    broken = errors_in(parsed.diagnostics)
    findings = [finding.model_copy(update={"path": path}) for finding in broken]
    cells = parsed.runnable
    runs = play(problemset, [cell.code for cell in cells])
    entries: list[NotebookEntry] = []
    for place, cell in enumerate(cells):
        run = runs[place] if place < len(runs) else None
        findings += [finding.model_copy(update={"path": path}) for finding in _findings(cell, run, parsed)]
        question = ""
        if cell.problem is not None:
            number = cell.problem.number
            question, untranslated = exported_question(problemset, number, language, is_alone=False)
            findings += untranslated
        entries.append(NotebookEntry(cell, question, run))
    return _PlayedSet(tuple(entries), tuple(findings))


def _findings(cell: Cell, run: CellRun | None, parsed: ProblemSet) -> Iterator[Diagnostic]:
    number = None if cell.problem is None else cell.problem.number
    subject = "a context cell" if number is None else f"the reference of problem {number}"
    line = parsed.text[: cell.code_span.start].count("\n") + 1
    # One finding a cell: what failed needs no word about what was cut.
    if run is None or run.outcome is not Outcome.OK:
        yield FAILED_ANSWER.diagnostic(
            f"{subject} {_ending(run)}",
            hint="Run it where it was admitted: authoring verify. Let pass, the notebook shows what it gave.",
            line=line,
            problem=number,
        )
    elif any(figure.sha256 and not figure.png for figure in run.figures):
        yield CUT_ANSWER.diagnostic(
            f"a picture of {subject} is too large to be shown", hint="Draw it smaller.", line=line, problem=number
        )
    elif run.value is not None and run.value.truncated:
        yield CUT_ANSWER.diagnostic(
            f"the value of {subject} is shown up to {len(run.value.text)} characters",
            hint="Raise limits.max_repr in authoring.toml to show more.",
            line=line,
            problem=number,
        )


def _ending(run: CellRun | None) -> str:
    """Say how a cell ended that did not end well."""
    if run is None:
        return "was not reached"
    if run.error is not None:
        return f"raised {run.error.type}"
    return f"ended with: {run.outcome.value}"
