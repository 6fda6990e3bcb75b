"""Records of pilots: one file for each draft or set, which the next pilot of it replaces."""

import json
from collections.abc import Iterable
from pathlib import Path

from authoring.errors import WorkspaceError
from authoring.records.base import Sha256, sha256_of
from authoring.records.decision import Move
from authoring.records.documents import load_json
from authoring.records.format_version import current, marked
from authoring.records.pilot import PilotRecord
from authoring.records.pilot.rubric import RubricRecord
from authoring.workspace.changes import REMOVED
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
    # The draft may have been piloted under another name.
    return record.model_copy(update={"name": name}) if draft in {None, record.draft} else None


def draft_pilot(root: Path, name: str, *, set_path: Path) -> tuple[str, ...]:
    """Return where the record of a draft's pilot stands, within the workspace; nothing where there is none.

    A record about the admitted set at `set_path`, which may have the draft's name, is that set's.

    Raises:
        WorkspaceError: there is such a set, and it or the record cannot be read.
    """
    path = pilot_path(root, name)
    if not is_present(path):
        return ()
    if is_present(set_path) and read_pilot(root, name, draft=sha256_of(read_text(set_path))) is not None:
        return ()
    return (str(path.relative_to(root)),)


def pilot_moves(root: Path, name: str, new_name: str, *, texts: Iterable[str], number: int) -> tuple[Move, ...]:
    """Return the moves that take a pilot along where what it was about gets another name.

    Args:
        root: the folder of the workspace.
        name: of the draft or set until now.
        new_name: its new one; what a pilot of another draft left there goes to the change's folder of removed files.
        texts: the texts of what gets the name; a pilot of any other text stays.
        number: the number of the change.

    Raises:
        WorkspaceError: the record cannot be read.
    """
    source, target = (str(pilot_path(root, label).relative_to(root)) for label in (name, new_name))
    moves = [Move(source=target, target=f"{REMOVED}/{number}-pilot-{new_name}/{target}")]
    record = read_pilot(root, name)
    if record is not None and record.draft in map(sha256_of, texts):
        moves.append(Move(source=source, target=target))
    return tuple(moves if is_present(root / target) else moves[1:])
