"""Input files that code changes (DS409), as a run shows it."""

from collections.abc import Iterable, Iterator

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.gate_codes import CHANGED_INPUT
from authoring.dseal.model import Cell, ProblemSet
from authoring.dseal.session import at_code

FOLDER = "inputs"
MOST_NAMED = 5
"""Files that a finding names."""


def is_input(path: str) -> bool:
    """Return whether a path, relative to the working directory, is that of an input or of their folder."""
    return path == FOLDER or path.startswith(f"{FOLDER}/")


def changed_input_findings(problemset: ProblemSet, cell: Cell, paths: Iterable[str]) -> Iterator[Diagnostic]:
    """Yield a finding if inputs are among the paths that a cell made, changed or removed."""
    inputs = sorted(filter(is_input, paths))
    if inputs:
        message = f"the code changes input files: {', '.join(inputs[:MOST_NAMED])}"
        yield at_code(problemset, cell, (1, 1), CHANGED_INPUT, message, "Keep what is computed in a variable.")
