"""The rootfs: namespaces and a minimal read-only root for the warmed process and all that it forks.

It is set up before anything but the standard library is imported, by a process with one thread.
"""

import os
import signal
import stat
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from authoring.sandbox.inside import kernel
from authoring.sandbox.inside.isolation import workdir
from authoring.sandbox.inside.isolation.restrictions import enter_user_namespace
from authoring.sandbox.inside.kernel import MS_NODEV, MS_NOEXEC, MS_NOSUID, MS_PRIVATE, MS_REC

NAMESPACES = kernel.CLONE_NEWNS | kernel.CLONE_NEWNET | kernel.CLONE_NEWIPC | kernel.CLONE_NEWUTS
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
"""Programs and libraries; where one is a link, so it is inside."""
SYSTEM_SETTINGS = (
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/fonts", "/etc/localtime"),
    *("/etc/mime.types", "/etc/nsswitch.conf", "/etc/ssl/openssl.cnf", "/etc/crypto-policies"),
)
"""Settings of the system that libraries read; no file of a person is among them."""
WRITTEN_FILES = {
    "/etc/passwd": "job:x:{user}:{group}::/room/home:/bin/sh\n",
    "/etc/group": "job:x:{group}:\n",
    "/etc/hosts": "127.0.0.1 localhost\n",
    "/etc/hostname": "sandbox\n",
}
DEVICES = ("null", "zero", "full", "random", "urandom")
LINKS = {
    "shm": f"{workdir.SANDBOX_ROOT}/{workdir.SHARED_MEMORY}",
    "fd": "/proc/self/fd",
    "stdin": "/proc/self/fd/0",
    "stdout": "/proc/self/fd/1",
    "stderr": "/proc/self/fd/2",
}
PROCESSORS = "/sys/devices/system/cpu"
"""Libraries that start threads look here for how many there may be."""
MOUNT_POINTS = ("/proc", "/inputs", workdir.SANDBOX_ROOT)
NOBODY = 65534
"""The user that code runs as when this program is run by root: limits on processes do not hold for root."""


@dataclass(frozen=True, slots=True)
class RootfsConfig:
    """What setting up a rootfs needs to know."""

    stage: str
    """An empty folder over which the new root is mounted, invisible to all other processes."""
    inputs: str
    """The folder into which the client puts input files."""
    needed: Sequence[str]
    """Folders that the interpreter and our package are loaded from."""


