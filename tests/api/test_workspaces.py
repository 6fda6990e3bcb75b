"""Names of a workspace, and where results stand."""

from pathlib import Path

import pytest

from authoring.api.workspaces import RESULTS, checked_name, results_path, workspace_around, workspace_names
from authoring.errors import UsageError, WorkspaceError
from authoring.workspace import Workspace


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
