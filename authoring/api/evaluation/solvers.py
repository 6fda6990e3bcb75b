"""Who answers a benchmark: recorded submissions, a program, the references, or a solver that asks a language model."""

import hashlib
import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path

from authoring.api.evaluation.live_graphs import LiveGraphs
from authoring.api.evaluation.prompt_growth import growing_calls
from authoring.api.evaluation.solver_models import SolverModels
from authoring.api.models import ModelAccess, concurrency_of, price_table
from authoring.api.workers import Workers
from authoring.dseal import parse
from authoring.dseal.model import CellKind
from authoring.errors import UsageError
from authoring.evaluation.agreement import AttemptKey, recorded_pairs
from authoring.evaluation.pilot.answer_recall import RecallingSolver
from authoring.evaluation.solvers.base import (
    DEFAULT_CONTEXT,
    ContextPart,
    ModelOptions,
    Solver,
    SolverOptions,
    Task,
)
from authoring.evaluation.solvers.dialogue.context import parse_context
from authoring.evaluation.solvers.model import ModelSolver
from authoring.evaluation.solvers.recorded import RecordedSolver
from authoring.evaluation.solvers.registry import ASKS_MODEL, open_solver, solver_arguments
from authoring.formats.dseval.results import read_results, read_submissions
from authoring.llm.estimate import Estimate, PlannedCalls, estimate
from authoring.llm.ledger import Ledger
from authoring.llm.models.registry import LazyModel, open_model
from authoring.llm.port import Model
from authoring.records.base import Sha256, sha256_of
from authoring.records.evidence import Limits, Variable
from authoring.records.model_config import ModelChoice
from authoring.records.progress import Reporter
from authoring.records.results import (
    Benchmark,
    BenchmarkSet,
    EvaluationOptions,
    SolverSetup,
    StepMode,
    SubmissionNotice,
    VerdictPair,
)
from authoring.records.solvers.person import PERSON, Answerer
from authoring.records.solvers.task_graph import TaskReview
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace
from authoring.workspace.cache import ObservationCache
from authoring.workspace.evaluation_file import sha256_of_benchmark
from authoring.workspace.files import sha256_of_file, sha256_of_inputs
from authoring.workspace.guidance import read_solver_prompts
from authoring.workspace.regular_file import open_regular

PIECE = 1_000_000
"""Bytes of a file that are searched at a time."""
COMMAND = "command"
"""Stands before a program and its arguments."""
UNNAMED_SOLVERS = frozenset({"recorded"})
"""Solvers that no name asks for: a file of submissions does."""
REVIEWED_SOLVERS = frozenset({"taskgraph", "thinkact"})
"""Solvers whose plans and tasks a person may decide about."""
PAGES_OF: Mapping[str, str] = {"thinkact": "taskgraph"}
"""Solvers that are asked with another one's pages."""
SINGLE_REPLY_SOLVERS = frozenset({"model"})
"""Solvers whose model replies once, whatever number of turns others have."""
TOOL_MODULES = ("category_encoders", "sklearn")
"""Packages of tools; those that the sandbox lacks are not offered to a model."""
USUAL_SESSION = tuple(
    Variable(name=name, type="pandas.DataFrame", size=0, text="", shape=(1_000, 10), head="0.12345 " * 100)
    for name in ("first", "second")
)
"""What a session is taken to hold in an estimate, before anything has run."""
USUAL_OUTPUT = "0.12345 " * 30
USUAL_PROFILE = "0.12345 " * 500


