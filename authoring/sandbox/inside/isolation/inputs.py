"""The input files in a session's working directory: read-only for all, or the session's own as soon as it writes.

DSEval runs a problem set in a folder of copies, so code that writes below ``inputs/`` is at home there. Where sessions
have mounts of their own an overlay gives the same without copying: files are shared until a session changes them, and
what it changes lies in its own folder, under its own quota.
"""

import contextlib
import os
import shutil
import stat
from pathlib import Path

from authoring.sandbox.inside import kernel
from authoring.sandbox.inside.isolation.workdir import INPUTS, LAYERS
from authoring.sandbox.inside.kernel import MS_NODEV, MS_NOSUID

UPPER = "upper"
"""The folder in `LAYERS` that holds what a session changed."""
SPARE = "spare"
"""The folder in `LAYERS` that the overlay needs for itself."""
MAX_COPIED = 10_000_000
"""Bytes of inputs that are copied for each session where nothing else lets it have its own; more stay read-only."""


def show(workdir: str, source: str, *, writable: bool, size: int, copied_from: str | None) -> None:
    """Put a folder of input files into a working directory.

    Args:
        workdir: the session's folder.
        source: the input files, which all sessions of a problem set share.
        writable: whether the session may change what it sees; the shared files stay as they are.
        size: the bytes of all input files.
        copied_from: the folder of the session that this one branches from, whose changes it sees.
    """
    target = Path(workdir, "work", INPUTS)
    target.mkdir(exist_ok=True)
    if not writable:
        kernel.bind(source, str(target))
    elif _overlay(workdir, source, target):
        if copied_from is not None:
            mirror(Path(copied_from, "work", INPUTS), target)
    elif size <= MAX_COPIED:
        mirror(Path(source if copied_from is None else f"{copied_from}/work/{INPUTS}"), target)
    else:
        kernel.bind(source, str(target))


def _overlay(workdir: str, source: str, target: Path) -> bool:
    """Mount an overlay over the target; return whether this kernel gives one to an ordinary user (from 5.11 on)."""
    layers = Path(workdir, LAYERS)
    for name in (UPPER, SPARE):
        Path(layers, name).mkdir(parents=True)
    options = f"lowerdir={source},upperdir={layers}/{UPPER},workdir={layers}/{SPARE},userxattr"
    try:
        kernel.mount("overlay", str(target), "overlay", MS_NOSUID | MS_NODEV, options)
    except OSError:
        return False
    # Whoever changed a layer behind the overlay's back would see anything; so its own files are shown over the layers.
    kernel.bind(str(target), str(layers), writable=True)
    return True


def mirror(source: Path, target: Path) -> None:
    """Make a folder hold what another one does; a file that is the same one in both is left alone.

    Links are copied as links; what is neither file, folder nor link is left out. A source that is no folder changes
    nothing.
    """
    if not stat.S_ISDIR(_state(source)[0]):
        return
    with os.scandir(source) as entries:
        names = {entry.name for entry in entries}
    with os.scandir(target) as entries:
        for entry in entries:
            if entry.name not in names or _kind(target / entry.name) != _kind(source / entry.name):
                _remove(target / entry.name)
    for name in sorted(names):
        try:
            _mirror_entry(source / name, target / name)
        except OSError:
            # Threads and processes of the session whose inputs these are may go on, and remove what is being copied.
            if os.path.lexists(source / name):
                raise
            _remove(target / name)


def _mirror_entry(source: Path, target: Path) -> None:
    kind = _kind(source)
    if kind == stat.S_IFDIR:
        target.mkdir(exist_ok=True)
        mirror(source, target)
        shutil.copystat(source, target)
    elif kind in {stat.S_IFREG, stat.S_IFLNK} and _state(source) != _state(target):
        _remove(target)
        shutil.copy2(source, target, follow_symlinks=False)


def _kind(path: Path) -> int:
    return stat.S_IFMT(_state(path)[0])


def _state(path: Path) -> tuple[int, ...]:
    """Return what differs as soon as a file was written to; zeros for one that is not there."""
    try:
        about = path.lstat()
    except OSError:
        return (0,)
    return about.st_mode, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns


def _remove(path: Path) -> None:
    if _kind(path) == stat.S_IFDIR:
        shutil.rmtree(path)
    else:
        with contextlib.suppress(FileNotFoundError):
            path.unlink()
