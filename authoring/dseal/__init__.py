"""DSEAL, the language of a problem set: parse, dump, compose, lint, mutate.

Everything here is a pure function of texts and plain values: no files, no processes, no records of runs. Values that
validators compare belong to `authoring.validators`, whatever needs a sandbox or a model to the rooms above.
"""

from authoring.dseal.analysis.inputs import input_files_of
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.dseal.dump import canonical, drop_cell, dump, move_cell, replace_cell
from authoring.dseal.lint import lint
from authoring.dseal.model import Cell, CellKind, InputTable, Problem, ProblemSet, Surroundings
from authoring.dseal.parse import parse
from authoring.dseal.python_code import imports_of

__all__ = [
    "Cell", "CellKind", "Diagnostic", "InputTable", "Problem", "ProblemSet", "Severity", "Surroundings", "canonical",
    "drop_cell", "dump", "imports_of", "input_files_of", "lint", "move_cell", "parse", "replace_cell",
]  # fmt: skip
