"""Sends solvers at a draft or an admitted set, and turns what they do into findings for its author."""

import threading
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from authoring.api.evaluation.judging import judge_benchmark
from authoring.api.evaluation.pilot_report import PilotEstimate, PilotReport, PilotStep
from authoring.api.evaluation.rubric import estimate_rubric, judge_rubric
from authoring.api.evaluation.solver_models import SolverModels
from authoring.api.evaluation.solvers import (
    AskingRequest,
    Respondent,
    asking_of,
    asks_model,
    estimate_answers,
    program_files,
    recorded_respondent,
    refuse_person,
    respondent_of,
)
from authoring.api.evaluation.spending import blind_spending, new_spending, spending_of
from authoring.api.executors.threads import run_all_or_none
from authoring.api.models import budget_of
from authoring.api.sandboxes import open_sandbox
from authoring.api.set_runs import RunnableSet, code_of_sets, held_sets
from authoring.api.workspaces import open_workspace
from authoring.dseal import parse
from authoring.errors import UsageError
from authoring.evaluation.evaluate.verdict_memo import VerdictMemo
from authoring.evaluation.judges.codes import RUBRIC_OBJECTION
from authoring.evaluation.judges.rubric import rubric_findings
from authoring.evaluation.pilot.answer_recall import NumberedSolver, RecallingSolver
from authoring.evaluation.pilot.blind_answers import tokens_of
from authoring.evaluation.pilot.blind_solver import BlindSolver
from authoring.evaluation.pilot.comparison import PilotBench, compare_answers
from authoring.evaluation.pilot.diagnosis import diagnose
from authoring.evaluation.pilot.item_statistics import item_statistics
from authoring.evaluation.pilot.validity import problem_contents, valid_pilot
from authoring.evaluation.solvers.base import Solver
from authoring.llm.ledger import Ledger
from authoring.records.base import sha256_of
from authoring.records.pilot import BlindVariant, PilotProblem, PilotRecord, PilotSolver
from authoring.records.pilot.rubric import RubricRecord
from authoring.records.progress import NOBODY, PartialResult, Reporter, Started, reporting
from authoring.records.results import Benchmark, BenchmarkSet, Evaluation, EvaluationOptions, ProblemResult, SolverSetup
from authoring.sandbox.port import Sandbox
from authoring.validators.verdicts import VerdictName
from authoring.workspace import Workspace
from authoring.workspace.benchmark_changes import provenance_of
from authoring.workspace.cache import ObservationCache
from authoring.workspace.files import sha256_of_inputs
from authoring.workspace.guidance import read_blind_prompt
from authoring.workspace.pilots import pilot_path, read_pilot, write_pilot

USUAL_SAMPLES = 3
"""Answers of each solver to each problem: the fewest of which most can agree."""
PILOT_JOBS = 4
"""Solvers that answer at once where nobody says how many: most of the time is their models'."""
RECORDED = "recorded"
"""Stands before the file of answers that were given before."""
VARIANTS: Mapping[BlindVariant, str] = {BlindVariant.COLUMNS: "code,variables", BlindVariant.PROFILE: "profile"}
"""What a solver that asks a model is shown when it does not have the data."""


@dataclass(frozen=True, slots=True)
class PilotRequest:
    """Who is sent at which draft or set."""

    name: str
    """The name of a draft, or of an admitted set."""
    solvers: tuple[str, ...]
    """As `evaluate` takes them, or ``recorded:FILE``; never ``reference``."""
    samples: int = USUAL_SAMPLES
    """Answers of each solver to each problem."""
    asking: AskingRequest = field(default_factory=AskingRequest)
    """How solvers ask their models, if they ask one."""
    blind: bool = True
    """Whether solvers are also asked once without the data."""
    rubric: str | None = None
    """A model that judges each problem by guides/rubric.md; none is asked if None."""
    jobs: int | None = None
    """Solvers that answer at once; `PILOT_JOBS` if None."""
    workspace: Path | None = None


