"""The sandbox root of one session tree, and the working directories in it, as a supervisor prepares them.

Each session or branch has a folder in the sandbox root: ``work`` in it is the working directory, ``tmp`` holds
temporary files.
"""

import contextlib
import os
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path

from authoring.sandbox.inside import kernel
from authoring.sandbox.inside.kernel import MS_NODEV, MS_NOEXEC, MS_NOSUID, MS_REMOUNT

SANDBOX_ROOT = "/room"
HOME = "home"
SCRATCH = "tmp"
"""The folder in the sandbox root that ``/tmp`` leads to."""
SHARED_MEMORY_FOLDER = "/dev/shm"  # noqa: S108 - a file system of our own is mounted there
ROOT_OPTIONS = "mode=0755,size=16m,nr_inodes=1024"
"""Mount options of the sandbox root: a home folder, ``/tmp``, and the mount points of the sessions' folders."""
SHARED_MEMORY_OPTIONS = "mode=1777,size=1m,nr_inodes=64"
MASKED = ("/proc/sys", "/proc/irq", "/proc/bus", "/proc/fs")
"""Settings of the machine; what may be read stays readable."""
INPUTS = "inputs"


@dataclass(frozen=True, slots=True)
class DiskQuota:
    """What all files of a session's folder may take."""

    size: int
    """The largest size of all files together, in bytes."""
    files: int
    """The largest number of files and folders."""

    @property
    def options(self) -> str:
        """The quota as options of a tmpfs mount."""
        return f"mode=0700,size={self.size},nr_inodes={self.files}"


def enter() -> None:
    """Move into a mount namespace of our own, in which nothing but an empty sandbox root can be written to.

    Raises:
        OSError: the kernel does not allow it.
    """
    # Each session tree mounts in a namespace of its own, where no other tree can see it.
    kernel.unshare(kernel.CLONE_NEWNS)
    # The processes of a new PID namespace are seen only in a `/proc` that was mounted in it.
    kernel.mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    for path in MASKED:
        if Path(path).is_dir():
            # Mounted over itself, because only a mount can be made read-only.
            kernel.bind(path, path)
    _mount_root()


def empty() -> None:
    """Replace the used sandbox root by an empty one; what it held is gone once nobody holds it open.

    Nothing else outlives the processes of a session tree: seccomp denies the shared segments and queues of System V and
    POSIX.

    Raises:
        OSError: the kernel does not allow it.
    """
    # A mount that is somebody's current folder would go on for that process.
    os.chdir("/")
    for mounted in (SANDBOX_ROOT, SHARED_MEMORY_FOLDER):
        kernel.unmount(mounted)
    _mount_root()


def _mount_root() -> None:
    kernel.mount("tmpfs", SANDBOX_ROOT, "tmpfs", MS_NOSUID | MS_NODEV, ROOT_OPTIONS)
    kernel.mount("tmpfs", SHARED_MEMORY_FOLDER, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, SHARED_MEMORY_OPTIONS)
    for name in (HOME, SCRATCH):
        Path(SANDBOX_ROOT, name).mkdir()


def prepare(workdir: str, copied_from: str | None, quota: DiskQuota | None) -> None:
    """Create a session's folder; with `copied_from`, copy that folder's ``work`` into it, links as links.

    With a quota it is a file system of its own, so that none can fill another's.
    """
    if quota is not None:
        # Without parents: the sandbox root is there, and a folder of this name must not be.
        Path(workdir).mkdir()
        kernel.mount("tmpfs", workdir, "tmpfs", MS_NOSUID | MS_NODEV, quota.options)
    for name in ("work", "tmp"):
        Path(workdir, name).mkdir(parents=True)
    if copied_from is not None:
        copy(Path(copied_from, "work"), Path(workdir, "work"))


def resize(workdir: str, quota: DiskQuota) -> None:
    """Change the disk quota of a session's folder.

    Raises:
        OSError: more is in it already.
    """
    # A remount sets every flag anew: one that is left out is taken off.
    kernel.mount("tmpfs", workdir, "tmpfs", MS_REMOUNT | MS_NOSUID | MS_NODEV, quota.options)


def show_inputs(workdir: str, source: str) -> None:
    """Mount a folder of input files, read-only, in a working directory."""
    target = Path(workdir, "work", INPUTS)
    target.mkdir(exist_ok=True)
    kernel.bind(source, str(target))


def remove(workdir: str) -> None:
    """Remove a session's folder, whatever was done to its permissions."""
    for mounted in (str(Path(workdir, "work", INPUTS)), workdir):
        with contextlib.suppress(OSError):
            # Neither is a mount where there are no namespaces.
            kernel.unmount(mounted)
    for path, names, _ in os.walk(workdir):
        for name in names:
            # Not following links: what one leads to may be a file of the user. Linux changes no link's own mode.
            with contextlib.suppress(OSError, NotImplementedError):
                os.chmod(os.path.join(path, name), 0o700, follow_symlinks=False)  # noqa: PTH101,PTH118 - many files
    shutil.rmtree(workdir, ignore_errors=True)


def copy(source: Path, target: Path) -> None:
    """Copy what is in a folder, links as links; what is neither file, folder nor link is left out, as are inputs."""
    if not source.is_dir():
        return

    def excluded(folder: str, names: list[str]) -> set[str]:
        kinds = {name: os.lstat(os.path.join(folder, name)).st_mode for name in names}  # noqa: PTH118 - as above
        # Copying would wait for the other end of a pipe, and a socket cannot be copied.
        special = {
            name for name, kind in kinds.items() if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind) or stat.S_ISLNK(kind))
        }
        return special | ({INPUTS} & set(names) if folder == str(source) else set())

    shutil.copytree(source, target, symlinks=True, ignore=excluded, dirs_exist_ok=True)
