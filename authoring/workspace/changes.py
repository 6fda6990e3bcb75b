"""The journal of a workspace's changes, and how they are carried out: whole, or to the end by the next command.

``.authoring/changes.jsonl`` holds two lines for each change: what is to be done, written before anything is, and that
it is done. A change consists of moves within the workspace: new files are staged first, and what is removed goes to
``.authoring/removed/NUMBER-.../`` under the path that it had. A change that a crash cut short is the last line of the
journal; whoever changes something next finishes it first. Lines have checksums: a journal that was damaged is read as
far as it is sound, and is added to only after ``authoring doctor --repair``.
"""

import errno
import json
import os
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from authoring.errors import WorkspaceError
from authoring.records.decision import Change, Deed, Move, Subject
from authoring.records.format_version import FORMATS, current, marked, version_of
from authoring.workspace.files import folder_in_place_of, write_file
from authoring.workspace.journal import WAY_OUT, append_decision, held_run
from authoring.workspace.line_log import Checksums, LineLog, append_line, checksums_path, read_log
from authoring.workspace.read_lock import write_locked
from authoring.workspace.regular_file import is_present, set_aside
from authoring.workspace.unfinished import close_locked, open_locked

CHANGES = "changes.jsonl"
PRIVATE = ".authoring"
REMOVED = f"{PRIVATE}/removed"
STAGED = f"{PRIVATE}/staged"
WAIT_SECONDS = 0.05
"""How often it is tried whether another process has let go of the journal."""


class ChangeJournal:
    """The changes of one workspace, held by one process at a time; `opened` gives it."""

    def __init__(self, root: Path, descriptor: int) -> None:
        path = root / PRIVATE / CHANGES
        self._root = root
        self._descriptor = descriptor
        log = check_changes(root)
        # A torn line was never done.
        os.ftruncate(descriptor, log.size)
        self.changes, self.unfinished = _changes_of(log, path)
        self._length = len(log.lines)
        self._checksums = Checksums(path, [line.text for line in log.lines])

    @classmethod
    @contextmanager
    def opened(cls, root: Path) -> Iterator["ChangeJournal"]:
        """Hold the journal of a workspace's changes, once no other process holds it, and finish what was cut short.

        Raises:
            WorkspaceError: the journal is damaged or of a newer version, or a change that was cut short cannot be
                finished.
            JournalError: another process is working on the draft that such a change is about.
        """
        path = root / PRIVATE / CHANGES
        path.parent.mkdir(parents=True, exist_ok=True)
        if not is_present(path):
            # Those of a journal that somebody removed.
            checksums_path(path).unlink(missing_ok=True)
        descriptor = _locked(path)
        try:
            journal = cls(root, descriptor)
            if journal.unfinished is not None:
                journal._carry_out(journal.unfinished)
                journal.unfinished = None
            with journal._checksums:
                yield journal
        finally:
            close_locked(descriptor)

    @property
    def number(self) -> int:
        """The number of the next change; names of folders are made of it."""
        numbers = (path.name.partition("-")[0] for path in (self._root / REMOVED).glob("*-*"))
        return 1 + max((len(self.changes), *(int(number) for number in numbers if number.isdecimal())))

    def stage(self, name: str, content: bytes) -> str:
        """Write a file that a change will put in its place; return its path within the workspace."""
        path = f"{STAGED}/{self.number}/{name}"
        write_file(self._root / path, content)
        return path

    @contextmanager
    def staged_folder(self, name: str) -> Iterator[tuple[Path, str]]:
        """Give an empty folder to fill that a change will put in its place, and its path within the workspace."""
        path = f"{STAGED}/{self.number}/{name}"
        with folder_in_place_of(self._root / path) as folder:
            yield folder, path

    def carry_out(self, change: Change) -> None:
        """Record a change and carry it out.

        Raises:
            WorkspaceError: a file cannot be moved, or another command reads what it moves; then nothing is changed.
            JournalError: another process is working on a draft that it is about; nothing is changed.
        """
        with _held_runs(self._root, change), write_locked(_read_folders(self._root, change)):
            self._append({"kind": "begun", **marked("changes", change.model_dump(mode="json"))})
            self._finish(change)
        self.changes = (*self.changes, change)

    def _carry_out(self, change: Change) -> None:
        with _held_runs(self._root, change), write_locked(_read_folders(self._root, change)):
            self._finish(change)

    def _finish(self, change: Change) -> None:
        # The decision comes first, while the journal of the draft still stands where it names it.
        if change.decision is not None:
            append_decision(_journal(self._root, change.decision.run), change.decision.decision)
        moves = list(change.moves)
        while moves:
            move = moves.pop(0)
            if moves and moves[0].target == move.source:
                _replace(self._root, move, moves.pop(0))
            else:
                _move(self._root, move)
        # The number makes the line one of its kind, so that its loss is noticed.
        self._append({"kind": "done", "line": self._length + 1})
        shutil.rmtree(self._root / STAGED, ignore_errors=True)

    def _append(self, entry: dict[str, object]) -> None:
        line = json.dumps(entry, separators=(",", ":")).encode()
        try:
            append_line(self._descriptor, line)
        except OSError as error:
            path = self._root / PRIVATE / CHANGES
            hint = "free some space, and give the command again: it goes on from what was recorded before"
            raise WorkspaceError(f"{path}: cannot be written: {error.strerror}", hint=hint) from error
        self._checksums.add(self._length, line)
        self._length += 1


