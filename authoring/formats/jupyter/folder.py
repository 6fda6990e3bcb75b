"""``notebooks/NAME/`` is what students get; ``answers/NAME/`` is what they do not get."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock

from authoring.dseal import Diagnostic, parse
from authoring.dseal.diagnostic import Severity
from authoring.dseal.model import Cell, ProblemSet
from authoring.formats.base.base import Across, Order, Player
from authoring.formats.jupyter.cells import Asked, notebook_bytes, solved_notebook, student_notebook
from authoring.formats.jupyter.codes import CUT_ANSWER, FAILED_ANSWER
from authoring.formats.jupyter.pages import Pages
from authoring.formats.jupyter.wording import WORDS, title_text
from authoring.records.bundle import AdmittedSet, Bundle, FileContent
from authoring.records.evidence import CellRun, Outcome
from authoring.records.provenance import read_provenance
from authoring.records.questions import question_if_let_pass, question_in

STUDENT, SOLVED = "notebooks", "answers"
"""Folders; each stands for itself, with the data."""


@dataclass(frozen=True, slots=True)
class _Played:
    """What is known of a set's cells, and what is to be said of them."""

    asked: tuple[Asked, ...]
    findings: tuple[Diagnostic, ...]


def export(problemsets: Sequence[AdmittedSet], *, order: Order, play: Player, across: Across = map) -> Bundle:
    """Return for each set a notebook with the questions, one with the answers as they ran, and HTML of both.

    Cells are played once, in order; a cell that does not end well is an error (DS751).
    """
    pages, writing = Pages(), Lock()

    def write(problemset: AdmittedSet) -> Bundle:
        played = _played(problemset, order.language, play)
        # One at a time: a maker of pages keeps state, and is slow to make.
        with writing:
            return Bundle(files=(*_files(problemset, played.asked, order.language, pages),), findings=played.findings)

    written = [*across(write, problemsets)]
    return Bundle(
        files=tuple(file for one in written for file in one.files),
        findings=tuple(finding for one in written for finding in one.findings),
    )


def _files(problemset: AdmittedSet, asked: Sequence[Asked], language: str, pages: Pages) -> Iterator[FileContent]:
    name, words = problemset.name, WORDS[language]
    about = read_provenance(problemset.meta, path=f"problemsets/_meta/{name}.yaml")
    student = student_notebook(name, title_text(name, about, words, solved=False), asked, words)
    solved = solved_notebook(name, title_text(name, about, words, solved=True), asked, words)
    for folder, stem, notebook in ((STUDENT, name, student), (SOLVED, f"{name}-solved", solved)):
        yield FileContent(path=f"{folder}/{name}/{stem}.ipynb", content=notebook_bytes(notebook))
        yield FileContent(path=f"{folder}/{name}/{stem}.html", content=pages.page_of(notebook, title=stem))
        for file in problemset.inputs:
            yield FileContent(path=f"{folder}/{name}/inputs/{file.path}", content=file.content)


def _played(problemset: AdmittedSet, language: str, play: Player) -> _Played:
    parsed = parse(problemset.text)
    path = f"{problemset.name}.py"
    broken = [found for found in parsed.diagnostics if found.severity is Severity.ERROR]
    findings = [found.model_copy(update={"path": path}) for found in broken]
    cells = parsed.runnable
    runs = play(problemset, [cell.code for cell in cells])
    asked: list[Asked] = []
    for place, cell in enumerate(cells):
        run = runs[place] if place < len(runs) else None
        findings += [found.model_copy(update={"path": path}) for found in _findings(cell, run, parsed)]
        question = ""
        if cell.problem is not None:
            said = question_in(problemset, cell.problem.number, language)
            question = said if isinstance(said, str) else ""
            if not isinstance(said, str):
                findings.append(said)
                question = question_if_let_pass(problemset, cell.problem.number, language)
        asked.append(Asked(cell, question, run))
    return _Played(tuple(asked), tuple(findings))


def _findings(cell: Cell, run: CellRun | None, parsed: ProblemSet) -> Iterator[Diagnostic]:
    number = None if cell.problem is None else cell.problem.number
    subject = "a context cell" if number is None else f"the reference of problem {number}"
    line = parsed.text[: cell.code_span.start].count("\n") + 1
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
