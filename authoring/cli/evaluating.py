"""Judging a benchmark for ``authoring evaluate``: what the arguments name, where results go, going on after a stop."""

import shlex
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib.metadata import version
from pathlib import Path

from authoring.api.evaluation import evaluate
from authoring.api.workspaces import RESULTS, open_workspace, results_path, workspace_around
from authoring.cli.agreement import Key, Pair, recorded_pairs
from authoring.cli.board import Board, watching
from authoring.dseal import parse
from authoring.errors import UsageError
from authoring.evaluation.solvers.base import Solver
from authoring.evaluation.solvers.recorded import RecordedSolver
from authoring.evaluation.solvers.registry import Wanted, open_solver
from authoring.formats.dseval import results as dseval_results
from authoring.formats.dseval.results import read_results, read_submissions
from authoring.records.evidence import Limits
from authoring.records.results import Benchmark, Evaluation, EvaluationOptions, Remark, SetResult
from authoring.sandbox.port import Sandbox
from authoring.validators.base import Dialect
from authoring.workspace import Workspace
from authoring.workspace.benchmark import read_benchmark
from authoring.workspace.evaluation_file import EvaluationFile, Header, Pinned, sha256_of_benchmark
from authoring.workspace.files import sha256_of_file

NAMED = {"reference": "reference", "command": '"command:PROGRAM ARGUMENTS"'}
"""The solvers that have a name, and how each is asked for."""


@dataclass(frozen=True, slots=True)
class Request:
    """What ``authoring evaluate`` was asked."""

    benchmark: Path | None
    submissions: Path | None
    solver: str | None
    sets: tuple[str, ...]
    options: EvaluationOptions
    max_attempts: int | None
    """As many as are recorded if None."""
    dialect: Dialect | None
    out: Path | None
    workspace: Path | None
    fresh: bool
    overwrite: bool
    jobs: int


@dataclass(frozen=True, slots=True)
class Answers:
    """Who answers, and what is known of the answers before anything runs."""

    solver: Solver
    name: str
    """For titles and files."""
    identity: str
    """As the solver was named, or the hash of its submissions."""
    attempts: int = 1
    """The most attempts that one problem has."""
    recorded: Mapping[Key, Pair] = field(default_factory=dict)
    """Verdicts that stand beside the submissions."""
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """A request whose arguments were looked at: everything that judging needs but a sandbox."""

    request: Request
    benchmark: Benchmark
    options: EvaluationOptions
    answers: Answers
    out: Path
    place: Workspace | None
    """The workspace whose settings hold; a benchmark needs none."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What judging gave."""

    evaluation: Evaluation
    kept: int
    """Sets that had been judged before and were kept."""
    unlisted: tuple[SetResult, ...]
    """Sets that were not shown as plain lines when they were done."""


def plan_of(request: Request) -> Plan:
    """Look at what the arguments name, before anything runs.

    Raises:
        UsageError: the arguments do not fit together.
        BenchmarkError: there is no such benchmark.
        ResultsError: the submissions cannot be read.
    """
    if (request.submissions is None) == (request.solver is None):
        raise UsageError("who answers?", hint="say --submissions FILE, --solver reference or --solver command:PROGRAM")
    place = open_workspace(request.workspace) if request.benchmark is None else workspace_around(request.workspace)
    benchmark = read_benchmark(request.benchmark or _problemsets(place))
    if request.dialect:
        benchmark = benchmark.model_copy(update={"dialect": request.dialect})
    _refuse_unknown(request.sets, benchmark)
    answers = _answers(request, benchmark)
    out = request.out or results_path(place.root if place else Path.cwd(), RESULTS, benchmark.name, answers.name)
    if request.submissions and out.resolve() == request.submissions.resolve():
        raise UsageError(f"{out}: holds the submissions themselves", hint="name another file with --out")
    limits = place.settings.limits if place else Limits()
    attempts = request.max_attempts or answers.attempts
    options = request.options.model_copy(update={"limits": limits, "max_attempts": attempts})
    return Plan(request, benchmark, options, answers, out, place)