def read_changes(root: Path) -> tuple[tuple[Change, ...], Change | None]:
    """Return the changes of a workspace that are done, the oldest first, and the one that was cut short, if one was.

    The journal is not held. A line that cannot be trusted says nothing; `check_changes` says which.
    """
    path = root / PRIVATE / CHANGES
    try:
        return _changes_of(read_log(path, _check_line), path) if is_present(path) else ((), None)
    except OSError:
        return (), None


def check_changes(root: Path) -> LineLog:
    """Return the lines of a sound journal of changes.

    Raises:
        WorkspaceError: it is no file, cannot be read, has lost lines, or was written by a newer version.
    """
    path = root / PRIVATE / CHANGES
    try:
        log = read_log(path, _check_line)
    except OSError as error:
        raise WorkspaceError(f"{path}: cannot be read: {error.strerror}", hint=WAY_OUT) from error
    for line in log.sound:
        current("changes", line.entry, path=path)
    if log.damage:
        raise WorkspaceError(f"{path}: {log.damage}", hint=WAY_OUT)
    return log


def mend_changes(root: Path) -> tuple[Path, str]:
    """Keep the lines of the journal that can be trusted; return where the damaged one stands now, and what is lost.

    Raises:
        OSError: it cannot be moved or written.
        WorkspaceError: a newer version wrote it.
    """
    path = root / PRIVATE / CHANGES
    # What is no file, or cannot be read, has nothing to keep.
    try:
        log = read_log(path, _check_line)
    except OSError:
        log = LineLog((), 0, 0)
    for line in log.sound:
        current("changes", line.entry, path=path)
    aside = set_aside(path)
    checksums_path(path).unlink(missing_ok=True)
    write_file(path, b"".join(line.text + b"\n" for line in log.sound))
    return aside, f"{len(log.sound)} of {len(log.sound) + log.lost} lines are kept" if log.lines else "no line is kept"


def current_seed_names(root: Path, name: str) -> tuple[str, ...]:
    """Return the names under which a seed may stand that had this one once: its own, then what it was renamed to."""
    names = [name]
    for change in read_changes(root)[0]:
        if (change.deed, change.subject, change.name) == (Deed.RENAME, Subject.SEED, names[-1]):
            names.append(change.new_name)
    return tuple(dict.fromkeys(names))


def removal(moved: Sequence[str], target: str) -> tuple[Move, ...]:
    """Return the moves that take paths of a workspace to a folder below `REMOVED`, each under the path that it had."""
    return tuple(Move(source=path, target=f"{target}/{path}") for path in moved)


def _locked(path: Path) -> int:
    """Open the journal, and hold it as soon as no other process does, until the descriptor is closed."""
    while True:
        try:
            # The lock ends with the process, so that a crash never leaves a workspace locked.
            return open_locked(path, os.O_APPEND)
        except BlockingIOError:
            time.sleep(WAIT_SECONDS)
        except OSError as error:
            raise WorkspaceError(f"{path}: cannot be opened: {error.strerror}", hint=WAY_OUT) from error


def _check_line(entry: Mapping[str, Any]) -> None:
    if entry["kind"] not in {"begun", "done"}:
        raise ValueError(entry["kind"])
    # What a newer version wrote is not damaged.
    if entry["kind"] == "begun" and version_of(entry) <= FORMATS["changes"]:
        _change_of(entry, "")


