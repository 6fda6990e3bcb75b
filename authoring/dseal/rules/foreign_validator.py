"""DS318: a validator that the released DSEval does not have."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.session import at_key, checks

FOREIGN = frozenset({"answer_in_source"})
"""Validators that we judge by and DSEval 0.0.1 does not know."""

INFO = RuleInfo(
    code="DS318",
    name="foreign-validator",
    severity=Severity.NOTE,
    what="A problem is judged by a validator that the released DSEval does not have: `answer_in_source`.",
    why="We judge by it; DSEval stops at it, so the set cannot be exported to it.",
    bad='# %%\n"""\nquestion: Is 1 or 2 more?\nvalidator:\n  or:\n    result:\n    answer_in_source:\n"""\n\n'
    "max(1, 2)\n",
    good='# %%\n"""\nquestion: Is 1 or 2 more?\n"""\n\nmax(1, 2)\n',
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find validators that are ours alone."""
    for cell, problem in problemset.problems:
        for validator in checks(problem):
            if validator.alias in FOREIGN and validator.path is not None:
                message = f"DSEval 0.0.1 has no validator '{validator.alias}'"
                hint = "for a set that DSEval is to load, end the reference with the value and let 'result' compare it"
                yield at_key(problemset, cell, validator.path, INFO, message, hint)
