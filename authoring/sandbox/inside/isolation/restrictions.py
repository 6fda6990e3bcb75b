"""The bonds of one session: what it may no longer do from the moment before its first cell.

Landlock says which files, seccomp which calls of the kernel. Both hold for everything that the session starts, and none
can be taken off again.
"""

import functools
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

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


class Fence:
    """Landlock's rules for the sessions of one keeper, made once: which files are left to a session.

    Args:
        bonds: those of the sessions.
        room: the family's, in which a session may write.
    """

    def __init__(self, bonds: Bonds, room: str) -> None:
        # Without a house, what `/proc/self` is for a session is known in that session only.
        proc = ["/proc"] if bonds.walled else ["/proc/self", *FACTS]
        self._bonds, self._writable = bonds, [room, *_shared(bonds)]
        self._rules = _rules(bonds, readable=[*bonds.readable, *proc], writable=self._writable)

    def renew(self) -> None:
        """Take in what is mounted by now where a session may write."""
        if self._rules is not None and self._bonds.landlock is not None:
            rights = _rights(self._bonds.landlock)
            _allow(self._rules, rights, [(path, rights.writing) for path in self._writable])

    def put_up(self) -> None:
        """Hold this process, and all that it starts, to the rules, and keep it from ever changing them for others."""
        if self._rules is not None:
            with self._rules:
                self._rules.restrict()


def bind(bonds: Bonds, fence: Fence) -> None:
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
    fence.put_up()
    if bonds.program:
        kernel.install_filter(bonds.program)


def confine(bonds: Bonds, place: str) -> None:
    """Put a session in further bonds: of its family's room only its own place is left to it, even for reading."""
    # What `/proc/self` is for the line that it came from is another process by now; its bonds are inherited.
    rules = _rules(bonds, readable=[*bonds.readable, "/proc"], writable=[place, *_shared(bonds)])
    if rules is not None:
        with rules:
            rules.restrict()


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


class _Rights(NamedTuple):
    """Sets of Landlock's rights on files, as the package has them."""

    of_files: Any
    """Those that a file can have; the rest belong to folders."""
    reading: Any
    writing: Any


@functools.cache
def _rights(landlock: ModuleType) -> _Rights:
    files: Any = landlock.AccessFS
    return _Rights(
        files(sum(files[name] for name in OF_FILES)),
        files(sum(files[name] for name in READING)),
        files((1 << 16) - 1) & ~files(sum(files[name] for name in NEVER)),
    )


def _rules(bonds: Bonds, *, readable: Sequence[str], writable: Sequence[str]) -> Any:
    """Return rules that forbid all files but these, TCP, and signals and abstract sockets of processes outside.

    None where there is no Landlock.
    """
    landlock = bonds.landlock
    if landlock is None:
        return None
    rights, files = _rights(landlock), landlock.AccessFS
    rules = landlock.Ruleset(scoped=landlock.Scope.ABSTRACT_UNIX_SOCKET | landlock.Scope.SIGNAL)
    granted = [(path, rights.reading) for path in readable] + [(path, rights.writing) for path in writable]
    _allow(rules, rights, [*granted, *((device, files.READ_FILE | files.WRITE_FILE) for device in DEVICES)])
    return rules


def _allow(rules: Any, rights: _Rights, granted: Sequence[tuple[str, Any]]) -> None:
    for path, right in granted:
        try:
            rules.allow_path(path, right if Path(path).is_dir() else right & rights.of_files)
        except FileNotFoundError:
            continue
