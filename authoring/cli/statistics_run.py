"""What ``authoring stats`` measures, where, and where its picture goes."""

from collections.abc import Sequence
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path

from authoring.cli.isolation import open_sandbox
from authoring.cli.options import open_workspace
from authoring.cli.places import workspace_around
from authoring.cli.progress import progress_bar
from authoring.errors import UsageError
from authoring.evaluation.statistics import measure_benchmark
from authoring.records.evidence import Limits
from authoring.records.results import Benchmark
from authoring.records.statistics import Statistics
from authoring.workspace import Workspace
from authoring.workspace.benchmark import read_benchmark
from authoring.workspace.files import write_file

PLOTS = (".svg", ".png", ".pdf", ".html")


def plot_kind(plot: Path | None, benchmarks: Sequence[Path]) -> str:
    """Return the format a picture's name asks for; empty where none is wanted.

    Raises:
        UsageError: when there is no such format, no folder for it, or more than one benchmark.
    """
    if plot is None:
        return ""
    if plot.suffix.lower() not in PLOTS:
        raise UsageError(f"{plot}: no known kind of picture", hint=f"end the name in {', '.join(PLOTS)}")
    if len(benchmarks) > 1:
        raise UsageError("a picture shows one benchmark", hint="name one benchmark, or leave out --plot")
    if plot.is_dir() or not plot.absolute().parent.is_dir():
        raise UsageError(f"{plot}: cannot be written there", hint="name a file in an existing folder")
    try:
        import_module("authoring.evaluation.plots")  # is it there, before minutes of running
    except ModuleNotFoundError as error:
        raise UsageError(
            f"--plot needs {error.name}, which is not installed", hint="pip install 'dseal-authoring[plots]'"
        ) from error
    return plot.suffix.lower().removeprefix(".")


def chosen(benchmarks: Sequence[Path], workspace: Path | None) -> tuple[tuple[Benchmark, ...], Workspace | None]:
    """Return the benchmarks to measure, and the workspace whose settings hold.

    Raises:
        BenchmarkError: when one cannot be read.
        WorkspaceError: when none is named and there is no workspace.
    """
    if not benchmarks:
        home = open_workspace(workspace)
        return (read_benchmark(home.root / "problemsets"),), home
    return tuple(map(read_benchmark, benchmarks)), workspace_around(workspace)


def measure(
    benchmarks: Sequence[Benchmark], *, place: Workspace | None, python: Path | None, run: bool
) -> tuple[Statistics, ...]:
    """Measure each, with a progress bar."""
    found = []
    limits = place.settings.limits if place else Limits()
    folders = [each.path.parent for benchmark in benchmarks for each in benchmark.sets]
    with open_sandbox(place, python=python, benchmarks=folders) if run else nullcontext() as sandbox:
        for benchmark in benchmarks:
            with progress_bar(f"measuring {benchmark.name}") as progress:
                found.append(measure_benchmark(benchmark, limits=limits, sandbox=sandbox, progress=progress))
    return tuple(found)


def write_plot(path: Path, measured: Statistics, kind: str) -> None:
    """Draw a benchmark's figures into a file, which appears whole or not at all."""
    from authoring.evaluation.plots import draw_statistics

    write_file(path, draw_statistics(measured, kind))
