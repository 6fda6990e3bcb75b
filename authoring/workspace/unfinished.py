"""Files and folders under way, and locks on what is replaced.

Whatever is written is made under a name of its own beside its place and renamed at the end. It has an owner: the
process that writes it holds a lock, which the system releases when that process ends, however it ends. What nobody
holds is left of a kill, and whoever writes to the same place next removes it. Names tell it from a person's files.
"""

import contextlib
import ctypes
import errno
import fcntl
import hashlib
import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from authoring.errors import WorkspaceError
from authoring.workspace.regular_file import open_regular

OWNER = "owner"
"""The file in an unfinished folder that is locked as long as somebody fills the folder."""
CONTENT = "content"
"""The folder in an unfinished folder that gets its place at the end."""
REPLACED = "replaced"
"""What a folder in its place becomes for a moment, where two folders cannot be swapped in one step."""
PATIENCE = 60.0
"""Seconds that are waited for another process; locks are held for the moment of a renaming, not for a command."""
PAUSE = 0.02
"""Seconds between two tries to get a lock."""
LOCKING_UNSUPPORTED = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL})
"""What a file system says that cannot lock; some network drives."""
LONGEST_NAME = 200
"""Bytes of a name that fits into a hidden name; of a longer one the hash stands there."""
_UNFINISHED = re.compile(r"\.(?P<stem>.+)\.[0-9a-f]{8}\.unfinished", re.DOTALL)


def is_unfinished(name: str) -> bool:
    """Tell whether a file or folder of this name is under way, or what a kill left of one."""
    return _UNFINISHED.fullmatch(name) is not None


