"""A notebook of a CIBench tree as the problem set that a run of the tree puts to a solver: every step is a problem."""

from collections.abc import Sequence

from authoring.dseal.analysis.inputs import input_uses
from authoring.dseal.parse import parse
from authoring.dseal.python_code import parse_code
from authoring.errors import BenchmarkError, DraftError
from authoring.formats.cibench.codes import SHIFTED
from authoring.formats.cibench.import_.experiment import step_cells
from authoring.formats.cibench.import_.notebook import read_steps
from authoring.formats.cibench.score.opencompass import read_experiment
from authoring.seeds.cibench_tree import ExperimentTree

STEP_SECONDS = 60
"""Seconds that an answer may take that goes on printing, which OpenCompass does not bound."""


def tree_set(text: str, *, dataset: str, path: str, location: str, files: Sequence[str]) -> str:
    """Return the problem set of a notebook; the number of a problem is that of its step.

    Questions are those that OpenCompass' loader puts to an agent, with ``inputs/NAME`` for ``data/NAME``. What judges a
    step follows from its type, as when a tree is imported; a step that leaves nothing to compare has only to run.

    Args:
        text: of the notebook.
        dataset: its ``SUITE/MODULE``.
        path: of the notebook below the dataset's folder.
        location: the file, for messages.
        files: the data files of the tree, as paths below ``datasources/data/``.

    Raises:
        BenchmarkError: OpenCompass would not load it, or its questions and code cells do not stand in turn.
    """
    notebook = read_experiment(text, dataset=dataset, path=path, location=location)
    read = read_steps(text)
    steps = [step for step in read.steps if step.question]
    number = min(len(notebook.codes), len(notebook.questions))
    # The loader pairs by position, and would put questions to an agent whose answers belong to others.
    if len(steps) != number or number == 0 or any(finding.code == SHIFTED.code for finding in read.findings):
        raise BenchmarkError(
            f"{location}: its questions and code cells do not stand in turn",
            hint="let each question be followed by one code cell, which is not empty",
        )
    try:
        return "\n".join(step_cells(steps, notebook.questions[:number], files=files, max_time=STEP_SECONDS))
    except DraftError as error:
        raise BenchmarkError(f"{location}: a step makes no problem: {error.message}", hint=error.hint) from error


def data_names(text: str, tree: ExperimentTree) -> frozenset[str]:
    """Return the data files that a set names; all of them where its code looks into their folder."""
    names = frozenset(name for name, _ in tree.data)
    uses = [input_uses(parse_code(cell.code).tree) for cell in parse(text).runnable]
    # Code that lists the folder may read any file.
    if any(cell_uses.open for cell_uses in uses):
        return names
    names_read = {use.name for cell_uses in uses for use in cell_uses.uses}
    return names & (names_read | {name for name in names if f"inputs/{name}" in text})
