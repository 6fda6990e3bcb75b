"""The restrictions of one session: what it may no longer do once its first cell runs.

Landlock says which files, seccomp which calls of the kernel. Both hold for everything that the session starts, and none
can be taken off again.
"""

import functools
import importlib.util
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from authoring.sandbox.inside import kernel
from authoring.sandbox.inside.isolation.workdir import SHARED_MEMORY

FILE_RIGHTS = ("EXECUTE", "READ_FILE", "WRITE_FILE", "TRUNCATE")
READ_RIGHTS = ("EXECUTE", "READ_FILE", "READ_DIR")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
NEVER_GRANTED = ("MAKE_CHAR", "MAKE_BLOCK", "IOCTL_DEV")
READABLE_FACTS = (
    *("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/filesystems", "/proc/version", "/proc/sys"),
    # joblib asks here for how many processors there are, and takes a refusal for an error.
    *("/sys/fs/cgroup/cpu.max", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "/sys/fs/cgroup/cpu/cpu.cfs_period_us"),
)
"""Facts about the machine that may be read where ``/proc`` is shared with other people's processes."""


@dataclass(frozen=True, slots=True)
class Restrictions:
    """What a session is restricted by."""

    program: bytes = b""
    """A seccomp filter; empty for none."""
    landlock: ModuleType | None = None
    """The package landlockpy; None for no Landlock."""
    readable: Sequence[str] = ()
    """Files and folders that may be read and run."""
    isolated: bool = False
    """Whether the process lives in namespaces and a rootfs; otherwise Landlock and seccomp alone protect other people's
    files and processes."""


def load_landlock(folder: str) -> ModuleType | None:
    """Load the package from where the tool has it, and leave no trace that a cell could stumble over."""
    if not folder:
        return None
    loaded_before = set(sys.modules)
    spec = importlib.util.spec_from_file_location(
        "landlockpy", folder + "/__init__.py", submodule_search_locations=[folder]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"no package in {folder}")
    module = importlib.util.module_from_spec(spec)
    sys.modules["landlockpy"] = module
    spec.loader.exec_module(module)
    for name in set(sys.modules) - loaded_before:
        if name.partition(".")[0] == "landlockpy":
            del sys.modules[name]
    return module


class FilesystemRules:
    """Landlock's rules for the sessions of one supervisor, built once: the files that a session may still use.

    Args:
        restrictions: those of the sessions.
        sandbox_root: the folder of the session tree, in which a session may write.
    """

    def __init__(self, restrictions: Restrictions, sandbox_root: str) -> None:
        # Without a rootfs, what `/proc/self` is for a session is known in that session only.
        proc = ["/proc"] if restrictions.isolated else ["/proc/self", *READABLE_FACTS]
        self._restrictions, self._writable = restrictions, [sandbox_root]
        self._rules = _rules(restrictions, readable=[*restrictions.readable, *proc], writable=self._writable)

    def renew(self) -> None:
        """Take in what is mounted by now where a session may write."""
        if self._rules is not None and self._restrictions.landlock is not None:
            rights = _rights(self._restrictions.landlock)
            _allow(self._rules, rights, [(path, rights.writing) for path in self._writable])

    def enforce(self) -> None:
        """Hold this process, and all that it starts, to the rules, and keep it from ever changing them for others."""
        if self._rules is not None:
            with self._rules:
                self._rules.restrict()


def restrict(restrictions: Restrictions, rules: FilesystemRules) -> None:
    """Restrict a new session: it may write in its sandbox root, and read what it needs to run.

    Raises:
        OSError: the kernel refuses a restriction that it was found to support.
    """
    if restrictions.isolated:
        # One for each session, because the limit on processes counts by user and namespace.
        enter_user_namespace()
    if restrictions.isolated or restrictions.program:
        # Without privileges, the kernel takes neither Landlock's rules nor a filter before this.
        kernel.no_new_privileges()
    if restrictions.isolated or (restrictions.landlock is not None and os.geteuid() == 0):
        kernel.drop_capabilities()
        kernel.be_visible()
    rules.enforce()
    if restrictions.program:
        # Last, because it forbids calls that the steps before it make, `unshare` among them.
        kernel.install_filter(restrictions.program)


def confine(restrictions: Restrictions, workdir: str) -> None:
    """Restrict a session further: of its sandbox root it may use its own working directory only, even for reading."""
    # The rules that were inherited name `/proc/self` of the session this one branched from, which is another process.
    rules = _rules(
        restrictions, readable=[*restrictions.readable, "/proc"], writable=[workdir, *_shared_memory_of(workdir)]
    )
    if rules is not None:
        # Rule sets add up: a further one can only take away.
        with rules:
            rules.restrict()


def _shared_memory_of(workdir: str) -> Sequence[str]:
    """Return the folder of one session's shared memory, which code finds under another path, where there is one."""
    folder = f"{workdir}/{SHARED_MEMORY}"
    return [folder] if Path(folder).is_dir() else []


def enter_user_namespace() -> None:
    """Move into a user namespace of our own in which we have every capability and are who we were.

    Processes are counted by user and namespace: in one of its own, a session is the only one.
    """
    user, group = os.getuid(), os.getgid()
    kernel.unshare(kernel.CLONE_NEWUSER)
    # A process that is not dumpable does not own its files in `/proc`, and could not write the maps.
    kernel.be_visible()
    # The kernel takes a gid_map from an ordinary user only after this.
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


class _Rights(NamedTuple):
    """Sets of Landlock's rights on files, as the package has them."""

    of_files: Any
    """The rights that a file can have; all others apply to folders only."""
    reading: Any
    writing: Any


@functools.cache
def _rights(landlock: ModuleType) -> _Rights:
    files: Any = landlock.AccessFS
    return _Rights(
        files(sum(files[name] for name in FILE_RIGHTS)),
        files(sum(files[name] for name in READ_RIGHTS)),
        # Every right there is, sixteen up to Landlock's fifth version, but for those of devices.
        files((1 << 16) - 1) & ~files(sum(files[name] for name in NEVER_GRANTED)),
    )


def _rules(restrictions: Restrictions, *, readable: Sequence[str], writable: Sequence[str]) -> Any:
    """Return rules that forbid all files but these, TCP, and signals and abstract sockets of processes outside.

    None where there is no Landlock.
    """
    landlock = restrictions.landlock
    if landlock is None:
        return None
    rights, files = _rights(landlock), landlock.AccessFS
    rules = landlock.Ruleset(scoped=landlock.Scope.ABSTRACT_UNIX_SOCKET | landlock.Scope.SIGNAL)
    granted = [(path, rights.reading) for path in readable] + [(path, rights.writing) for path in writable]
    _allow(rules, rights, [*granted, *((device, files.READ_FILE | files.WRITE_FILE) for device in DEVICES)])
    return rules


def _allow(rules: Any, rights: _Rights, granted: Sequence[tuple[str, Any]]) -> None:
    for path, allowed in granted:
        try:
            # The kernel refuses a rule that gives a file the rights of folders.
            rules.allow_path(path, allowed if Path(path).is_dir() else allowed & rights.of_files)
        # Not every system has every path of our lists.
        except FileNotFoundError:
            continue
