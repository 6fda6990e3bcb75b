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
    from authoring.cli.statistics_run import chosen, measure, plot_kind, write_plot
    from authoring.cli.statistics_view import statistics_view
    from authoring.cli.views.render import emit, next_command, show

    kind = plot_kind(plot, benchmarks or ())
    subjects, place = chosen(benchmarks or (), workspace)
    measured = measure(subjects, place=place, python=python, run=not no_run)
    if plot is not None:
        write_plot(plot, measured[0], kind)
    if as_json:
        emit(measured)
    else:
        show(*statistics_view(measured))
        named = "".join(f" {path}" for path in (benchmarks or ())[:1])
        next_command(f"open {plot}" if plot else f"authoring stats{named} --plot stats.svg")
    raise typer.Exit(1 if any(one.session and one.session.stopped for one in measured) else 0)
