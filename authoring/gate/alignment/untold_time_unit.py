"""DS757: a span of time in a unit of which the question has no word."""

import ast
import re
from collections.abc import Iterator
from itertools import chain, islice

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import nodes
from authoring.dseal.session import at_node, checks
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS757",
    name="untold-time-unit",
    severity=Severity.WARNING,
    what="The reference turns spans of time into numbers of days or seconds, and the question has no word of a unit, "
    "or into numbers of another unit than the only one that it names.",
    why="A span of time, or another unit, is as good an answer, and is refused.",
    bad='# %%\n"""\nquestion: What is the median time from `start` to `end`?\n"""\n\n'
    '(df["end"] - df["start"]).dt.days.median()\n',
    good='# %%\n"""\nquestion: What is the median time from `start` to `end`, in days?\n"""\n\n'
    '(df["end"] - df["start"]).dt.days.median()\n',
)
_UNIT = re.compile(
    r"(?:\b|_)(?:days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|weeks?|months?|years?|ages?|daily|yearly|decades?|nights?)(?:\b|_)|天|日|小时|分钟|秒|周|月|年",
    re.IGNORECASE,
)
_READ_AS_NUMBER = frozenset({"days", "seconds", "total_seconds"})


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first span that becomes a number of a unit that nobody named, or of another one than is named."""
    yield from islice(chain(_other_unit(subject), _untold_unit(subject)), 1)


def _other_unit(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find seconds that are divided by those of an hour where the only unit in the question is the minute."""
    units = {name for name, words in _UNITS.items() if words.search(subject.problem.question)}
    for node in nodes(subject.tree):
        match node:
            case ast.BinOp(left=span, op=ast.Div(), right=ast.Constant(value=int(number))):
                pass
            case ast.Call(func=ast.Attribute(value=span, attr="div"), args=[ast.Constant(value=int(number))]):
                pass
            case _:
                continue
        unit = _SECONDS.get(number)
        is_span = any(isinstance(part, ast.Attribute) and part.attr == "total_seconds" for part in ast.walk(span))
        if unit and is_span and len(units) == 1 and unit not in units:
            message = f"the question asks for {min(units)}, and the reference gives {unit}"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, "make the two say the same")
            return


_SECONDS = {60: "minutes", 3600: "hours", 86_400: "days", 604_800: "weeks"}
_UNITS = {
    name: re.compile(rf"(?:\b|_){name[:-1]}s?(?:\b|_)", re.IGNORECASE)
    for name in ("seconds", "minutes", "hours", "days", "weeks")
}


def _untold_unit(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    if any(map(_UNIT.search, (subject.problem.question, *subject.problem.conventions))):
        return
    if not {check.alias for check in checks(subject.problem)} & {"result", "namespace_check"}:
        return
    for node in nodes(subject.tree):
        match node:
            case ast.Attribute(attr=name) if name in _READ_AS_NUMBER:
                unit = "days" if name == "days" else "seconds"
                message = f"the reference gives spans of time as numbers of {unit}, and the question says no unit"
                yield at_node(subject.problemset, subject.cell, node, INFO, message, "say the unit in the question")
                return
