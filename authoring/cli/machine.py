"""``authoring doctor``: what this machine gives and what is therefore claimed; ``serve``: a sandbox for another one."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace
from authoring.errors import UsageError

if TYPE_CHECKING:
    from authoring.api.machine import ContainerRecipe

Containerfile = Annotated[
    bool, typer.Option("--containerfile", help="Print the recipe of an image for sandbox.container, and do no more.")
]

Repair = Annotated[
    bool, typer.Option("--repair", help="Mend damaged files of the workspace, moving them aside, and do no more.")
]
Check = Annotated[bool, typer.Option("--check", help="With --repair: only say what is damaged.")]


def doctor(
    *,
    containerfile: Containerfile = False,
    repair: Repair = False,
    check: Check = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Show what stands between untrusted code and this machine, and try to get past it; or mend damaged files.

    Ends with 0 if the level that authoring.toml demands is reached, and with 1 if not; with --repair, with 1 if a file
    is damaged still.

    Example: authoring doctor
    """
    from authoring.api.machine import ContainerRecipe
    from authoring.api.upkeep.doctor import DoctorOptions
    from authoring.api.upkeep.doctor import doctor as diagnose
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.machine import advice_of, examination_view
    from authoring.cli.views.render import answer
    from authoring.cli.views.workspace import repair_view
    from authoring.records.workspace.repair import RepairReport

    options = DoctorOptions(containerfile=containerfile, repair=repair, check=check)
    with live_reporter() as reporter:
        diagnosis = diagnose(options, workspace=workspace, reporter=reporter)
    if isinstance(diagnosis, ContainerRecipe):
        _print_recipe(diagnosis, as_json=as_json)
        return
    if isinstance(diagnosis, RepairReport):
        command = "authoring doctor --repair" if check and diagnosis.files else "authoring status"
        answer(diagnosis, repair_view, command, as_json=as_json)
        raise typer.Exit(0 if all(file.mended for file in diagnosis.files) else 1)
    answer(diagnosis, examination_view, advice_of(diagnosis), as_json=as_json)
    raise typer.Exit(0 if diagnosis.met else 1)


def _print_recipe(recipe: "ContainerRecipe", *, as_json: bool) -> None:
    from authoring.cli.views.render import emit

    if as_json:
        emit(recipe)
    else:
        # As it stands, without colours or folding: it goes into `build -f -` by a pipe.
        typer.echo(recipe.containerfile, nl=False)


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
