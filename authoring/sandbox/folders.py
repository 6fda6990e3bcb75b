"""The sandbox's temporary folders: one per sandbox, one below it per session."""

import contextlib
import fcntl
import os
import re
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from authoring.errors import SandboxError
from authoring.sandbox.proc import pid_namespace, start_time

PREFIX = "dseal-sandbox"

# PID namespace, process number and start time of its maker, as `make_folder` writes them, and a random end.
NAME = re.compile(rf"{PREFIX}-\d+-(?P<process>\d+)-(?P<started>\d+)-\w+")

MAX_DEPTH = 64
"""Folders in folders that are looked into; each takes a descriptor."""

OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC

MAX_ENTRIES = 10_000
"""Files and folders looked at in one working directory."""

CHUNK = 2**30
"""Bytes copied by one call of the kernel."""

SHARE_BLOCKS = 0x40049409
"""The number of the call `FICLONE`."""

INPUTS = "inputs"

FileState = tuple[int, ...]
FILE_STATE = ("inode", "mode", "size", "mtime", "ctime")
"""The fields of the state of a file; a folder has the first two."""
FILE_CONTENT = slice(1, 4)
"""Those that a copy has in common with its original."""

FileStates = dict[str, FileState]


def make_folder() -> Path:
    """Make this process's own folder, and sweep those whose processes ended without tidying up."""
    base = Path(tempfile.gettempdir())
    sweep(base)
    folder = Path(
        tempfile.mkdtemp(prefix=f"{PREFIX}-{pid_namespace()}-{os.getpid()}-{start_time(os.getpid())}-", dir=base)
    )
    for name in ("home", "tmp", "root", "inputs"):
        (folder / name).mkdir(mode=0o755)
    return folder


def sweep(base: Path) -> None:
    """Remove our folders in `base` whose process is gone; the start time tells a reused process number.

    Processes of another container are not in sight, so their folders are left alone.
    """
    for folder in base.glob(f"{PREFIX}-{pid_namespace()}-*"):
        match = NAME.fullmatch(folder.name)
        try:
            folder_stat = folder.lstat()
        except FileNotFoundError:  # another process sweeps too, or the owner tidied up
            continue
        # In a shared temporary folder, another user may have put this name, or a link to a folder of ours.
        if match is None or not stat.S_ISDIR(folder_stat.st_mode) or folder_stat.st_uid != os.getuid():
            continue
        # A number may have been given to another process since; the start time tells.
        if start_time(int(match["process"])) != int(match["started"]):
            remove(folder)


def remove(folder: Path) -> None:
    """Remove a folder, also one whose parts a cell made unreadable."""
    # Before `rmtree`, which cannot look into a folder whose permissions a cell took away.
    for path, names, _ in os.walk(folder):
        for name in names:
            inner = Path(path, name)
            with contextlib.suppress(OSError):  # its path is too long to be named
                if not inner.is_symlink():
                    inner.chmod(0o700)
    try:
        shutil.rmtree(folder, ignore_errors=True)
    # Up to Python 3.12 `rmtree` calls itself once per level, and a cell may nest folders deeper than that.
    except RecursionError:
        subprocess.run(["rm", "-rf", "--", str(folder)], check=False)  # noqa: S603, S607 - the system's own


def copy_inputs(folder: Path, inputs: Sequence[Path]) -> None:
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
        # What a person names may be a link; what lies in a folder is taken only where it really lies there.
        home = _home_of(source)
        _copy_input(source, target / source.name, root=None, home=home.resolve() if home else None)


def _home_of(source: Path) -> Path | None:
    """Return the folder of the benchmark or seed that an input belongs to, by its path; None for any other file.

    Such a folder may be a stranger's, and a link in it may lead to any file of this machine, also one that was put
    there after the folder was looked at.
    """
    for parent in source.parents:
        if parent.name == "_inputs":
            return parent.parent
    seed = source.parent.parent
    return seed if source.parent.name == "data" and seed.parent.name == "seeds" else None


def _copy_input(source: Path, target: Path, *, root: Path | None, home: Path | None) -> None:
    """Copy a file, or a folder with all that is in it.

    Raises:
        SandboxError: it cannot be copied, is neither file nor folder, or is a link that leads out of `root` or `home`.
    """
    try:
        real = source.resolve(strict=True)
        if root is not None and source.is_symlink() and not (real.is_relative_to(root) and real.is_file()):
            raise SandboxError(
                f"the input {source} is a link to {real}, which is no file of the same folder",
                hint="Replace the link by what it leads to.",
            )
        if home is not None and not real.is_relative_to(home):
            raise _leads_out(source, home)
        if real.is_dir():
            target.mkdir()
            for inner in sorted(real.iterdir()):
                _copy_input(inner, target / inner.name, root=root or real, home=home)
        elif real.is_file():
            _copy_file(real, target, home=root or home)
        else:
            raise SandboxError(f"the input {source} is neither a file nor a folder", hint="Take it out of the inputs.")
    except (OSError, RuntimeError) as error:  # a chain of links that ends nowhere is a RuntimeError up to Python 3.12
        reason = getattr(error, "strerror", None) or "its links lead in a circle"
        raise SandboxError(
            f"the input {source} cannot be copied: {reason}",
            hint="See that it is there and may be read, and that the disk is not full.",
        ) from error


