"""``authoring run`` and ``authoring check``: prove problem sets by running references, and answers beside them."""

from typing import TYPE_CHECKING, Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace, Reviewer, SetJobs, Strict, complete_runnable

if TYPE_CHECKING:
    from authoring.api.set_runs import SetRuns

Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME|PATH]...", help="Drafts, admitted sets or DSEAL files.", autocompletion=complete_runnable
    ),
]
All = Annotated[bool, typer.Option("--all", help="Every draft and every admitted set of the workspace.")]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Have a Dask cluster run the sets, as many at once as its workers have threads: its scheduler, "
        "as tcp://host:8786.",
    ),
]
Environments = Annotated[
    str,
    typer.Option("--env", metavar="A,B,...", help="Compare environments: locks, versions, interpreters, here."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Run what is unchanged, too.")]
Quick = Annotated[bool, typer.Option("--quick", help="Try the most telling answers only, and what takes no time.")]
Parts = Annotated[
    list[str] | None,
    typer.Option("--part", metavar="A,B,...", help="These parts only: answers, alignment, probes, surroundings."),
]
Record = Annotated[bool, typer.Option("--record", help="Write what came of it into the records of admitted sets.")]
Fix = Annotated[bool, typer.Option("--fix", help="Mend validators and questions where a new certificate proves it.")]


def run(
    names: Names = None,
    *,
    run_all: All = False,
    jobs: SetJobs = None,
    cluster: Cluster = None,
    fresh: Fresh = False,
    environments: Environments = "",
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Run the reference of every problem twice, under limits, and judge it by its own validator.

    A set that is unchanged since it ran last is not run again.

    Example: authoring run problemsets/penguins-raw.py
    """
    from authoring.api.executors.early_sandbox import start_sandbox

    if cluster is None and not environments:
        start_sandbox()
    from authoring.api.surroundings import SetRunOptions
    from authoring.api.surroundings import run as run_references
    from authoring.cli.views.environments import comparison_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer
    from authoring.cli.views.set_runs import MOST_DETAILS, SetRunsBoard
    from authoring.records.environment import EnvironmentComparison

    options = SetRunOptions(
        run_all=run_all,
        environments=tuple(environments.split(",")) if environments else (),
        jobs=jobs,
        cluster=cluster,
        fresh=fresh,
        # Of ten thousand sets a screen shows few; a program wants all.
        max_details=None if as_json else MOST_DETAILS,
    )
    # Comparing goes set by set, and has a bar alone.
    board = None if environments else SetRunsBoard()
    with live_reporter(board, quiet=as_json) as reporter:
        outcome = run_references(names or (), options, workspace=workspace, reporter=reporter)
    if isinstance(outcome, EnvironmentComparison):
        command = "authoring status" if outcome.holds else "authoring env lock NAME --sets --here"
        answer(outcome, comparison_view, command, as_json=as_json)
        raise typer.Exit(0 if outcome.holds else 1)
    _end_runs(outcome, redrawn=reporter.redrawn, as_json=as_json)


def _end_runs(runs: "SetRuns", *, redrawn: bool, as_json: bool) -> None:
    """Show what came of runs, and end the command with their exit code."""
    from authoring.cli.views.render import emit, next_command
    from authoring.cli.views.set_runs import next_of_runs, show_runs

    if not as_json:
        show_runs(runs, redrawn=redrawn)
    if runs.interrupted:
        # After the view: what was done until then is shown, and the exit code says that it was stopped.
        raise KeyboardInterrupt
    if as_json:
        emit(runs.proofs)
    else:
        next_command(next_of_runs(runs))
    raise typer.Exit(runs.exit_code)


def check(  # noqa: PLR0913 - a parameter for each option
    names: Names = None,
    *,
    run_all: All = False,
    quick: Quick = False,
    parts: Parts = None,
    strict: Strict = False,
    jobs: SetJobs = None,
    cluster: Cluster = None,
    fresh: Fresh = False,
    record: Record = False,
    fix: Fix = False,
    reviewer: Reviewer = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Lint sets, run their references, and try wrong and right answers on every validator.

    Each wrong answer should be refused and each right one accepted; those that are not are shown. Questions are held
    against references, and references run in other surroundings. What is unchanged since it was checked last is not
    looked at again. With --fix, validators that fail and questions with two readings are mended, and proved anew.

    Example: authoring check problemsets/penguins-raw.py
    """
    from authoring.api.executors.early_sandbox import start_sandbox

    if cluster is None:
        start_sandbox()
    from authoring.api.checks import check_sets
    from authoring.cli.options import reviewer_name
    from authoring.cli.views.checks import checks_view, next_of_checks
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import emit, next_command, show
    from authoring.records.certificate.problem import PARTS

    with live_reporter(quiet=as_json, lines=True) as reporter:
        results = check_sets(
            names or (),
            run_all=run_all,
            quick=quick,
            parts=PARTS if parts is None else parts,
            jobs=jobs,
            cluster=cluster,
            fresh=fresh,
            record=record,
            fix_as=reviewer_name(reviewer) if fix else "",
            workspace=workspace,
            reporter=reporter,
        )
    if as_json:
        emit(results)
    else:
        show(*checks_view(results))
        next_command(next_of_checks(results))
    raise typer.Exit(max((result.exit_code(strict=strict) for result in results), default=0))
