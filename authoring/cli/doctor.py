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
    from authoring.api.machine import container_recipe, examine
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.machine import advice_of, examination_view
    from authoring.cli.views.render import emit, next_command, show

    if containerfile:
        recipe = container_recipe()
        if as_json:
            emit(recipe)
        else:
            typer.echo(recipe.containerfile, nl=False)
        return
    with live_reporter() as reporter:
        examination = examine(workspace=workspace, reporter=reporter)
    if as_json:
        emit(examination)
    else:
        show(*examination_view(examination))
        next_command(advice_of(examination))
    raise typer.Exit(0 if examination.met else 1)
