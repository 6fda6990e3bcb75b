"""Bringing what an older version of the toolkit wrote up to the formats of this one, file by file."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from authoring.errors import AuthoringError, WorkspaceError
from authoring.records.documents import load_json, load_yaml
from authoring.records.format_version import FORMATS, VERSION_KEY, current, marked, version_of
from authoring.records.workspace.migration import MigratedFile, MigrationReport
from authoring.workspace.files import read_text, write_file, write_yaml
from authoring.workspace.line_log import checksums_path
from authoring.workspace.settings import SETTINGS
from authoring.workspace.unfinished import close_locked, locked, open_locked

# The line of authoring.toml that says the version, with or without a comment behind it.
_SETTING = re.compile(rf"^{VERSION_KEY}\s*=\s*(\d+)\s*(?:#.*)?$", re.MULTILINE)
_TABLE = re.compile(r"^\s*\[", re.MULTILINE)


def migrate_workspace(root: Path, *, write: bool = True) -> MigrationReport:
    """Bring every versioned file of a workspace up to the formats of this program.

    Each file is replaced by one rename, so that a crash leaves the old or the new one; doing it twice is doing it once.
    A file that cannot be read, is in use or is of a newer version stays as it is and is reported. With `write` false
    all files are only looked at.
    """
    files = []
    for kind, path, migrate in _documents(root):
        problem, found = "", 0
        try:
            # Held as by every other command that writes there, which would lose what it wrote between reading and now.
            with locked(_place_of(kind, path)) if write else nullcontext():
                found = migrate(kind, path, write)
        # One file that cannot be migrated keeps no other from it.
        except AuthoringError as error:
            problem = error.message
        except (OSError, ValueError) as error:
            problem = f"cannot be read: {(str(error).strip() or type(error).__name__).splitlines()[0]}"
        name = path.relative_to(root).as_posix()
        files.append(MigratedFile(path=name, kind=kind, found=found, current=FORMATS[kind], problem=problem))
    return MigrationReport(files=tuple(files), written=write)


def _documents(root: Path) -> Iterator[tuple[str, Path, Callable[[str, Path, bool], int]]]:
    """Yield the kind and path of every versioned file of a workspace, and the function that migrates it."""
    yield "workspace", root / SETTINGS, _migrate_settings
    for pattern, kind, migrate in (
        ("seeds/*/seed.yaml", "seed", _migrate_yaml),
        ("seeds/*/topics.yaml", "topics", _migrate_yaml),
        ("seeds/*/plan.yaml", "synthetic-table", _migrate_yaml),
        ("problemsets/_meta/*.yaml", "provenance", _migrate_yaml),
        ("problemsets/_translations/*/*.yaml", "translation", _migrate_yaml),
        (".authoring/runs/*/journal*.jsonl", "journal", _migrate_lines),
        (".authoring/pilots/*.json", "pilot", _migrate_json),
        ("**/*.evidence.jsonl", "evaluation", _migrate_lines),
    ):
        for path in sorted(root.glob(pattern)):
            yield kind, path, migrate


def _place_of(kind: str, path: Path) -> Path:
    """Return what commands lock that write a document: the folder of a seed, the file of a set, or the document."""
    if kind in {"seed", "topics", "synthetic-table"}:
        return path.parent
    return path.parents[1] / f"{path.stem}.py" if kind == "provenance" else path


def _migrate_settings(kind: str, path: Path, write: bool) -> int:  # noqa: FBT001 - all three have one signature
    text = read_text(path)
    # A key of that name inside a table is another key.
    table = _TABLE.search(text)
    match = _SETTING.search(text, 0, table.start() if table else len(text))
    version = int(match.group(1)) if match else 0
    current(kind, {VERSION_KEY: version}, path=path)
    if write and version < FORMATS[kind]:
        line = f"{VERSION_KEY} = {FORMATS[kind]}"
        # A key outside of all tables has to stand before the first of them; the comments of the head stay in place.
        head = re.match(r"(?:\ufeff|#[^\n]*\n|[ \t]*\n)*", text)
        start = head.end() if head else 0
        # Edited as text, because no TOML library at hand keeps a person's comments.
        new = _SETTING.sub(line, text, count=1) if match else f"{text[:start]}{line}\n\n{text[start:]}"
        write_file(path, new.encode())
    return version


def _migrate_yaml(kind: str, path: Path, write: bool) -> int:  # noqa: FBT001 - as above
    content: Any = load_yaml(read_text(path))
    plain, version = current(kind, content, path=path), version_of(content or {})
    if write and version < FORMATS[kind]:
        write_yaml(path, marked(kind, plain))
    return version


def _migrate_json(kind: str, path: Path, write: bool) -> int:  # noqa: FBT001 - as above
    content: Any = load_json(read_text(path))
    plain, version = current(kind, content, path=path), version_of(content)
    if write and version < FORMATS[kind]:
        write_file(path, (json.dumps(marked(kind, plain), indent=1) + "\n").encode())
    return version


def _migrate_lines(kind: str, path: Path, write: bool) -> int:  # noqa: FBT001 - as above
    """Migrate a file of JSON lines whose first line is its header; the other lines stay as they are, byte by byte."""
    try:
        # A process that writes now would go on writing into the replaced file, and its lines would be lost.
        descriptor = open_locked(path)
    except BlockingIOError as error:
        raise WorkspaceError(f"{path}: another process is writing into it", hint="wait for it to end") from error
    except OSError as error:
        raise WorkspaceError(f"{path}: cannot be opened: {error.strerror}", hint="look at what stands there") from error
    try:
        first, newline, following = path.read_bytes().partition(b"\n")
        if not newline:
            return FORMATS[kind]  # nothing was ever written whole: the next command begins the file anew
        header: Any = load_json(first)
        plain, version = current(kind, header, path=path), version_of(header)
        if write and version < FORMATS[kind]:
            # They no longer agree with the first line; the next process that writes makes them anew.
            checksums_path(path).unlink(missing_ok=True)
            write_file(path, json.dumps(marked(kind, plain), separators=(",", ":")).encode() + newline + following)
        return version
    finally:
        close_locked(descriptor)
