"""DS649: the deviation of a sample where that of a population is asked for, or the reverse."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of, nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, calls, whole_number

INFO = RuleInfo(
    code="DS649",
    name="other-deviation",
    severity=Severity.WARNING,
    what=(
        "The question says that a deviation or variance is that of a sample, and the reference takes that of a "
        "population, or the reverse."
    ),
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: What is the population standard deviation of a?\n"""\n\ndf.a.std()\n',
    good='# %%\n"""\nquestion: What is the population standard deviation of a?\n"""\n\ndf.a.std(ddof=0)\n',
)
_KINDS = {0: "population", 1: "sample"}
_OF_STATISTICS = {"stdev": 1, "variance": 1, "pstdev": 0, "pvariance": 0, "nanstd": 0, "nanvar": 0}
_OF_MANY = ("std", "var")
"""What pandas reads as that of a sample, and numpy as that of a population."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find deviations that are all of the other kind."""
    deviations: list[tuple[ast.expr, str]] = [
        (call, _kind(call)) for call in calls(subject.tree, *_OF_STATISTICS, *_OF_MANY, "zscore")
    ]
    deviations += [
        (node, "sample") for node in nodes(subject.tree) if isinstance(node, ast.Constant) and node.value in _OF_MANY
    ]
    kinds = subject.reading.deviations
    if (
        deviations
        and len(kinds) == 1
        and "" not in (given := {kind for _, kind in deviations})
        and kinds.isdisjoint(given)
    ):
        message = f"the question says {min(kinds)}, the reference takes the deviation of a {deviations[0][1]}"
        yield at_node(subject.problemset, subject.cell, deviations[0][0], INFO, message, "make the two say the same")


def _kind(call: ast.Call) -> str:
    """Return which deviation a call takes; empty where the code does not show it."""
    ddof = keyword_of(call, "ddof")
    if ddof is not None or any(keyword.arg in {None, "correction"} for keyword in call.keywords):
        number = whole_number(ddof)
        return "" if number is None else _KINDS.get(number, "")
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in _OF_STATISTICS:
        return _KINDS[_OF_STATISTICS[name]]
    if name in _OF_MANY and isinstance(call.func, ast.Attribute):
        subject = call.func.value
        if isinstance(subject, ast.Name) and subject.id in {"np", "numpy"}:
            # Given a Series, numpy asks pandas, yet with its own default.
            return "population"
        if _is_array(subject):
            return "population"
        return "sample" if not call.args and _is_of_pandas(subject) else ""
    return ""


def _is_array(node: ast.expr) -> bool:
    """Whether an object is made an array right here, whose deviations are those of a population."""
    match node:
        case ast.Attribute(attr="values") | ast.Call(func=ast.Attribute(attr="to_numpy" | "asarray" | "array")):
            return True
    return False


def _is_of_pandas(node: ast.expr) -> bool:
    """Whether an object shows that it belongs to pandas; an array has the same method with another default."""
    match node:
        case ast.Subscript(slice=ast.Constant(value=str()) | ast.List()):
            return True
        case ast.Call(func=ast.Attribute(attr="groupby" | "rolling" | "resample" | "expanding" | "dropna" | "diff")):
            return True
        case ast.Attribute(attr=name):
            return name not in {"T", "values", "flat", "real"}
        case ast.Subscript(value=inner) | ast.Call(func=ast.Attribute(value=inner)):
            return _is_of_pandas(inner)
    return False