def _answers(request: Request, benchmark: Benchmark) -> Answers:
    """Return who answers.

    Raises:
        UsageError: there is no such solver.
        ResultsError: the submissions cannot be read.
    """
    if request.submissions is None:
        return _named(request.solver or "", benchmark)
    path, remarks = request.submissions, list[Remark]()
    submissions = read_submissions(path, told=remarks.append)
    solver = RecordedSolver(submissions, benchmark)
    holds_verdicts = b'"verdict"' in path.read_bytes()
    return Answers(
        solver,
        name=path.stem,
        identity=sha256_of_file(path),
        attempts=solver.attempts,
        recorded=recorded_pairs(read_results(path)) if holds_verdicts else {},
        remarks=(*remarks, *solver.remarks),
    )


def _named(solver: str, benchmark: Benchmark) -> Answers:
    """Return the solver of a name."""
    name, colon, command = solver.partition(":")
    if name not in NAMED or bool(colon) != (name == "command"):
        close = get_close_matches(name, NAMED, n=1)
        hint = f"did you mean {NAMED[close[0]]}?" if close else f"solvers: {', '.join(NAMED.values())}"
        raise UsageError(f"no solver is called {solver}", hint=hint)
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"{command}: {error}", hint="quote it as for a shell") from error
    return Answers(open_solver(name, Wanted(benchmark, command=words)), name=command or name, identity=solver)


def _problemsets(place: Workspace | None) -> Path:
    if place is None or not place.problemsets():
        raise UsageError("no problem set is admitted here", hint="name a benchmark: authoring evaluate FOLDER ...")
    folder = place.root / "problemsets"
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder


def _refuse_unknown(names: Sequence[str], benchmark: Benchmark) -> None:
    known = [each.name for each in benchmark.sets]
    for name in names:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            hint = f"did you mean {close[0]}?" if close else f"it has, for example, {known[0]}"
            raise UsageError(f"{benchmark.name} has no set called {name}", hint=hint)


def judge(plan: Plan, *, sandbox: Sandbox, quiet: bool) -> Outcome:
    """Judge what was not judged before, with the results on disk after every set.

    Args:
        plan: what to judge.
        sandbox: where it runs.
        quiet: whether standard output is for something else.
    """
    chosen = plan.request.sets or tuple(each.name for each in plan.benchmark.sets)
    with _open_file(plan, sandbox) as file, closing(plan.answers.solver):
        kept = [result for result in file.done if result.name in chosen]
        sizes = ((each.name, len(parse(each.text).problems)) for each in plan.benchmark.sets if each.name in chosen)
        board = Board(sizes, kept)
        with watching(board, f"judging {plan.benchmark.name}", quiet=quiet) as watch:

            def on_set(result: SetResult) -> None:
                file.add(result)
                watch.on_set(result)

            evaluation = evaluate(
                plan.benchmark,
                solver=plan.answers.solver,
                options=plan.options,
                sandbox=sandbox,
                chosen=chosen,
                jobs=plan.request.jobs,
                done=kept,
                progress=on_set,
                on_attempt=watch.on_problem,
            )
    evaluation = evaluation.model_copy(update={"solver": plan.answers.name})
    return Outcome(evaluation, len(kept), evaluation.sets if watch.redrawn else tuple(kept))


def _open_file(plan: Plan, sandbox: Sandbox) -> EvaluationFile:
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
        sets=(),
    )
    pinned = Pinned(
        tool=version("dseal-authoring"),
        benchmark=sha256_of_benchmark(plan.benchmark),
        solver=plan.answers.identity,
        dialect=plan.benchmark.dialect,
        options=plan.options,
        sandbox=sandbox.fingerprint,
    )
    request = plan.request
    return EvaluationFile.open(
        plan.out,
        Header(pinned=pinned, evaluation=empty),
        render=dseval_results.render_results,
        fresh=request.fresh,
        overwrite=request.overwrite,
    )