@dataclass(frozen=True, slots=True)
class AskingRequest:
    """How a solver asks its language model; it makes no difference to other solvers."""

    access: ModelAccess = field(default_factory=ModelAccess)
    """Server, key and budget; the model is the one that the solver's name holds."""
    context: str | None = None
    """What is shown beside the question, with commas between: see `ContextPart`; as DSEval's agent if None."""
    turns: int | None = None
    """The most replies to one problem; the solver's own number if None."""
    temperature: float | None = None
    """What authoring.toml says if None."""
    seed: int | None = None
    """What the provider is to draw its words by, where it takes a number; sample K is drawn by K - 1 more."""
    reviewer: Callable[[TaskReview], str] | None = None
    """Asks a person about plans and tasks of ``taskgraph``, one at a time; None where their runs decide."""
    answerer: Answerer | None = None
    """Puts questions to a person, for the solver ``person``; None where there is no terminal."""
    fresh: bool = False
    """Whether a person is asked again what they answered before."""
    label: str = ""
    """Stands behind the solver's name where its graphs are shown, which the same command asks in other ways as well."""
    in_batches: bool = False
    """Whether calls are handed to the provider's batch mode; the same request collects the replies later."""


@dataclass(frozen=True, slots=True)
class Respondent:
    """Who answers, and what is known of the answers before anything runs."""

    open: Callable[[Sandbox | Workers, Sequence[BenchmarkSet]], Solver]
    """Takes where cells run, and the sets that will be asked about."""
    name: str
    """For titles and files."""
    identity: str
    """As the solver was named, with all that its answers depend on; or the hash of its submissions."""
    attempts: int = 1
    """The most attempts that one problem has."""
    recorded: Mapping[AttemptKey, VerdictPair] = field(default_factory=dict)
    """Verdicts that stand beside the submissions."""
    remarks: tuple[SubmissionNotice, ...] = ()
    setup: SolverSetup | None = None
    """How it asks its model; None where it asks none."""
    ledger: Ledger | None = None
    """Holds its calls."""
    submit: Callable[[], tuple[str, ...]] | None = None
    """Hands what was asked to the provider's batch mode, and returns the batches under way; None where none is used."""


def respondent_of(
    solver: str,
    benchmark: Benchmark,
    workspace: Workspace | None,
    request: AskingRequest,
    *,
    options: EvaluationOptions,
    models: SolverModels | None,
    reporter: Reporter,
) -> Respondent:
    """Return who a name stands for, of one command; what asks a model takes it from the command's `models`.

    Raises:
        UsageError: nobody is called so, or the options do not fit together.
        WorkspaceError: the prompts, the ledger or the prices cannot be read.
        TrustError: the workspace's settings name the model or its server, and nobody allowed that.
    """
    kind, argument = split_solver(solver)
    if request.reviewer is not None:
        refuse_confirmation([solver])
    if solver_arguments()[kind] == ASKS_MODEL:
        assert models is not None  # noqa: S101 - whoever asks a model opens its workspace first
        return _model_respondent(kind, argument, benchmark, request, options=options, models=models, reporter=reporter)
    if request.in_batches or {request.context, request.turns, request.temperature, request.seed} != {None}:
        options_of_models = "--context, --turns, --temperature, --seed or --batch"
        raise UsageError(
            f"{kind} asks no model, so there is nothing that {options_of_models} could change",
            hint=f"say them with one of these solvers: {', '.join(_model_solvers())}",
        )
    try:
        words = shlex.split(argument)
    except ValueError as error:
        raise UsageError(f"{argument}: {error}", hint="quote it as for a shell") from error
    opened = open_solver(kind, SolverOptions(benchmark, command=words, answerer=request.answerer))
    if kind != PERSON or workspace is None:
        return Respondent(lambda *_: opened, name=argument or kind, identity=solver)
    store = ObservationCache(workspace.root / ".authoring" / "cache" / "observation")
    beginning = _last_beginning(store, benchmark, fresh=request.fresh)

    def open_in(place: Sandbox | Workers, _: Sequence[BenchmarkSet]) -> Solver:
        # A person does not answer twice because something was killed in between.
        data = {problemset.name: sha256_of_inputs(problemset.inputs) for problemset in benchmark.sets}
        return RecallingSolver(opened, "\n".join(filter(None, (kind, place.fingerprint, beginning))), store, data)

    return Respondent(open_in, name=kind, identity=solver)


