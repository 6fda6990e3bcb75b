"""``authoring doctor``: what this machine gives, and what is therefore claimed."""

from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace

Containerfile = Annotated[
    bool, typer.Option("--containerfile", help="Print the recipe of an image for sandbox.container, and do no more.")
]


def doctor(*, containerfile: Containerfile = False, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """Show what stands between untrusted code and this machine, and try to get past it.

    Ends with 0 if the level that authoring.toml demands is reached, and with 1 if not.

    Example: authoring doctor
    """
    from authoring.cli.doctor_examination import Recipe, examine
    from authoring.cli.doctor_view import advice_of, examination_view
    from authoring.cli.places import workspace_around
    from authoring.cli.views.render import emit, next_command, show
    from authoring.sandbox.remote.container import containerfile as recipe

    if containerfile:
        if as_json:
            emit(Recipe(containerfile=recipe()))
        else:
            typer.echo(recipe(), nl=False)
        return
    found = examine(workspace_around(workspace))
    if as_json:
        emit(found)
    else:
        show(*examination_view(found))
        next_command(advice_of(found))
    raise typer.Exit(0 if found.met else 1)
