"""Judges what several solvers answer to one benchmark, side by side, and holds them against each other."""

import threading
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from authoring import dseal
from authoring.api.evaluation import (
    EvaluationPlan,
    EvaluationRequest,
    completed,
    judge,
    models_of,
    opened_benchmark,
    place_of,
    plan_evaluation,
    refuse_unfit,
    results_file,
)
from authoring.api.evaluation.estimates import estimate_models
from authoring.api.evaluation.project_scores import ProjectScores
from authoring.api.evaluation.report import EvaluationReport
from authoring.api.evaluation.run_comparison import ComparableRun, table_of_runs
from authoring.api.evaluation.solvers import asking_of, asks_model
from authoring.api.evaluation.spending import new_spending
from authoring.api.executors.threads import run_all_or_none
from authoring.api.workers import Workers
from authoring.errors import UsageError
from authoring.evaluation.evaluate.verdict_memo import VerdictMemo
from authoring.llm.estimate import Estimate
from authoring.records.base import Record
from authoring.records.progress import NOBODY, Notice, ProgressEvent, Reporter, SolverEvent, Started
from authoring.records.results import Evaluation, RunTable
from authoring.sandbox.port import Sandbox
from authoring.workspace.evaluation_file import EvaluationFile
from authoring.workspace.read_lock import ReadLocks


class ProblemRates(Record):
    """How often each solver was right about one problem."""

    problemset: str
    index: int
    rates: tuple[float | None, ...]
    """The share of right answers, in the order of the solvers; None where nothing was judged."""


class SolverComparison(Record):
    """Answer of ``evaluate`` with several solvers: what each came to, and how far that differs."""

    benchmark: str
    reports: tuple[EvaluationReport, ...]
    """In the order in which the solvers were named."""
    comparison: RunTable | None
    """The others against the first one, over the problems that all were judged on; None where there are none."""
    problems: tuple[ProblemRates, ...]
    new_calls: int = 0
    """Calls that this command made for all solvers together; replies that were there before cost nothing."""
    new_amount: str = ""
    """What these cost, such as ``1.25 USD``; empty where a model has no price."""

    def exit_code(self, fail_under: float | None) -> int:
        """Return the highest exit code of the solvers, see `EvaluationReport.exit_code`."""
        return max(report.exit_code(fail_under) for report in self.reports)


class SolverEstimate(Record):
    """What an evaluation would take of one model."""

    solver: str
    """The solver that asks it; ``judge`` behind it for the model that says why its answers are wrong."""
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class _SolverReporter:
    """Passes on what happens in the evaluation of one solver, with its name."""

    solver: str
    reporter: Reporter

    def report(self, event: ProgressEvent, /) -> None:
        # What a person has to know is the same whoever answers.
        self.reporter.report(event if isinstance(event, Notice) else SolverEvent(self.solver, event))


def compare_solvers(
    request: EvaluationRequest, solvers: Sequence[str], *, reporter: Reporter = NOBODY
) -> SolverComparison:
    """Judge what several solvers answer and was not judged before, as `evaluate` does for each, and compare them.

    Each has a file of results of its own, which `evaluate` with that solver goes on with, and the other way round;
    where the request says `out` or `transcripts`, these are folders with an entry for each solver. One budget holds for
    all, and solvers of one model share its limits. `jobs` sets are judged at once over all solvers. Equal answers are
    run once, whoever gave them. Reported is a `SolverEvent` for each event of `evaluate`.

    Raises:
        UsageError: fewer than two solvers are named, one twice, or what `evaluate` raises it for.
        AuthoringError: whatever else `evaluate` raises; what was judged is kept.
    """
    _refuse_unfit_solvers(request, solvers)
    with ReadLocks() as locks, ExitStack() as stack:
        # A solver that asks a model needs a workspace, and the others take its settings as well.
        leading = next((name for name in solvers if asks_model(name)), solvers[0])
        opened, workspace = opened_benchmark(replace(request, solver=leading), locks)
        is_paid = any(map(asks_model, solvers))
        models = models_of(request, workspace, stack, reporter, is_shared=is_paid)
        plans = []
        for name in solvers:
            own = replace(request, solver=name, out=None, asking=asking_of(name, solvers, request.asking))
            plans.append(plan_evaluation(own, opened, workspace, models, _SolverReporter(name, reporter)))
        plans = _with_files(request, plans)
        with place_of(plans, reporter) as place:
            # All before the first answer: one that was begun otherwise is refused before anything is paid.
            files = {plan.out: stack.enter_context(results_file(plan, place)) for plan in plans}
            judged = _judge_all(plans, files, place, reporter)
        reports = tuple(
            completed(
                plan,
                files[plan.out],
                evaluation,
                scores,
                _SolverReporter(plan.request.solver or "", reporter),
                is_alone=False,
            )
            for plan, (evaluation, scores) in zip(plans, judged, strict=True)
        )
        ledgers = [plan.answers.ledger for plan in plans if plan.answers.ledger and not request.asking.in_batches]
        calls, amount = new_spending(workspace, ledgers, "solve") if workspace else (0, "")
    runs = [
        ComparableRun.of(evaluation, plan.out, scores) for plan, (evaluation, scores) in zip(plans, judged, strict=True)
    ]
    return SolverComparison(
        benchmark=opened.benchmark.name,
        reports=reports,
        comparison=table_of_runs(runs),
        problems=_problem_rates(runs, [evaluation for evaluation, _ in judged]),
        new_calls=calls,
        new_amount=amount,
    )


