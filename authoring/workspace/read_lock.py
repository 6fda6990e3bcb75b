"""Locks by which commands that read a folder for a while keep others from replacing, renaming or removing it.

Readers share a folder, and whoever changes it waits until nobody reads it. The lock is on the folder itself, so nothing
is left of it when a process ends, however it ends, and a folder that nobody may write to can be locked. It binds only
processes that ask for it: a person's own programs are not kept from anything.
"""

import contextlib
import errno
import fcntl
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Self

from authoring.errors import WorkspaceError
from authoring.workspace.unfinished import LOCKING_UNSUPPORTED, PATIENCE, PAUSE, close_locked

WRITER_PATIENCE = 5.0
"""Seconds that a change waits for readers, whose work may take hours."""
# Some network drives lock only what is open for writing, which a folder never is.
UNLOCKABLE = LOCKING_UNSUPPORTED | {errno.EBADF}
NO_FOLDER = frozenset({errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.ELOOP, errno.EMFILE, errno.ENFILE})
"""What keeps a folder from being opened; whoever reads what is in it will say so, where that cannot be done either."""


class ReadLocks:
    """Folders that stay as they are until this is closed."""

    def __init__(self, *folders: Path) -> None:
        self._descriptors: dict[Path, int] = {}
        for folder in folders:
            self.add(folder)

    def add(self, folder: Path) -> None:
        """Keep others from changing one more folder; one that is not there, or cannot be locked, is passed over.

        Raises:
            WorkspaceError: another process has been changing it for a minute.
        """
        if folder not in self._descriptors:
            descriptor = _locked(folder, fcntl.LOCK_SH, PATIENCE, "another command is changing it")
            if descriptor is not None:
                self._descriptors[folder] = descriptor

    def close(self) -> None:
        """Let others change the folders; safe to call twice."""
        while self._descriptors:
            close_locked(self._descriptors.popitem()[1])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextlib.contextmanager
def reading_benchmark(path: Path, locks: ReadLocks) -> Iterator[None]:
    """Keep others from changing a benchmark while its texts and records are read, and its data until `locks` closes.

    Args:
        path: a benchmark's folder, or one of its sets.
        locks: of the command that uses the data.

    Raises:
        WorkspaceError: another process has been changing it for a minute.
    """
    folder = path if path.is_dir() else path.parent
    with ReadLocks(folder):
        locks.add(folder / "_inputs")
        yield


@contextlib.contextmanager
def write_locked(folders: Iterable[Path], *, patience: float = WRITER_PATIENCE) -> Iterator[None]:
    """Keep others from reading folders while they are changed; two that lock the same name them in the same order.

    Raises:
        WorkspaceError: a command reads one of them for longer than `patience` says, in seconds.
    """
    descriptors: list[int] = []
    try:
        for folder in dict.fromkeys(folders):
            descriptor = _locked(folder, fcntl.LOCK_EX, patience, "another command is reading it")
            if descriptor is not None:
                descriptors.append(descriptor)
        yield
    finally:
        for descriptor in descriptors:
            close_locked(descriptor)


def _locked(folder: Path, kind: int, patience: float, problem: str) -> int | None:
    """Return the descriptor of a folder that is locked; None where there is none that can be."""
    end = time.monotonic() + patience
    while True:
        try:
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            if error.errno in NO_FOLDER:
                return None
            raise
        try:
            _flock(descriptor, kind, end, f"{folder}: {problem}")
            # Somebody may have put another folder in its place after it was opened.
            if os.path.samestat(os.fstat(descriptor), folder.stat()):
                return descriptor
        except FileNotFoundError:
            os.close(descriptor)
            return None
        except OSError as error:
            os.close(descriptor)
            if error.errno in UNLOCKABLE:
                return None
            raise
        except WorkspaceError:
            os.close(descriptor)
            raise
        close_locked(descriptor)


def _flock(descriptor: int, kind: int, end: float, problem: str) -> None:
    """Lock the folder that is open, or raise the problem where somebody else still holds it at `end`.

    While it waits, the folder stays open: whoever replaces one holds the lock of the old one until the new one stands,
    and to open it by its path meanwhile might find neither.
    """
    while True:
        try:
            fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() >= end:
                hint = "wait for that command to end, or stop it; then give this one again"
                raise WorkspaceError(problem, hint=hint) from error
            time.sleep(PAUSE)
        else:
            return
