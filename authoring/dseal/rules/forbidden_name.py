"""DS216: `forbid_names` that forbids nothing, or what the reference itself needs."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.python_code import assigned_names
from authoring.dseal.session import at_key
from authoring.validators.forbidden_names import forbidden_uses

_PATH = ("execution", "forbid_names")

INFO = RuleInfo(
    code="DS216",
    name="forbidden-name",
    severity=Severity.WARNING,
    what="`forbid_names` holds a name that no earlier cell binds, or one that the reference itself writes.",
    why="DSEval shadows variables of the session while code runs: what is none of them, as a built-in function, stays. "
    "The strict dialect does not run code that writes such a name, the reference neither.",
    bad='# %%\n"""\nquestion: Sort 2 and 1.\nexecution:\n  forbid_names: [sorted]\n"""\n\nlist(reversed([2, 1]))\n',
    good='# %%\ntotal = 3\n\n# %%\n"""\nquestion: Add 1 and 2.\nexecution:\n  forbid_names: [total]\n"""\n\n1 + 2\n',
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find forbidden names without effect, as far as code shows what it binds, and those that the reference writes."""
    bound: set[str] = set()
    is_known = True
    for cell in problemset.runnable:
        problem = cell.problem
        if problem is not None and problem.forbid_names:
            uses = dict(forbidden_uses(cell.code, problem.forbid_names))
            for name in dict.fromkeys(problem.forbid_names):
                if name in uses:
                    message = f"'{name}' is forbidden, and the reference writes it"
                    yield at_key(problemset, cell, _PATH, INFO, message, "write the reference without it, or admit it")
                elif is_known and name not in bound:
                    message = f"'{name}' is forbidden, and no earlier cell binds it: DSEval forbids nothing by it"
                    hint = "have a question forbid it in words; only under `dialect: strict` is the text looked at"
                    yield at_key(problemset, cell, _PATH, INFO, message, hint)
        assigned = assigned_names(cell.code)
        # From here on code may have bound any name.
        is_known = is_known and not assigned.open
        bound = (bound | assigned.bound) - assigned.deleted
