"""The answer of ``evaluate``: figures and verdicts of an evaluation whose evidence stays in its file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from authoring.api.evaluation.project_scores import ProjectScores
from authoring.api.evaluation.spending import ModelSpending, spending_of
from authoring.api.evaluation.transcripts import WrittenTranscripts
from authoring.dseal.diagnostic import Diagnostic
from authoring.evaluation.agreement import AttemptKey, compare_verdicts, judged_pairs
from authoring.evaluation.error_modes import ruled
from authoring.evaluation.metrics import counted_answers, measure
from authoring.records.base import Record
from authoring.records.results import (
    Agreement,
    Evaluation,
    Metrics,
    ProblemResult,
    RootCause,
    SolverSetup,
    StepMode,
    SubmissionNotice,
    VerdictPair,
)
from authoring.records.solvers.error_modes import ErrorModeVerdict, JudgedModes
from authoring.records.solvers.person import PERSON, PersonTime
from authoring.validators.base import Dialect
from authoring.validators.verdicts import SubverdictName, VerdictName
from authoring.workspace.evaluation_file import evidence_of


class ProblemOutcome(Record):
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
    failure: str = ""
    """Why the last attempt has no code, or how its solver failed."""
    outages: tuple[str, ...] = ()
    """Why the solver's model gave no reply, for each answer that is still to be asked for."""
    is_pending: bool = False
    """Whether all of these replies are on their way in a batch."""


class EvaluationReport(Record):
    """Answer of ``evaluate``; the evidence stays in its file."""

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
    """The time of all sets together; less time passes where several are judged at once."""
    metrics: Metrics
    problems: tuple[ProblemOutcome, ...]
    root_causes: tuple[RootCause, ...]
    findings: tuple[Diagnostic, ...]
    remarks: tuple[SubmissionNotice, ...] = ()
    """About submissions that fit no problem, or not quite."""
    agreement: Agreement | None = None
    """With the verdicts that the file of submissions holds; None where it holds none."""
    samples: int = 1
    setup: SolverSetup | None = None
    """How the solver asked its model; None for a solver without one."""
    spending: ModelSpending | None = None
    """What that took."""
    person_time: PersonTime | None = None
    """How long a person took, where one answered."""
    mode: StepMode = StepMode.SEPARATE
    """What state answers started from."""
    judged: JudgedModes | None = None
    """Why answers are wrong, where a model judged what the rules leave open; None where none was asked."""
    scores: ProjectScores | None = None
    """The figures of the project whose questions or tasks these are; None for problem sets in DSEAL."""
    transcripts: WrittenTranscripts | None = None
    """What was written for OpenCompass; None where nobody asked for it."""
    batches: tuple[str, ...] = ()
    """The provider's names of the batches whose replies are still to come."""

    def exit_code(self, fail_under: float | None) -> int:
        """Return 0 when judging worked, whatever the verdicts; 1 when nothing was judged, or too little is right.

        Answers that are still to be asked for, because a model gave no reply, make it 1 as well.

        Under `fail_under` per cent of correct ones among the judged problems is too little; None lets any share do.
        """
        if not self.metrics.judged or self.metrics.outages:
            return 1
        return int(fail_under is not None and 100 * (self.metrics.pass_rate or 0) < fail_under)


def modes_within(judged: JudgedModes | None, evaluation: Evaluation) -> JudgedModes | None:
    """Return what a judge said of the answers in an evaluation, and of the others what the rules say.

    A file may hold verdicts on sets that are left out, and answers that came after the judge was asked. None where the
    judge said nothing of those that count.
    """
    known = {_answer_of(verdict): verdict for verdict in judged.verdicts} if judged is not None else {}
    answers = [problem for problem in counted_answers(evaluation) if problem.attempts] if known else []
    rulings = [ruling for problem in answers if (ruling := ruled(problem, problem.attempts[-1])) is not None]
    if judged is None or not any(_answer_of(ruling) in known for ruling in rulings):
        return None
    return JudgedModes(model=judged.model, verdicts=tuple(known.get(_answer_of(ruling), ruling) for ruling in rulings))


def _answer_of(verdict: ErrorModeVerdict) -> AttemptKey:
    return verdict.problemset, verdict.index, verdict.attempt


def report_of(
    evaluation: Evaluation,
    out: Path,
    *,
    recorded: Mapping[AttemptKey, VerdictPair] | None = None,
    remarks: Sequence[SubmissionNotice] = (),
    spending: ModelSpending | None = None,
    judged: JudgedModes | None = None,
) -> EvaluationReport:
    """Return the figures of an evaluation whose results stand in `out`; `recorded` stood beside the submissions."""
    problems = tuple(problem for problemset in evaluation.sets for problem in problemset.problems)
    names = {problemset.name for problemset in evaluation.sets}
    # The file may hold verdicts on sets that were not judged now.
    comparable = {key: pair for key, pair in (recorded or {}).items() if key[0] in names}
    return EvaluationReport(
        benchmark=evaluation.benchmark,
        version=evaluation.version,
        dialect=evaluation.dialect,
        solver=evaluation.solver,
        python=evaluation.python,
        packages=evaluation.packages,
        out=str(out),
        evidence=str(evidence_of(out)),
        sets=len(evaluation.sets),
        seconds=sum(problemset.seconds for problemset in evaluation.sets),
        metrics=measure(evaluation, judged.verdicts if judged else ()),
        problems=tuple(_outcome(problem) for problem in problems),
        root_causes=tuple(cause for problemset in evaluation.sets for cause in problemset.root_causes),
        findings=tuple(finding for problemset in evaluation.sets for finding in problemset.findings),
        remarks=tuple(remarks),
        agreement=compare_verdicts(comparable, judged_pairs(evaluation)) if comparable else None,
        samples=evaluation.options.samples,
        setup=evaluation.setup,
        spending=spending or spending_of(evaluation, None),
        person_time=_person_time(problems) if evaluation.solver == PERSON else None,
        mode=evaluation.options.mode,
        judged=judged,
    )


def _person_time(problems: Sequence[ProblemResult]) -> PersonTime | None:
    stats = [attempt.submission.agent_stats for problem in problems for attempt in problem.attempts]
    # Results may come from elsewhere.
    seconds = [float(value) for entry in stats if isinstance(value := entry.get("seconds"), int | float)]
    return PersonTime(answers=len(seconds), total=sum(seconds), median=median(seconds)) if seconds else None


def _outcome(problem: ProblemResult) -> ProblemOutcome:
    last = problem.attempts[-1] if problem.attempts else None
    return ProblemOutcome(
        problemset=problem.problemset,
        index=problem.index,
        verdict=last.verdict if last else None,
        subverdict=last.subverdict if last else None,
        reason=last.reason if last else "",
        attempts=len(problem.attempts),
        blocked_by=problem.blocked_by,
        failure=last.submission.agent_exception if last else "",
        outages=tuple(outage.message for outage in problem.outages),
        is_pending=problem.is_pending,
    )
