"""``authoring draft``: write a problem set about a seed, and prove it."""

from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace, SeedName

Name = Annotated[str | None, typer.Option(metavar="NAME", help="What to call the draft; the seed's name if not given.")]
RandomSeed = Annotated[int | None, typer.Option(metavar="N", help="Which of the possible sets is drafted.")]
Restart = Annotated[bool, typer.Option("--restart", help="Begin anew; the journal of the old run is kept aside.")]


def draft(
    seed: SeedName,
    *,
    name: Name = None,
    random_seed: RandomSeed = None,
    restart: Restart = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Draft a problem set, lint it, and run its reference code; or go on where an earlier run stopped.

    Example: authoring draft penguins-raw --random-seed 7
    """
    from authoring.cli.ends import end_view, next_of
    from authoring.cli.isolation import open_sandbox
    from authoring.cli.journals import begin_run, go_on
    from authoring.cli.options import checked_name, open_workspace
    from authoring.cli.render import emit, next_command, show
    from authoring.records import Waiting

    place = open_workspace(workspace)
    called = checked_name(name or seed)
    with begin_run(place, seed, called, random_seed=random_seed, restart=restart) as journal:
        with open_sandbox(place) as sandbox:
            end = go_on(place, journal, sandbox=sandbox, label=f"drafting {called}")
        if as_json:
            emit(end)
        else:
            show(*end_view(end, journal))
            next_command(next_of(end, written=called in place.problemsets()))
    raise typer.Exit(1 if isinstance(end, Waiting) and end.evidence.errors else 0)
