"""Locks and environments without a terminal: the records are those that ``authoring env`` prints."""

from collections.abc import Callable
from typing import Any

import pytest

from authoring.api.environments import (
    check_environment,
    create_environment,
    list_environments,
    lock_environment,
    remove_environments,
)
from authoring.errors import UsageError, WorkspaceError
from authoring.workspace import Workspace
from tests.api.twins import settled, twin_of
from tests.sandbox.environments.conftest import old_text, uv_cache

__all__ = ["old_text", "uv_cache"]

HASH = "--hash=sha256:" + "0" * 64


@pytest.fixture
def locked(bare: Workspace) -> Workspace:
    """Return a workspace with a lock that was not made."""
    (bare.root / "environments").mkdir()
    (bare.root / "environments" / "old.lock").write_text(f"numpy==1.26.4 {HASH}\npandas==2.1.1 {HASH}\n")
    return bare


def test_list_is_what_is_printed(cli: Callable[..., Any], locked: Workspace) -> None:
    """A lock is listed before its environment is made."""
    lines = list_environments(workspace=locked.root)

    assert [line.name for line in lines] == ["old"]
    assert [line.model_dump(mode="json") for line in lines] == (
        cli("env", "list", "--json", "--workspace", locked.root).json
    )


@pytest.mark.exhaustive
def test_check_is_what_is_printed(cli: Callable[..., Any], bare: Workspace) -> None:
    """Nothing stands against the interpreter that runs this program."""
    check = check_environment("here", workspace=bare.root)

    assert check.faults == ()
    assert check.model_dump(mode="json") == cli("env", "check", "here", "--json", "--workspace", bare.root).json


def test_nothing_is_written_over_or_removed_unasked(locked: Workspace) -> None:
    """A lock keeps its name, and what was not made cannot go."""
    with pytest.raises(WorkspaceError, match="there is such a lock"):
        lock_environment("old", ["pandas"], workspace=locked.root)
    with pytest.raises(UsageError, match="means an interpreter already"):
        lock_environment("here", workspace=locked.root)
    with pytest.raises(UsageError, match="has been made"):
        remove_environments(["old"], workspace=locked.root)


@pytest.mark.exhaustive
def test_life_of_an_environment_is_what_is_printed(cli: Callable[..., Any], bare: Workspace, old_text: str) -> None:
    """An environment is locked, made and removed by functions and verbs alike."""
    del old_text
    twin = twin_of(bare)
    for workspace in (bare, twin):
        (workspace.root / "problemsets" / "_manifest.yaml").write_text("name: b\nversion: 1\n")
    lock = lock_environment("new", ["numpy", "pandas"], as_here=True, workspace=bare.root)
    where = ("--workspace", twin.root, "--json")
    assert settled(lock, bare) == settled(cli("env", "lock", "new", "numpy", "pandas", "--here", *where).json, twin)
    made = create_environment("new", workspace=bare.root)
    assert settled(made, bare) == settled(cli("env", "create", "new", *where).json, twin)
    removed = remove_environments(["new"], workspace=bare.root)
    assert settled(removed, bare) == settled(cli("env", "remove", "new", *where).json, twin)

    assert removed == (made,)
