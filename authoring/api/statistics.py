"""Measures what benchmarks are made of, and draws the figures."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

from authoring.api.evaluation.pass_rates import passes_of_items
from authoring.api.sandboxes import open_sandbox
from authoring.api.trust import code_of_benchmarks
from authoring.api.workspaces import open_workspace, workspace_around
from authoring.errors import UsageError, WorkspaceError
from authoring.evaluation.pilot.validity import valid_pilot
from authoring.evaluation.statistics import measure_benchmark
from authoring.records.evidence import Limits
from authoring.records.pilot.item import ItemStatistics
from authoring.records.progress import NOBODY, Reporter, reporting
from authoring.records.provenance import read_provenance
from authoring.records.results import Benchmark, BenchmarkSet
from authoring.records.statistics import Statistics
from authoring.workspace import Workspace
from authoring.workspace.admitted import refuse_changed_sets, report_unrecorded
from authoring.workspace.benchmark import read_benchmark
from authoring.workspace.files import read_text, write_file
from authoring.workspace.pilots import read_pilot
from authoring.workspace.read_lock import ReadLocks, reading_benchmark

PICTURE_SUFFIXES = (".svg", ".png", ".pdf", ".html")


def measure_statistics(
    benchmarks: Sequence[Path] = (),
    *,
    run: bool = True,
    python: Path | None = None,
    plot: Path | None = None,
    workspace: Path | None = None,
    reporter: Reporter = NOBODY,
) -> tuple[Statistics, ...]:
    """Measure validators, difficulty, library calls, dependencies between problems, and session size.

    Args:
        benchmarks: folders or DSEAL files; the workspace's own benchmark if empty.
        run: whether references are run; without it, what only a run shows is left out.
        python: the interpreter that runs the references; what a benchmark or the workspace names if None.
        plot: a file to draw one benchmark's figures into; it appears whole or not at all.
        workspace: its folder; the one around the current folder if None.
        reporter: told how far each benchmark has come.

    Raises:
        UsageError: the picture has no known format, has no folder, or is to show several benchmarks.
        BenchmarkError: a benchmark cannot be read, or is not what was admitted or exported.
        WorkspaceError: none is named and there is no workspace.
    """
    if plot is not None and len(benchmarks) > 1:
        raise UsageError("a picture shows one benchmark", hint="name one benchmark, or leave out --plot")
    format_ = picture_format(plot) if plot is not None else ""
    enclosing = workspace_around(workspace) if benchmarks else open_workspace(workspace)
    paths = benchmarks or ([enclosing.root / "problemsets"] if enclosing else [])
    with ExitStack() as stack:
        locks = stack.enter_context(ReadLocks())
        loaded = [_held_benchmark(path, locks) for path in paths]
        for benchmark in loaded:
            report_unrecorded((problemset.path for problemset in benchmark.sets), reporter)
        limits = enclosing.settings.limits if enclosing else Limits()
        folders = [problemset.path.parent for benchmark in loaded for problemset in benchmark.sets]
        code = code_of_benchmarks(loaded)
        opening = open_sandbox(enclosing, python=python, benchmarks=folders, code=code, reporter=reporter)
        sandbox = stack.enter_context(opening) if run else None
        statistics = []
        for benchmark in loaded:
            with reporting(reporter, f"measuring {benchmark.name}") as progress:
                measured = measure_benchmark(benchmark, limits=limits, sandbox=sandbox, progress=progress)
            statistics.append(_with_items(measured, benchmark, enclosing))
    if plot is not None:
        from authoring.evaluation.plots import draw_statistics  # noqa: PLC0415 - needs an extra

        write_file(plot, draw_statistics(statistics[0], format_))
    return tuple(statistics)


def _held_benchmark(path: Path, locks: ReadLocks) -> Benchmark:
    """Return a benchmark that is what was admitted or exported, and keep other commands from changing its data."""
    with reading_benchmark(path, locks):
        benchmark = read_benchmark(path)
        refuse_changed_sets(benchmark)
    return benchmark


def _with_items(measured: Statistics, benchmark: Benchmark, enclosing: Workspace | None) -> Statistics:
    """Return statistics with how solvers did on each problem, as far as a pilot of its set's very text counted that."""
    sets = []
    for problemset, counted in zip(benchmark.sets, measured.sets, strict=True):
        items = _items_of(problemset, enclosing)
        problems = [problem.model_copy(update={"item": items.get(problem.number)}) for problem in counted.problems]
        sets.append(counted.model_copy(update={"problems": tuple(problems)}))
    known = {
        (problemset.name, problem.number): problem.item
        for problemset in sets
        for problem in problemset.problems
        if problem.item is not None
    }
    return measured.model_copy(update={"sets": tuple(sets), "passes": passes_of_items(known)})


def _items_of(problemset: BenchmarkSet, enclosing: Workspace | None) -> Mapping[int, ItemStatistics]:
    """Return the figures of the last pilot of a set, or else those that its record holds since it was admitted."""
    name, folder = problemset.name, problemset.path.parent
    if enclosing is not None and folder.resolve() == (enclosing.root / "problemsets").resolve():
        record = read_pilot(enclosing.root, name)
        pilot = valid_pilot(record, problemset.text, problemset.inputs, enclosing.dialect)
        if pilot is not None:
            return pilot.items
    path = folder / "_meta" / f"{name}.yaml"
    if not path.is_file():
        return {}
    try:
        problems = read_provenance(read_text(path, inside=folder), path=str(path)).problems
    except WorkspaceError:
        # What keeps a record from being read is told by those who need it: status, check, export.
        return {}
    return {problem.number: problem.item for problem in problems if problem.item is not None}


def picture_format(path: Path) -> str:
    """Return the format that a picture's name asks for, when it can be drawn and written.

    Raises:
        UsageError: it has no known format, no folder, or nothing is installed that draws.
    """
    if path.suffix.lower() not in PICTURE_SUFFIXES:
        raise UsageError(f"{path}: no known kind of picture", hint=f"end the name in {', '.join(PICTURE_SUFFIXES)}")
    # Before references run for minutes, too.
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise UsageError(f"{path}: cannot be written there", hint="name a file in an existing folder")
    try:
        # References run for minutes; a package that is missing is said before, not after.
        import_module("authoring.evaluation.plots")
    except ModuleNotFoundError as error:
        raise UsageError(
            f"--plot needs {error.name}, which is not installed", hint="pip install 'dseal-authoring[plots]'"
        ) from error
    return path.suffix.lower().removeprefix(".")
