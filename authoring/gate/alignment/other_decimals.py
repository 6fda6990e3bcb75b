"""DS641: decimals that differ between question and reference."""

import ast
from collections.abc import Iterator

from authoring.dseal.analysis.convention_kinds import ConventionKind, said_of
from authoring.dseal.analysis.question_reading import read_question
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, calls, last_value, whole_number

INFO = RuleInfo(
    code="DS641",
    name="other-decimals",
    severity=Severity.WARNING,
    what="The question says to how many decimals, and every rounding of the reference has another number of them.",
    why="A solver who does what the question says is refused.",
    bad=('# %%\n"""\nquestion: Round the mean of a to 2 decimals.\n"""\n\ndf.a.mean().round(3)\n'),
    good=('# %%\n"""\nquestion: Round the mean of a to 2 decimals.\n"""\n\ndf.a.mean().round(2)\n'),
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a rounding to other decimals than the question says, or a division that leaves none."""
    convention = said_of(subject.problem.conventions, ConventionKind.ROUNDING)
    # What a question says comes before what holds for all of them.
    decimals = subject.reading.decimals or read_question(convention).decimals
    # The function takes the number first, and the method of a column has it.
    roundings = [node for node in calls(subject.tree, "round") if len(node.args) > isinstance(node.func, ast.Name)]
    digits = [whole_number(node.args[-1]) for node in roundings]
    # A share that is shown as a percentage has two decimals fewer.
    possible = decimals | {number + 2 for number in decimals if "percent" in subject.problem.question.casefold()}
    if decimals and digits and None not in digits and possible.isdisjoint(digits):
        message = f"the question asks for {min(decimals)} decimals, the reference rounds to {digits[0]}"
        yield at_node(subject.problemset, subject.cell, roundings[0], INFO, message, "make the two say the same")
    bare = _rounded_to_whole(subject.tree) if decimals - {0} and not roundings else None
    if bare is not None:
        message = f"the question asks for {min(decimals)} decimals, the reference rounds to whole numbers"
        yield at_node(subject.problemset, subject.cell, bare, INFO, message, "make the two say the same")
    floor = _floor_division(last_value(subject.tree)) if decimals - {0} else None
    if floor is not None:
        message = f"the question asks for {min(decimals)} decimals, and the reference divides without any"
        yield at_node(subject.problemset, subject.cell, floor, INFO, message, "make the two say the same")


def _floor_division(value: ast.expr | None) -> ast.expr | None:
    """Return the division without decimals in what an answer is made of, where no other division is."""
    divisions = [node for node in ast.walk(value) if isinstance(node, ast.BinOp)] if value is not None else []
    if any(isinstance(node.op, ast.Div) for node in divisions):
        return None
    return next((node for node in divisions if isinstance(node.op, ast.FloorDiv)), None)


def _rounded_to_whole(tree: ast.Module) -> ast.expr | None:
    """Return the only call of code that rounds, without a number of decimals; None where others may round further."""
    rounding = [*calls(tree, "round", "format", "around", "strftime")]
    match rounding:
        case [ast.Call(func=ast.Name(id="round"), args=[_], keywords=[]) as call]:
            return call
        case [ast.Call(func=ast.Attribute(attr="round"), args=[], keywords=[]) as call]:
            return call
    return None
