"""What of a cell that failed can still be relied on by the cells behind it, and what a validator looks at."""

import ast
from collections.abc import Iterator

from authoring.dseal.code import parse_code
from authoring.dseal.model import Cell, Problem
from authoring.dseal.session import checks
from authoring.records.evidence import CellRun, Outcome

NO_PYTHON = frozenset({"SyntaxError", "IndentationError", "TabError"})


def looked_at(problem: Problem) -> frozenset[str]:
    """Return the names that a problem's validators look at after its reference has run."""
    found: set[str] = set()
    for check in checks(problem):
        if isinstance(check.options, dict):
            if check.alias == "namespace_check":
                found.update(map(str, check.options))
            keys = ("function_name", "model_name", "inputs_name", "labels_name")
            found.update(str(check.options[key]) for key in keys if key in check.options)
    return frozenset(found)


def statements_left(cell: Cell, run: CellRun | None) -> tuple[tuple[ast.stmt, ...], tuple[ast.stmt, ...]]:
    """Return the statements of a cell that ran to their end, and the others.

    Those before the one that raised have run, where an exception says so; of any other end nothing is sure. An
    exception in a function of the same cell names a line of that function, which stands before its call.
    """
    body = tuple(parse_code(cell.code).tree.body)
    error = None if run is None else run.error
    if run is None or error is None or error.line is None or run.outcome is not Outcome.ERROR:
        return (), body
    if error.type in NO_PYTHON:
        return (), body
    line = error.line
    done = sum((statement.end_lineno or statement.lineno) < line for statement in body)
    return body[:done], body[done:]


def import_statements(statements: tuple[ast.stmt, ...]) -> Iterator[tuple[ast.stmt, str]]:
    """Give the imports among statements, each with its code."""
    for statement in statements:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement, ast.unparse(statement)
