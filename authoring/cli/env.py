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
    from authoring.cli.environments_view import locked_view
    from authoring.cli.locking import Wish, checked_lock_name, make_lock
    from authoring.cli.options import open_workspace
    from authoring.cli.views.render import emit, next_command, show

    wish = Wish(checked_lock_name(name), tuple(requirements or ()), python, of_sets, as_here, replace)
    locked = make_lock(open_workspace(workspace), wish)
    if as_json:
        emit(locked)
        return
    show(*locked_view(locked))
    next_command(f"authoring env create {name}")


@environments.command("create")
def create(name: LockName, *, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """Make the environment of a lock, if it is not there yet; nothing is built, only wheels are installed.

    Example: authoring env create old
    """
    from authoring.cli.environments import choice_of, made_environment
    from authoring.cli.environments_view import made_view
    from authoring.cli.places import workspace_around
    from authoring.cli.views.render import emit, next_command, show

    place = workspace_around(workspace)
    made = made_environment(choice_of(name, place), place)
    if as_json:
        emit(made)
        return
    show(*made_view(made, name))
    next_command(f"authoring env check {name}" if place else f"authoring run FILE.py --env {name}")


@environments.command("check")
def check_environment(word: Checkable = "", *, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """See that an environment is what its lock says, starts, and has what the admitted sets import.

    Example: authoring env check old
    """
    from authoring.cli.environments_check import check
    from authoring.cli.environments_view import checked_view
    from authoring.cli.options import open_workspace
    from authoring.cli.views.render import emit, next_command, show

    checked = check(open_workspace(workspace), word)
    if as_json:
        emit(checked)
    else:
        show(*checked_view(checked))
        next_command("authoring env list" if checked.faults else f"authoring run --all --env here,{checked.name}")
    raise typer.Exit(1 if checked.faults else 0)


@environments.command("list")
def list_environments(*, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """List the locks of the workspace and the environments that were made.

    Example: authoring env list
    """
    from authoring.cli.environments_check import lines
    from authoring.cli.environments_view import lines_view
    from authoring.cli.options import open_workspace
    from authoring.cli.views.render import emit, next_command, show

    found = lines(open_workspace(workspace))
    if as_json:
        emit(found)
        return
    show(*lines_view(found))
    missing = next((line.name for line in found if not line.key), "")
    next_command(
        f"authoring env create {missing}"
        if missing
        else "authoring env lock NAME"
        if not found
        else "authoring env check"
    )


@environments.command("remove")
def remove_environments(
    names: Removable = None, *, unused: Unused = False, workspace: InWorkspace = None, as_json: AsJson = False
) -> None:
    """Remove environments that were made; their locks stay, and make them again.

    Example: authoring env remove --unused
    """
    from authoring.cli.environments_check import remove
    from authoring.cli.environments_view import made_view
    from authoring.cli.options import open_workspace
    from authoring.cli.views.render import emit, next_command, show
    from authoring.errors import UsageError

    if not names and not unused:
        raise UsageError("nothing to remove", hint="name environments, or say --unused; see: authoring env list")
    gone = remove(open_workspace(workspace), tuple(names or ()), unused=unused)
    if as_json:
        emit(gone)
        return
    show(*(part for made in gone for part in made_view(made, f"removed {made.name}")))
    next_command("authoring env list")