def enter(config: RootfsConfig) -> None:
    """Move into namespaces of our own, over a root that holds no more than is needed; returns in the child only.

    The process that called stays outside as a shell around the child, and ends with it. Two orders are needed: an
    ordinary user has to become master of a user namespace first, root makes mounts while it may read what it mounts.

    Raises:
        OSError: the kernel does not allow it; the process is of no further use then.
    """
    user, group = os.getuid(), os.getgid()
    if user:
        enter_user_namespace()
    kernel.unshare(NAMESPACES)
    # Without this, mounts made here would spread to the machine.
    kernel.mount("none", "/", "", MS_REC | MS_PRIVATE)
    _build(config, user or NOBODY, group or NOBODY)
    kernel.change_root(config.stage)
    # Not what is mounted below: devices, shared memory and `/proc` stay writable.
    kernel.make_read_only("/", recursive=False)
    if not user:
        _become_nobody(config)
        enter_user_namespace()
        # Mounts and processes belong to the user namespace that they were made in; from here on it is ours.
        kernel.unshare(kernel.CLONE_NEWNS)
    kernel.unshare(kernel.CLONE_NEWPID)
    _fork_into_namespace()
    kernel.mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    # Where libraries write while they are warmed up; each session tree mounts a sandbox root of its own over it.
    kernel.mount("tmpfs", workdir.SANDBOX_ROOT, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=64m")
    # Shared memory too: joblib tries once, when it is imported, whether there are semaphores, and without them runs
    # nothing in parallel.
    for name in workdir.ROOT_FOLDERS:
        Path(workdir.SANDBOX_ROOT, name).mkdir()


def _fork_into_namespace() -> None:
    """Fork, for only children are in a new process namespace; go on in the child, and wait for it in the parent."""
    child = os.fork()
    if child:
        _wait_and_exit(child)
    # Should the shell around it be killed, nobody else would end this process.
    kernel.die_with_parent()


def _wait_and_exit(child: int) -> NoReturn:
    # The client hangs up when it is done; until then there is nothing to do but to wait.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A copy of the line held open here would keep the client from seeing that the child ended.
    os.closerange(3, 1_024)
    _, status = os.waitpid(child, 0)
    number = os.waitstatus_to_exitcode(status)
    # As a shell reports a child that a signal ended.
    os._exit(number if number >= 0 else 128 - number)


def _become_nobody(config: RootfsConfig) -> None:
    """As root: become a user without rights, unless that user could not read the interpreter."""
    # Groups first, because they cannot be changed once root is given up.
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    # Root stays the saved user: there is a way back if nobody cannot read the interpreter.
    os.setresuid(NOBODY, NOBODY, 0)
    readable = all(_readable(folder) for folder in config.needed) and os.access(sys.executable, os.X_OK)
    final_user = NOBODY if readable else 0
    os.setresuid(final_user, final_user, final_user)
    kernel.be_visible()


def _readable(folder: str) -> bool:
    """Return whether a folder and the entries in it can be read by the present user."""
    place = Path(folder)
    try:
        entries = sorted(place.iterdir()) if place.is_dir() else [place]
        return all(os.access(entry, os.R_OK | (os.X_OK if entry.is_dir() else 0)) for entry in entries)
    except OSError:
        return False


def _build(config: RootfsConfig, user: int, group: int) -> None:
    """Mount a small root over the stage and fill it."""
    root = config.stage
    # Small, because it holds mount points, links and four short files.
    kernel.mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=1m")
    for folder in ("/etc", "/dev", *MOUNT_POINTS):
        Path(root + folder).mkdir(parents=True, exist_ok=True)
    for path in SYSTEM:
        _expose(root, path)
    for path in (*SYSTEM_SETTINGS, PROCESSORS):
        _expose(root, path)
    for path, text in WRITTEN_FILES.items():
        Path(root + path).write_text(text.format(user=user, group=group))
    for name in DEVICES:
        Path(root, "dev", name).touch()
        # A device on a file system without devices is none; read-only does not keep it from being written to.
        kernel.bind(f"/dev/{name}", f"{root}/dev/{name}", writable=True)
    for name, target in LINKS.items():
        Path(root, "dev", name).symlink_to(target)
    for path in sorted(set(config.needed)):
        _expose(root, path)
    if not Path(root, "tmp").exists():  # something that is needed may lie there
        Path(root, "tmp").symlink_to(f"{workdir.SANDBOX_ROOT}/{workdir.SCRATCH}")
    kernel.bind(config.inputs, root + "/inputs")
    # The kernel lets us mount the processes of a namespace of our own only where all of ``/proc`` is in sight.
    kernel.bind("/proc", root + "/proc", writable=True)


def _expose(root: str, path: str) -> None:
    """Show a path inside as it is outside, read-only; where it is a link, inside there is the same link."""
    try:
        kind = Path(path).lstat().st_mode
    except OSError:
        return
    target = Path(root + path)
    if target.exists() or target.is_symlink():
        return  # a folder around it is shown already
    target.parent.mkdir(parents=True, exist_ok=True)
    if stat.S_ISLNK(kind):
        target.symlink_to(os.readlink(path))  # noqa: PTH115 - word for word, which Path would not give
        # What the link leads to has to be there as well, by its own path.
        _expose(root, os.path.realpath(path))
        return
    if stat.S_ISDIR(kind):
        target.mkdir()
    else:
        target.touch()
    kernel.bind(path, str(target))
