"""Judges what a solver answers to the questions of a benchmark, and keeps the results so that a stop loses none."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path

from authoring import dseal
from authoring.api.evaluation.benchmarks import OpenedBenchmark, open_benchmark, own_benchmark
from authoring.api.evaluation.error_modes import estimate_judge, judge_modes
from authoring.api.evaluation.project_scores import ProjectScores
from authoring.api.evaluation.report import EvaluationReport, report_of
from authoring.api.evaluation.solvers import (
    AskingRequest,
    Respondent,
    asks_model,
    estimate_answers,
    recorded_respondent,
    respondent_of,
    spending_of,
)
from authoring.api.evaluation.transcripts import refuse_unfit_mode, write_transcripts
from authoring.api.executors.threads import StoppedError, run_all_or_none
from authoring.api.models import budget_of
from authoring.api.sandboxes import open_sandbox
from authoring.api.trust import code_of_benchmarks
from authoring.api.workspaces import RESULTS, open_workspace, results_path, workspace_around
from authoring.errors import UsageError
from authoring.evaluation.evaluate import evaluate_set
from authoring.evaluation.evaluate.verdict_memo import VerdictMemo
from authoring.evaluation.solvers.base import Solver
from authoring.formats.dseval.results import render_results
from authoring.llm.budget import Budget
from authoring.llm.estimate import Estimate
from authoring.records.progress import NOBODY, PartialResult, Reporter, Started
from authoring.records.results import (
    Benchmark,
    BenchmarkSet,
    Evaluation,
    EvaluationOptions,
    ProblemResult,
    SetResult,
    StepMode,
)
from authoring.sandbox.port import Sandbox
from authoring.validators.base import Dialect
from authoring.workspace import Workspace
from authoring.workspace.admitted import report_unrecorded
from authoring.workspace.benchmark import read_facts
from authoring.workspace.evaluation_file import (
    EvaluationFile,
    EvaluationHeader,
    EvaluationPins,
    sha256_of_benchmark,
)
from authoring.workspace.read_lock import ReadLocks
from authoring.workspace.settings import Settings

MODEL_JOBS = 4
"""Sets that are judged at once where a model answers and nobody says how many: most of the time is its own."""


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """What is to be judged, by which rules, and where results go."""

    benchmark: Path | None = None
    """What `open_benchmark` reads: sets, a CIBench tree, tasks or questions; the workspace's own benchmark if None."""
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
    judge: str | None = None
    """A model that says why answers are wrong where the rules leave it open; none is asked if None."""
    transcripts: Path | None = None
    """A folder for what was done on a CIBench tree, as OpenCompass writes it; nothing is written if None."""
    workspace: Path | None = None


@dataclass(frozen=True, slots=True)
class _Plan:
    """A request whose arguments were checked: everything that judging needs but a sandbox."""

    request: EvaluationRequest
    opened: OpenedBenchmark
    options: EvaluationOptions
    answers: Respondent
    out: Path
    workspace: Workspace | None
    """The workspace whose settings hold; a benchmark needs none."""
    budget: Budget | None = None
    """What solver and judge may spend together; None where each command's own holds."""

    @property
    def benchmark(self) -> Benchmark:
        """What is judged."""
        return self.opened.benchmark


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
        ModelError: the provider took no batch; what was judged is kept.
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
        benchmark = _opened(request, locks)[0].benchmark
    chosen = tuple(item for item in benchmark.sets if not request.sets or item.name in request.sets)
    return estimate_answers(
        request.solver or "",
        benchmark.model_copy(update={"sets": chosen}),
        open_workspace(request.workspace),
        request.asking,
        samples=request.options.samples,
        attempts=request.max_attempts or 1,
    )


def estimate_models(request: EvaluationRequest) -> tuple[Estimate, ...]:
    """Return what solver and judge of an evaluation would take of their models, if every answer were wrong and open.

    Raises:
        UsageError: there is no judge, or what `estimate_evaluation` raises.
        BenchmarkError: as above.
    """
    if request.judge is None:
        return (estimate_evaluation(request),)
    with ReadLocks() as locks:
        benchmark = _opened(request, locks)[0].benchmark
    chosen = [item for item in benchmark.sets if not request.sets or item.name in request.sets]
    answers = request.options.samples * sum(len(dseal.parse(item.text).problems) for item in chosen)
    access = replace(request.asking.access, model=request.judge)
    judging = estimate_judge(benchmark, open_workspace(request.workspace), access, answers=answers)
    is_asking = asks_model(request.solver) and request.submissions is None
    return (estimate_evaluation(request), judging) if is_asking else (judging,)


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
        evaluation, scores = _judge(plan, sandbox, reporter)
    answers = plan.answers
    batches = answers.submit() if answers.submit else ()
    # What is handed over now is paid when it is collected.
    ledger = None if answers.submit else answers.ledger
    spending = spending_of(evaluation, plan.workspace, ledger=ledger, since=began, in_batches=request.asking.in_batches)
    judged = None
    if request.judge is not None and plan.workspace is not None:
        access = replace(request.asking.access, model=request.judge)
        judged = judge_modes(
            evaluation, plan.workspace, access, budget=plan.budget, jobs=_jobs(plan), reporter=reporter
        )
    report = report_of(
        evaluation, plan.out, recorded=answers.recorded, remarks=answers.remarks, spending=spending, judged=judged
    )
    if request.transcripts is not None and plan.opened.tree is not None:
        transcripts = write_transcripts(request.transcripts, plan.opened.tree, evaluation)
        report = report.model_copy(update={"transcripts": transcripts})
    findings = report.findings if plan.opened.score is None else ()
    return report.model_copy(update={"scores": scores, "findings": findings, "batches": batches})