def estimate_solvers(request: EvaluationRequest, solvers: Sequence[str]) -> tuple[SolverEstimate, ...]:
    """Return what each solver that asks a model, and a judge of its answers, would take; nothing is asked.

    Raises:
        UsageError: no solver asks a model and there is no judge, or the arguments do not fit together.
        BenchmarkError: there is no such benchmark, or it is not what was admitted or exported.
    """
    _refuse_unfit_solvers(request, solvers)
    paid = [name for name in solvers if asks_model(name) or request.judge is not None]
    estimates: list[SolverEstimate] = []
    # One that asks no model is refused with the reason.
    for name in paid or solvers[:1]:
        parts = estimate_models(replace(request, solver=name, asking=asking_of(name, solvers, request.asking)))
        names = (name, f"{name}, judge") if asks_model(name) else (f"{name}, judge",)
        estimates += [SolverEstimate(solver=label, estimate=part) for label, part in zip(names, parts, strict=False)]
    return tuple(estimates)


def _refuse_unfit_solvers(request: EvaluationRequest, solvers: Sequence[str]) -> None:
    """See that several solvers answer, each once.

    Raises:
        UsageError: they do not, or the request does not fit together.
    """
    if repeated := [name for name in solvers if solvers.count(name) > 1]:
        raise UsageError(f"--solver {repeated[0]} is given twice", hint="have it answer more often: --samples")
    if not solvers[1:]:
        raise UsageError("a comparison needs two solvers", hint="say --solver for each")
    for name in solvers:
        refuse_unfit(replace(request, solver=name))
    if request.out is not None and request.out.is_file():
        hint = "each solver has a file of its own: name a folder with --out"
        raise UsageError(f"--out {request.out}: is a file, and several solvers answer", hint=hint)


def _with_files(request: EvaluationRequest, plans: Sequence[EvaluationPlan]) -> list[EvaluationPlan]:
    """Return the plans with files of their own, where a folder was named for all of them.

    Raises:
        UsageError: two would write the same file.
    """
    placed = []
    for plan in plans:
        folder = request.transcripts
        own = replace(plan.request, transcripts=folder / plan.out.stem if folder is not None else None)
        placed.append(replace(plan, request=own, out=request.out / plan.out.name if request.out else plan.out))
    files = [plan.out for plan in placed]
    if repeated := [file for file in files if files.count(file) > 1]:
        hint = "evaluate them one by one, each with --out"
        raise UsageError(f"{repeated[0]}: would hold the results of two solvers", hint=hint)
    return placed


def _judge_all(
    plans: Sequence[EvaluationPlan],
    files: Mapping[Path, EvaluationFile],
    place: Sandbox | Workers,
    reporter: Reporter,
) -> list[tuple[Evaluation, ProjectScores | None]]:
    """Return what came of each solver, several of which answer at once."""
    request = plans[0].request
    chosen = [item for item in plans[0].benchmark.sets if not request.sets or item.name in request.sets]
    problems = sum(len(dseal.parse(item.text).problems) for item in chosen)
    reporter.report(Started(tuple((plan.request.solver or "", problems) for plan in plans)))
    jobs = _jobs(plans)
    at_once = min(jobs, len(plans))
    stopped, verdicts = threading.Event(), VerdictMemo()
    judged: dict[str, tuple[Evaluation, ProjectScores | None]] = {}

    def work(plan: EvaluationPlan) -> None:
        name = plan.request.solver or ""
        own, sets = _SolverReporter(name, reporter), min(jobs // at_once, plan.jobs)
        judged[name] = judge(plan, files[plan.out], place, own, jobs=sets, verdicts=verdicts, is_stopped=stopped.is_set)

    run_all_or_none(plans, work, jobs=at_once, stopped=stopped, on_failure=place.close)
    return [judged[plan.request.solver or ""] for plan in plans]


def _jobs(plans: Sequence[EvaluationPlan]) -> int:
    """Return how many sets are judged at once, over all solvers."""
    return 1 if any(plan.asks_person for plan in plans) else max(plan.jobs for plan in plans)


def _problem_rates(runs: Sequence[ComparableRun], evaluations: Sequence[Evaluation]) -> tuple[ProblemRates, ...]:
    """Return the problems in the order of the benchmark, with the share of right answers of each solver."""
    places = [(problem.problemset, problem.index) for result in evaluations[0].sets for problem in result.problems]
    return tuple(
        ProblemRates(problemset=name, index=index, rates=tuple(run.scores.get((name, index)) for run in runs))
        for name, index in places
    )
