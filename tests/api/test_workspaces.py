"""Names of a workspace, and where results stand."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.workspaces import (
    RESULTS,
    checked_name,
    create_workspace,
    migrate,
    results_path,
    workspace_around,
    workspace_names,
)
from authoring.errors import UsageError, WorkspaceError
from authoring.workspace import Workspace
from tests.api.twins import settled, twin_of


def test_names_are_those_of_the_workspace(drafted: Workspace) -> None:
    """Seeds, drafts and sets are named each for itself."""
    names = workspace_names(drafted.root)

    assert {kind: list(names[kind]) for kind in names} == {"seeds": ["penguins"], "drafts": ["penguins"], "sets": []}


def test_no_workspace_is_needed_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside of any there is none, unless one is named."""
    monkeypatch.chdir(tmp_path)

    assert workspace_around(None) is None
    with pytest.raises(WorkspaceError, match="is no workspace"):
        workspace_around(tmp_path)


def test_names_are_file_names() -> None:
    """A name may stand in a path on every system."""
    assert checked_name("penguins-2") == "penguins-2"
    with pytest.raises(UsageError, match="cannot be a name"):
        checked_name("../x")


def test_results_are_filed_by_benchmark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are short below the current folder, and strangers' names make no folders of their own."""
    monkeypatch.chdir(tmp_path)

    assert results_path(tmp_path, RESULTS, "tiny", "../a b") == Path("results/tiny/a-b.jsonl")


def test_results_stay_in_a_folder(tmp_path: Path) -> None:
    """A link in a stranger's folder takes no results out of it."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "benchmark").mkdir()
    (tmp_path / "benchmark" / "results").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(WorkspaceError, match="leads out of"):
        results_path(tmp_path / "benchmark", RESULTS, "small", "reference")


def test_creation_is_what_the_command_prints(cli: Callable[..., Any], tmp_path: Path) -> None:
    """The record names every file that was written, as --json does."""
    created = create_workspace(tmp_path / "one")
    printed = cli("init", tmp_path / "two", "--json").json

    assert created.written
    assert settled(created, Workspace(tmp_path / "one")) == settled(printed, Workspace(tmp_path / "two"))


def test_migration_is_what_the_command_prints(cli: Callable[..., Any], drafted: Workspace) -> None:
    """An older file is brought up by function and verb alike, and a second time there is nothing to do."""
    path = drafted.root / "authoring.toml"
    path.write_text(path.read_text().replace("format_version = 1", "# "))
    twin = twin_of(drafted)
    report = migrate(drafted)
    printed = cli("migrate", "--workspace", twin.root, "--json").json

    assert any(file.outdated for file in report.files)
    assert settled(report, drafted) == settled(printed, twin)
    assert path.read_bytes() == (twin.root / "authoring.toml").read_bytes()
    assert not any(file.outdated for file in migrate(drafted).files)
