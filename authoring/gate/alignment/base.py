"""What a rule of alignment offers, and what it looks at."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from authoring.dseal.analysis.question_reading import QuestionReading
from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.dseal.model import Cell, Problem, ProblemSet


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


class AlignmentRule(Protocol):
    """What a rule's module offers."""

    INFO: RuleInfo

    def check(self, subject: AlignmentSubject, /) -> Iterator[Diagnostic]:
        """Find where question and reference differ; never raises for any parsed text."""


def calls(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    """Yield calls of functions or methods by their last name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in names:
                yield node


def whole_number(node: ast.expr | None) -> int | None:
    """Return the value of a literal whole number, else None."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    return None
