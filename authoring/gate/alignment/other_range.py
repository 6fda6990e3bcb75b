"""DS675: a range that ends elsewhere than the question says."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_node
from authoring.gate.alignment._thresholds import number_of
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS675",
    name="other-range",
    severity=Severity.WARNING,
    what="The question says a range of years or other numbers, and the reference has a range that begins or ends as "
    "that one does and has another end, which the question does not say.",
    why="A solver who takes the range of the question is refused.",
    bad='# %%\n"""\nquestion: Sum a over the years 2010-2018.\n"""\n\ndf[df.year.between(2010, 2015)].a.sum()\n',
    good='# %%\n"""\nquestion: Sum a over the years 2010-2015.\n"""\n\ndf[df.year.between(2010, 2015)].a.sum()\n',
)
_RANGE = re.compile(r"(?<![\w.,-])(\d{1,6})(?: ?[-\u2013] ?| to | and | through | until )(\d{1,6})(?![\w%-]|[.,]\d)")


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first range of the code of which the question says one end only."""
    question = subject.problem.question
    ranges = {(float(first), float(last)) for first, last in _RANGE.findall(question)}
    ranges = {pair for pair in ranges if pair[0] < pair[1]}
    numbers = {float(number) for number in re.findall(r"\d{1,6}", question)}
    written = [*_ranges(subject.tree)]
    for node, first, last in written:
        near = [pair for pair in ranges if (pair[0] == first) != (pair[1] == last)]
        if near and not {first, last} <= numbers and not any((low, high) in ranges for _, low, high in written):
            message = f"the question says {near[0][0]:g} to {near[0][1]:g}, and the reference has {first:g} to {last:g}"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, "make the two say the same")
            return


def _ranges(tree: ast.Module) -> Iterator[tuple[ast.expr, float, float]]:
    """Yield the ranges of numbers that code writes with both ends in them."""
    for call in calls(tree, "between"):
        if len(call.args) > 1 and (pair := _pair(call.args[0], call.args[1])) is not None:
            yield call, *pair
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Attribute(attr="loc"), slice=inner):
                for part in inner.elts if isinstance(inner, ast.Tuple) else [inner]:
                    if isinstance(part, ast.Slice) and part.lower and part.upper:
                        pair = _pair(part.lower, part.upper)
                        if pair is not None:
                            yield node, *pair


def _pair(first: ast.expr, last: ast.expr) -> tuple[float, float] | None:
    numbers = number_of(first), number_of(last)
    return None if numbers[0] is None or numbers[1] is None else (numbers[0], numbers[1])
