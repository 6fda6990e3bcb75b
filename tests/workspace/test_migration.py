"""What an older version wrote is brought up; what a newer one wrote is refused and left alone."""

import json
import tomllib
from pathlib import Path

import pytest
import yaml

from authoring.errors import JournalError, WorkspaceError
from authoring.records.evidence import Limits
from authoring.records.format_version import FORMATS, MIGRATIONS, VERSION_KEY, WRITER_KEY, current, marked
from authoring.workspace import Workspace
from authoring.workspace.journal import Journal
from authoring.workspace.migration import migrate_workspace

SEED = {"name": "tiny", "title": "Tiny", "description": "", "source": "made", "licence": "CC0-1.0", "files": []}


@pytest.fixture
def old(tmp_path: Path) -> Workspace:
    """Return a workspace whose files carry no version, as the first versions of the toolkit wrote them."""
    workspace, _ = Workspace.create(tmp_path)
    settings = tmp_path / "authoring.toml"
    settings.write_text(
        "".join(line for line in settings.read_text().splitlines(keepends=True) if VERSION_KEY not in line)
    )
    (tmp_path / "seeds" / "tiny").mkdir()
    (tmp_path / "seeds" / "tiny" / "seed.yaml").write_text(yaml.safe_dump(SEED))
    journal = workspace.journal_path("tiny")
    journal.parent.mkdir(parents=True)
    header = {"kind": "header", "settings": Limits().model_dump(mode="json")}
    journal.write_bytes(json.dumps(header).encode() + b"\n" + b'{"kind":"step","torn')
    return Workspace(tmp_path)


def test_files_without_a_version_are_read_and_brought_up_once(old: Workspace) -> None:
    """Migrating marks every file, loses nothing, and finds nothing to do the second time."""
    before = old.read_seed("tiny")

    report = migrate_workspace(old.root)
    again = migrate_workspace(old.root)

    assert {(file.kind, file.found, file.problem) for file in report.files} == {
        (kind, 0, "") for kind in ("workspace", "seed", "journal")
    }
    assert not any(file.outdated for file in again.files)
    assert Workspace(old.root).read_seed("tiny") == before
    assert old.journal_path("tiny").read_bytes().endswith(b'{"kind":"step","torn')
    with Journal.open(old.journal_path("tiny"), Limits(max_time=1)) as journal:
        assert journal.settings == Limits()


def test_version_inside_a_table_is_another_key(old: Workspace) -> None:
    """Only a key outside all tables is the version of the settings; what a table holds is left alone."""
    settings = old.root / "authoring.toml"
    settings.write_text(f"{settings.read_text()}\n[extra]\n{VERSION_KEY} = 0 # theirs\n")

    report = migrate_workspace(old.root)

    assert [(file.kind, file.found) for file in report.files if file.kind == "workspace"] == [("workspace", 0)]
    assert tomllib.loads(settings.read_text())[VERSION_KEY] == FORMATS["workspace"]
    assert settings.read_text().endswith(f"[extra]\n{VERSION_KEY} = 0 # theirs\n")


def test_looking_changes_nothing(old: Workspace) -> None:
    """A report alone leaves every byte as it is."""
    files = [path for path in sorted(old.root.rglob("*")) if path.is_file()]
    before = [path.read_bytes() for path in files]

    report = migrate_workspace(old.root, write=False)

    assert any(file.outdated for file in report.files)
    assert [path.read_bytes() for path in files] == before


def test_newer_file_is_refused_with_the_version_that_reads_it(old: Workspace) -> None:
    """A newer format names its writer, is never overwritten, and keeps the other files from nothing."""
    path = old.root / "seeds" / "tiny" / "seed.yaml"
    newer = yaml.safe_dump({VERSION_KEY: 99, WRITER_KEY: "dseal-authoring 9.0.0", **SEED})
    path.write_text(newer)

    report = migrate_workspace(old.root)

    assert "format 99" in next(file.problem for file in report.files if file.kind == "seed")
    assert path.read_text() == newer
    assert next(file for file in report.files if file.kind == "workspace").problem == ""


@pytest.mark.parametrize("kind", sorted(FORMATS))
def test_every_kind_refuses_a_newer_version(kind: str) -> None:
    """One rule for all kinds: the current version passes without its marks, a newer one is an error with a hint."""
    assert current(kind, marked(kind, {"a": 1}), path="p") == {"a": 1}
    assert len(MIGRATIONS[kind]) == FORMATS[kind]
    with pytest.raises(WorkspaceError) as refusal:
        current(kind, {VERSION_KEY: FORMATS[kind] + 1, WRITER_KEY: "dseal-authoring 9.0.0"}, path="p")
    assert "9.0.0" in refusal.value.hint


def test_journal_of_a_newer_version_is_not_touched(tmp_path: Path) -> None:
    """A run that a newer version began is refused when it is opened, and stays as it is."""
    path = tmp_path / "journal.jsonl"
    line = json.dumps({"kind": "header", VERSION_KEY: 99, "settings": {}}) + "\n"
    path.write_text(line)

    with pytest.raises(JournalError, match="format 99"):
        Journal.open(path, Limits())
    assert path.read_text() == line