def pilot(request: PilotRequest, *, reporter: Reporter = NOBODY) -> PilotReport:
    """Have solvers answer a draft or a set, compare their answers, and say what they tell of its problems.

    Reported are the solvers that begin, every `PilotStep`, and how far the comparison has come. What was answered
    before, in a pilot that was killed or of a text with the same problem, is not asked again.

    Raises:
        UsageError: nobody answers, a solver is not known or sees references, or there is no such draft or set.
        BenchmarkError: the set is not what was admitted.
        SandboxError: the sandbox failed.
        BudgetError: a model would have cost more than the budget; what was answered is kept.
        CallError: a model does not take the key.
    """
    workspace = open_workspace(request.workspace)
    _refuse_unfit(request)
    with (
        held_sets([request.name], run_all=False, workspace=request.workspace, reporter=reporter) as sets,
        ExitStack() as stack,
    ):
        problemset = _chosen(sets, request.name)
        is_asking = any(map(asks_model, request.solvers)) or request.rubric is not None
        budget = budget_of(workspace, request.asking.access) if is_asking else None
        models = SolverModels(workspace, stack, budget, reporter)
        course = _Course(request, problemset, models, reporter)
        rubric, ledgers = course.judged_rubric()
        contestants = course.contestants()
        if not contestants:
            return course.report(course.rubric_record(rubric), ledgers)
        code = code_of_sets([problemset]).with_incoming("submissions")
        with open_sandbox(workspace, benchmarks=[problemset.folder], code=code, reporter=reporter) as sandbox:
            evaluations = course.answered(contestants, sandbox)
            problems = course.compared(evaluations, course.blind_solvers(contestants, sandbox, stack), sandbox)
        record = course.with_rubric(course.record(contestants, evaluations, problems), rubric)
        ledgers += [respondent.ledger for _, respondent in contestants if respondent.ledger]
        return course.report(record, ledgers)


def estimate_pilot(request: PilotRequest, *, reporter: Reporter = NOBODY) -> tuple[PilotEstimate, ...]:
    """Return calls, tokens and money of a pilot for each solver that asks a model; nothing is asked and nothing runs.

    Raises:
        UsageError: no solver asks a model, or the request does not fit together.
    """
    workspace = open_workspace(request.workspace)
    _refuse_unfit(request)
    paid = [solver for solver in request.solvers if asks_model(solver)]
    if not paid and request.rubric is None:
        raise UsageError(
            "only the answers of a model cost anything: there is nothing to estimate",
            hint="name a solver that asks one, as in --solver model:gpt-5.6-mini",
        )
    with held_sets([request.name], run_all=False, workspace=request.workspace, reporter=reporter) as sets:
        problemset = _chosen(sets, request.name)
        benchmark = _benchmark_of(problemset, request.name, workspace)
        estimates = tuple(
            PilotEstimate(
                solver=solver,
                variant=variant,
                estimate=estimate_answers(solver, benchmark, workspace, asking, samples=samples, attempts=1),
            )
            for solver in paid
            for variant, asking, samples in (
                ("", request.asking, request.samples),
                *((variant.value, hidden, 1) for variant, hidden in _blind_requests(request)),
            )
        )
        if request.rubric is None:
            return estimates
        judging = estimate_rubric(problemset.text, workspace, request.asking.access, request.rubric)
        return (*estimates, PilotEstimate(solver=f"rubric:{request.rubric}", estimate=judging))


def _refuse_unfit(request: PilotRequest) -> None:
    """See that somebody answers who does not see the references.

    Raises:
        UsageError: nobody does.
    """
    if not request.solvers and request.rubric is None:
        hint = "say --solver model:MODEL, --solver command:PROGRAM or recorded:FILE, or --rubric MODEL"
        raise UsageError("who answers?", hint=hint)
    refuse_person(request.solvers)
    if request.asking.in_batches:
        raise UsageError("a pilot compares all answers at once, and waits for them", hint="leave out the batch mode")
    if repeated := [name for name in request.solvers if request.solvers.count(name) > 1]:
        raise UsageError(f"--solver {repeated[0]} is given twice", hint="have it answer more often: --samples")
    if "reference" in request.solvers:
        raise UsageError(
            "reference is the answer itself: it tells nothing of a problem",
            hint="name solvers that see the question alone",
        )