def _change_of(entry: Mapping[str, Any], path: object) -> Change:
    content = current("changes", entry, path=path)
    return Change.model_validate({key: value for key, value in content.items() if key != "kind"})


def _changes_of(log: LineLog, path: Path) -> tuple[tuple[Change, ...], Change | None]:
    changes: list[Change] = []
    unfinished: Change | None = None
    for line in log.sound:
        entry = line.entry or {}
        if entry["kind"] == "done":
            changes.extend(() if unfinished is None else (unfinished,))
            unfinished = None
        elif version_of(entry) <= FORMATS["changes"]:
            unfinished = _change_of(entry, path)
    return tuple(changes), unfinished


def _journal(root: Path, name: str) -> Path:
    return root / PRIVATE / "runs" / name / "journal.jsonl"


@contextmanager
def _held_runs(root: Path, change: Change) -> Iterator[None]:
    """Hold the journals that a change moves or writes to, so that no other process works on them meanwhile."""
    runs = {change.decision.run} if change.decision is not None else set[str]()
    folder = f"{PRIVATE}/runs/"
    runs |= {move.source.removeprefix(folder) for move in change.moves if move.source.startswith(folder)}
    with ExitStack() as stack:
        for name in sorted(runs):
            if _journal(root, name).is_file():
                stack.enter_context(held_run(_journal(root, name)))
        yield


def _read_folders(root: Path, change: Change) -> Iterator[Path]:
    """Yield the folders that no command may be reading while a change is carried out.

    The benchmark is read as a whole for the moment in which records and texts are read, its inputs as long as they are
    in use; seeds likewise, one by one or all of them.
    """
    paths = sorted(Path(path).parts for move in change.moves for path in (move.source, move.target))
    for top, *below in paths:
        # As long as nothing but its record changes, the data of a seed can be read.
        if top == "problemsets" or (top == "seeds" and len(below) == 1):
            yield root / top
        if top == "seeds" and len(below) == 1:
            yield root / top / below[0]
        if top == "problemsets" and below[0] == "_inputs":
            yield root / top / below[0]


def _replace(root: Path, removal: Move, arrival: Move) -> None:
    """Move a file away and another one to its place; every moment shows one of the two."""
    old, archive, staged = (root / path for path in (removal.source, removal.target, arrival.source))
    if old.is_symlink() or not old.is_file():
        _move(root, removal)
        _move(root, arrival)
        return
    for path in (old, archive, staged):
        _refuse_way_out(root, path)
    # What is not there any more has taken its place before a crash.
    if not os.path.lexists(staged):
        return
    try:
        if not os.path.lexists(archive):
            write_file(archive, old.read_bytes())
        # Not moved, because the private folder may lie on another file system.
        write_file(old, staged.read_bytes())
        staged.unlink()
    except OSError as error:
        raise WorkspaceError(
            f"{old}: cannot be replaced: {error.strerror}",
            hint="mend what keeps it, then give the same command again: it goes on from here",
        ) from error


def _move(root: Path, move: Move) -> None:
    source, target = root / move.source, root / move.target
    for path in (source, target):
        _refuse_way_out(root, path)
    # What has arrived was moved before a crash; what was never there has nothing to move.
    if os.path.lexists(target) or not os.path.lexists(source):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        source.rename(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise WorkspaceError(
                f"{source}: cannot be moved to {target}: {error.strerror}",
                hint="mend what keeps it, then give the same command again: it goes on from here",
            ) from error
        # The private folder lies on another file system: copied whole first, and only then removed.
        # A link is moved as a link: what it leads to is none of the workspace's.
        if source.is_symlink():
            target.symlink_to(source.readlink())
            source.unlink()
        elif source.is_dir():
            with folder_in_place_of(target) as new:
                shutil.copytree(source, new, symlinks=True, dirs_exist_ok=True)
            shutil.rmtree(source)
        else:
            write_file(target, source.read_bytes())
            source.unlink()


def _refuse_way_out(root: Path, path: Path) -> None:
    """Stop where a link below a folder of the workspace leads the way to a path out of that folder.

    The folder itself may be a link, by which a person put it on another disk.
    """
    top = root / path.relative_to(root).parts[0]
    if path != top and not path.parent.resolve().is_relative_to(top.resolve()):
        raise WorkspaceError(
            f"{path}: a link on the way leads out of {top}", hint="see where it came from, and remove it"
        )
