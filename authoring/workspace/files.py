"""Files that appear whole or not at all, and scratch folders that are gone when their work is done."""

import contextlib
import ctypes
import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import yaml

from authoring.errors import WorkspaceError
from authoring.records.job import JobInput
from authoring.workspace.regular_file import refuse_pipe

MOST_BYTES = 100_000_000
"""Bytes of the largest file that is read whole: far more than a person writes, and all that an endless device gives."""


def read_bytes(path: Path) -> bytes:
    """Return what stands in a file that a person named.

    Raises:
        WorkspaceError: when it cannot be read, or is larger than 100 MB.
    """
    try:
        refuse_pipe(path)
        with path.open("rb") as file:
            # One byte more than allowed tells that a file is too large without reading an endless device to its end.
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise WorkspaceError(f"{path}: {error.strerror}", hint="check the path") from error
    if len(data) > MOST_BYTES:
        raise WorkspaceError(f"{path}: is larger than {MOST_BYTES // 1_000_000} MB", hint="is it the right file?")
    return data


def read_text(path: Path) -> str:
    """Return a text file as it stands, line endings and byte order mark included.

    Raises:
        WorkspaceError: when it cannot be read, is not UTF-8, or is larger than 100 MB.
    """
    try:
        return read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise WorkspaceError(f"{path}: byte {error.start} is not UTF-8", hint="save the file as UTF-8") from error


@contextlib.contextmanager
def folder_in_place_of(folder: Path) -> Iterator[Path]:
    """Give an empty folder to fill, and put it in the place of `folder` when that went well."""
    _sweep(folder)
    # In the same parent folder, because a rename cannot cross from one file system to another.
    new = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    # mkdtemp makes folders that only their owner can open.
    new.chmod(0o755)
    try:
        yield new
        if folder.exists():
            _exchange(new, folder)
        else:
            new.rename(folder)
    finally:
        # After an exchange this is the old folder, after a failure the new one, half filled.
        shutil.rmtree(new, ignore_errors=True)


def _exchange(source: Path, target: Path) -> None:
    """Swap two folders; in one step where the system can, so that a crash never leaves neither."""
    # AT_FDCWD and RENAME_EXCHANGE of Linux; Python itself offers no call that swaps two paths.
    at_cwd, exchange = -100, 2
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    if rename is not None and rename(at_cwd, os.fsencode(source), at_cwd, os.fsencode(target), exchange) == 0:
        return
    # Elsewhere there is a moment in which the folder is not there.
    old = source.with_name(source.name + ".old")
    target.rename(old)
    source.rename(target)
    old.rename(source)


def _sweep(path: Path) -> None:
    """Make the folder of `path` and remove what a crash left of earlier attempts to write `path`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for leftover in path.parent.glob(f".{path.name}.*"):
        if leftover.is_dir():
            shutil.rmtree(leftover)
        else:
            leftover.unlink()


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole: beside its place first, then renamed."""
    _sweep(path)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            # Without it a power failure may leave an empty file under the final name.
            os.fsync(file.fileno())
        # mkstemp makes files that only their owner can read.
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_yaml(path: Path, content: object) -> None:
    """Write plain data as YAML, whole."""
    write_file(path, yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=120).encode())


def sha256_of_file(path: Path) -> str:
    """Return the SHA-256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def files_in(path: Path) -> tuple[tuple[str, Path], ...]:
    """Return an input file, or every file of a folder, with what code calls it below ``inputs/``; sorted."""
    inside = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    return tuple((file.relative_to(path.parent).as_posix(), file) for file in inside)


def job_inputs(path: Path) -> tuple[JobInput, ...]:
    """Return an input file, or the files of a folder, as a job holds them.

    One that cannot be read gets a hash that no content has.
    """
    return tuple(_job_input(name, file) for name, file in files_in(path))


def _job_input(name: str, path: Path) -> JobInput:
    try:
        return JobInput(name=name, sha256=sha256_of_file(path), size=path.stat().st_size, path=str(path))
    except OSError:
        # The dry run will say why, as of this set.
        return JobInput(name=name, sha256="0" * 64, size=0, path=str(path))


def copy_into(folder: Path, path: Path) -> None:
    """Copy an input file, or a folder of them, into a folder that has nothing of its name."""
    if path.is_dir():
        shutil.copytree(path, folder / path.name)
    else:
        shutil.copyfile(path, folder / path.name)


@contextlib.contextmanager
def scratch_folder(root: Path, purpose: str) -> Iterator[Path]:
    """Give an empty folder below the workspace's ``.authoring/``, and remove it afterwards.

    A process that is killed leaves its folder behind; whoever asks for one next removes those that nobody holds.
    """
    home = root / ".authoring" / "scratch"
    home.mkdir(parents=True, exist_ok=True)
    with (home / ".lock").open("w") as gate:
        # Held until the new folder is locked, or another process would take it for an abandoned one.
        fcntl.flock(gate, fcntl.LOCK_EX)
        _sweep_scratch(home)
        folder = Path(tempfile.mkdtemp(prefix=f"{purpose}-", dir=home))
        # The system releases the lock when the process dies, however it dies.
        lock_file = _held_by(folder).open("w")
        fcntl.flock(lock_file, fcntl.LOCK_EX)
    try:
        with lock_file:
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        _held_by(folder).unlink(missing_ok=True)


def _held_by(folder: Path) -> Path:
    """Return the file that is locked as long as somebody works in a folder."""
    return folder.with_name(f"{folder.name}.held")


def _sweep_scratch(home: Path) -> None:
    for folder in home.iterdir():
        if not folder.is_dir():
            continue
        with _held_by(folder).open("a") as lock_file, contextlib.suppress(BlockingIOError):
            # BlockingIOError says that somebody works in this folder; it is left alone.
            fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
            _held_by(folder).unlink(missing_ok=True)
