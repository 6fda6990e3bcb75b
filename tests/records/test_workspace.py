"""What is said of the files of a workspace, older ones and damaged ones."""

import pytest

from authoring.records.workspace.migration import MigratedFile, MigrationReport
from authoring.records.workspace.repair import RepairedFile, RepairReport


@pytest.mark.parametrize(("found", "outdated"), [(0, True), (1, True), (2, False)])
def test_file_of_an_older_version_is_outdated(found: int, outdated: bool) -> None:  # noqa: FBT001 - of the case
    """A file is outdated until this program's version has been written, whether or not it was marked."""
    assert MigratedFile(path="journal.jsonl", kind="journal", found=found, current=2).outdated is outdated


def test_reports_are_read_as_they_were_printed() -> None:
    """What --json prints of a migration and a repair is the record."""
    migrated = MigratedFile(path="seed.yaml", kind="seed", found=1, current=2, problem="it is locked")
    repaired = RepairedFile(path="seed.yaml", kind="seed", problem="it is no YAML", mended=False, action="add it again")

    for report in (
        MigrationReport(files=(migrated,), written=True),
        RepairReport(workspace=".", files=(repaired,), written=False),
    ):
        assert type(report).model_validate_json(report.model_dump_json()) == report
