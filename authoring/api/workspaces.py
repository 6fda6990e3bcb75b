"""Which workspace a command works in, names within it, where recorded answers and results stand, and migration."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from authoring.api.trust import require_own_links
from authoring.errors import UsageError, WorkspaceError
from authoring.records.base import Name, Record
from authoring.records.workspace.migration import MigrationReport
from authoring.workspace import Workspace
from authoring.workspace.links import refuse_links_out
from authoring.workspace.migration import migrate_workspace
from authoring.workspace.regular_file import is_present
from authoring.workspace.settings import SETTINGS

RESULTS = "results"
SUBMISSIONS = "submissions"
"""Folder of recorded answers, apart from results, so that judging recorded answers never writes over them."""
LONGEST_PART = 100
"""Characters of one part of a path."""


class CreatedWorkspace(Record):
    """A workspace that was made, or was there and is whole now."""

    workspace: str
    written: tuple[str, ...]
    """Files that were not there before, relative to the workspace, sorted."""


def create_workspace(folder: Path) -> CreatedWorkspace:
    """Make a workspace: settings, guides, templates, and room for seeds and problem sets; what is there is kept.

    Raises:
        WorkspaceError: the folder is a file.
    """
    workspace, paths = Workspace.create(folder)
    written = sorted(str(path.resolve().relative_to(workspace.root)) for path in paths)
    return CreatedWorkspace(workspace=str(workspace.root), written=tuple(written))


def open_workspace(folder: Path | None) -> Workspace:
    """Return the workspace in a folder; the one around the current folder if it is None.

    Raises:
        TrustError: a link leads out of it, and nobody allowed that.
        WorkspaceError: there is none.
    """
    if folder is None:
        return require_own_links(Workspace.find(Path.cwd()))
    if not is_present(folder / "authoring.toml"):
        raise WorkspaceError(f"{folder}: is no workspace", hint=f"make it one with: authoring init {folder}")
    return require_own_links(Workspace(folder.resolve()))


def workspace_around(folder: Path | None) -> Workspace | None:
    """Return the workspace in a folder, or the one that the current folder lies in; None where there is none.

    Raises:
        WorkspaceError: the folder is named and is no workspace, or its settings are broken.
    """
    # As git does, from the current folder upwards.
    folders = (Path.cwd(), *Path.cwd().parents)
    if folder is not None or any(os.path.lexists(parent / "authoring.toml") for parent in folders):
        return open_workspace(folder)
    return None


def workspace_names(folder: Path | None) -> Mapping[str, Sequence[str]]:
    """Return the names of a workspace's ``seeds``, ``drafts`` and ``sets``, for example to complete them in a shell.

    Raises:
        WorkspaceError: there is no workspace.
    """
    workspace = open_workspace(folder)
    return {"seeds": workspace.seeds(), "drafts": workspace.runs(), "sets": workspace.problemsets()}


def checked_name(name: str) -> str:
    """Return a name for a seed, draft or set as it was given.

    Raises:
        UsageError: it cannot be a file name of the benchmark.
    """
    try:
        # The one place that says what a name is: the records' own type.
        return TypeAdapter[str](Name).validate_python(name)
    except ValidationError as error:
        raise UsageError(
            f"{name!r} cannot be a name",
            hint="use lower-case letters, digits, - and _, beginning with a letter or digit, at most 64",
        ) from error


def results_path(root: Path, folder: str, benchmark: str, name: str) -> Path:
    """Return the file for a benchmark's answers or results, as a short path if it lies below the current folder.

    `folder` is RESULTS or SUBMISSIONS, and `name` that of who answered.

    Raises:
        WorkspaceError: a link leads out of a folder that is no workspace; out of one, a person may allow it.
    """
    # Filed by benchmark, as in DSEval's own repository.
    path = root / folder / _path_part(benchmark) / f"{_path_part(name)}.jsonl"
    if not is_present(root / SETTINGS):
        refuse_links_out([path.parent], root, error=WorkspaceError)
    # Shown to a person, who works below the current folder.
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _path_part(text: str) -> str:
    # Whatever a stranger's benchmark is called, its name leads into no other folder.
    return re.sub(r"[^\w.-]+", "-", text).strip(".-")[:LONGEST_PART] or "unnamed"


def migrate(workspace: Workspace, *, write: bool = True) -> MigrationReport:
    """Bring every versioned file of a workspace up to the formats of this version.

    Args:
        workspace: whose files are migrated.
        write: false to report what would be changed.
    """
    return migrate_workspace(workspace.root, write=write)
