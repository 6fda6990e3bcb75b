"""What a migration makes of the files of a workspace that carry a format version."""

from authoring.records.base import Record


class MigratedFile(Record):
    """One file of a workspace that carries a format version."""

    path: str
    """Relative to the workspace."""
    kind: str
    """A key of `authoring.records.format_version.FORMATS`."""
    found: int
    """The version that the file was of; 0 for one that was written before versions were marked."""
    current: int
    """The version that this program writes."""
    problem: str = ""
    """Why the file was left as it is; empty where it is, or now is, of the current version."""

    @property
    def outdated(self) -> bool:
        """Whether the file was of an older version."""
        return self.found < self.current


class MigrationReport(Record):
    """What became of the files of a workspace."""

    files: tuple[MigratedFile, ...]
    written: bool
    """False where files were only looked at."""