def _last_beginning(store: ObservationCache, benchmark: Benchmark, *, fresh: bool) -> str:
    """Return when a person last began a benchmark anew, so that what they answered before is not taken up again."""
    key = sha256_of(f"{PERSON} begins anew\n{sha256_of_benchmark(benchmark)}")
    if fresh:
        store.put(key, datetime.now(UTC).isoformat())
    return store.recall(key) or ""


def recorded_respondent(path: Path, benchmark: Benchmark) -> Respondent:
    """Return the answers of a file.

    Raises:
        ResultsError: it cannot be read.
    """
    remarks = list[SubmissionNotice]()
    submissions = read_submissions(path, on_remark=remarks.append)
    solver = RecordedSolver(submissions, benchmark)
    # DSEval's results serve as submissions too; only they have verdicts to agree with.
    holds_verdicts = _holds(path, b'"verdict"')
    return Respondent(
        lambda *_: solver,
        name=path.stem,
        identity=sha256_of_file(path),
        attempts=solver.attempts,
        recorded=recorded_pairs(read_results(path)) if holds_verdicts else {},
        remarks=(*remarks, *solver.remarks),
    )


def _holds(path: Path, word: bytes) -> bool:
    """Tell whether a word stands in a file, of which a piece at a time is read."""
    end = b""
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            if word in end + piece:
                return True
            end = piece[-len(word) :]
    return False


def split_solver(solver: str) -> tuple[str, str]:
    """Return the kind of a solver and what stands behind the colon.

    Raises:
        UsageError: nobody is called so.
    """
    kind, colon, argument = solver.partition(":")
    arguments = {name: words for name, words in solver_arguments().items() if name not in UNNAMED_SOLVERS}
    # A program has to be named; the name of a model may stand in authoring.toml.
    is_misfit = bool(colon) != bool(arguments.get(kind)) and arguments.get(kind) != ASKS_MODEL
    if kind not in arguments or is_misfit:
        syntax = {name: _syntax(name, words) for name, words in arguments.items()}
        close = get_close_matches(kind, syntax, n=1)
        solvers = ", ".join(sorted(syntax.values(), reverse=True))
        hint = f"did you mean {syntax[close[0]]}?" if close else f"solvers: {solvers}"
        raise UsageError(f"no solver is called {solver}", hint=hint)
    return kind, argument


def asks_model(solver: str | None) -> bool:
    """Tell whether a solver asks a language model, by its name."""
    kind = (solver or "").partition(":")[0]
    return solver_arguments().get(kind) == ASKS_MODEL


def refuse_confirmation(solvers: Sequence[str]) -> None:
    """See that one of the solvers has tasks that a person can confirm.

    Raises:
        UsageError: none has.
    """
    kinds = [name.partition(":")[0] for name in solvers]
    if REVIEWED_SOLVERS.isdisjoint(kinds):
        names = ", ".join(f"{name}:MODEL" for name in sorted(REVIEWED_SOLVERS))
        subject = " and ".join(kinds) if kinds else "a file of answers"
        verb = "have" if len(kinds) > 1 else "has"
        raise UsageError(f"{subject} {verb} no tasks that a person could confirm", hint=f"say --confirm with {names}")


def refuse_person(solvers: Sequence[str]) -> None:
    """See that no person is among solvers that answer side by side, again and without the data.

    Raises:
        UsageError: one is.
    """
    if PERSON in solvers:
        raise UsageError(
            "person: a pilot asks nobody at the terminal, because its solvers answer side by side and without the data",
            hint="ask them with authoring evaluate --solver person, and give a pilot the answers: recorded:FILE",
        )


def asking_of(solver: str, solvers: Sequence[str], asking: AskingRequest) -> AskingRequest:
    """Return what of a request holds for one of several solvers: each takes the options that it knows.

    What no solver of them knows stays, and is refused where each is opened.
    """
    kinds = [name.partition(":")[0] for name in solvers]
    kind = solver.partition(":")[0]
    if not asks_model(solver) and any(map(asks_model, solvers)):
        return AskingRequest(asking.access, answerer=asking.answerer, fresh=asking.fresh)
    if kind in SINGLE_REPLY_SOLVERS and not SINGLE_REPLY_SOLVERS.issuperset(kinds):
        asking = replace(asking, turns=None)
    if kind not in REVIEWED_SOLVERS and not REVIEWED_SOLVERS.isdisjoint(kinds):
        asking = replace(asking, reviewer=None)
    return asking


