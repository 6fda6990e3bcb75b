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
Files = Annotated[
    list[Path],
    typer.Argument(metavar="RESULTS", help="Files of results about one benchmark: two, or several for a table."),
]
Against = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Hold the others against this one; else against the first.")
]


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
def compare(files: Files, *, against: Against = None, as_json: AsJson = False) -> None:
    """Say which verdicts of two runs differ, how far their pass rates are apart, and whether that may be chance.

    Three runs or more stand in one table, each held against the first, and p-values are corrected for
    their number (Holm). Ends with 1 if any verdict differs.

    Example: authoring results compare old.jsonl new.jsonl
    Example: authoring results compare model.jsonl selfdebug.jsonl react.jsonl --against model.jsonl
    """
    from authoring.api.evaluation.run_comparison import compare_results, compare_runs
    from authoring.cli.views.evaluation.comparison import comparison_view, runs_view
    from authoring.cli.views.render import answer

    runs = list(dict.fromkeys([against, *files])) if against is not None else files
    if len(runs) < 2:  # noqa: PLR2004 - a run and another
        raise typer.BadParameter("name two files of results or more")
    old, new = runs[0], runs[1]
    if len(runs) > 2:  # noqa: PLR2004 - more than two make a table
        table = compare_runs(runs)
        command = f"authoring results compare {quote(str(old))} {quote(str(new))}"
        answer(table, runs_view, command, as_json=as_json)
        raise typer.Exit(int(any(run.changed for run in table.runs)))
    comparison = compare_results(old, new)
    answer(comparison, comparison_view, f"authoring results show {quote(str(new))}", as_json=as_json)
    raise typer.Exit(1 if comparison.changes else 0)
