"""A notebook as CIBench reads it: questions and code in turn, the outputs of the code, and two lists of metadata."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from authoring.formats.base.notebook_outputs import cell_id, outputs_of
from authoring.formats.cibench.export.values import StepType
from authoring.records.evidence import CellRun

if TYPE_CHECKING:
    from nbformat import NotebookNode


@dataclass(frozen=True, slots=True)
class StepCells:
    """A question with its code and what the code gave; `modules` is an entry of the notebook's list."""

    question: str
    code: str
    step_type: StepType
    modules: str
    run: CellRun


def notebook_text(name: str, pairs: Sequence[StepCells]) -> str:
    """Return a notebook as JSON; all of it is ASCII, because CIBench opens it in the encoding of the machine.

    The ids of the cells depend on the name of the set.
    """
    from nbformat import v4, validate  # noqa: PLC0415 - loads a schema checker, and the formats are listed at start-up

    cells: list[NotebookNode] = []
    for number, pair in enumerate(pairs, start=1):
        question_id, code_id = cell_id(name, number, "question"), cell_id(name, number, "code")
        cells.append(v4.new_markdown_cell(_harmless(pair.question), id=question_id))  # type: ignore[no-untyped-call]  # nbformat is annotated in parts
        cells.append(
            v4.new_code_cell(pair.code, id=code_id, execution_count=number, outputs=_compared(pair))  # type: ignore[no-untyped-call]  # as above
        )
    metadata = {"modules": [pair.modules for pair in pairs], "step_types": [pair.step_type for pair in pairs]}
    notebook = v4.new_notebook(cells=cells, metadata=metadata)  # type: ignore[no-untyped-call]  # as above
    # Checked here, and not first by whoever loads the notebook.
    validate(notebook)
    return json.dumps(notebook, indent=1, sort_keys=True) + "\n"


def _compared(pair: StepCells) -> "list[NotebookNode]":
    """Return the one output that CIBench compares, by the kind of the step; none where the step has only to run."""
    if pair.step_type == "exec":
        return []
    # The loader takes a picture before any text, and one output alone is compared.
    pictures = pair.run.figures if pair.step_type == "vis" else ()
    words = {"stream": "", "stdout": None} if pair.step_type == "vis" else {}
    return outputs_of(pair.run.model_copy(update={"value": None, "error": None, "figures": pictures, **words}))


def _harmless(question: str) -> str:
    """Return a question without the mark behind which CIBench's loader expects the thought of the reference."""
    # One line break is enough: only a blank line before the word makes the loader cut the question there.
    return question.replace("\n\nThought: ", "\nThought: ")
