"""Work that several workers of one test run need, and that one of them does."""

import fcntl
from collections.abc import Callable
from pathlib import Path


def made_once(common: Path, name: str, make: Callable[[Path], object]) -> Path:
    """Return what `make` left at a path of this name in a common folder; the first worker makes it, others wait."""
    path, done = common / name, common / f"{name}.done"
    with (common / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            make(path)
            done.touch()
    return path
