"""``authoring init``: make a workspace."""

from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.options import AsJson

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make it in; this one if not given.")]


def init(folder: Folder = Path(), *, as_json: AsJson = False) -> None:
    """Make a workspace: settings, guides, templates, and room for seeds and problem sets.

    Example: authoring init my-benchmark
    """
    from authoring.cli.answers import Made
    from authoring.cli.views.render import counted, emit, heading, next_command, show
    from authoring.workspace import Workspace

    workspace, written = Workspace.create(folder)
    if as_json:
        relative = sorted(str(path.resolve().relative_to(workspace.root)) for path in written)
        emit(Made(workspace=str(workspace.root), written=tuple(relative)))
        return
    what = f"{counted(len(written), 'file')} written" if written else "nothing to do, it was whole already"
    show(heading(f"workspace {workspace.root}: {what}"))
    go = "" if folder.resolve() == Path.cwd() else f"cd {folder} && "
    next_command(f"{go}authoring seed add package:palmerpenguins/penguins-raw")