def _leads_out(source: Path, home: Path) -> SandboxError:
    hint = "Do not trust what came with it; where the link is yours, put the file itself there."
    return SandboxError(f"the input {source} is a link that leads out of {home}", hint=hint)


def _copy_file(source: Path, target: Path, *, home: Path | None) -> None:
    """Copy a file's content; where the file system can, both share it until one is written to."""
    with source.open("rb") as reader, target.open("xb") as writer:
        opened = Path(f"/proc/self/fd/{reader.fileno()}")
        # The opened file itself is asked where it is: a folder on the way may have become a link since.
        if home is not None and opened.parent.is_dir() and not opened.resolve().is_relative_to(home):
            raise _leads_out(source, home)
        try:
            # File systems that can (btrfs, xfs) share the blocks, so that large inputs cost nothing.
            while os.copy_file_range(reader.fileno(), writer.fileno(), CHUNK):
                pass
        except OSError:  # not between these two file systems, or not by this kernel
            reader.seek(0)
            writer.seek(0)
            writer.truncate()
            shutil.copyfileobj(reader, writer)


def inputs_signature(paths: Sequence[Path]) -> tuple[tuple[str, FileState], ...]:
    """Return a signature of files and folders, with all that is in them, which differs once one of them changes."""
    states: FileStates = {}
    for path in paths:
        try:
            file_stat = path.stat()
        except OSError:
            states[str(path)] = ()  # copying will say so
            continue
        states[str(path)] = (
            file_stat.st_ino,
            file_stat.st_dev,
            file_stat.st_size,
            file_stat.st_mtime_ns,
            file_stat.st_ctime_ns,
        )
        if path.is_dir():
            states |= {f"{path}/{name}": inner for name, inner in scan_folder(path).items()}
    return tuple(sorted(states.items()))


def let_all_read(folder: Path) -> None:
    """Let everybody read a folder and all that is in it."""
    folder.chmod(0o755)
    for path, names, files in os.walk(folder):
        for name in names:
            Path(path, name).chmod(0o755)
        for name in files:
            Path(path, name).chmod(0o644)


def give_to_user_of(folder: Path, process: int) -> None:
    """Give a folder and all that is in it to the user and the group of a process, as far as we may."""
    with contextlib.suppress(OSError):  # there is no such process, or only root may give files away
        owner = Path(f"/proc/{process}").stat()
        for path in (folder, *folder.rglob("*")):
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def shares_blocks(folder: Path) -> bool:
    """Return whether two files in a folder can share their content until one is written to (btrfs, xfs)."""
    with tempfile.TemporaryFile(dir=folder) as source, tempfile.TemporaryFile(dir=folder) as target:
        source.write(b"x")
        source.flush()
        try:
            fcntl.ioctl(target, SHARE_BLOCKS, source.fileno())
        except OSError:
            return False
        return True


def scan_folder(folder: Path) -> FileStates:
    """Return the state of every file and folder below a folder, by relative path, up to `MAX_ENTRIES`.

    A change to a file changes its state.
    """
    states: FileStates = {}
    with contextlib.suppress(OSError):  # nobody may look into it, or it is gone
        _scan(os.open(folder, OPEN_FOLDER), "", 0, states)
    return states


def _scan(descriptor: int, prefix: str, depth: int, states: FileStates) -> None:
    """Look at what is in an open folder, and close it; code that still runs may change it meanwhile."""
    try:
        with os.scandir(descriptor) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):  # it is gone, or was replaced
                    file_stat = os.stat(entry.name, dir_fd=descriptor, follow_symlinks=False)
                    # A name on disk need not be UTF-8, and this one ends up in JSON.
                    name = prefix + os.fsencode(entry.name).decode("utf-8", "backslashreplace")
                    is_folder = stat.S_ISDIR(file_stat.st_mode)
                    # A folder's times change with every entry, and entries are reported by themselves.
                    times = () if is_folder else (file_stat.st_size, file_stat.st_mtime_ns, file_stat.st_ctime_ns)
                    states[name] = (file_stat.st_ino, file_stat.st_mode, *times)
                    if len(states) >= MAX_ENTRIES:
                        return
                    if is_folder and depth < MAX_DEPTH:
                        # O_NOFOLLOW: code that still runs may put a link in the place of the folder between the calls.
                        inner = os.open(entry.name, OPEN_FOLDER | os.O_NOFOLLOW, dir_fd=descriptor)
                        _scan(inner, f"{name}/", depth + 1, states)
    finally:
        os.close(descriptor)


def changed_paths(before: FileStates, after: FileStates) -> tuple[str, ...]:
    """Return the paths that were created, changed or removed, sorted."""
    return tuple(sorted(name for name in {*before, *after} if before.get(name) != after.get(name)))


def written_paths(before: FileStates, after: FileStates) -> tuple[str, ...]:
    """Return the paths as `changed_paths` does, but for inputs that were opened for writing and not written to.

    An overlay makes a copy of such a file as soon as it is opened, with the size and the times of the original.
    """

    def is_written(name: str) -> bool:
        first, last = before.get(name, ()), after.get(name, ())
        same = len(first) == len(last) == len(FILE_STATE) and first[FILE_CONTENT] == last[FILE_CONTENT]
        return not (same and name.startswith(f"{INPUTS}/"))

    return tuple(filter(is_written, changed_paths(before, after)))
