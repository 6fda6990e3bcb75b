"""Judges what a solver answers to the questions of a benchmark, and keeps the results so that a stop loses none."""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path

from authoring import dseal
from authoring.api.evaluation.solvers import (
    AskingRequest,
    ModelSpending,
    Respondent,
    asks_model,
    estimate_answers,
    recorded_respondent,
    respondent_of,
    spending_of,
)
from authoring.api.executors.threads import StoppedError, run_all_or_none
from authoring.api.sandboxes import open_sandbox
from authoring.api.trust import code_of_benchmarks
from authoring.api.workspaces import RESULTS, open_workspace, results_path, workspace_around
from authoring.dseal.diagnostic import Diagnostic
from authoring.errors import UsageError, nearest_hint
from authoring.evaluation.agreement import AttemptKey, compare_verdicts, judged_pairs
from authoring.evaluation.evaluate import evaluate_set
from authoring.evaluation.evaluate.verdict_memo import VerdictMemo
from authoring.evaluation.metrics import measure
from authoring.evaluation.solvers.base import Solver
from authoring.formats.dseval.results import render_results
from authoring.llm.estimate import Estimate
from authoring.records.base import Record
from authoring.records.progress import NOBODY, PartialResult, Reporter, Started
from authoring.records.results import (
    Agreement,
    Benchmark,
    BenchmarkSet,
    Evaluation,
    EvaluationOptions,
    Metrics,
    ProblemResult,
    RootCause,
    SetResult,
    SolverSetup,
    SubmissionNotice,
    VerdictPair,
)
from authoring.sandbox.port import Sandbox
from authoring.validators.base import Dialect
from authoring.validators.verdicts import SubverdictName, VerdictName
from authoring.workspace import Workspace
from authoring.workspace.admitted import refuse_changed_sets, report_unrecorded
from authoring.workspace.benchmark import read_benchmark, read_facts
from authoring.workspace.evaluation_file import (
    EvaluationFile,
    EvaluationHeader,
    EvaluationPins,
    evidence_of,
    sha256_of_benchmark,
)
from authoring.workspace.read_lock import ReadLocks, reading_benchmark
from authoring.workspace.settings import Settings

MODEL_JOBS = 4
"""Sets that are judged at once where a model answers and nobody says how many: most of the time is its own."""


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

    def exit_code(self, fail_under: float | None) -> int:
        """Return 0 when judging worked, whatever the verdicts; 1 when nothing was judged, or too little is right.

        Answers that are still to be asked for, because a model gave no reply, make it 1 as well.
        Under `fail_under` per cent of correct ones among the judged problems is too little; None lets any share do.
        """
        if not self.metrics.judged or self.metrics.outages:
            return 1
        return int(fail_under is not None and 100 * (self.metrics.pass_rate or 0) < fail_under)


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """What is to be judged, by which rules, and where results go."""

    benchmark: Path | None = None
    """A folder with a manifest, or one problem set's file; the workspace's own benchmark if None."""
    submissions: Path | None = None
    """Recorded answers; either these or `solver`."""
    solver: str | None = None
    """``reference``, ``command:PROGRAM ARGUMENTS``, ``model:``, ``selfdebug:``, ``react:`` or ``taskgraph:MODEL``."""
    asking: AskingRequest = field(default_factory=AskingRequest)
    """How the solver asks its model, if it asks one."""
    sets: tuple[str, ...] = ()
    """Names of the sets that are judged; all if empty."""
    options: EvaluationOptions = field(default_factory=EvaluationOptions)
    """How often is asked and what a solver is shown; limits and `wall_factor` are the workspace's."""
    max_attempts: int | None = None
    """As many as are recorded if None, else 1."""
    dialect: Dialect | None = None
    """Whose rules judge; what the benchmark's manifest says if None."""
    python: Path | None = None
    """The interpreter that runs the cells; what the benchmark or the workspace names if None."""
    out: Path | None = None
    """Where results go; ``results/BENCHMARK/NAME.jsonl`` if None."""
    fresh: bool = False
    """Whether earlier results are dropped instead of gone on from."""
    overwrite: bool = False
    """Whether a file that no evaluation wrote may be replaced."""
    jobs: int | None = None
    """Sets judged at once; 1 if None, and with a model `MODEL_JOBS`."""
    workspace: Path | None = None


