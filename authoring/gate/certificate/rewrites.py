"""Rewritten values of a problem's reference, judged by the problem's own validator."""

from authoring.dseal.analysis.open_matters import open_matters
from authoring.dseal.model import Problem
from authoring.records.certificate.trial import RewriteTrial
from authoring.records.evidence import CellRun
from authoring.sandbox.port import Session


def judge_rewrites(
    session: Session, problem: Problem, run: CellRun, *, quick: bool = False
) -> tuple[RewriteTrial, ...]:
    """Return what the validator says of the reference's value spoiled, and of it in other forms that are right as well.

    No code runs for it, and the session stays as it is.

    Args:
        session: one whose last cell is the problem's reference, for which the problem's validator block, or an empty
            one where it has none, was given to `prepare`.
        problem: its question says what of the value's form is open.
        run: of the reference in this session, which ended well.
        quick: whether only the most telling rewritings are tried.

    Raises:
        SandboxError: the session ended, or the sandbox failed.
    """
    table = None if run.value is None else run.value.table
    labels = () if table is None else table.header
    matters = open_matters(problem.question, labels, conventions=problem.conventions)
    return session.judge_rewrites(matters.words, quick=quick)
