"""What an evaluation comes to, for people and with ``--json``; the evidence stays in its file."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from authoring.cli.agreement import Agreement, Key, Pair, compare, judged_pairs
from authoring.dseal.diagnostic import Diagnostic
from authoring.evaluation.metrics import Metrics, measure
from authoring.records.base import Record
from authoring.records.results import Evaluation, ProblemResult, Remark, RootCause
from authoring.validators.base import Dialect
from authoring.validators.verdicts import SubverdictName, VerdictName
from authoring.workspace.evaluation_file import evidence_of


class Judged(Record):
    """One problem and its verdict."""

    problemset: str
    index: int
    verdict: VerdictName | None
    """The last attempt's; None where nothing was judged."""
    subverdict: SubverdictName | None
    reason: str
    attempts: int
    blocked_by: int | None
    """Cell of the root cause, where it cannot be judged."""


class Evaluated(Record):
    """Answer of ``evaluate``."""

    benchmark: str
    version: str | int | float
    dialect: Dialect
    solver: str
    python: str
    packages: tuple[tuple[str, str], ...]
    out: str
    """The file of results, in DSEval's format."""
    evidence: str
    """The file beside it, with everything that was seen."""
    sets: int
    seconds: float
    """Of all sets together; less time passes where several are judged at once."""
    metrics: Metrics
    problems: tuple[Judged, ...]
    root_causes: tuple[RootCause, ...]
    findings: tuple[Diagnostic, ...]
    remarks: tuple[Remark, ...] = ()
    """About submissions that fit no problem, or not quite."""
    agreement: Agreement | None = None
    """With the verdicts that the file of submissions holds; None where it holds none."""


def sum_up(
    evaluation: Evaluation,
    out: Path,
    *,
    recorded: Mapping[Key, Pair] | None = None,
    remarks: Sequence[Remark] = (),
) -> Evaluated:
    """Put together what an evaluation comes to.

    Args:
        evaluation: what was judged.
        out: where its results stand.
        recorded: verdicts that stood beside the submissions.
        remarks: what was seen while the submissions were read.
    """
    problems = tuple(problem for each in evaluation.sets for problem in each.problems)
    chosen = {each.name for each in evaluation.sets}
    wanted = {key: pair for key, pair in (recorded or {}).items() if key[0] in chosen}
    return Evaluated(
        benchmark=evaluation.benchmark,
        version=evaluation.version,
        dialect=evaluation.dialect,
        solver=evaluation.solver,
        python=evaluation.python,
        packages=evaluation.packages,
        out=str(out),
        evidence=str(evidence_of(out)),
        sets=len(evaluation.sets),
        seconds=sum(each.seconds for each in evaluation.sets),
        metrics=measure(evaluation),
        problems=tuple(_judged(problem) for problem in problems),
        root_causes=tuple(cause for each in evaluation.sets for cause in each.root_causes),
        findings=tuple(finding for each in evaluation.sets for finding in each.findings),
        remarks=tuple(remarks),
        agreement=compare(wanted, judged_pairs(evaluation)) if wanted else None,
    )


def exit_code(done: Evaluated, fail_under: float | None) -> int:
    """Return 0 when judging worked, whatever the verdicts; 1 when nothing was judged, or too little is right.

    Args:
        done: what was judged.
        fail_under: per cent of the judged problems that have to be correct; None if any share will do.
    """
    if not done.metrics.judged:
        return 1
    return int(fail_under is not None and 100 * (done.metrics.pass_rate or 0) < fail_under)


def _judged(problem: ProblemResult) -> Judged:
    last = problem.attempts[-1] if problem.attempts else None
    return Judged(
        problemset=problem.problemset,
        index=problem.index,
        verdict=last.verdict if last else None,
        subverdict=last.subverdict if last else None,
        reason=last.reason if last else "",
        attempts=len(problem.attempts),
        blocked_by=problem.blocked_by,
    )
