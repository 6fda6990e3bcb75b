"""``authoring doctor``: what this machine gives and what is therefore claimed; ``serve``: a sandbox for another one."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace
from authoring.errors import UsageError

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
    from authoring.api.machine import container_recipe, examine_machine
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.machine import advice_of, examination_view
    from authoring.cli.views.render import answer, emit

    if check and not repair:
        raise UsageError("--check goes with --repair", hint="authoring doctor --repair --check")
    if repair:
        _repair(workspace, check=check, as_json=as_json)
        return
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


def _repair(workspace: Path | None, *, check: bool, as_json: bool) -> None:
    from authoring.api.upkeep.repair import repair_workspace
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.render import answer
    from authoring.cli.views.workspace import repair_view

    report = repair_workspace(open_workspace(workspace), write=not check)
    is_whole = all(file.mended for file in report.files)
    command = "authoring doctor --repair" if check and report.files else "authoring status"
    answer(report, repair_view, command, as_json=as_json)
    raise typer.Exit(0 if is_whole else 1)


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
