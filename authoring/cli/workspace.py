"""``authoring init``, ``status`` and ``migrate``: a workspace is made, looked at, and brought up to this version."""

from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make it in; this one if not given.")]


def init(folder: Folder = Path(), *, as_json: AsJson = False) -> None:
    """Make a workspace: settings, guides, templates, and room for seeds and problem sets.

    Example: authoring init my-benchmark
    """
    from authoring.api.workspaces import create_workspace
    from authoring.cli.views.render import answer, heading
    from authoring.records.wording import counted

    created = create_workspace(folder)
    count = len(created.written)
    outcome = f"{counted(count, 'file')} written" if count else "nothing to do, it was whole already"
    # The command is to be pasted, and works on the workspace around the current folder.
    change_folder = "" if folder.resolve() == Path.cwd() else f"cd {folder} && "
    command = f"{change_folder}authoring seed add package:palmerpenguins/penguins-raw"
    answer(created, lambda created: [heading(f"workspace {created.workspace}: {outcome}")], command, as_json=as_json)


def status(*, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """Show where every seed, every draft and every admitted set stands, and which files are damaged.

    Ends with 1 if a file is damaged.

    Example: authoring status
    """
    from authoring.api.status import status as workspace_status
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.render import answer
    from authoring.cli.views.workspace import next_step, status_view

    record = workspace_status(open_workspace(workspace))
    answer(record, status_view, next_step(record), as_json=as_json)
    if record.damaged:
        raise typer.Exit(1)


DryRun = Annotated[bool, typer.Option("--check", help="Only say what would be changed; exit with 1 if anything would.")]


def migrate(*, check: DryRun = False, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """Bring the files of a workspace up to the formats of this version.

    Files of the current format are left alone, so that doing it twice is doing it once.

    What a newer version wrote is refused by every command; this one says which files those are.

    Example: authoring migrate --check
    """
    from authoring.api.workspaces import migrate as migrate_files
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.render import emit
    from authoring.cli.views.workspace import show_migration

    report = migrate_files(open_workspace(workspace), write=not check)
    if as_json:
        emit(report)
    else:
        show_migration(report)
    if any(file.problem or (check and file.outdated) for file in report.files):
        raise typer.Exit(1)
