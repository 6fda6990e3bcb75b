"""How a migration is shown."""

from typing import TYPE_CHECKING

from authoring.cli.views.render import heading, next_command, plain, show
from authoring.records.wording import counted

if TYPE_CHECKING:
    from authoring.workspace.migration import MigrationReport


def show_migration(report: "MigrationReport") -> None:
    """Show which files were, or would be, brought up, and which could not be."""
    outdated = [file for file in report.files if file.outdated and not file.problem]
    for file in outdated:
        show(plain(f"  {file.path}: {file.kind}, format {file.found} to {file.current}"))
    failed = [file for file in report.files if file.problem]
    for file in failed:
        show(plain(f"  {file.path}: left as it is: {file.problem}"))
    count = counted(len(outdated), "file")
    verb = "brought up" if report.written else "to bring up"
    current = f"{counted(len(report.files) - len(outdated) - len(failed), 'file')} of the current format"
    show(heading(f"{count} {verb}, {current}" if outdated else f"nothing to do: {current}"))
    next_command("authoring migrate" if outdated and not report.written else "authoring status")
