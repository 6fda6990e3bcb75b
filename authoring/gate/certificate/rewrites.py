"""Rewritten values of a problem's reference, judged by the problem's own validator."""

import ast
from dataclasses import replace

from authoring.dseal.analysis.open_matters import open_matters
from authoring.dseal.model import Problem
from authoring.dseal.python_code import called_name, calls, nodes, parse_code
from authoring.records.certificate.trial import RewriteTrial
from authoring.records.evidence import CellRun
from authoring.sandbox.port import Session
from authoring.validators.rewriting.matters import Matter

ARRAY = "numpy.ndarray"
GATHERING = frozenset((
    "argpartition", "argsort", "argwhere", "choice", "flatnonzero", "frozenset", "intersect1d", "nonzero", "partition",
    "permutation", "set", "setdiff1d", "setxor1d", "sort", "sorted", "union1d", "unique", "where",
))  # fmt: skip
"""Functions that pick or sort elements, which in another order may be as right."""


def judge_rewrites(
    session: Session, problem: Problem, run: CellRun, *, code: str, quick: bool = False
) -> tuple[RewriteTrial, ...]:
    """Return what the validator says of the reference's value spoiled, and of it in other forms that are right as well.

    No code runs for it, and the session stays as it is.

    Args:
        session: one whose last cell is the problem's reference, for which the problem's validator block, or an empty
            one where it has none, was given to `prepare`.
        problem: its question says what of the value's form is open.
        run: of the reference in this session, which ended well.
        code: the reference.
        quick: whether only the most telling rewritings are tried.

    Raises:
        SandboxError: the session ended, or the sandbox failed.
    """
    table = None if run.value is None else run.value.table
    labels = () if table is None else table.header
    matters = open_matters(problem.question, labels, conventions=problem.conventions, code=code)
    if Matter.ELEMENT_ORDER not in matters.open and _keeps_places(code, run):
        matters = replace(matters, settled=matters.settled | {Matter.ELEMENT_ORDER})
    return session.judge_rewrites(matters.words, quick=quick)


def _keeps_places(code: str, run: CellRun) -> bool:
    """Return whether a reference gives an array whose elements belong to their places: nothing picks or sorts them."""
    if run.value is None or run.value.type != ARRAY:
        return False
    tree = parse_code(code).tree
    picks = (node.slice for node in nodes(tree) if isinstance(node, ast.Subscript))
    return GATHERING.isdisjoint(map(called_name, calls(tree))) and not any(
        isinstance(inner, ast.Compare) for pick in picks for inner in ast.walk(pick)
    )