@contextlib.contextmanager
def unfinished_file(path: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """Give a new file that is to be renamed to `path`, and its name; one that was not renamed is removed.

    Raises:
        OSError: it cannot be written, with the file in whose place it was to come.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    sweep(path)
    while True:
        new = _new_name(path)
        descriptor = os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        if _take(descriptor, new):
            break
        # A sweep came before the lock, and takes the file for abandoned.
        os.close(descriptor)
    try:
        with os.fdopen(descriptor, "wb") as file:
            try:
                yield file, new
            finally:
                new.unlink(missing_ok=True)
                # Whoever opens the same file in its place must not find it locked; see close_locked.
                _unlock(descriptor)
    except OSError as error:
        # What a write, a sync or closing raises, as on a full disk, names no file.
        error.filename = error.filename or str(path)
        raise


@contextlib.contextmanager
def unfinished_folder(path: Path) -> Iterator[Path]:
    """Give an empty folder that is to be put in the place of `path` by `put_in_place`; it is removed in the end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    while True:
        new = _new_name(path)
        new.mkdir(mode=0o700)
        try:
            descriptor = os.open(new / OWNER, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except FileNotFoundError:
            continue  # a sweep came before there was an owner
        if _take(descriptor, new / OWNER):
            break
        os.close(descriptor)
    try:
        content = new / CONTENT
        content.mkdir()
        yield content
    finally:
        shutil.rmtree(new, ignore_errors=True)
        close_locked(descriptor)


def put_in_place(content: Path, folder: Path) -> None:
    """Put what `unfinished_folder` gave in the place of `folder`, which the caller has locked."""
    if not os.path.lexists(folder):
        content.rename(folder)
    # What was replaced is removed with the unfinished folder.
    elif not _exchange(content, folder):
        replaced = content.with_name(REPLACED)
        try:
            folder.rename(replaced)
            content.rename(folder)
        except BaseException:
            _restore(replaced, folder)
            raise


@contextlib.contextmanager
def locked(path: Path, *, patience: float = PATIENCE) -> Iterator[None]:
    """Keep all others from replacing a file or folder between looking at it and writing it.

    What a kill left of earlier attempts to write `path` is removed first. A lock is not to be taken twice.

    Raises:
        WorkspaceError: another process holds it for longer than `patience` says, in seconds.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    guard = path.with_name(f".{_stem(path)}.authoring-lock")
    descriptor = _wait_for(path, guard, time.monotonic() + patience)
    try:
        sweep(path)
        yield
    finally:
        # Removed while it is held: who opened it meanwhile sees that it is gone, and makes another.
        guard.unlink(missing_ok=True)
        if descriptor is not None:
            close_locked(descriptor)


def _wait_for(path: Path, guard: Path, end: float) -> int | None:
    """Return the descriptor of a lock, waiting for it until a time; None where the file system has no locks."""
    while True:
        try:
            return open_locked(guard, os.O_NOFOLLOW)
        except BlockingIOError as error:
            if time.monotonic() >= end:
                hint = "wait for it to end, or stop it"
                raise WorkspaceError(f"{path}: another process is writing there", hint=hint) from error
            time.sleep(PAUSE)
        except OSError as error:
            if error.errno not in LOCKING_UNSUPPORTED:
                raise
            return None


def open_locked(path: Path, flags: int = 0) -> int:
    """Open a file for reading and writing, made if it is not there, and lock it; return its descriptor.

    Raises:
        BlockingIOError: another process, or another thread of this one, holds it.
        OSError: it cannot be opened.
    """
    while True:
        # Not inherited, because a child process that has the file would go on holding the lock.
        descriptor = open_regular(path, flags | os.O_RDWR | os.O_CREAT)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BaseException:
            os.close(descriptor)
            raise
        # Somebody may have renamed or removed the file after it was opened; its lock then holds nothing.
        if _stands_at(descriptor, path):
            return descriptor
        close_locked(descriptor)


def close_locked(descriptor: int) -> None:
    """Give up the lock on an open file or folder, and close it.

    Closing alone leaves it locked for a moment where another thread is starting a process: between its fork and its
    program that has a copy of every descriptor.
    """
    _unlock(descriptor)
    os.close(descriptor)


def _unlock(descriptor: int) -> None:
    # What cannot be locked is closed all the same.
    with contextlib.suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_UN)


def sweep(path: Path) -> None:
    """Remove what a kill left of earlier attempts to write `path`; a folder that a kill took out of its place returns.

    For a folder the caller holds the lock on it.
    """
    stem = _stem(path)
    for leftover in path.parent.iterdir():
        match = _UNFINISHED.fullmatch(leftover.name)
        if match is not None and match["stem"] == stem:
            _remove_abandoned(leftover, path)


def sweep_all(folder: Path) -> None:
    """Remove everything unfinished in a folder that nobody is working on."""
    for leftover in folder.iterdir():
        if is_unfinished(leftover.name):
            _remove_abandoned(leftover, None)


def _remove_abandoned(leftover: Path, place: Path | None) -> None:
    """Remove something unfinished unless its owner lives; `place` is the folder that it was to become."""
    # OSError says that its owner lives, that another sweep has it, or that it is another person's.
    with contextlib.suppress(OSError):
        is_folder = stat.S_ISDIR(leftover.lstat().st_mode)
        guard = leftover / OWNER if is_folder else leftover
        flags = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW | (os.O_CREAT if is_folder else 0)
        descriptor = os.open(guard, flags, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not _stands_at(descriptor, guard):
                return
            if is_folder:
                if place is not None:
                    _restore(leftover / REPLACED, place)
                shutil.rmtree(leftover, ignore_errors=True)
            else:
                leftover.unlink()
        finally:
            close_locked(descriptor)


def _restore(replaced: Path, folder: Path) -> None:
    """Put a folder back that was taken out of its place, unless something stands there."""
    if replaced.is_dir() and not os.path.lexists(folder):
        replaced.rename(folder)


def _exchange(source: Path, target: Path) -> bool:
    """Swap two folders in one step; return whether the system can."""
    # AT_FDCWD and RENAME_EXCHANGE of Linux; Python itself offers no call that swaps two paths.
    at_cwd, exchange = -100, 2
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    return rename is not None and rename(at_cwd, os.fsencode(source), at_cwd, os.fsencode(target), exchange) == 0


def _take(descriptor: int, path: Path) -> bool:
    """Become the owner of something new; False where a sweep was faster."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        # Where nothing can be locked, no sweep can lock it either, and so none removes it.
        if error.errno not in LOCKING_UNSUPPORTED:
            raise
    return _stands_at(descriptor, path)


def _stands_at(descriptor: int, path: Path) -> bool:
    """Tell whether a path still names the file that was opened."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.lstat())
    except FileNotFoundError:
        return False


def _new_name(path: Path) -> Path:
    return path.with_name(f".{_stem(path)}.{secrets.token_hex(4)}.unfinished")


def _stem(path: Path) -> str:
    name = os.fsencode(path.name)
    return path.name if len(name) <= LONGEST_NAME else hashlib.sha256(name).hexdigest()
