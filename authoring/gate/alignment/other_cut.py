"""DS645: a cut at another number of rows than the question says."""

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
    cuts = [node for node in calls(subject.tree, "head", "tail", "nlargest", "nsmallest", "most_common") if node.args]
    numbers = [whole_number(node.args[0]) for node in cuts]
    if subject.reading.cuts and numbers and None not in numbers and subject.reading.cuts.isdisjoint(numbers):
        message = f"the question asks for {min(subject.reading.cuts)}, the reference cuts at {numbers[0]}"
        yield at_node(subject.problemset, subject.cell, cuts[0], INFO, message, "make the two say the same")