def _chosen(sets: Sequence[RunnableSet], name: str) -> RunnableSet:
    """Return the draft of a name, or else the admitted set.

    Raises:
        UsageError: the name is that of a file, which has no place in the workspace.
    """
    # A draft and the set that an earlier revision of it became may have one name; the draft comes first.
    if sets[0].name != name or Path(name).suffix == ".py":
        raise UsageError(f"{name}: is no draft or admitted set", hint="import it first: authoring import dseval DIR")
    return sets[0]


def _benchmark_of(problemset: RunnableSet, name: str, workspace: Workspace) -> Benchmark:
    path = problemset.path or workspace.problemset_path(name)
    text_set = BenchmarkSet(name=name, path=path, text=problemset.text, inputs=problemset.inputs)
    return Benchmark(name=name, version="", dialect=problemset.dialect, sets=(text_set,))


def _blind_requests(request: PilotRequest) -> tuple[tuple[BlindVariant, AskingRequest], ...]:
    """Return how solvers that ask models are asked without the data."""
    if not request.blind:
        return ()
    return tuple(
        (variant, replace(request.asking, context=context, label=f"without data, {variant}"))
        for variant, context in VARIANTS.items()
    )


Contestant = tuple[str, Respondent]
"""What a solver is called, and who that is."""