@dataclass(frozen=True, slots=True)
class _Plan:
    """A request whose arguments were checked: everything that judging needs but a sandbox."""

    request: EvaluationRequest
    benchmark: Benchmark
    options: EvaluationOptions
    answers: Respondent
    out: Path
    workspace: Workspace | None
    """The workspace whose settings hold; a benchmark needs none."""


def evaluate(request: EvaluationRequest, *, reporter: Reporter = NOBODY) -> EvaluationReport:
    """Judge what was not judged before, with the results on disk after every set.

    Reported are the sets that begin, every `ProblemResult` and every `SetResult`.

    Raises:
        UsageError: the arguments do not fit together.
        BenchmarkError: there is no such benchmark, or it is not what was admitted or exported.
        ResultsError: the submissions cannot be read, or results cannot be written where they belong.
        SandboxError: the sandbox failed.
        BudgetError: the solver's model would have cost more than the budget; what was judged is kept.
        CallError: the solver's model does not take the key.
    """
    # The model is closed last: sets that are still being judged may wait for its reply.
    with ReadLocks() as locks, ExitStack() as stack:
        return _evaluate(request, locks, stack, reporter)


def estimate_evaluation(request: EvaluationRequest) -> Estimate:
    """Return calls, tokens and money of an evaluation in which a model answers; nothing is asked and nothing runs.

    Raises:
        UsageError: no model answers, or the arguments do not fit together.
        BenchmarkError: there is no such benchmark, or it is not what was admitted or exported.
    """
    if not asks_model(request.solver) or request.submissions is not None:
        raise UsageError(
            "only the answers of a model cost anything: there is nothing to estimate",
            hint="name a solver that asks one, as in --solver model:gpt-5.6-mini",
        )
    with ReadLocks() as locks:
        benchmark, _ = _benchmark(request, locks)
    chosen = tuple(item for item in benchmark.sets if not request.sets or item.name in request.sets)
    return estimate_answers(
        request.solver or "",
        benchmark.model_copy(update={"sets": chosen}),
        open_workspace(request.workspace),
        request.asking,
        samples=request.options.samples,
        attempts=request.max_attempts or 1,
    )


def _evaluate(request: EvaluationRequest, locks: ReadLocks, stack: ExitStack, reporter: Reporter) -> EvaluationReport:
    began = datetime.now(UTC)
    plan = _plan(request, locks, stack, reporter)
    chosen = [item for item in plan.benchmark.sets if not request.sets or item.name in request.sets]
    report_unrecorded((problemset.path for problemset in chosen), reporter)
    # The manifest beside a set may name the environment that its cells run in.
    folders = [problemset.path.parent for problemset in plan.benchmark.sets]
    code = code_of_benchmarks([plan.benchmark])
    # References are the benchmark's own; every other solver brings code that nobody has seen.
    if request.solver != "reference":
        code = code.with_incoming("submissions")
    with open_sandbox(
        plan.workspace, python=request.python, benchmarks=folders, code=code, reporter=reporter
    ) as sandbox:
        evaluation = _judge(plan, sandbox, reporter)
    answers = plan.answers
    spending = spending_of(evaluation, plan.workspace, ledger=answers.ledger, since=began)
    return report_of(evaluation, plan.out, recorded=answers.recorded, remarks=answers.remarks, spending=spending)


def _benchmark(request: EvaluationRequest, locks: ReadLocks) -> tuple[Benchmark, Workspace | None]:
    """Return the benchmark, whose data are held from now on, and the workspace whose settings hold."""
    # A workspace is needed for its own benchmark, and to keep a model's replies; else one that is there gives settings.
    is_needed = request.benchmark is None or asks_model(request.solver)
    workspace = open_workspace(request.workspace) if is_needed else workspace_around(request.workspace)
    path = request.benchmark or _own_benchmark(workspace)
    with reading_benchmark(path, locks):
        benchmark = read_benchmark(path)
        _refuse_unknown(request.sets, benchmark)
        refuse_changed_sets(benchmark, request.sets)
    return benchmark.model_copy(update={"dialect": request.dialect or benchmark.dialect}), workspace


