"""What ``authoring stats`` measures, where, and where its picture goes."""

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from authoring.cli.isolation import open_sandbox
from authoring.cli.options import open_workspace
from authoring.cli.progress import progress_bar
from authoring.errors import UsageError, WorkspaceError
from authoring.records import Limits
from authoring.results import Benchmark
from authoring.stages.statistics import measure_benchmark
from authoring.statistics import Statistics
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
        import authoring.plots  # noqa: F401 - is it there, before minutes of running
    except ModuleNotFoundError as error:
        raise UsageError(
            f"--plot needs {error.name}, which is not installed", hint="pip install 'dseal-authoring[plots]'"
        ) from error
    return plot.suffix.lower().removeprefix(".")


def chosen(benchmarks: Sequence[Path], workspace: Path | None) -> tuple[tuple[Benchmark, ...], Limits]:
    """Return the benchmarks to measure, and the limits of each cell.

    Raises:
        BenchmarkError: when one cannot be read.
        WorkspaceError: when none is named and there is no workspace.
    """
    if workspace is not None or not benchmarks:
        place = open_workspace(workspace)
        return tuple(map(read_benchmark, benchmarks or [place.root / "problemsets"])), place.settings.limits
    try:
        limits = open_workspace(None).settings.limits
    except WorkspaceError:
        if any((folder / "authoring.toml").is_file() for folder in (Path.cwd(), *Path.cwd().parents)):
            raise  # there is one, and it is broken
        limits = Limits()  # a benchmark needs no workspace around it
    return tuple(map(read_benchmark, benchmarks)), limits


def measure(
    benchmarks: Sequence[Benchmark], *, limits: Limits, python: Path | None, run: bool
) -> tuple[Statistics, ...]:
    """Measure each, with a progress bar."""
    found = []
    with open_sandbox(python) if run else nullcontext() as sandbox:
        for benchmark in benchmarks:
            with progress_bar(f"measuring {benchmark.name}") as progress:
                found.append(measure_benchmark(benchmark, limits=limits, sandbox=sandbox, progress=progress))
    return tuple(found)


def write_plot(path: Path, measured: Statistics, kind: str) -> None:
    """Draw a benchmark's figures into a file, which appears whole or not at all."""
    from authoring.plots import draw_statistics

    write_file(path, draw_statistics(measured, kind))
