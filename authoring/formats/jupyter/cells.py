"""The two notebooks of a set."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from authoring.dseal.model import Cell
from authoring.formats.base.notebook_outputs import cell_id, outputs_of
from authoring.formats.jupyter.wording import Words, missing_answer, question_text
from authoring.records.evidence import CellRun

if TYPE_CHECKING:
    from nbformat import NotebookNode

FORMAT, MINOR = 4, 5
"""The newest that nbformat writes; cells have ids in it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A cell of the set, its question where it has one, and what it gave where it was run."""

    cell: Cell
    question: str = ""
    run: CellRun | None = None


def student_notebook(name: str, title: str, asked: Sequence[Asked], words: Words) -> "NotebookNode":
    """Return questions with empty answers; context is code as it stands. Nothing that an answer gives is in it."""
    cells = [_markdown(name, 0, title)]
    for place, one in enumerate(asked, start=1):
        problem = one.cell.problem
        if problem is None:
            cells.append(_code(name, place, one.cell.code))
        else:
            cells.append(_markdown(name, place, question_text(problem, one.question, words)))
            cells.append(_code(name, place, missing_answer(problem, words)))
    return _notebook(cells)


def solved_notebook(name: str, title: str, asked: Sequence[Asked], words: Words) -> "NotebookNode":
    """Return questions with their answers, and what those give."""
    cells = [_markdown(name, 0, title)]
    for place, one in enumerate(asked, start=1):
        if one.cell.problem is not None:
            cells.append(_markdown(name, place, question_text(one.cell.problem, one.question, words)))
        cells.append(_code(name, place, one.cell.code, one.run))
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
