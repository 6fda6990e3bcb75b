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
SHARED_MEMORY = "shm"
"""The folder beside a working directory that is its session's shared memory, where there is a rootfs; in the sandbox
root, the folder that ``/dev/shm`` leads to, over which that of the session that runs is mounted."""
ROOT_FOLDERS = (HOME, SCRATCH, SHARED_MEMORY)
PARTS = ("work", "tmp")
ROOT_OPTIONS = "mode=0755,size=16m,nr_inodes=1024"
"""Mount options of the sandbox root: a home folder, ``/tmp``, and the mount points of the sessions' folders."""
MASKED = ("/proc/sys", "/proc/irq", "/proc/bus", "/proc/fs")
"""Settings of the machine; what may be read stays readable."""
INPUTS = "inputs"
LAYERS = "layers"
"""The folder beside a working directory for what the session changes of its inputs; see `inputs`."""


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
    # Each session tree mounts in a namespace of its own, where no other tree can see it; nor can one take the names of
    # another's sockets and ports, or what System V and POSIX keep by name.
    kernel.unshare(kernel.CLONE_NEWNS | kernel.CLONE_NEWNET | kernel.CLONE_NEWIPC)
    # The processes of a new PID namespace are seen only in a `/proc` that was mounted in it.
    kernel.mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    for path in MASKED:
        if Path(path).is_dir():
            # Mounted over itself, because only a mount can be made read-only.
            kernel.bind(path, path)
    _mount_root()


def empty() -> None:
    """Replace the used sandbox root by an empty one; what it held is gone once nobody holds it open.

    No session's shared memory may be shown any more.

    Nothing else outlives the processes of a session tree: seccomp denies the shared segments and queues of System V and
    POSIX, and keys.

    Raises:
        OSError: the kernel does not allow it.
    """
    # A mount that is somebody's current folder would go on for that process.
    os.chdir("/")
    kernel.unmount(SANDBOX_ROOT)
    _mount_root()


def _mount_root() -> None:
    kernel.mount("tmpfs", SANDBOX_ROOT, "tmpfs", MS_NOSUID | MS_NODEV, ROOT_OPTIONS)
    for name in ROOT_FOLDERS:
        Path(SANDBOX_ROOT, name).mkdir()


def prepare(workdir: str, copied_from: str | None, quota: DiskQuota | None) -> None:
    """Create a session's folder; with `copied_from`, copy what is in that session's folder, links as links.

    With a quota it is a file system of its own, so that none can fill another's, and holds its shared memory too.
    """
    parts = PARTS if quota is None else (*PARTS, SHARED_MEMORY)
    if quota is not None:
        # Without parents: the sandbox root is there, and a folder of this name must not be.
        Path(workdir).mkdir()
        kernel.mount("tmpfs", workdir, "tmpfs", MS_NOSUID | MS_NODEV, quota.options)
    for name in parts:
        Path(workdir, name).mkdir(parents=True)
        if copied_from is not None:
            copy(Path(copied_from, name), Path(workdir, name))


def show_shared_memory(workdir: str) -> None:
    """Make the shared memory of this session the one that code finds."""
    # Below the sandbox root, because Landlock looks at the folders around a mount, and not at what it is mounted over.
    kernel.bind(f"{workdir}/{SHARED_MEMORY}", f"{SANDBOX_ROOT}/{SHARED_MEMORY}", writable=True)


def hide_shared_memory() -> None:
    """Take away the shared memory that is shown."""
    kernel.unmount(f"{SANDBOX_ROOT}/{SHARED_MEMORY}")


def resize(workdir: str, quota: DiskQuota) -> None:
    """Change the disk quota of a session's folder.

    Raises:
        OSError: more is in it already.
    """
    # A remount sets every flag anew: one that is left out is taken off.
    kernel.mount("tmpfs", workdir, "tmpfs", MS_REMOUNT | MS_NOSUID | MS_NODEV, quota.options)


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


def copy(source: Path, target: Path, *, inputs: bool = False) -> None:
    """Copy what is in a folder, links as links; what is neither file, folder nor link is left out.

    Without `inputs` those are left out too. Threads and processes of the session may go on while it is copied: what
    they remove meanwhile is left out as well.

    Raises:
        shutil.Error: something that is still there cannot be copied.
    """
    if not source.is_dir():
        return

    def excluded(folder: str, names: list[str]) -> set[str]:
        # Copying would wait for the other end of a pipe, and a socket cannot be copied.
        special = {name for name in names if not _can_be_copied(os.path.join(folder, name))}  # noqa: PTH118 - as above
        return special | ({INPUTS} & set(names) if folder == str(source) and not inputs else set())

    try:
        shutil.copytree(source, target, symlinks=True, ignore=excluded, dirs_exist_ok=True)
    except shutil.Error as error:
        failures = [failure for failure in error.args[0] if os.path.lexists(failure[0])]
        if failures:
            raise shutil.Error(failures) from error


def _can_be_copied(path: str) -> bool:
    try:
        kind = os.lstat(path).st_mode
    except FileNotFoundError:
        return False
    return stat.S_ISREG(kind) or stat.S_ISDIR(kind) or stat.S_ISLNK(kind)
