"""The damaged files of a workspace, and what a repair makes of them."""

from authoring.records.base import Record


class DamagedFile(Record):
    """A file of a workspace that cannot be read as what it should be."""

    path: str
    """Relative to the workspace."""
    kind: str
    problem: str
    hint: str = ""


class RepairedFile(Record):
    """A damaged file, and what became of it."""

    path: str
    """Relative to the workspace."""
    kind: str
    problem: str
    mended: bool
    """Whether the workspace is whole again as far as this file goes."""
    action: str
    """What was done and what is lost; where nothing was done, what a person can do."""
    moved_to: str = ""
    """Where the damaged file stands now, relative to the workspace; empty where it was left in its place."""


class RepairReport(Record):
    """The damaged files of a workspace, and what became of each."""

    workspace: str
    files: tuple[RepairedFile, ...]
    written: bool
    """False where files were only looked at."""
