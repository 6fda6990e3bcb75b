"""DS201: a question without words."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="DS201",
    name="empty-question",
    severity=Severity.ERROR,
    what="A question holds no letter or digit.",
    why="The agent is asked nothing, and every answer is as good as another.",
    bad='# %%\n"""\nquestion: ""\n"""\n\n1 + 2\n',
    good='# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 + 2\n',
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find questions without words."""
    for cell, problem in problemset.problems:
        if not any(character.isalnum() for character in problem.question):
            yield at_question(
                problemset, cell, "", INFO, "the question is empty", "say what to compute and how to give it back"
            )
