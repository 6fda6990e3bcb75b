"""DS312: a problem whose validators accept anything."""

import ast
from collections.abc import Iterator

from authoring.dseal.code import dotted_name, keyword_of
from authoring.dseal.diagnostic import Diagnostic, Offence, Severity
from authoring.dseal.model import ProblemSet
from authoring.dseal.session import Step, at_key, checks, steps
from authoring.dseal.surroundings import Surroundings

OFFENCE = Offence(
    code="DS312",
    name="nothing-checked",
    severity=Severity.ERROR,
    what="Only `result` could refuse a wrong answer, but the reference ends with no expression that has a value; or "
    "no validator of the problem compares anything.",
    why="Where the reference has no value DSEval accepts every submission that does not crash.",
    bad='# %%\n"""\nquestion: Store 1 + 2 as `total`.\n"""\n\ntotal = 1 + 2\n',
    good='# %%\n"""\nquestion: Store 1 + 2 as `total`.\nvalidator:\n  namespace_check:\n    total:\n"""\n\n'
    "total = 1 + 2\n",
)

_COMPARING = frozenset({"namespace_check", "table_test", "model", "stream", "vis"})
_NONE_METHODS = frozenset({"reverse", "extend", "seed"})
_NONE_FUNCTIONS = frozenset(
    {"print", "display", "setattr", "exec", "matplotlib.pyplot.show", "random.seed", "numpy.random.seed"}
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find problems that accept every answer."""
    for step in steps(problemset):
        problem = step.cell.problem
        if problem is None or step.parsed.error is not None:
            continue
        aliases = {found.alias for found in checks(problem)}
        if aliases & _COMPARING:
            continue
        hint = "add `namespace_check:` with the variables to compare, or end the reference with the value"
        if "result" not in aliases:
            message = "no validator of this problem compares anything"
        else:
            reason = _without_value(step)
            if not reason:
                continue
            message = f"'result' has nothing to compare: {reason}"
        key = "validator" if ("validator",) in problem.positions else problem.question_key
        yield at_key(problemset, step.cell, (key,), OFFENCE, message, hint)


def _without_value(step: Step) -> str:
    """Return why the last statement gives no value, else an empty text."""
    if not step.tree.body:
        return "the reference holds no statement"
    last = step.tree.body[-1]
    if not isinstance(last, ast.Expr):
        return "the reference's last statement is no expression"
    value = last.value
    if isinstance(value, ast.Constant) and value.value is None:
        return "the reference ends with None"
    if isinstance(value, ast.Call):
        name = dotted_name(value.func, step.aliases)
        method = value.func.attr if isinstance(value.func, ast.Attribute) else ""
        inplace = keyword_of(value, "inplace")
        if isinstance(inplace, ast.Constant) and inplace.value is True:
            return "a method with inplace=True gives None"
        if name in _NONE_FUNCTIONS or method in _NONE_METHODS:
            return f"'{name or method}' gives None"
    return ""
