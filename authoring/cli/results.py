"""``authoring results``: look at what was judged, and hold one run against another."""

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from authoring.cli.options import AsJson

results = typer.Typer(name="results", help="Look at results: a summary, one problem, or two runs side by side.")

File = Annotated[Path, typer.Argument(metavar="FILE", help="A file of results.")]
SetName = Annotated[str | None, typer.Argument(metavar="[SET]", help="A problem set; a summary of all if not given.")]
Index = Annotated[int | None, typer.Argument(metavar="[INDEX]", min=1, help="The problem's number, from 1.")]
Plot = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Draw the problem's task graph: a .svg, .png, .pdf or .html file."),
]
Old = Annotated[Path, typer.Argument(metavar="OLD", help="A file of results.")]
New = Annotated[Path, typer.Argument(metavar="NEW", help="Another one about the same benchmark.")]


@results.command("show")
def show_results(
    file: File, problemset: SetName = None, index: Index = None, *, plot: Plot = None, as_json: AsJson = False
) -> None:
    """Show what came out: of all, of one set, or of one problem with its question, code, verdict and what differs.

    Example: authoring results show results/benchmark/reference.jsonl penguins 3
    Example: authoring results show planner.jsonl penguins 3 --plot graph.svg
    """
    from authoring.api.results import select_results
    from authoring.cli.views.render import answer
    from authoring.cli.views.results import next_of_results, results_view

    selected = select_results(file, problemset, index, plot=plot)
    command = f"open {plot}" if plot else next_of_results(file, selected, problemset, index)
    answer(selected.record, lambda _: results_view(selected, problemset, index), command, as_json=as_json)


@results.command("compare")
def compare(old: Old, new: New, *, as_json: AsJson = False) -> None:
    """Say which verdicts of two runs differ, how far their pass rates are apart, and whether that may be chance.

    Ends with 1 if any verdict differs.

    Example: authoring results compare old.jsonl new.jsonl
    """
    from authoring.api.evaluation.run_comparison import compare_results
    from authoring.cli.views.evaluation.comparison import comparison_view
    from authoring.cli.views.render import answer

    comparison = compare_results(old, new)
    answer(comparison, comparison_view, f"authoring results show {quote(str(new))}", as_json=as_json)
    raise typer.Exit(1 if comparison.changes else 0)
