"""Bringing a workspace of an older version of the toolkit up to this one."""

from authoring.workspace import Workspace
from authoring.workspace.migration import MigrationReport, migrate_workspace


def migrate(workspace: Workspace, *, write: bool = True) -> MigrationReport:
    """Bring every versioned file of a workspace up to the formats of this version.

    Args:
        workspace: whose files are migrated.
        write: false to report what would be changed.
    """
    return migrate_workspace(workspace.root, write=write)
