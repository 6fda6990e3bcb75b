"""The bonds of one session: what it may no longer do from the moment before its first cell.

Landlock says which files, seccomp which calls of the kernel. Both hold for everything that the session starts, and none
can be taken off again.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from authoring.sandbox.inside import kernel

OF_FILES = ("EXECUTE", "READ_FILE", "WRITE_FILE", "TRUNCATE")
READING = ("EXECUTE", "READ_FILE", "READ_DIR")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
SHARED_MEMORY = "/dev/shm"  # noqa: S108 - the family's own where there is a house
NEVER = ("MAKE_CHAR", "MAKE_BLOCK", "IOCTL_DEV")
FACTS = (
    *("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/filesystems", "/proc/version", "/proc/sys"),
    # joblib asks here for how many processors there are, and takes a refusal for an error.
    *("/sys/fs/cgroup/cpu.max", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "/sys/fs/cgroup/cpu/cpu.cfs_period_us"),
)
"""What may be read of the machine where other people's processes stand in the same ``/proc``."""


@dataclass(frozen=True, slots=True)
class Bonds:
    """What is put on a session."""

    program: bytes = b""
    """A seccomp filter; empty for none."""
    landlock: ModuleType | None = None
    """The package landlockpy; None for no Landlock."""
    readable: Sequence[str] = ()
    """Files and folders that may be read and run."""
    walled: bool = False
    """Whether the house stands; else Landlock and seccomp alone keep other people's files and processes away."""


def bind(bonds: Bonds, room: str) -> None:
    """Put a new session in bonds: it may write in its family's room, and read what it needs to run.

    Raises:
        OSError: the kernel refuses a bond that it was found to have.
    """
    if bonds.walled:
        own_users()
    if bonds.walled or bonds.program:
        kernel.no_new_privileges()
    if bonds.walled or (bonds.landlock is not None and os.geteuid() == 0):
        kernel.drop_capabilities()
        kernel.be_seen()
    proc = ["/proc"] if bonds.walled else ["/proc/self", *FACTS]
    _fence(bonds, readable=[*bonds.readable, *proc], writable=[room, *_shared(bonds)])
    if bonds.program:
        kernel.install_filter(bonds.program)


def confine(bonds: Bonds, place: str) -> None:
    """Put a session in further bonds: of its family's room only its own place is left to it, even for reading."""
    # What `/proc/self` is for the line that it came from is another process by now; its bonds are inherited.
    _fence(bonds, readable=[*bonds.readable, "/proc"], writable=[place, *_shared(bonds)])


def _shared(bonds: Bonds) -> Sequence[str]:
    """Return the shared memory, where it is the family's own."""
    return [SHARED_MEMORY] if bonds.walled else []


def own_users() -> None:
    """Move into a user namespace of our own in which we have every capability and are who we were.

    Processes are counted by user and namespace: in one of its own, a session is the only one.
    """
    user, group = os.getuid(), os.getgid()
    kernel.unshare(kernel.CLONE_NEWUSER)
    kernel.be_seen()
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def _fence(bonds: Bonds, *, readable: Sequence[str], writable: Sequence[str]) -> None:
    """Have Landlock forbid all files but these, TCP, and signals and abstract sockets of processes outside."""
    landlock = bonds.landlock
    if landlock is None:
        return
    files: Any = landlock.AccessFS
    of_files = files(sum(files[name] for name in OF_FILES))
    reading = files(sum(files[name] for name in READING))
    writing = files((1 << 16) - 1) & ~files(sum(files[name] for name in NEVER))
    scope = landlock.Scope.ABSTRACT_UNIX_SOCKET | landlock.Scope.SIGNAL
    with landlock.Ruleset(scoped=scope) as rules:
        granted = [(path, reading) for path in readable] + [(path, writing) for path in writable]
        granted += [(device, files.READ_FILE | files.WRITE_FILE) for device in DEVICES]
        for path, rights in granted:
            try:
                is_folder = Path(path).is_dir()
                rules.allow_path(path, rights if is_folder else rights & of_files)
            except FileNotFoundError:
                continue
        rules.restrict()
