"""``authoring seed check``: hold seeds against the gate, and record what may pass."""

from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace

Names = Annotated[list[str] | None, typer.Argument(metavar="SEED...", help="Names of seeds; all of them without.")]
Allow = Annotated[list[str] | None, typer.Option(metavar="CODE", help="Let a finding pass from now on; needs --why.")]
Why = Annotated[str, typer.Option(metavar="TEXT", help="Why it may pass; kept with the seed.")]
Reviewer = Annotated[str | None, typer.Option(metavar="NAME", help="Who lets it pass; else git's name for you.")]


def check(
    names: Names = None,
    *,
    allow: Allow = None,
    why: Why = "",
    reviewer: Reviewer = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Say what speaks against seeds: licence, size, personal data, fame, broken tables; nothing is sent anywhere.

    Example: authoring seed check customers --allow personal-data --why "the names are invented"
    """
    from authoring.cli.gating import Allowing
    from authoring.cli.options import open_workspace
    from authoring.cli.seed_gate import ADD, check_seeds, show_checked
    from authoring.cli.views.render import emit, next_command

    place = open_workspace(workspace)
    checked = check_seeds(place, names or (), Allowing(tuple(allow or ()), why, reviewer))
    if as_json:
        emit(checked)
    else:
        show_checked(checked)
        fit = next((one.seed for one in checked if one.fit), "")
        next_command(f"authoring draft {fit}" if fit else "authoring seed list" if checked else ADD)
    raise typer.Exit(0 if all(one.fit for one in checked) else 1)
