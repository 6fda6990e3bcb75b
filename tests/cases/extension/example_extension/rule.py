"""EX001: a question in capitals."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="EX001",
    name="shouting-question",
    severity=Severity.WARNING,
    what="A question is written in capitals.",
    why="It reads as if the agent were shouted at.",
    bad='# %%\n"""\nquestion: HOW MANY ROWS?\n"""\n\nlen(df)\n',
    good='# %%\n"""\nquestion: How many rows?\n"""\n\nlen(df)\n',
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find questions whose letters are all capitals."""
    for cell, problem in problemset.problems:
        if problem.question.isupper():
            yield at_question(problemset, cell, "", INFO, "the question is written in capitals", "write it as a sentence")
