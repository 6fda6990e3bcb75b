"""DS645: a cut at another number of rows than the question says."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, calls, whole_number

INFO = RuleInfo(
    code="DS645",
    name="other-cut",
    severity=Severity.WARNING,
    what="The question asks for the top, first or last n, and every cut of the reference is at another number.",
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: Give the top 5 values of a.\n"""\n\ndf.a.nlargest(6)\n',
    good='# %%\n"""\nquestion: Give the top 5 values of a.\n"""\n\ndf.a.nlargest(5)\n',
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a cut at a number that is none of the question's."""
    cuts = [*_calls(subject.tree)] or [*_slices(subject.tree)]
    numbers = [whole_number(number) for _, number in cuts]
    # A label in quotes, as "Top 5", asks for nothing where the words around it ask for another number.
    cuts_asked = subject.plain.cuts or subject.reading.cuts
    if cuts_asked and numbers and None not in numbers and cuts_asked.isdisjoint(numbers):
        message = f"the question asks for {min(cuts_asked)}, the reference cuts at {numbers[0]}"
        yield at_node(subject.problemset, subject.cell, cuts[0][0], INFO, message, "make the two say the same")


def _calls(tree: ast.Module) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the calls that take so many, with the number."""
    for call in calls(tree, "head", "tail", "nlargest", "nsmallest", "most_common"):
        if call.args:
            yield call, call.args[0]


def _slices(tree: ast.Module) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield slices that take so many from the beginning, with the number; those by labels end elsewhere."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Attribute(attr="loc" | "at")):
                pass
            case ast.Subscript(slice=ast.Slice(lower=None, upper=ast.Constant(value=int()) as upper, step=None)):
                yield node, upper
