"""Records of pilots: one file for each draft or set, which the next pilot of it replaces."""

import json
from pathlib import Path

from authoring.errors import WorkspaceError
from authoring.records.base import Sha256
from authoring.records.documents import load_json
from authoring.records.format_version import current, marked
from authoring.records.pilot import PilotRecord
from authoring.records.pilot.rubric import RubricRecord
from authoring.workspace.files import read_text, write_file
from authoring.workspace.regular_file import is_present

RUBRICS = "rubrics"
"""The folder of what was judged by the rubric: a file for each text."""


def pilot_path(root: Path, name: str) -> Path:
    """Return where the record of a pilot stands, or will stand."""
    return root / ".authoring" / "pilots" / f"{name}.json"


def write_pilot(root: Path, record: PilotRecord) -> Path:
    """Write a record whole; return its path."""
    path = pilot_path(root, record.name)
    content = marked("pilot", record.model_dump(mode="json"))
    write_file(path, (json.dumps(content, indent=1) + "\n").encode())
    return path


def write_rubric(root: Path, record: RubricRecord) -> Path:
    """Write what a model said by the rubric; what it said of other texts stays, for the count of agreement."""
    path = root / ".authoring" / "pilots" / RUBRICS / f"{record.name}-{record.draft[:16]}.json"
    write_file(path, (json.dumps(marked("rubric", record.model_dump(mode="json")), indent=1) + "\n").encode())
    return path


def read_rubrics(root: Path) -> tuple[RubricRecord, ...]:
    """Return what models said by the rubric, of all texts, sorted by file.

    Raises:
        WorkspaceError: a file cannot be read, or does not say what it should.
    """
    paths = sorted((root / ".authoring" / "pilots" / RUBRICS).glob("*.json"))
    return tuple(_read_rubric(root, path) for path in paths)


def _read_rubric(root: Path, path: Path) -> RubricRecord:
    try:
        return RubricRecord.model_validate(current("rubric", load_json(read_text(path, inside=root)), path=path))
    except ValueError as error:
        line = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise WorkspaceError(f"{path}: {line}", hint="remove the file") from error


def read_pilot(root: Path, name: str, *, draft: Sha256 | None = None) -> PilotRecord | None:
    """Return the record of the last pilot of a draft or set; None where there was none, or of another text.

    Args:
        root: the folder of the workspace.
        name: of the draft or set.
        draft: the hash of the text that it has to be about; any if None.

    Raises:
        WorkspaceError: the file cannot be read, or does not say what it should.
    """
    path = pilot_path(root, name)
    if not is_present(path):
        return None
    try:
        record = PilotRecord.model_validate(current("pilot", load_json(read_text(path, inside=root)), path=path))
    except ValueError as error:
        line = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise WorkspaceError(
            f"{path}: {line}", hint=f"remove the file, and pilot again: authoring pilot {name}"
        ) from error
    return record if draft in {None, record.draft} else None
