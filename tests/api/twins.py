"""Two equal workspaces: what a function changes in one, its verb changes in the other, and both say the same of it."""

import json
import shutil
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from authoring.workspace import Workspace

VOLATILE = frozenset({"time", "made", "used", "seconds", "peak_memory"})
"""Fields that differ from one run to the next: when something was done, and what it took."""


def twin_of(workspace: Workspace) -> Workspace:
    """Return an equal workspace, beside the other."""
    # A path of the same length, because compiled files hold it, and their sizes are told.
    root = workspace.root.with_name(workspace.root.name[::-1])
    shutil.copytree(workspace.root, root, symlinks=True)
    return Workspace(root)


def settled(answer: BaseModel | Sequence[BaseModel] | Any, workspace: Workspace) -> Any:
    """Return a record, or what a verb printed of one, without volatile fields and without where its workspace lies."""
    if isinstance(answer, BaseModel):
        answer = answer.model_dump(mode="json")
    elif isinstance(answer, tuple):
        answer = [record.model_dump(mode="json") for record in answer]
    return _without_volatile(json.loads(json.dumps(answer).replace(str(workspace.root), "WORKSPACE")))


def _without_volatile(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_volatile(item) for key, item in value.items() if key not in VOLATILE}
    return [_without_volatile(item) for item in value] if isinstance(value, list) else value
