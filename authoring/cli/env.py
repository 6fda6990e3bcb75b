"""``authoring env``: the Python environments that cells run in."""

from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace

environments = typer.Typer(name="env", help="Lock, make, check and remove the environments that cells run in.")

Name = Annotated[str, typer.Argument(metavar="NAME", help="What to call the lock.")]
Requirements = Annotated[
    list[str] | None,
    typer.Argument(metavar="[REQUIREMENT]...", help="As pip takes them; else what the admitted sets import."),
]
Python = Annotated[
    str, typer.Option(metavar="VERSION|PATH", help="The Python it is for; else the one that runs this program.")
]
OfSets = Annotated[bool, typer.Option("--sets", help="Add what the admitted sets import.")]
AsHere = Annotated[bool, typer.Option("--here", help="At the versions that are installed where this program runs.")]
Replace = Annotated[bool, typer.Option("--replace", help="Take the place of a lock of this name.")]
LockName = Annotated[str, typer.Argument(metavar="NAME|FILE", help="A lock of the workspace, or the path of one.")]
Checkable = Annotated[
    str,
    typer.Argument(
        metavar="[NAME|FILE|PYTHON]", help="A lock, a version, an interpreter or: here; else what the settings name."
    ),
]
Removable = Annotated[
    list[str] | None, typer.Argument(metavar="[NAME|KEY]...", help="Names of locks, or the beginnings of keys.")
]
Unused = Annotated[bool, typer.Option("--unused", help="Those that no lock of the workspace makes any more.")]


@environments.command("lock")
def lock(
    name: Name,
    requirements: Requirements = None,
    *,
    python: Python = "",
    of_sets: OfSets = False,
    as_here: AsHere = False,
    replace: Replace = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Resolve packages once and keep their versions and hashes in environments/NAME.lock.

    Example: authoring env lock old pandas==2.1.1 "numpy<2" --sets --python 3.11
    """
    from authoring.api.environments import lock_environment
    from authoring.cli.views.environments import lock_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer

    with live_reporter() as reporter:
        record = lock_environment(
            name,
            requirements or (),
            python=python,
            of_sets=of_sets,
            as_here=as_here,
            replace=replace,
            workspace=workspace,
            reporter=reporter,
        )
    answer(record, lock_view, f"authoring env create {name}", as_json=as_json)


@environments.command("create")
def create(name: LockName, *, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """Make the environment of a lock, if it is not there yet; nothing is built, only wheels are installed.

    Example: authoring env create old
    """
    from authoring.api.environments import create_environment
    from authoring.api.workspaces import workspace_around
    from authoring.cli.views.environments import environment_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer

    with live_reporter() as reporter:
        environment = create_environment(name, workspace=workspace, reporter=reporter)
    # A check looks at what sets import, and outside of a workspace there are none.
    is_inside = workspace_around(workspace) is not None
    command = f"authoring env check {name}" if is_inside else f"authoring run FILE.py --env {name}"
    answer(environment, lambda made: environment_view(made, name), command, as_json=as_json)


@environments.command("check")
def check(word: Checkable = "", *, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """See that an environment is what its lock says, starts, and has what the admitted sets import.

    Example: authoring env check old
    """
    from authoring.api.environments import check_environment
    from authoring.cli.views.environments import check_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer

    with live_reporter() as reporter:
        record = check_environment(word, workspace=workspace, reporter=reporter)
    command = "authoring env list" if record.faults else f"authoring run --all --env here,{record.name}"
    answer(record, check_view, command, as_json=as_json)
    raise typer.Exit(1 if record.faults else 0)


@environments.command("list")
def list_all(*, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """List the locks of the workspace and the environments that were made.

    Example: authoring env list
    """
    from authoring.api.environments import list_environments
    from authoring.cli.views.environments import environments_table
    from authoring.cli.views.render import answer

    lines = list_environments(workspace=workspace)
    # The first lock that was not made comes next; if all are, they can be checked.
    commands = [f"create {line.name}" for line in lines if not line.key]
    commands.append("check" if lines else "lock NAME")
    answer(lines, lambda lines: [environments_table(lines)], f"authoring env {commands[0]}", as_json=as_json)


@environments.command("remove")
def remove(
    names: Removable = None, *, unused: Unused = False, workspace: InWorkspace = None, as_json: AsJson = False
) -> None:
    """Remove environments that were made; their locks stay, and make them again.

    Example: authoring env remove --unused
    """
    from authoring.api.environments import remove_environments
    from authoring.cli.views.environments import environment_view
    from authoring.cli.views.render import answer

    removed = remove_environments(names or (), unused=unused, workspace=workspace)
    parts = (part for gone in removed for part in environment_view(gone, f"removed {gone.name}"))
    answer(removed, lambda _: parts, "authoring env list", as_json=as_json)
