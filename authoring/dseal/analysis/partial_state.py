"""Partial state: what the cells after a failed one can still rely on, and which names a validator inspects."""

import ast
from collections.abc import Iterator
from typing import Protocol

from authoring.dseal.model import Cell, Problem
from authoring.dseal.python_code import parse_code
from authoring.dseal.session import checks

NO_PYTHON = frozenset({"SyntaxError", "IndentationError", "TabError"})
"""Exceptions that say that nothing of the cell has run."""


class RaisedError(Protocol):
    """An exception that ended a cell, as far as this module needs to know it."""

    @property
    def type(self) -> str:
        """Name of the exception's class."""

    @property
    def line(self) -> int | None:
        """Line of the cell's code, from 1, in which it was raised; None where that is not known."""


def inspected_names(problem: Problem) -> frozenset[str]:
    """Return the names that a problem's validators look at after its reference has run."""
    names: set[str] = set()
    for check in checks(problem):
        if isinstance(check.options, dict):
            if check.alias == "namespace_check":
                names.update(map(str, check.options))
            keys = ("function_name", "model_name", "inputs_name", "labels_name")
            names.update(str(check.options[key]) for key in keys if key in check.options)
    return frozenset(names)


def split_at_error(cell: Cell, error: RaisedError | None) -> tuple[tuple[ast.stmt, ...], tuple[ast.stmt, ...]]:
    """Return the statements of a cell that ran to their end, and the others.

    Those before the statement that raised have run. An exception in a function of the same cell names a line of that
    function, which stands before its call.

    Args:
        cell: a cell that did not run to its end, or was not run at all.
        error: the exception that ended it; None where something else did (a timeout, a lack of memory), because
            nothing is sure then.
    """
    body = tuple(parse_code(cell.code).tree.body)
    if error is None or error.line is None or error.type in NO_PYTHON:
        return (), body
    # A statement that begins above the line and ends on it or below is the one that raised.
    line = error.line
    count = sum((statement.end_lineno or statement.lineno) < line for statement in body)
    return body[:count], body[count:]


def import_statements(statements: tuple[ast.stmt, ...]) -> Iterator[tuple[ast.stmt, str]]:
    """Give the imports among statements, each with its code."""
    for statement in statements:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement, ast.unparse(statement)
