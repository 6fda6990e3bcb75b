"""DS210: the same question twice."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="DS210",
    name="duplicate-question",
    severity=Severity.ERROR,
    what="Two problems of a set ask the same, but for case and spacing.",
    why="The second one measures only whether the agent repeats itself.",
    bad='# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 + 2\n\n# %%\n"""\nquestion: add 1  and 2.\n"""\n\n2 + 1\n',
    good='# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 + 2\n\n# %%\n"""\nquestion: Sort 2, 3, 1.\n"""\n\n'
    "sorted([2, 3, 1])\n",
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find questions that stood before."""
    first: dict[str, int] = {}
    for cell, problem in problemset.problems:
        plain = " ".join(problem.question.casefold().split())
        # Empty questions are no duplicates: each has a finding of its own.
        if plain and plain in first:
            message = f"problem {problem.number} asks the same as problem {first[plain]}"
            yield at_question(problemset, cell, "", INFO, message, "drop one of them, or ask something else")
        first.setdefault(plain, problem.number)
