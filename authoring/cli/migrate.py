"""``authoring migrate``: bring what an older version wrote up to this one."""

from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace

DryRun = Annotated[bool, typer.Option("--check", help="Only say what would be changed; exit with 1 if anything would.")]


def migrate(*, check: DryRun = False, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """Bring the files of a workspace up to the formats of this version.

    Files of the current format are left alone; each other file is replaced by one rename. Doing it twice is doing it
    once. What a newer version wrote is refused by every command, and this one says which files those are.

    Example: authoring migrate --check
    """
    from authoring.api.migration import migrate as migrate_files
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.migration import show_migration
    from authoring.cli.views.render import emit

    report = migrate_files(open_workspace(workspace), write=not check)
    if as_json:
        emit(report)
    else:
        show_migration(report)
    if any(file.problem or (check and file.outdated) for file in report.files):
        raise typer.Exit(1)
