"""DSEAL, the language of a problem set: parse, dump, compose, lint, mutate.

Everything here is a pure function of texts and plain values: no files, no processes, no records of runs. Values that
validators compare belong to `authoring.validators`, whatever needs a sandbox or a model to the rooms above.
"""

from authoring.dseal.analysis.answer_leak import answer_in_question
from authoring.dseal.analysis.inputs import input_files_of
from authoring.dseal.compose import compose_context, compose_problem
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.dump import canonical, drop_cell, dump, move_cell, replace_cell
from authoring.dseal.lint import CODES, lint
from authoring.dseal.model import Cell, CellKind, InputTable, Problem, ProblemSet, Span, Surroundings
from authoring.dseal.parse import parse
from authoring.dseal.python_code import imports_of
from authoring.dseal.rules import RULES
from authoring.dseal.yaml_reader import ParseLimits

__all__ = [
    "CODES",
    "RULES",
    "Cell",
    "CellKind",
    "Diagnostic",
    "InputTable",
    "ParseLimits",
    "Problem",
    "ProblemSet",
    "RuleInfo",
    "Severity",
    "Span",
    "Surroundings",
    "answer_in_question",
    "canonical",
    "compose_context",
    "compose_problem",
    "drop_cell",
    "dump",
    "imports_of",
    "input_files_of",
    "lint",
    "move_cell",
    "parse",
    "replace_cell",
]
