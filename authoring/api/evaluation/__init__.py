"""Judges what a solver answers to the questions of a benchmark, and keeps the results so that a stop loses none."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path

from authoring import dseal
from authoring.api.evaluation.benchmarks import OpenedBenchmark, open_benchmark, own_benchmark
from authoring.api.evaluation.judging import judge_benchmark
from authoring.api.evaluation.project_scores import ProjectScores
from authoring.api.evaluation.report import EvaluationReport, modes_within, report_of
from authoring.api.evaluation.solver_models import SolverModels
from authoring.api.evaluation.solvers import (
    AskingRequest,
    Respondent,
    asks_model,
    recorded_respondent,
    respondent_of,
)
from authoring.api.evaluation.spending import spending_of
from authoring.api.evaluation.transcripts import refuse_unfit_mode, write_transcripts
from authoring.api.executors.threads import AHEAD, processors
from authoring.api.models import budget_of
from authoring.api.sandboxes import open_sandbox
from authoring.api.trust import CodeOrigin, code_of_benchmarks
from authoring.api.workers import Workers, open_workers
from authoring.api.workspaces import RESULTS, open_workspace, results_path, workspace_around
from authoring.dseal.experiment_codes import SILENCE
from authoring.errors import UsageError
from authoring.evaluation.evaluate.verdict_memo import VerdictMemo
from authoring.formats.dseval.results import render_results
from authoring.records.progress import NOBODY, PartialResult, Reporter, Started
from authoring.records.results import (
    Benchmark,
    BenchmarkSet,
    Evaluation,
    EvaluationOptions,
    SetResult,
    StepMode,
)
from authoring.sandbox.port import Sandbox, SandboxFacts
from authoring.validators.base import Dialect
from authoring.workspace import Workspace
from authoring.workspace.admitted import report_unrecorded
from authoring.workspace.benchmark import read_facts
from authoring.workspace.evaluation_file import (
    EvaluationFile,
    sha256_of_benchmark,
)
from authoring.workspace.evaluation_lines import EvaluationHeader, EvaluationPins
from authoring.workspace.read_lock import ReadLocks
from authoring.workspace.settings import Settings

REFERENCE = "reference"
"""The solver that answers with the references."""
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
    """``reference``, ``command:PROGRAM ARGUMENTS``, ``model:``, ``selfdebug:``, ``react:``, ``taskgraph:`` or
    ``thinkact:MODEL``."""
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
    """Sets judged at once; see `EvaluationPlan.jobs` if None."""
    cluster: str | None = None
    """Address of a Dask scheduler whose workers run and judge the answers; this machine if None."""
    judge: str | None = None
    """A model that says why answers are wrong where the rules leave it open; none is asked if None."""
    transcripts: Path | None = None
    """A folder for what was done on a CIBench tree, as OpenCompass writes it; nothing is written if None."""
    workspace: Path | None = None


@dataclass(frozen=True, slots=True)
class EvaluationPlan:
    """A request whose arguments were checked: everything that judging needs but a sandbox."""

    request: EvaluationRequest
    opened: OpenedBenchmark
    options: EvaluationOptions
    answers: Respondent
    out: Path
    workspace: Workspace | None
    """The workspace whose settings hold; a benchmark needs none."""
    models: SolverModels | None = None
    """The models of the command, whose budget holds for solver and judge together; None without a workspace."""

    @property
    def benchmark(self) -> Benchmark:
        """What is judged."""
        return self.opened.benchmark

    @property
    def chosen(self) -> tuple[BenchmarkSet, ...]:
        """The sets that are judged."""
        return tuple(item for item in self.benchmark.sets if not self.request.sets or item.name in self.request.sets)

    @property
    def folders(self) -> tuple[Path, ...]:
        """Those of the benchmark, whose manifest may name the environment that cells run in."""
        return tuple(problemset.path.parent for problemset in self.benchmark.sets)

    @property
    def jobs(self) -> int:
        """How many sets are judged at once."""
        if self.asks_person:
            return 1
        if self.request.jobs or self.answers.setup:
            return self.request.jobs or MODEL_JOBS
        # A program, or a solver of another package, may not expect a second one of its kind beside it.
        return processors() if self.request.solver in {None, REFERENCE} else 1

    @property
    def asks_person(self) -> bool:
        """Whether a person answers or confirms, one thing at a time."""
        asking = self.request.asking
        return asking.reviewer is not None or asking.answerer is not None


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
    refuse_unfit(request)
    # The model is closed last: sets that are still being judged may wait for its reply.
    with ReadLocks() as locks, ExitStack() as stack:
        opened, workspace = opened_benchmark(request, locks)
        plan = plan_evaluation(request, opened, workspace, models_of(request, workspace, stack, reporter), reporter)
        with place_of([plan], reporter) as place:
            # Held longer than the sandbox: what a judge says of wrong answers is kept in it as well.
            file = stack.enter_context(results_file(plan, place))
            evaluation, scores = judge(plan, file, place, reporter, jobs=plan.jobs)
        return completed(plan, file, evaluation, scores, reporter, is_alone=True)


def opened_benchmark(request: EvaluationRequest, locks: ReadLocks) -> tuple[OpenedBenchmark, Workspace | None]:
    """Return the benchmark, whose data are held from now on, and the workspace whose settings hold.

    Raises:
        BenchmarkError: there is no such benchmark, or it is not what was admitted or exported.
        WorkspaceError: there is no workspace, and one is needed.
    """
    # A workspace is needed for its own benchmark, and to keep a model's replies; else one that is there gives settings.
    is_needed = request.benchmark is None or asks_model(request.solver) or request.judge is not None
    workspace = open_workspace(request.workspace) if is_needed else workspace_around(request.workspace)
    opened = open_benchmark(request.benchmark or own_benchmark(workspace), request.sets, locks)
    benchmark = opened.benchmark.model_copy(update={"dialect": request.dialect or opened.benchmark.dialect})
    return replace(opened, benchmark=benchmark), workspace


def models_of(
    request: EvaluationRequest,
    workspace: Workspace | None,
    stack: ExitStack,
    reporter: Reporter,
    *,
    is_shared: bool = False,
) -> SolverModels | None:
    """Return the models of a command, which are closed with the stack; None without a workspace.

    One budget holds for all of them where there is a judge, or where it `is_shared` by several solvers.

    Raises:
        UsageError: the budget cannot be read.
    """
    if workspace is None:
        return None
    has_budget = is_shared or request.judge is not None
    budget = budget_of(workspace, request.asking.access) if has_budget else None
    return SolverModels(workspace, stack, budget, reporter)


def refuse_unfit(request: EvaluationRequest) -> None:
    """See that one answers, and that the options fit together.

    Raises:
        UsageError: they do not.
    """
    if (request.submissions is None) == (request.solver is None):
        hint = "say --submissions FILE, --solver reference, --solver model:MODEL or --solver command:PROGRAM"
        raise UsageError("who answers?", hint=hint)
    if request.options.samples > 1 and (request.submissions is not None or (request.max_attempts or 1) > 1):
        partner = "recorded answers" if request.submissions is not None else "--max-attempts"
        raise UsageError(
            f"--samples and {partner} do not go together",
            hint="samples are independent first answers of a solver; attempts build on each other",
        )
    options, reviewer = request.options, request.asking.reviewer
    # A batch holds all problems at once.
    is_chained = options.error_propagation or options.mode is not StepMode.SEPARATE or reviewer is not None
    if request.asking.in_batches and is_chained:
        raise UsageError(
            "--batch asks all problems at once; with --mode, --error-propagation or --confirm each waits for the last",
            hint="leave out one of both",
        )


def plan_evaluation(
    request: EvaluationRequest,
    opened: OpenedBenchmark,
    workspace: Workspace | None,
    models: SolverModels | None,
    reporter: Reporter,
) -> EvaluationPlan:
    """Check what the arguments name, before anything runs.

    Raises:
        UsageError: something of it does not fit.
        ResultsError: the submissions cannot be read.
    """
    benchmark = opened.benchmark
    refuse_unfit_mode(request.options, request.transcripts, opened.tree)
    settings = workspace.settings if workspace else Settings()
    max_silence = None if opened.tree is None else SILENCE
    chosen = {
        "limits": settings.limits,
        "wall_factor": settings.evaluation.wall_factor,
        "max_silence": max_silence,
    }
    options = request.options.model_copy(update={**chosen, "max_attempts": request.max_attempts or 1})
    if request.submissions is not None:
        answers = recorded_respondent(request.submissions, benchmark)
    else:
        answers = respondent_of(
            request.solver or "",
            benchmark,
            workspace,
            replace(request.asking, fresh=request.fresh),
            options=options,
            models=models,
            reporter=reporter,
        )
    root = workspace.root if workspace else Path.cwd()
    # Runs in different modes are to be compared, and not to replace each other.
    mode = "" if options.mode is StepMode.SEPARATE else f"-{options.mode}"
    out = request.out or results_path(root, RESULTS, benchmark.name, f"{answers.name}{mode}")
    # Results would be written over the answers that they are about.
    if request.submissions and out.resolve() == request.submissions.resolve():
        raise UsageError(f"{out}: holds the submissions themselves", hint="name another file with --out")
    options = options.model_copy(update={"max_attempts": request.max_attempts or answers.attempts})
    return EvaluationPlan(request, opened, options, answers, out, workspace, models)


@contextmanager
def place_of(plans: Sequence[EvaluationPlan], reporter: Reporter) -> Iterator[Sandbox | Workers]:
    """Give what evaluations of one benchmark run in: a sandbox here, or the workers of a cluster.

    Raises:
        TrustError: code of the benchmark or of the solvers is to run, and nobody allowed that.
        SandboxError: there is none.
    """
    plan = plans[0]
    report_unrecorded((problemset.path for problemset in plan.chosen), reporter)
    workspace, cluster, code = plan.workspace, plan.request.cluster, _code_of(plans)
    python, folders = plan.request.python, plan.folders
    if cluster is not None:
        with open_workers(workspace, cluster, python=python, benchmarks=folders, code=code) as workers:
            yield workers
        return
    with open_sandbox(workspace, python=python, benchmarks=folders, code=code, reporter=reporter) as sandbox:
        yield sandbox


def _code_of(plans: Sequence[EvaluationPlan]) -> CodeOrigin:
    """Return where the code comes from that evaluations of one benchmark run."""
    code = code_of_benchmarks([plans[0].benchmark])
    # References are the benchmark's own; every other solver brings code that nobody has seen.
    return code.with_incoming("submissions") if any(plan.request.solver != REFERENCE for plan in plans) else code


def completed(
    plan: EvaluationPlan,
    file: EvaluationFile,
    evaluation: Evaluation,
    scores: ProjectScores | None,
    reporter: Reporter,
    *,
    is_alone: bool,
) -> EvaluationReport:
    """Return the report of an evaluation whose answers are judged: hand over batches, ask the judge, write transcripts.

    Args:
        plan: what was evaluated.
        file: keeps what the judge says.
        evaluation: what came of it.
        scores: the figures of the benchmark's own project.
        reporter: hears how far the judge is.
        is_alone: whether no other solver's calls are among those of the command, which are told then.

    Raises:
        ModelError: the provider took no batch.
        BudgetError: the judge would have cost more than the budget.
    """
    request, answers = plan.request, plan.answers
    batches = answers.submit() if answers.submit else ()
    # What is handed over now is paid when it is collected.
    ledger = None if answers.submit or not is_alone else answers.ledger
    spending = spending_of(evaluation, plan.workspace, ledger=ledger, in_batches=request.asking.in_batches)
    judged = modes_within(file.modes, evaluation)
    if request.judge is not None and plan.workspace is not None:
        from authoring.api.evaluation.error_modes import judge_modes  # noqa: PLC0415 - few evaluations have a judge

        access = replace(request.asking.access, model=request.judge)
        budget = plan.models.budget if plan.models else None
        judged = judge_modes(evaluation, plan.workspace, access, budget=budget, jobs=plan.jobs, reporter=reporter)
        file.add_modes(judged)
    report = report_of(
        evaluation, plan.out, recorded=answers.recorded, remarks=answers.remarks, spending=spending, judged=judged
    )
    if request.transcripts is not None and plan.opened.tree is not None:
        transcripts = write_transcripts(request.transcripts, plan.opened.tree, evaluation)
        report = report.model_copy(update={"transcripts": transcripts})
    findings = report.findings if plan.opened.score is None else ()
    return report.model_copy(update={"scores": scores, "findings": findings, "batches": batches})


def judge(
    plan: EvaluationPlan,
    file: EvaluationFile,
    place: Sandbox | Workers,
    reporter: Reporter,
    *,
    jobs: int,
    verdicts: VerdictMemo | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> tuple[Evaluation, ProjectScores | None]:
    """Return what came of the chosen sets, and the figures of their own project, if they have one.

    Solvers with the same `verdicts` share those of equal answers, where they are judged here. There it also ends early
    once `is_stopped` says that another evaluation beside it has failed.

    Raises:
        ResultsError: results cannot be written.
        SandboxError: the sandbox failed.
        BudgetError: the solver's model would have cost more than the budget; what was judged is kept.
        CallError: the solver's model does not take the key.
        AbandonedError: it was stopped.
    """
    sets, chosen = plan.chosen, tuple(problemset.name for problemset in plan.chosen)
    # What a model gave no reply to is put to it again; what it replied to is in the ledger.
    earlier = [result for result in file.results if result.name in chosen and result.is_complete]
    judged = {result.name for result in earlier}
    with closing(plan.answers.open(place, [item for item in sets if item.name not in judged])) as solver:
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

        if isinstance(place, Workers):
            from authoring.api.evaluation.cluster_judging import judge_on_cluster  # noqa: PLC0415 - few have a cluster

            judge_sets = partial(judge_on_cluster, workers=place, ahead=1 if plan.asks_person else AHEAD)
        else:
            judge_sets = partial(judge_benchmark, sandbox=place, jobs=jobs, verdicts=verdicts, is_stopped=is_stopped)
        evaluation = judge_sets(
            plan.benchmark,
            solver=solver,
            # Those that it was begun with, where it goes on.
            options=file.options,
            chosen=chosen,
            earlier=earlier,
            progress=on_set,
            on_attempt=lambda problem: reporter.report(PartialResult(problem)),
        )
    # A solver's own name is that of its kind; reports are titled by the file or the command that answers.
    named = {"solver": plan.answers.name, "setup": plan.answers.setup, "lock": _lock_of(plan.benchmark)}
    return evaluation.model_copy(update=named), _project_scores(plan, file, evaluation)


def _project_scores(plan: EvaluationPlan, file: EvaluationFile, evaluation: Evaluation) -> ProjectScores | None:
    """Return the figures of the benchmark's own project, and write those of the whole file into it."""
    scores = plan.opened.scores(file.evaluation)
    if scores is not None:
        file.add_scores(scores)
    # The file may hold sets that were judged by an earlier command, and were not asked for now.
    return plan.opened.scores(evaluation) if len(file.results) > len(evaluation.sets) else scores


def _lock_of(benchmark: Benchmark) -> str:
    """Return the hash of the lock that a benchmark names; empty where it names none."""
    folders = {problemset.path.parent for problemset in benchmark.sets}
    locks = {read_facts(folder).lock_sha256 for folder in folders}
    return locks.pop() if len(locks) == 1 else ""


def results_file(plan: EvaluationPlan, sandbox: SandboxFacts) -> EvaluationFile:
    """Return the file that an evaluation goes on with, or begins.

    Raises:
        ResultsError: results cannot be written there, or the file was begun otherwise.
    """
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
