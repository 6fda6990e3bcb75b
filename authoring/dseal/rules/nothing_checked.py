"""DS312: a problem whose validators accept anything."""

from collections.abc import Iterator

from authoring.dseal.analysis.idle_checks import ReferenceFacts, accepts_everything, why_no_value
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.session import at_key, steps

INFO = RuleInfo(
    code="DS312",
    name="nothing-checked",
    severity=Severity.ERROR,
    what="No validator of a problem can refuse a submission that runs: only `result` compares, and the reference ends "
    "with no expression that has a value; or none compares anything; or what compares is in an `or` with one that "
    "does not.",
    why="Every submission that does not crash is accepted, and the problem measures nothing.",
    bad='# %%\n"""\nquestion: Store 1 + 2 as `total`.\n"""\n\ntotal = 1 + 2\n',
    good='# %%\n"""\nquestion: Store 1 + 2 as `total`.\nvalidator:\n  namespace_check:\n    total:\n"""\n\n'
    "total = 1 + 2\n",
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find problems that accept every answer."""
    for step in steps(problemset):
        problem = step.cell.problem
        if problem is None or step.parsed.error is not None:
            continue
        reason = accepts_everything(problem, ReferenceFacts(no_value=why_no_value(step.tree, step.aliases)))
        if reason:
            hint = "add `namespace_check:` with the variables to compare, or end the reference with the value"
            key = "validator" if ("validator",) in problem.positions else problem.question_key
            yield at_key(problemset, step.cell, (key,), INFO, reason, hint)
