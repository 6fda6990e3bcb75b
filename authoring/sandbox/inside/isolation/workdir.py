"""The rooms of one family: what its keeper prepares for the sessions that it forks.

A *place* is the folder of one session or branch: ``work`` is its working directory, ``tmp`` holds temporary files. The
place of a branch lies in that of the line it comes from, beside ``work``, so that a branch can be kept out of it.
"""

import contextlib
import os
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path

from authoring.sandbox.inside import kernel
from authoring.sandbox.inside.kernel import MS_NODEV, MS_NOEXEC, MS_NOSUID, MS_REMOUNT

ROOM = "/room"
HOME = "home"
SCRATCH = "tmp"
"""Below the room: what ``/tmp`` leads to."""
SHARED = "/dev/shm"  # noqa: S108 - a file system of our own is mounted there
COMMON = "mode=0755,size=16m,nr_inodes=1024"
"""What the sessions of a family have together: a home folder, ``/tmp``, and where their places are mounted."""
SHARED_MEMORY = "mode=1777,size=1m,nr_inodes=64"
MASKED = ("/proc/sys", "/proc/irq", "/proc/bus", "/proc/fs")
"""Settings of the machine; what may be read stays readable."""
INPUTS = "inputs"


@dataclass(frozen=True, slots=True)
class Quota:
    """What all files of a place may take."""

    size: int
    """Bytes."""
    files: int
    """Files and folders."""

    @property
    def options(self) -> str:
        """As mount options."""
        return f"mode=0700,size={self.size},nr_inodes={self.files}"


def enter() -> None:
    """Move into a mount namespace of our own: nothing but an empty room can be written to.

    Raises:
        OSError: the kernel does not allow it.
    """
    kernel.unshare(kernel.CLONE_NEWNS)
    kernel.mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    for path in MASKED:
        if Path(path).is_dir():
            kernel.bind(path, path)
    _furnish()


def empty() -> None:
    """Put empty rooms in the place of those that were used; what stood in them is gone once nobody holds it open.

    Nothing else outlives the processes of a family: the filter allows no segments and queues of System V and POSIX.

    Raises:
        OSError: the kernel does not allow it.
    """
    os.chdir("/")
    for mounted in (ROOM, SHARED):
        kernel.unmount(mounted)
    _furnish()


def _furnish() -> None:
    kernel.mount("tmpfs", ROOM, "tmpfs", MS_NOSUID | MS_NODEV, COMMON)
    kernel.mount("tmpfs", SHARED, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, SHARED_MEMORY)
    for name in (HOME, SCRATCH):
        Path(ROOM, name).mkdir()


def prepare(place: str, copied: str | None, quota: Quota | None) -> None:
    """Make a place; with `copied`, what stands in that place's ``work`` is copied, links as links.

    With a quota it is a file system of its own, so that none can fill another's.
    """
    if quota is not None:
        Path(place).mkdir()
        kernel.mount("tmpfs", place, "tmpfs", MS_NOSUID | MS_NODEV, quota.options)
    for name in ("work", "tmp"):
        Path(place, name).mkdir(parents=True)
    if copied is not None:
        copy(Path(copied, "work"), Path(place, "work"))


def resize(place: str, quota: Quota) -> None:
    """Give a place another quota.

    Raises:
        OSError: more is in it already.
    """
    kernel.mount("tmpfs", place, "tmpfs", MS_REMOUNT | MS_NOSUID | MS_NODEV, quota.options)


def show_inputs(place: str, source: str) -> None:
    """Show a folder of input files, read-only, in a place's working directory."""
    target = Path(place, "work", INPUTS)
    target.mkdir(exist_ok=True)
    kernel.bind(source, str(target))


def remove(place: str) -> None:
    """Remove a place, whatever was done to its permissions."""
    for mounted in (str(Path(place, "work", INPUTS)), place):
        with contextlib.suppress(OSError):
            kernel.unmount(mounted)
    for path, names, _ in os.walk(place):
        for name in names:
            with contextlib.suppress(OSError):
                os.chmod(os.path.join(path, name), 0o700, follow_symlinks=False)  # noqa: PTH101,PTH118 - many files
    shutil.rmtree(place, ignore_errors=True)


def copy(source: Path, target: Path) -> None:
    """Copy what is in a folder, links as links; what is neither file, folder nor link is left out, as are inputs."""
    if not source.is_dir():
        return

    def left_out(folder: str, names: list[str]) -> set[str]:
        kinds = {name: os.lstat(os.path.join(folder, name)).st_mode for name in names}  # noqa: PTH118 - as above
        special = {
            name for name, kind in kinds.items() if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind) or stat.S_ISLNK(kind))
        }
        return special | ({INPUTS} & set(names) if folder == str(source) else set())

    shutil.copytree(source, target, symlinks=True, ignore=left_out, dirs_exist_ok=True)
