"""The sandbox's temporary folders: one per sandbox, one below it per session."""

import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from authoring.errors import SandboxError

PREFIX = "dseal-sandbox"
NAME = re.compile(rf"{PREFIX}-(?P<process>\d+)-(?P<started>\d+)-\w+")
MAX_ENTRIES = 10_000
"""Files and folders looked at in one working directory."""
CHUNK = 2**30
"""Bytes that the kernel is asked to copy at a time."""
INPUTS = "inputs"
Seen = dict[str, tuple[int, ...]]


def make_folder() -> Path:
    """Make this process's own folder, and sweep those whose processes ended without tidying up."""
    base = Path(tempfile.gettempdir())
    sweep(base)
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}-{os.getpid()}-{started(os.getpid())}-", dir=base))
    for name in ("home", "tmp"):
        (folder / name).mkdir()
    return folder


def sweep(base: Path) -> None:
    """Remove our folders in `base` whose process is gone; the start time tells a reused process number."""
    for folder in base.glob(f"{PREFIX}-*"):
        match = NAME.fullmatch(folder.name)
        if match is None or folder.is_symlink() or folder.stat().st_uid != os.getuid():
            continue
        if started(int(match["process"])) != int(match["started"]):
            remove(folder)


def started(process: int) -> int:
    """Return when a process started, in clock ticks since boot; 0 for one that is not there."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0
    return int(text.rpartition(")")[2].split()[19])


def parent_and_group(process: int) -> tuple[int, int]:
    """Return the parent and the process group of a process; (0, 0) for one that is not there."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0, 0
    words = text.rpartition(")")[2].split()
    return int(words[1]), int(words[2])


def remove(folder: Path) -> None:
    """Remove a folder, also one whose parts a cell made unreadable."""
    for path, names, _ in os.walk(folder):
        for name in names:
            inner = Path(path, name)
            if not inner.is_symlink():
                inner.chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


def fill(folder: Path, inputs: Sequence[Path]) -> None:
    """Make a working directory that holds nothing but ``inputs/`` with copies of the files and folders.

    Every session gets its own: a hard link would let one session, which may run as root, change what others read.

    Raises:
        SandboxError: a part cannot be copied, or two have the same name.
    """
    target = folder / INPUTS
    target.mkdir(parents=True)
    for source in inputs:
        if (target / source.name).exists():
            raise SandboxError(
                f"two inputs are called {source.name}",
                hint="The files of one problem set stand in one folder; rename one of them.",
            )
        # What the caller names may be a link; what lies in a folder is taken only where it really lies there.
        _copy_input(source, target / source.name, root=None)


def _copy_input(source: Path, target: Path, *, root: Path | None) -> None:
    """Copy a file, or a folder with all that is in it.

    Raises:
        SandboxError: it cannot be copied, is neither file nor folder, or is a link that leads out of `root`.
    """
    try:
        real = source.resolve(strict=True)
        if root is not None and source.is_symlink() and not (real.is_relative_to(root) and real.is_file()):
            raise SandboxError(
                f"the input {source} is a link to {real}, which is no file of the same folder",
                hint="Replace the link by what it leads to.",
            )
        if real.is_dir():
            target.mkdir()
            for inner in sorted(real.iterdir()):
                _copy_input(inner, target / inner.name, root=root or real)
        elif real.is_file():
            _copy_file(real, target)
        else:
            raise SandboxError(f"the input {source} is neither a file nor a folder", hint="Take it out of the inputs.")
    except (OSError, RuntimeError) as error:  # a chain of links that ends nowhere is a RuntimeError up to Python 3.12
        reason = getattr(error, "strerror", None) or "its links lead in a circle"
        raise SandboxError(
            f"the input {source} cannot be copied: {reason}",
            hint="See that it is there and may be read, and that the disk is not full.",
        ) from error


def _copy_file(source: Path, target: Path) -> None:
    """Copy a file's content; where the file system can, both share it until one is written to."""
    with source.open("rb") as reader, target.open("xb") as writer:
        try:
            while os.copy_file_range(reader.fileno(), writer.fileno(), CHUNK):
                pass
        except OSError:  # not between these two file systems, or not by this kernel
            reader.seek(0)
            writer.seek(0)
            writer.truncate()
            shutil.copyfileobj(reader, writer)


def copy(source: Path, target: Path) -> None:
    """Copy a working directory as it stands, links as links; what is neither file, folder nor link is left out.

    Raises:
        SandboxError: a part of it cannot be copied.
    """
    if not source.is_dir():
        target.mkdir()
        return
    try:
        shutil.copytree(source, target, symlinks=True, ignore=_special)
    except (OSError, shutil.Error) as error:
        raise SandboxError(
            f"a session's working directory cannot be copied for a branch: {error}",
            hint="The code wrote files that cannot be copied; reference code should write none.",
        ) from error


def _special(folder: str, names: list[str]) -> set[str]:
    """Return the pipes, sockets and devices among the names."""
    paths = {name: Path(folder, name) for name in names}
    return {name for name, path in paths.items() if not (path.is_symlink() or path.is_file() or path.is_dir())}


def scan(folder: Path) -> Seen:
    """Return what tells a change for every file and folder below, by relative path, up to `MAX_ENTRIES`."""
    seen: Seen = {}
    waiting = [folder]
    while waiting and len(seen) < MAX_ENTRIES:
        try:
            entries = list(os.scandir(waiting.pop()))
        except OSError:
            continue
        for entry in entries:
            about = entry.stat(follow_symlinks=False)
            is_folder = entry.is_dir(follow_symlinks=False)
            name = os.fsencode(os.path.relpath(entry.path, folder)).decode("utf-8", "backslashreplace")
            times = () if is_folder else (about.st_size, about.st_mtime_ns, about.st_ctime_ns)
            seen[name] = (about.st_ino, about.st_mode, *times)
            if is_folder:
                waiting.append(Path(entry.path))
    return seen


def differences(before: Seen, after: Seen) -> tuple[str, ...]:
    """Return the paths that were made, changed or removed, sorted."""
    return tuple(sorted(name for name in {*before, *after} if before.get(name) != after.get(name)))
