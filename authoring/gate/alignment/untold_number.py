"""DS651: the reference compares with a number that nobody was given."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.analysis.question_reading import numbers_of
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import expression_of
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS651",
    name="untold-number",
    severity=Severity.NOTE,
    what="The reference compares with a number that stands neither in the question nor in anything before it.",
    why="A solver has to guess the number, or is given another one.",
    bad='# %%\n"""\nquestion: How many a are more than 30?\n"""\n\n(df.a > 35).sum()\n',
    good='# %%\n"""\nquestion: How many a are more than 30?\n"""\n\n(df.a > 30).sum()\n',
)
_SMALLEST = 2
"""Whole numbers up to this are counts of things: two of them, the first one, none."""
_TINY, _GREATEST = 1e-3, 2**53
"""Numbers beyond these are tolerances, or no thresholds of data."""
_CUSTOMARY = {0.5, 0.05, 0.01}
"""Halves, and levels of significance."""
_SIGNS = {ast.GtE: (">=", -1), ast.Lt: ("<", -1), ast.Gt: (">", 1), ast.LtE: ("<=", 1)}
_COMPARING = {"gt": ast.Gt, "ge": ast.GtE, "lt": ast.Lt, "le": ast.LtE, "between": ast.Eq}


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find numbers in comparisons that nothing before the code names."""
    thresholds = [*_thresholds(subject.tree)]
    if not thresholds:
        return
    known = _known_numbers(subject)
    for node, operator, number in thresholds:
        # More than four is at least five, and is not said by at least four.
        sign, step = _SIGNS.get(operator, ("", 0))
        said = {phrase.operator for phrase in subject.reading.comparisons if phrase.threshold == number + step}
        if not known & {_key(number), _key(number + (0 if sign in said else step))}:
            message = f"the reference compares with {number:g}, which the question does not name"
            hint = "say the number in the question"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, hint)
            return


def _known_numbers(subject: AlignmentSubject) -> set[str]:
    """Return the numbers of the question and of all that stands before the cell, in any usual unit."""
    before = subject.problemset.text[: subject.cell.span.start]
    numbers = numbers_of(subject.problem.question) | numbers_of(before)
    return {_key(number * factor) for number in numbers for factor in (0.01, 1, 100, 1e3, 1e6, 1e9)}


def _key(number: float) -> str:
    return f"{abs(number):.9g}"


def _thresholds(tree: ast.AST) -> Iterator[tuple[ast.expr, type[ast.cmpop], float]]:
    """Yield numbers that are compared with, how, and where they stand; parts of dates and of loops are left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if not any(_is_counter(side) for side in sides):
                yield from (
                    (node, type(node.ops[0]), number) for side in sides if (number := _number(side)) is not None
                )
    for call in calls(tree, *_COMPARING):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if name and isinstance(call.func, ast.Attribute) and not _is_counter(call.func.value):
            numbers = [number for argument in call.args if (number := _number(argument)) is not None]
            yield from ((call, _COMPARING[name], number) for number in numbers)
    for call in calls(tree, "query"):
        text = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else None
        inner = expression_of(re.sub(r"`[^`]*`|@", "name", text)) if isinstance(text, str) else None
        if inner is not None:
            yield from ((call, operator, number) for _, operator, number in _thresholds(inner))


def _number(node: ast.expr) -> float | None:
    """Return a literal number that is worth a word."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    number = node.value if isinstance(node, ast.Constant) else None
    if isinstance(number, bool) or not isinstance(number, int | float) or number in _CUSTOMARY:
        return None
    if not _TINY <= abs(number) <= _GREATEST:
        return None
    return None if number in range(_SMALLEST + 1) else float(number)


_PARTS = {"month", "day", "hour", "minute", "dayofweek", "weekday", "day_of_week", "quarter", "ndim", "shape", "size"}


def _is_counter(node: ast.expr) -> bool:
    """Whether something is a part of a date, a length, or a remainder, whose numbers stand for words."""
    match node:
        case ast.Attribute(attr=name) | ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in _PARTS:
            return True
        case ast.Call(func=ast.Name(id="len")) | ast.BinOp(op=ast.Mod()) | ast.Name(id="i" | "j" | "k" | "n"):
            return True
        case ast.Subscript(value=inner):
            return _is_counter(inner)
    return False
