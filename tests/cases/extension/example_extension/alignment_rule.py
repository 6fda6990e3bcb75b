"""EX641: a question that asks for a copy, of a reference that makes none."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_question
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="EX641",
    name="missing-copy",
    severity=Severity.WARNING,
    what="The question asks for a copy, and the reference makes none.",
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: Give a copy of df.\n"""\n\ndf\n',
    good='# %%\n"""\nquestion: Give a copy of df.\n"""\n\ndf.copy()\n',
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find questions with the word and references without the call."""
    if "copy" in subject.problem.question and not any(calls(subject.tree, "copy")):
        message = "the question asks for a copy, the reference makes none"
        yield at_question(subject.problemset, subject.cell, "", INFO, message, "make the two say the same")
