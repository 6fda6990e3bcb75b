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
    from authoring.api.workspaces import create_workspace
    from authoring.cli.views.render import emit, heading, next_command, show
    from authoring.records.wording import counted

    created = create_workspace(folder)
    if as_json:
        emit(created)
        return
    count = len(created.written)
    outcome = f"{counted(count, 'file')} written" if count else "nothing to do, it was whole already"
    show(heading(f"workspace {created.workspace}: {outcome}"))
    change_folder = "" if folder.resolve() == Path.cwd() else f"cd {folder} && "
    next_command(f"{change_folder}authoring seed add package:palmerpenguins/penguins-raw")