def _model_solvers() -> list[str]:
    return [_syntax(name, words) for name, words in solver_arguments().items() if words == ASKS_MODEL]


def _syntax(name: str, words: str) -> str:
    text = f"{name}:{words}" if words else name
    return f'"{text}"' if " " in text else text


def _model_respondent(
    kind: str,
    model_name: str,
    benchmark: Benchmark,
    request: AskingRequest,
    *,
    options: EvaluationOptions,
    models: SolverModels,
    reporter: Reporter,
) -> Respondent:
    opener = _SolverOpener.of(kind, model_name, models.workspace, request)
    pool = models.pool(opener.access, opener.choice)
    batches = models.batches(opener.access, opener.choice) if request.in_batches else None
    # A lazy model bounds replies, which is a part of what the ledger knows a request by.
    model = LazyModel(opener.choice, lambda: batches.model) if batches else pool.required_model(opener.choice)
    solver = opener.open(benchmark, opener.options(model))
    setup = SolverSetup(
        solver=kind,
        model=opener.choice.name,
        server=opener.choice.base_url,
        temperature=opener.temperature,
        seed=request.seed,
        samples=options.samples,
        context=tuple(opener.context),
        turns=solver.most_turns,
        person=request.reviewer is not None,
        prompts=tuple((page.name, page.version) for page in solver.options.prompts),
    )

    name = f"{kind}:{opener.choice.name}"
    mode = "" if options.mode is StepMode.SEPARATE else options.mode.value
    label = " ".join(filter(None, (name, mode, request.label)))

    def open_in(place: Sandbox | Workers, sets: Sequence[BenchmarkSet]) -> Solver:
        graphs = LiveGraphs(models.workspace.root, benchmark.name, label, reporter)
        shown = sets if ContextPart.PROFILE in opener.context else ()
        profile = _profile_reader(shown, place, options.limits)
        judging = options.model_copy(update={"samples": 1}).model_dump_json()
        surroundings = "\n".join((place.fingerprint, sha256_of_benchmark(benchmark), judging))
        asking = replace(
            opener.options(model, surroundings=surroundings, profile=profile),
            modules=frozenset(name for name, _ in place.versions(TOOL_MODULES)),
            on_graph=graphs.show,
            on_close=graphs.close,
            reviewer=request.reviewer,
            waits=batches is None,
        )
        return opener.open(benchmark, asking)

    return Respondent(
        open_in,
        name=name,
        identity=setup.model_dump_json(),
        setup=setup,
        ledger=pool.ledger,
        submit=batches.submit if batches else None,
    )


def _profile_reader(sets: Sequence[BenchmarkSet], place: Sandbox | Workers, limits: Limits) -> Callable[[str], str]:
    """Return what gives the profile of a set's input files."""
    # Few solvers are shown profiles, which the readers of seeds make.
    from authoring.api.evaluation.input_profiles import InputProfiles, profiles_of  # noqa: PLC0415

    if isinstance(place, Workers):
        return profiles_of(sets, place, limits).__getitem__
    return InputProfiles(sets, place, limits).text


