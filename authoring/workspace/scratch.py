"""Folders for what is in the making: gone when it is done, and swept by the next command after a crash."""

import fcntl
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def scratch_folder(root: Path, purpose: str) -> Iterator[Path]:
    """Give an empty folder below the workspace's ``.authoring/``, and remove it afterwards.

    A process that is killed leaves its folder behind; whoever asks for one next removes those that nobody holds.
    """
    home = root / ".authoring" / "scratch"
    home.mkdir(parents=True, exist_ok=True)
    with (home / ".lock").open("w") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        _sweep(home)
        folder = Path(tempfile.mkdtemp(prefix=f"{purpose}-", dir=home))
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


def _sweep(home: Path) -> None:
    for folder in home.iterdir():
        if not folder.is_dir():
            continue
        with _held_by(folder).open("a") as lock_file, suppress(BlockingIOError):
            fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
            _held_by(folder).unlink(missing_ok=True)