def _opened(request: EvaluationRequest, locks: ReadLocks) -> tuple[OpenedBenchmark, Workspace | None]:
    """Return the benchmark, whose data are held from now on, and the workspace whose settings hold."""
    # A workspace is needed for its own benchmark, and to keep a model's replies; else one that is there gives settings.
    is_needed = request.benchmark is None or asks_model(request.solver) or request.judge is not None
    workspace = open_workspace(request.workspace) if is_needed else workspace_around(request.workspace)
    opened = open_benchmark(request.benchmark or own_benchmark(workspace), request.sets, locks)
    benchmark = opened.benchmark.model_copy(update={"dialect": request.dialect or opened.benchmark.dialect})
    return replace(opened, benchmark=benchmark), workspace


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
    _refuse_unfit_batch(request)
    opened, workspace = _opened(request, locks)
    benchmark = opened.benchmark
    refuse_unfit_mode(request.options, request.transcripts, opened.tree)
    settings = workspace.settings if workspace else Settings()
    chosen = {"limits": settings.limits, "wall_factor": settings.evaluation.wall_factor}
    options = request.options.model_copy(update={**chosen, "max_attempts": request.max_attempts or 1})
    # One budget for all models of a command.
    budget = budget_of(workspace, request.asking.access) if workspace and request.judge is not None else None
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
            budget=budget,
        )
    root = workspace.root if workspace else Path.cwd()
    # Runs in different modes are to be compared, and not to replace each other.
    mode = "" if options.mode is StepMode.SEPARATE else f"-{options.mode}"
    out = request.out or results_path(root, RESULTS, benchmark.name, f"{answers.name}{mode}")
    # Results would be written over the answers that they are about.
    if request.submissions and out.resolve() == request.submissions.resolve():
        raise UsageError(f"{out}: holds the submissions themselves", hint="name another file with --out")
    options = options.model_copy(update={"max_attempts": request.max_attempts or answers.attempts})
    return _Plan(request, opened, options, answers, out, workspace, budget)


def _refuse_unfit_batch(request: EvaluationRequest) -> None:
    """See that problems can be asked side by side where a batch is to hold them all.

    Raises:
        UsageError: a question waits for the answers to those before it.
    """
    options, reviewer = request.options, request.asking.reviewer
    is_chained = options.error_propagation or options.mode is not StepMode.SEPARATE or reviewer is not None
    if request.asking.in_batches and is_chained:
        raise UsageError(
            "--batch asks all problems at once; with --mode, --error-propagation or --confirm each waits for the last",
            hint="leave out one of both",
        )


def _judge(plan: _Plan, sandbox: Sandbox, reporter: Reporter) -> tuple[Evaluation, ProjectScores | None]:
    """Return what came of the chosen sets, and the figures of their own project, if they have one."""
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
            if plan.opened.score is not None:
                # Findings would point into texts that stand in no file.
                result = result.model_copy(update={"findings": ()})
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
        scores = plan.opened.scores(file.evaluation)
        if scores is not None:
            file.add_scores(scores)
        # The file may hold sets that were judged by an earlier command, and were not asked for now.
        if len(file.results) > len(sets):
            scores = plan.opened.scores(evaluation)
    # A solver's own name is that of its kind; reports are titled by the file or the command that answers.
    named = {"solver": plan.answers.name, "setup": plan.answers.setup, "lock": _lock_of(plan.benchmark)}
    return evaluation.model_copy(update=named), scores


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
    executor = _executor_of(solver, jobs)
    judge_set = partial(evaluate_set, solver=solver, options=options, sandbox=sandbox, verdicts=verdicts)

    def on_problem(problem: ProblemResult) -> None:
        with lock:
            if stopped.is_set():
                # Another set has failed, and what comes of this one would be thrown away.
                raise StoppedError
            if on_attempt is not None:
                on_attempt(problem)

    def judge(problemset: BenchmarkSet) -> None:
        result = judge_set(problemset, dialect=benchmark.dialect, on_problem=on_problem, executor=executor)
        with lock:
            results[result.name] = result
            if progress is not None:
                progress(result)

    open_sets = [problemset for problemset in sets if problemset.name not in results]
    with executor or nullcontext():
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


def _executor_of(solver: Solver, jobs: int) -> ThreadPoolExecutor | None:
    """Return the threads that ask a solver, for all sets together; None where it takes one problem after the other."""
    if solver.simultaneous <= 1:
        return None
    # Enough for the sets as well: how many calls are under way is for the model's limits to say.
    return ThreadPoolExecutor(max_workers=max(solver.simultaneous, jobs))


def _versions(sets: Sequence[BenchmarkSet], sandbox: Sandbox) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the versions of Python and of the packages that can change a verdict."""
    cells = [cell for problemset in sets for cell in dseal.parse(problemset.text).runnable]
    imported = {name.partition(".")[0] for cell in cells for name in dseal.imports_of(cell.code)}
    versions = dict(sandbox.versions(sorted(imported | {"numpy", "pandas"})))
    return versions.pop("python"), tuple(sorted(versions.items()))
