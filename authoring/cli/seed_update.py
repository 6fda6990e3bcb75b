"""``authoring seed update``: what changed upstream since a seed was added."""

from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace, SeedNames

All = Annotated[bool, typer.Option("--all", help="All seeds that come from Kaggle.")]


def update(
    names: SeedNames = None, *, every: All = False, workspace: InWorkspace = None, as_json: AsJson = False
) -> None:
    """Show what changed on Kaggle since seeds were added: version, files, size, licence, and what moves by itself.

    Changes nothing. Ends with 1 if a version, files, a size or a licence is another, or a data set is gone.

    Example: authoring seed update --all
    """
    from authoring.cli.options import open_workspace
    from authoring.cli.upstream import after_update, ask_upstream, chosen, exit_code_of
    from authoring.cli.upstream_view import upstream_view
    from authoring.cli.views.render import emit, next_command, show

    place = open_workspace(workspace)
    chosen_seeds = chosen(place, names or (), every=every)
    found = ask_upstream(chosen_seeds.seeds)
    if as_json:
        emit(found)
    else:
        show(*upstream_view(found, chosen_seeds.without_upstream))
        next_command(after_update(found))
    raise typer.Exit(exit_code_of(found))
