"""``authoring stats``: what a benchmark is made of."""

from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace

Benchmarks = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[BENCHMARK]...", help="Benchmark folders or DSEAL files; else the workspace's problemsets/."
    ),
]
Python = Annotated[Path | None, typer.Option(metavar="PATH", help="The interpreter that runs the references.")]
NoRun = Annotated[bool, typer.Option("--no-run", help="Run nothing; leave out what only a run shows.")]
Plot = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Draw one benchmark's figures: a .svg, .png, .pdf or .html file.")
]


def stats(
    benchmarks: Benchmarks = None,
    *,
    python: Python = None,
    no_run: NoRun = False,
    plot: Plot = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Measure validators, difficulty, library calls, dependencies between problems, and session size.

    Example: authoring stats problemsets --plot stats.svg
    """
    from authoring.api.statistics import measure_statistics
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer
    from authoring.cli.views.statistics import statistics_view

    with live_reporter() as reporter:
        statistics = measure_statistics(
            benchmarks or (), run=not no_run, python=python, plot=plot, workspace=workspace, reporter=reporter
        )
    arguments = "".join(f" {path}" for path in (benchmarks or ())[:1])
    command = f"open {plot}" if plot else f"authoring stats{arguments} --plot stats.svg"
    answer(statistics, statistics_view, command, as_json=as_json)
    # Figures that stop at a failing cell are not those of the whole benchmark.
    raise typer.Exit(1 if any(measured.session and measured.session.stopped for measured in statistics) else 0)