def _plan(request: EvaluationRequest, locks: ReadLocks, stack: ExitStack, reporter: Reporter) -> _Plan:
    """Check what the arguments name, before anything runs."""
    if (request.submissions is None) == (request.solver is None):
        hint = "say --submissions FILE, --solver reference, --solver model:MODEL or --solver command:PROGRAM"
        raise UsageError("who answers?", hint=hint)
    if request.options.samples > 1 and (request.submissions is not None or (request.max_attempts or 1) > 1):
        partner = "recorded answers" if request.submissions is not None else "--max-attempts"
        raise UsageError(
            f"--samples and {partner} do not go together",
            hint="samples are independent first answers of a solver; attempts build on each other",
        )
    benchmark, workspace = _benchmark(request, locks)
    settings = workspace.settings if workspace else Settings()
    update = {"limits": settings.limits, "wall_factor": settings.evaluation.wall_factor}
    options = request.options.model_copy(update={**update, "max_attempts": request.max_attempts or 1})
    if request.submissions is not None:
        answers = recorded_respondent(request.submissions, benchmark)
    else:
        answers = respondent_of(
            request.solver or "",
            benchmark,
            workspace,
            replace(request.asking, fresh=request.fresh),
            options=options,
            stack=stack,
            reporter=reporter,
        )
    root = workspace.root if workspace else Path.cwd()
    out = request.out or results_path(root, RESULTS, benchmark.name, answers.name)
    # Results would be written over the answers that they are about.
    if request.submissions and out.resolve() == request.submissions.resolve():
        raise UsageError(f"{out}: holds the submissions themselves", hint="name another file with --out")
    options = options.model_copy(update={"max_attempts": request.max_attempts or answers.attempts})
    return _Plan(request, benchmark, options, answers, out, workspace)


def _own_benchmark(workspace: Workspace | None) -> Path:
    if workspace is None or not workspace.problemsets():
        raise UsageError("no problem set is admitted here", hint="name a benchmark: authoring evaluate FOLDER ...")
    folder = workspace.root / "problemsets"
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder


def _refuse_unknown(names: Sequence[str], benchmark: Benchmark) -> None:
    sets = [problemset.name for problemset in benchmark.sets]
    for name in names:
        if name not in sets:
            hint = nearest_hint(name, sets, f"it has, for example, {sets[0]}")
            raise UsageError(f"{benchmark.name} has no set called {name}", hint=hint)


def _judge(plan: _Plan, sandbox: Sandbox, reporter: Reporter) -> Evaluation:
    chosen = plan.request.sets or tuple(problemset.name for problemset in plan.benchmark.sets)
    sets = [problemset for problemset in plan.benchmark.sets if problemset.name in chosen]
    with _open_file(plan, sandbox) as file, closing(plan.answers.open(sandbox)) as solver:
        # What a model gave no reply to is put to it again; what it replied to is in the ledger.
        earlier = [result for result in file.results if result.name in chosen and result.is_complete]
        reporter.report(
            Started(tuple((problemset.name, len(dseal.parse(problemset.text).problems)) for problemset in sets))
        )
        for result in earlier:
            reporter.report(PartialResult(result, is_earlier=True))

        def on_set(result: SetResult) -> None:
            # First on disk, then on the screen: what is shown as done survives a kill.
            file.add(result)
            reporter.report(PartialResult(result))

        evaluation = judge_benchmark(
            plan.benchmark,
            solver=solver,
            # Those that it was begun with, where it goes on.
            options=file.options,
            sandbox=sandbox,
            chosen=chosen,
            jobs=_jobs(plan),
            earlier=earlier,
            progress=on_set,
            on_attempt=lambda problem: reporter.report(PartialResult(problem)),
        )
    # A solver's own name is that of its kind; reports are titled by the file or the command that answers.
    named = {"solver": plan.answers.name, "setup": plan.answers.setup, "lock": _lock_of(plan.benchmark)}
    return evaluation.model_copy(update=named)


def _lock_of(benchmark: Benchmark) -> str:
    """Return the hash of the lock that a benchmark names; empty where it names none."""
    folders = {problemset.path.parent for problemset in benchmark.sets}
    locks = {read_facts(folder).lock_sha256 for folder in folders}
    return locks.pop() if len(locks) == 1 else ""


def _jobs(plan: _Plan) -> int:
    # A person is asked one thing at a time.
    if plan.request.asking.reviewer is not None:
        return 1
    return plan.request.jobs or (MODEL_JOBS if plan.answers.setup else 1)


