"""What a rule of alignment offers, and what it looks at."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from authoring.dseal.analysis.question_reading import QuestionReading
from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.dseal.model import Cell, Problem, ProblemSet
from authoring.dseal.python_code import nodes


@dataclass(frozen=True, slots=True)
class AlignmentSubject:
    """One problem with its question as it was read and the tree of its reference."""

    problemset: ProblemSet
    cell: Cell
    problem: Problem
    reading: QuestionReading
    """The question as it was read without the names in quotes that the reference looks up."""
    plain: QuestionReading
    """The question as it was read without names in quotes."""
    tree: ast.Module

    @property
    def line(self) -> str:
        """The question on one line, for patterns of words that a line may end between."""
        return " ".join(self.problem.question.split())


class AlignmentRule(Protocol):
    """What a rule's module offers."""

    INFO: RuleInfo

    def check(self, subject: AlignmentSubject, /) -> Iterator[Diagnostic]:
        """Find where question and reference differ; never raises for any parsed text."""


def calls(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    """Yield calls of functions or methods by their last name."""
    for node in nodes(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in names:
                yield node


_MOST_STEPS = 20


def last_value(tree: ast.Module) -> ast.expr | None:
    """Return the expression that code ends with; of a variable that the code binds, what it is bound to last."""
    last = tree.body[-1] if tree.body else None
    value = last.value if isinstance(last, ast.Expr) else None
    return None if value is None else bound_value(tree, value)


def answer_scope(tree: ast.Module) -> ast.Module:
    """Return code that ends with the answer: the body of the function that it ends with, if that returns a value."""
    match tree.body:
        case [*_, ast.FunctionDef(body=[*steps, ast.Return(value=ast.expr() as value) as last])]:
            return ast.Module(body=[*steps, ast.copy_location(ast.Expr(value), last)], type_ignores=[])
    return tree


def bound_value(tree: ast.Module, value: ast.expr) -> ast.expr:
    """Return what a variable is bound to last by plain statements before it; any other expression as it is."""
    for _ in range(_MOST_STEPS):
        if not isinstance(value, ast.Name):
            break
        bound = [
            statement.value
            for statement in tree.body
            if isinstance(statement, ast.Assign)
            and statement.lineno < value.lineno
            and any(isinstance(target, ast.Name) and target.id == value.id for target in statement.targets)
        ]
        if not bound:
            break
        value = bound[-1]
    return value


def whole_number(node: ast.expr | None) -> int | None:
    """Return the value of a literal whole number, else None."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    return None
