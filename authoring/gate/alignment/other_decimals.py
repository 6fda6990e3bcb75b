"""DS641: decimals that differ between question and reference."""

from collections.abc import Iterator

from authoring.dseal.analysis.convention_kinds import ConventionKind, said_of
from authoring.dseal.analysis.question_reading import read_question
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, calls, whole_number

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
    """Find a rounding to other decimals than the question says."""
    convention = said_of(subject.problem.conventions, ConventionKind.ROUNDING)
    # What a question says comes before what holds for all of them.
    decimals = subject.reading.decimals or read_question(convention).decimals
    roundings = [node for node in calls(subject.tree, "round") if node.args]
    digits = [whole_number(node.args[-1]) for node in roundings]
    # A share that is shown as a percentage has two decimals fewer.
    possible = decimals | {number + 2 for number in decimals if "percent" in subject.problem.question.casefold()}
    if decimals and digits and None not in digits and possible.isdisjoint(digits):
        message = f"the question asks for {min(decimals)} decimals, the reference rounds to {digits[0]}"
        yield at_node(subject.problemset, subject.cell, roundings[0], INFO, message, "make the two say the same")