def _open_file(plan: _Plan, sandbox: Sandbox) -> EvaluationFile:
    versions = dict(sandbox.versions(("numpy", "pandas")))
    python = versions.pop("python")
    empty = Evaluation(
        benchmark=plan.benchmark.name,
        version=plan.benchmark.version,
        dialect=plan.benchmark.dialect,
        solver=plan.answers.name,
        options=plan.options,
        python=python,
        packages=tuple(versions.items()),
        lock=_lock_of(plan.benchmark),
        sets=(),
        setup=plan.answers.setup,
    )
    pinned = EvaluationPins(
        tool=version("dseal-authoring"),
        benchmark=sha256_of_benchmark(plan.benchmark),
        solver=plan.answers.identity,
        dialect=plan.benchmark.dialect,
        options=plan.options,
        sandbox=sandbox.fingerprint,
    )
    return EvaluationFile.open(
        plan.out,
        EvaluationHeader(pinned=pinned, evaluation=empty),
        render=render_results,
        fresh=plan.request.fresh,
        overwrite=plan.request.overwrite,
    )


def judge_benchmark(  # noqa: PLR0913 - ports and choices of the command, all by keyword
    benchmark: Benchmark,
    *,
    solver: Solver,
    options: EvaluationOptions,
    sandbox: Sandbox,
    chosen: Sequence[str] = (),
    jobs: int = 1,
    earlier: Sequence[SetResult] = (),
    progress: Callable[[SetResult], None] | None = None,
    on_attempt: Callable[[ProblemResult], None] | None = None,
    verdicts: VerdictMemo | None = None,
) -> Evaluation:
    """Judge what a solver answers to a benchmark; but for times, the same answers give the same evaluation.

    Judged are the sets whose names are `chosen`, all if there is none; so many `jobs` of them side by side, which ask
    the solver from as many threads. Sets that were judged `earlier`, with the same solver and options, are taken as
    they are. `progress` is called with each set when it is done, and `on_attempt` with each problem, never with two at
    once; what they keep, no later failure loses. Solvers with the same `verdicts` share those of equal answers.

    Raises:
        SandboxError: the sandbox failed.
    """
    sets = [problemset for problemset in benchmark.sets if problemset.name in chosen or not chosen]
    results = {result.name: result for result in earlier}
    # Sets are judged in threads; the callers' functions are promised never to be called by two at once.
    lock, stopped = threading.Lock(), threading.Event()
    judge_set = partial(evaluate_set, solver=solver, options=options, sandbox=sandbox, verdicts=verdicts)

    def on_problem(problem: ProblemResult) -> None:
        with lock:
            if stopped.is_set():
                # Another set has failed, and what comes of this one would be thrown away.
                raise StoppedError
            if on_attempt is not None:
                on_attempt(problem)

    def judge(problemset: BenchmarkSet) -> None:
        result = judge_set(problemset, dialect=benchmark.dialect, on_problem=on_problem)
        with lock:
            results[result.name] = result
            if progress is not None:
                progress(result)

    open_sets = [problemset for problemset in sets if problemset.name not in results]
    run_all_or_none(open_sets, judge, jobs=jobs, stopped=stopped)
    # Packages that cells import can change a verdict as well as pandas can.
    python, packages = _versions(sets, sandbox)
    return Evaluation(
        benchmark=benchmark.name,
        version=benchmark.version,
        dialect=benchmark.dialect,
        solver=solver.name,
        options=options,
        python=python,
        packages=packages,
        sets=tuple(results[problemset.name] for problemset in sets),
    )


def _versions(sets: Sequence[BenchmarkSet], sandbox: Sandbox) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the versions of Python and of the packages that can change a verdict."""
    cells = [cell for problemset in sets for cell in dseal.parse(problemset.text).runnable]
    imported = {name.partition(".")[0] for cell in cells for name in dseal.imports_of(cell.code)}
    versions = dict(sandbox.versions(sorted(imported | {"numpy", "pandas"})))
    return versions.pop("python"), tuple(sorted(versions.items()))


def report_of(
    evaluation: Evaluation,
    out: Path,
    *,
    recorded: Mapping[AttemptKey, VerdictPair] | None = None,
    remarks: Sequence[SubmissionNotice] = (),
    spending: ModelSpending | None = None,
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
        metrics=measure(evaluation),
        problems=tuple(_outcome(problem) for problem in problems),
        root_causes=tuple(cause for problemset in evaluation.sets for cause in problemset.root_causes),
        findings=tuple(finding for problemset in evaluation.sets for finding in problemset.findings),
        remarks=tuple(remarks),
        agreement=compare_verdicts(comparable, judged_pairs(evaluation)) if comparable else None,
        samples=evaluation.options.samples,
        setup=evaluation.setup,
        spending=spending or spending_of(evaluation, None),
    )


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
    )
