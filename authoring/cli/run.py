"""``authoring run``: prove problem sets by running their reference code."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace, complete_runnable

if TYPE_CHECKING:
    from authoring.cli.proofs import Subject

Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME|PATH]...", help="Drafts, admitted sets or DSEAL files.", autocompletion=complete_runnable
    ),
]
All = Annotated[bool, typer.Option("--all", help="Every draft and every admitted set of the workspace.")]
Jobs = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Sets that run at once; half as many as there are processors if not given."),
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Have a Dask cluster run the sets: its scheduler, as tcp://host:8786."),
]
Environments = Annotated[
    str,
    typer.Option("--env", metavar="A,B,...", help="Compare environments: locks, versions, interpreters, here."),
]
Vary = Annotated[
    str,
    typer.Option(
        metavar="A,B,...",
        help="Vary timezone, locale, threads, hash_seed, random_state, or all; say what depends on it.",
    ),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Run what is unchanged, too.")]


def run(  # noqa: PLR0913 - options of the command, all by keyword
    names: Names = None,
    *,
    everything: All = False,
    jobs: Jobs = None,
    cluster: Cluster = None,
    fresh: Fresh = False,
    environments: Environments = "",
    vary: Vary = "",
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Run the reference of every problem twice, under limits, and judge it by its own validator.

    A set that is unchanged since it ran last is not run again.

    Example: authoring run problemsets/penguins-raw.py
    """
    from authoring.cli.proofs import subjects
    from authoring.cli.run_many import Request, run_all
    from authoring.cli.run_view import next_of, report
    from authoring.cli.views.render import emit, next_command

    chosen = subjects(names or (), everything=everything, workspace=workspace)
    if environments:
        raise typer.Exit(_compare(chosen, environments, workspace, as_json=as_json))
    if vary:
        raise typer.Exit(_vary(chosen, vary, workspace, as_json=as_json))
    outcome = run_all(chosen, Request(workspace, jobs, cluster, fresh, as_json))
    if not as_json:
        report(outcome)
    if outcome.interrupted:
        raise KeyboardInterrupt
    if as_json:
        emit(outcome.proofs)
    else:
        next_command(next_of(outcome))
    raise typer.Exit(outcome.exit_code)


def _compare(chosen: Sequence["Subject"], environments: str, workspace: Path | None, *, as_json: bool) -> int:
    """Run sets under several environments and show what differs; return the exit code."""
    from authoring.cli.environments_run import run_under
    from authoring.cli.environments_view import comparison_view
    from authoring.cli.views.render import emit, next_command, show

    comparison = run_under(chosen, environments, workspace)
    if as_json:
        emit(comparison)
    else:
        show(*comparison_view(comparison))
        next_command("authoring status" if comparison.holds else "authoring env lock NAME --sets --here")
    return 0 if comparison.holds else 1


def _vary(chosen: Sequence["Subject"], words: str, workspace: Path | None, *, as_json: bool) -> int:
    """Run sets with what surrounds them varied and show what depends on it; return the exit code."""
    from authoring.cli.varying import vary
    from authoring.cli.varying_view import variation_view
    from authoring.cli.views.render import emit, next_command, show

    variation = vary(chosen, words, workspace)
    if as_json:
        emit(variation)
    else:
        show(*variation_view(variation))
        next_command("authoring status" if variation.holds else "authoring explain DS406")
    return 0 if variation.holds else 1
