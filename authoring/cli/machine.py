"""``authoring doctor``: what this machine gives and what is therefore claimed; ``serve``: a sandbox for another one."""

import sys
from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace
from authoring.errors import UsageError

Containerfile = Annotated[
    bool, typer.Option("--containerfile", help="Print the recipe of an image for sandbox.container, and do no more.")
]


def doctor(*, containerfile: Containerfile = False, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """Show what stands between untrusted code and this machine, and try to get past it.

    Ends with 0 if the level that authoring.toml demands is reached, and with 1 if not.

    Example: authoring doctor
    """
    from authoring.api.machine import container_recipe, examine_machine
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.machine import advice_of, examination_view
    from authoring.cli.views.render import answer, emit

    if containerfile:
        recipe = container_recipe()
        if as_json:
            emit(recipe)
        else:
            # As it stands, without colours or folding: it goes into `build -f -` by a pipe.
            typer.echo(recipe.containerfile, nl=False)
        return
    with live_reporter() as reporter:
        examination = examine_machine(workspace=workspace, reporter=reporter)
    answer(examination, examination_view, advice_of(examination), as_json=as_json)
    raise typer.Exit(0 if examination.met else 1)


def serve() -> None:
    """Open sessions for another authoring, which speaks to this one through its standard streams.

    Nobody types this: sandbox.command in authoring.toml names a program that starts it (guides/isolation.md).

    Example: authoring serve
    """
    from authoring.api.sandboxes import serve_sandbox

    # A person would wait for ever: it reads messages that no keyboard gives.
    if sys.stdin.isatty():
        raise UsageError(
            "authoring serve speaks to another authoring, not to a person",
            hint="name the program that starts it in sandbox.command of authoring.toml",
        )
    serve_sandbox()
