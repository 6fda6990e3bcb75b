"""Reading what stands beside an admitted set."""

import re
from pathlib import Path

import pytest

from authoring.errors import WorkspaceError
from authoring.records.provenance import read_provenance, refuse_changed_record
from authoring.workspace.documents import read_provenances

ROOT = Path(__file__).parents[2]


def test_repository_is_read() -> None:
    """Every set says its problems, its seed and who admitted it; what a person wrote has no knowledge points."""
    for one in read_provenances(ROOT):
        assert one.name
        assert one.seed.name
        assert len(one.problems) >= 10
        assert one.knowledge or {problem.origin for problem in one.problems} == {"person"}
        assert one.decisions[-1].action == "admit"


@pytest.mark.parametrize("text", ["a: [", "problems: 3", "decisions: [{action: praise}]", "- 1"])
def test_broken_file_is_named(text: str) -> None:
    """What is no such record is an error with the file's name, not a traceback."""
    with pytest.raises(WorkspaceError, match=r"_meta/wine\.yaml: "):
        read_provenance(text, path="_meta/wine.yaml")


@pytest.mark.parametrize(
    ("checksum", "problem"),
    [("[1, 2]", "its checksum is another"), ("{a: 1}", "its checksum is another"), ("''", "its checksum is another")],
)
def test_checksum_that_is_none_is_another(checksum: str, problem: str) -> None:
    """Whatever stands in the place of the checksum, the record is told to be another, and nothing breaks."""
    path = next((ROOT / "problemsets" / "_meta").glob("*.yaml"))
    text = re.sub(r"^checksum: .*$", f"checksum: {checksum}", path.read_text(), flags=re.MULTILINE)

    refuse_changed_record(path.read_text(), path=str(path))
    with pytest.raises(WorkspaceError, match=problem):
        refuse_changed_record(text, path=str(path))


def test_unknown_keys_are_left_alone() -> None:
    """A record of a later version is read as far as it is known."""
    assert read_provenance("name: wine\nfuture: {a: 1}\n").name == "wine"