@dataclass(frozen=True, slots=True)
class _Course:
    """A pilot on its way: the set, and all that asking about it needs."""

    request: PilotRequest
    problemset: RunnableSet
    models: SolverModels
    reporter: Reporter

    @property
    def workspace(self) -> Workspace:
        """The workspace of draft or set."""
        return self.models.workspace

    @property
    def benchmark(self) -> Benchmark:
        """The set as a benchmark of one."""
        return _benchmark_of(self.problemset, self.request.name, self.workspace)

    @property
    def options(self) -> EvaluationOptions:
        """How answers are judged: as an evaluation of the workspace judges them."""
        settings = self.workspace.settings
        return EvaluationOptions(
            samples=self.request.samples, limits=self.problemset.limits, wall_factor=settings.evaluation.wall_factor
        )

    def contestants(self) -> tuple[Contestant, ...]:
        """Return the solvers, opened as far as that is possible without a sandbox.

        Raises:
            UsageError: one is not known, or lacks what it needs.
            ResultsError: recorded answers cannot be read.
        """
        return tuple((name, self._respondent(name, self.request.asking)) for name in self.request.solvers)

    def _respondent(self, name: str, asking: AskingRequest) -> Respondent:
        if _is_recorded(name):
            argument = name.partition(":")[2]
            if not argument:
                raise UsageError(
                    f"--solver {name}: which file?", hint="recorded:FILE, with lines as DSEval writes them"
                )
            return recorded_respondent(Path(argument), self.benchmark)
        return respondent_of(
            name,
            self.benchmark,
            self.workspace,
            asking_of(name, self.request.solvers, asking),
            options=self.options,
            models=self.models,
            reporter=self.reporter,
        )

    def answered(self, contestants: Sequence[Contestant], sandbox: Sandbox) -> Mapping[str, Evaluation]:
        """Have every solver answer, several side by side; return what came of it, by the solver's name."""
        problems = len(parse(self.problemset.text).problems)
        self.reporter.report(Started(tuple((name, problems) for name, _ in contestants)))
        stopped, evaluations, verdicts = threading.Event(), dict[str, Evaluation](), VerdictMemo()

        def work(contestant: Contestant) -> None:
            name, respondent = contestant
            with closing(self._opened(name, respondent, sandbox)) as solver:
                evaluation = judge_benchmark(
                    self.benchmark,
                    solver=solver,
                    options=self.options,
                    sandbox=sandbox,
                    on_attempt=lambda problem: self.reporter.report(PartialResult(_step(name, problem))),
                    verdicts=verdicts,
                    is_stopped=stopped.is_set,
                )
            evaluations[name] = evaluation.model_copy(update={"setup": respondent.setup})

        jobs = min(self.request.jobs or PILOT_JOBS, len(contestants))
        run_all_or_none(contestants, work, jobs=jobs, stopped=stopped, on_failure=sandbox.close)
        return {name: evaluations[name] for name, _ in contestants}

    def _opened(self, name: str, respondent: Respondent, sandbox: Sandbox) -> Solver:
        """Return a solver that is not asked again for what it answered before."""
        kind = NumberedSolver if _is_recorded(name) else RecallingSolver
        # How many samples there are changes none of them.
        setup = respondent.setup and respondent.setup.model_copy(update={"samples": 1}).model_dump_json()
        judging = self.options.model_copy(update={"samples": 1}).model_dump_json()
        parts = (setup or respondent.identity, *program_files(name), judging, sandbox.fingerprint)
        store = ObservationCache(self.workspace.root / ".authoring" / "cache" / "pilot")
        data = {self.request.name: sha256_of_inputs(self.problemset.inputs)}
        return kind(respondent.open(sandbox, self.benchmark.sets), "\n".join(parts), store, data)

    def blind_solvers(
        self, contestants: Sequence[Contestant], sandbox: Sandbox, stack: ExitStack
    ) -> tuple[BlindSolver, ...]:
        """Return the solvers that can be asked without the data; the stack closes them."""
        if not self.request.blind:
            return ()
        blind: list[BlindSolver] = []
        page, tables = read_blind_prompt(self.workspace.root), self.problemset.tables
        for name, respondent in contestants:
            if respondent.setup is not None:
                for variant, asking in _blind_requests(self.request):
                    hidden = self._respondent(name, asking)
                    solver = stack.enter_context(closing(self._opened(name, hidden, sandbox)))
                    blind.append(BlindSolver(solver, variant, page, tables))
            elif not _is_recorded(name):
                # A program is told what a task says, and makes no profile of its own.
                solver = stack.enter_context(closing(self._opened(name, respondent, sandbox)))
                blind.append(BlindSolver(solver, BlindVariant.COLUMNS, page, tables))
        return tuple(blind)

    def compared(
        self, evaluations: Mapping[str, Evaluation], blind: Sequence[BlindSolver], sandbox: Sandbox
    ) -> tuple[PilotProblem, ...]:
        """Return what came of each problem, with its figures."""
        bench = PilotBench(
            self.benchmark.sets[0], self.problemset.dialect, self.options, sandbox, blind, levels=self._levels()
        )
        results = {name: evaluation.sets[0] for name, evaluation in evaluations.items()}
        problems, places = len(parse(self.problemset.text).problems), count(1)
        with reporting(self.reporter, "comparing answers") as progress:
            compared = compare_answers(bench, results, on_problem=lambda _: progress(next(places), problems))
        figures = item_statistics({problem.number: problem.answers for problem in compared}, self.request.samples)
        contents = problem_contents(self.problemset.text, self.problemset.inputs, self.problemset.dialect)
        return tuple(
            problem.model_copy(
                update={"statistics": figures.get(problem.number), "content": contents.get(problem.number, "")}
            )
            for problem in compared
        )

    def _levels(self) -> Mapping[int, str]:
        """Return the level that each problem claims, where somebody said one."""
        if self.problemset.origins:
            return {number: origin.level or "" for number, origin in enumerate(self.problemset.origins, start=1)}
        provenance = provenance_of(self.workspace, self.request.name) if self.problemset.path else None
        return {problem.number: problem.level for problem in provenance.problems} if provenance else {}

    def judged_rubric(self) -> tuple[RubricRecord | None, list[Ledger]]:
        """Have the problems judged by the rubric where somebody is to do it, and keep the verdicts.

        The ledger that holds the calls comes with them.
        """
        if self.request.rubric is None:
            return None, []
        access = replace(self.request.asking.access, model=self.request.rubric)
        config = access.required_config(self.workspace)
        pool = self.models.pool(access, config)
        rubric = judge_rubric(
            self.request.name,
            self.problemset.text,
            self.workspace,
            config,
            pool=pool,
            jobs=self.request.jobs or PILOT_JOBS,
            reporter=self.reporter,
        )
        return rubric, [pool.ledger]

    def rubric_record(self, rubric: RubricRecord | None) -> PilotRecord:
        """Return the record of a pilot in which nobody answers; what solvers did with these very problems stays."""
        problemset, last = self.problemset, read_pilot(self.workspace.root, self.request.name)
        valid = valid_pilot(last, problemset.text, problemset.inputs, problemset.dialect)
        return self.with_rubric(valid or self.record((), {}, ()), rubric)

    def with_rubric(self, record: PilotRecord, rubric: RubricRecord | None) -> PilotRecord:
        """Return a record with what a model says by the rubric, now or of this very text before."""
        if rubric is None:
            last = read_pilot(self.workspace.root, self.request.name, draft=record.draft)
            rubric = last.rubric if last else None
        if rubric is None:
            return record
        findings = tuple(finding for finding in record.findings if finding.code != RUBRIC_OBJECTION.code)
        objections = rubric_findings(self.problemset.text, rubric.verdicts)
        return record.model_copy(update={"rubric": rubric, "findings": (*findings, *objections)})

    def report(self, record: PilotRecord, ledgers: Sequence[Ledger]) -> PilotReport:
        """Write the record, and return it with what this command paid for answers and verdicts by the rubric.

        One without any answer, as after an outage of all models, takes no earlier record's place.
        """
        path = pilot_path(self.workspace.root, record.name)
        if not (record.outages and path.exists()) or any(solver.answers for solver in record.solvers):
            write_pilot(self.workspace.root, record)
        calls, amount = new_spending(self.workspace, ledgers, "solve", "judge")
        return PilotReport(
            record=record,
            path=str(path),
            is_draft=self.problemset.path is None,
            new_calls=calls,
            new_amount=amount,
        )

    def record(
        self,
        contestants: Sequence[Contestant],
        evaluations: Mapping[str, Evaluation],
        problems: Sequence[PilotProblem],
    ) -> PilotRecord:
        """Return the record of the pilot."""
        return PilotRecord(
            name=self.request.name,
            draft=sha256_of(self.problemset.text),
            time=datetime.now(UTC).replace(microsecond=0),
            samples=self.request.samples,
            solvers=tuple(
                self._solver(name, respondent, evaluations[name], problems) for name, respondent in contestants
            ),
            problems=tuple(problems),
            findings=diagnose(self.problemset.text, problems),
        )

    def _setup(self, respondent: Respondent) -> SolverSetup | None:
        """Return how a solver asked its model, with the page that it was asked with where it had no data."""
        if respondent.setup is None or not self.request.blind:
            return respondent.setup
        page = read_blind_prompt(self.workspace.root)
        prompts = (*respondent.setup.prompts, (page.name, page.version))
        return respondent.setup.model_copy(update={"prompts": prompts})

    def _solver(
        self, name: str, respondent: Respondent, evaluation: Evaluation, problems: Sequence[PilotProblem]
    ) -> PilotSolver:
        blind = [answer for problem in problems for answer in problem.blind if answer.solver == name]
        blind_calls, blind_tokens, blind_amount = blind_spending(evaluation, blind, self.workspace)
        results = evaluation.sets[0].problems
        attempts = [attempt for result in results for attempt in result.attempts]
        spending = spending_of(evaluation, self.workspace)
        return PilotSolver(
            name=name,
            right=sum(attempt.verdict is VerdictName.CORRECT for attempt in attempts),
            answers=len(attempts),
            outages=sum(len(result.outages) for result in results),
            calls=spending.calls if spending else 0,
            tokens=sum(map(tokens_of, attempts)),
            amount=spending.amount if spending else "",
            blind_calls=blind_calls,
            blind_tokens=blind_tokens,
            blind_amount=blind_amount,
            remarks=tuple(f"{remark.place}: {remark.message}" for remark in respondent.remarks),
            setup=self._setup(respondent),
            left_out=spending.left_out if spending else (),
        )


def _is_recorded(name: str) -> bool:
    return name.partition(":")[0] == RECORDED


def _step(solver: str, problem: ProblemResult) -> PilotStep:
    return PilotStep(
        solver=solver,
        number=problem.index,
        right=sum(attempt.verdict is VerdictName.CORRECT for attempt in problem.attempts),
        answers=len(problem.attempts),
        outages=len(problem.outages),
    )