@dataclass(frozen=True, slots=True)
class _SolverOpener:
    """A solver that asks a model, whose options were checked."""

    kind: str
    access: ModelAccess
    choice: ModelChoice
    context: tuple[ContextPart, ...]
    temperature: float | None
    turns: int | None
    seed: int | None
    workspace: Workspace

    @classmethod
    def of(cls, kind: str, model_name: str, workspace: Workspace, request: AskingRequest) -> "_SolverOpener":
        """Check the options.

        Raises:
            UsageError: no model is named, or what is to be shown is not known.
        """
        access = replace(request.access, model=model_name.strip() or request.access.model)
        choice = access.config(workspace)
        if not choice.name:
            raise UsageError(
                f"--solver {kind}: names no model", hint=f"say --solver {kind}:MODEL, or name one in authoring.toml"
            )
        if request.temperature is not None:
            choice = choice.model_copy(update={"temperature": request.temperature})
        return cls(
            kind,
            access,
            choice,
            DEFAULT_CONTEXT if request.context is None else parse_context(request.context),
            # Below 0 leaves it to the server.
            choice.temperature if choice.temperature >= 0 else None,
            request.turns,
            request.seed,
            workspace,
        )

    def options(
        self, model: Model, *, surroundings: str = "", profile: Callable[[str], str] = lambda _: ""
    ) -> ModelOptions:
        """Return what the solver is opened with."""
        return ModelOptions(
            model=model,
            prompts=read_solver_prompts(self.workspace.root, PAGES_OF.get(self.kind, self.kind)),
            observations=ObservationCache(self.workspace.root / ".authoring" / "cache" / "observation"),
            context=self.context,
            turns=self.turns,
            temperature=self.temperature,
            seed=self.seed,
            surroundings=surroundings,
            profile=profile,
            concurrency=concurrency_of(self.choice),
        )

    def open(self, benchmark: Benchmark, options: ModelOptions) -> ModelSolver:
        """Return the solver."""
        solver = open_solver(self.kind, SolverOptions(benchmark, asking=options))
        assert isinstance(solver, ModelSolver)  # noqa: S101 - every solver that asks a model is one
        return solver


def estimate_answers(
    solver: str, benchmark: Benchmark, workspace: Workspace, request: AskingRequest, *, samples: int, attempts: int
) -> Estimate:
    """Return calls, tokens and money of a solver's answers to a benchmark; nothing is asked and nothing is run.

    Prompts grow at the upper end, see `prompt_growth`. What a session holds is taken to be two tables, and every answer
    is asked for, also those that the ledger holds.

    Raises:
        UsageError: no model is named.
    """
    kind, model_name = split_solver(solver)
    opener = _SolverOpener.of(kind, model_name, workspace, request)
    model = LazyModel(opener.choice, lambda: open_model(opener.choice, key=None))
    opened = opener.open(benchmark, opener.options(model, profile=lambda _: USUAL_PROFILE))
    calls: list[PlannedCalls] = []
    for task in (task for problemset in benchmark.sets for task in _tasks_of(problemset)):
        first, turns = opened.first_request(task), opened.most_turns
        calls.append(growing_calls(kind, first, turns=turns, samples=samples, attempts=attempts))
    return estimate(calls, model=opener.choice.name, prices=price_table(workspace), batch=request.in_batches)


def _tasks_of(problemset: BenchmarkSet) -> list[Task]:
    """Return the tasks of a set as they can be told before anything has run."""
    tasks: list[Task] = []
    codes: list[str] = []
    questions: list[str] = []
    for cell in parse(problemset.text).cells:
        if cell.problem is not None:
            tasks.append(
                Task(
                    problemset=problemset.name,
                    index=cell.problem.number,
                    question=cell.problem.question,
                    conventions=cell.problem.conventions,
                    history=tuple(codes),
                    questions=tuple(questions),
                    outputs=(USUAL_OUTPUT,) * len(codes),
                    variables=USUAL_SESSION,
                )
            )
        if cell.kind in {CellKind.CONTEXT, CellKind.PROBLEM}:
            codes.append(cell.code)
            questions.append(cell.problem.question if cell.problem else "")
    return tasks


def program_files(solver: str) -> tuple[Sha256, ...]:
    """Return the hashes of the files that the command of a program names: once they are edited it is another solver."""
    kind, _, argument = solver.partition(":")
    words = shlex.split(argument) if kind == COMMAND else []
    hashes = []
    for word in words:
        # Most words are no files; some are too long for the name of one.
        with suppress(OSError, ValueError), os.fdopen(open_regular(Path(word)), "rb") as file:
            hashes.append(hashlib.file_digest(file, "sha256").hexdigest())
    return tuple(hashes)
