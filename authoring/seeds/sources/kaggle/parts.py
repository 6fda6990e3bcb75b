"""Where what came of a download waits for the next run: a folder of its own for every data set, until it is whole."""

import contextlib
import fcntl
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from authoring.seeds.sources.kaggle.references import DatasetReference

LONGEST_KEPT = 7 * 24 * 3600.0
"""Seconds after which a part that nobody went on with is thrown away."""
_LOCK = "lock"


@contextmanager
def download_folder(home: Path | None, dataset: DatasetReference, scratch: Path) -> Iterator[Path]:
    """Give the folder that a data set is downloaded into: one that outlives a broken run, else `scratch`.

    The folder goes when the block ends well, or when nothing came that could be gone on with.
    """
    if home is None:
        yield scratch
        return
    _sweep(home)
    folder = home / f"{dataset.owner}+{dataset.slug}"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / _LOCK).open("wb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            # Another process downloads it: two that write to one file would spoil it for both.
            yield scratch
            return
        try:
            yield folder
        except BaseException:
            if not any(folder.rglob("*.partial")):
                shutil.rmtree(folder, ignore_errors=True)
            raise
        shutil.rmtree(folder, ignore_errors=True)


def _sweep(home: Path) -> None:
    """Throw away what nobody has gone on with for long."""
    for folder in home.iterdir() if home.is_dir() else ():
        with contextlib.suppress(OSError):
            newest = max((path.stat().st_mtime for path in folder.iterdir()), default=folder.stat().st_mtime)
            if time.time() - newest > LONGEST_KEPT:
                shutil.rmtree(folder, ignore_errors=True)
