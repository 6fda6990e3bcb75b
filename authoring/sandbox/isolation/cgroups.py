"""Control groups of the kernel, version 2: what holds all processes of a session together to its memory and number.

Groups are made below the group that this process is in, and only where it may: as the root of a machine or container,
or where a service manager gave the group away ("delegated" it). Nobody else's process is ever moved.
"""

import contextlib
import os
import re
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from authoring.records.protection import Layer
from authoring.sandbox.proc import descends, pid_namespace, start_time

NAME = "cgroup v2"
CONTROLLERS = frozenset({"memory", "pids"})
PREFIX = "authoring"
OWNER = re.compile(rf"{PREFIX}-(?P<space>\d+)-(?P<process>\d+)-(?P<started>\d+)-.+")
"""The PID namespace, process number and start time of the maker of a group, which tell whether it still runs."""
REMOVAL_TIMEOUT = 2.0
"""Seconds that killed processes may take to leave their group."""
DELEGATION = "systemd-run --user --scope -p Delegate=yes authoring ..."
UNIFIED = "boot with systemd.unified_cgroup_hierarchy=1, which recent distributions do by themselves"


class UnusableError(Exception):
    """Groups cannot be made; the text says why."""

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.layer = Layer(name=NAME, used=False, detail=reason, hint=hint)


@dataclass(frozen=True, slots=True)
class Cgroup:
    """One group; every process that its members start belongs to it too."""

    path: Path

    def add(self, process: int) -> None:
        """Move a process into the group, with all its threads; what it started before stays where it is.

        Raises:
            OSError: the process is gone, or may not be moved.
        """
        (self.path / "cgroup.procs").write_text(str(process))

    def limit(self, *, memory_bytes: int | None, processes: int | None) -> None:
        """Set how much memory and how many processes and threads all members may have together; None for no limit.

        Raises:
            OSError: the group is gone.
        """
        (self.path / "memory.max").write_text("max" if memory_bytes is None else str(memory_bytes))
        # Else a session would swap, slowing down the machine, where it is meant to end.
        with contextlib.suppress(OSError):  # a kernel without swap has no such file
            (self.path / "memory.swap.max").write_text("max" if memory_bytes is None else "0")
        (self.path / "pids.max").write_text("max" if processes is None else str(processes))

    def memory(self) -> int:
        """Return the bytes that all members hold together.

        Raises:
            OSError: the group is gone.
        """
        return int((self.path / "memory.current").read_text())

    def oom_kills(self) -> int:
        """Return how many processes of the group the kernel ended so far for want of memory; 0 for a group gone."""
        return _counts(self.path / "memory.events").get("oom_kill", 0)

    def processes(self) -> tuple[int, ...]:
        """Return the members, those of groups below not counted; none for a group gone."""
        try:
            numbers = map(int, (self.path / "cgroup.procs").read_text().split())
        except OSError:
            return ()
        # 0 stands for a member that another PID namespace hides, and to `kill` for the caller's own group.
        return tuple(number for number in numbers if number)

    def kill(self) -> None:
        """Kill every member, and those of the groups below, at once."""
        with contextlib.suppress(OSError):
            try:
                (self.path / "cgroup.kill").write_text("1")
            except FileNotFoundError:  # before Linux 5.14; what is started meanwhile is met in the next round
                for _ in range(100):
                    if not self._killed_one_by_one():
                        return

    def _killed_one_by_one(self) -> bool:
        members = [number for path in self.path.rglob("cgroup.procs") for number in Cgroup(path.parent).processes()]
        for number in members:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(number, signal.SIGKILL)
        return bool(members)

    def remove(self) -> None:
        """Kill every member and remove the group with those below; safe to call twice.

        A group whose members do not end in time stays, and is swept when its owner is gone.
        """
        self.kill()
        deadline = time.monotonic() + REMOVAL_TIMEOUT
        while self.path.is_dir():
            # Another process may remove a group meanwhile.
            with contextlib.suppress(OSError):
                # The deepest first, because a group with groups below it cannot be removed.
                inner_groups = sorted((path for path in self.path.rglob("*") if path.is_dir()), reverse=True)
                for path in (*inner_groups, self.path):
                    path.rmdir()
                return
            if time.monotonic() > deadline:
                return
            time.sleep(0.002)


@dataclass(frozen=True, slots=True)
class Cgroups:
    """The group below which this process makes others."""

    base: Path

    @classmethod
    def detect(cls, proc: Path = Path("/proc/self")) -> "Cgroups | Layer":
        """Return where groups with memory and pids controllers can be made, or the layer that says why nowhere.

        Where the group of this process has to be free of processes for that, this process and what it started move to a
        group of their own below it. Groups that dead processes left there are swept.
        """
        try:
            base = own_group((proc / "cgroup").read_text(), (proc / "mountinfo").read_text())
            _require_controllers(base)
            cgroups = cls(base)
            sweep(base)
            _enable(base)
            # Only a group that really was made proves that this process may make groups.
            probe = cgroups._new("probe")
            try:
                probe.limit(memory_bytes=None, processes=1)
            finally:
                probe.remove()
        except UnusableError as unusable:
            return unusable.layer
        except OSError as error:
            reason = f"{error.filename or 'a group'}: {error.strerror}"
            return Layer(name=NAME, used=False, detail=reason, hint=f"run {DELEGATION}")
        return cgroups

    @property
    def layer(self) -> Layer:
        """The gain, as a layer of a report."""
        return Layer(name=NAME, used=True, detail=f"memory and processes of a session together, below {self.base}")

    def make(self, name: str, *, memory_bytes: int | None = None, processes: int | None = None) -> Cgroup:
        """Make a group of this name, which must be new.

        Raises:
            OSError: it cannot be made.
        """
        group = self._new(name)
        group.limit(memory_bytes=memory_bytes, processes=processes)
        return group

    def _new(self, name: str) -> Cgroup:
        group = Cgroup(self.base / _group_name(name))
        group.path.mkdir()
        return group


def _group_name(name: str) -> str:
    namespace = pid_namespace()
    return f"{PREFIX}-{namespace}-{os.getpid()}-{start_time(os.getpid())}-{name}"


def sweep(base: Path) -> None:
    """Kill and remove the groups in `base` whose makers are gone; those of another process namespace are left."""
    namespace = pid_namespace()
    for path in base.glob(f"{PREFIX}-*"):
        match = OWNER.fullmatch(path.name)
        # The start time tells whether the process of that number is still the maker.
        if match and int(match["space"]) == namespace and start_time(int(match["process"])) != int(match["started"]):
            Cgroup(path).remove()


# --- the group that this process is in ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mount:
    """A place where the tree of groups can be seen."""

    root: str
    """The group that stands at the place."""
    place: Path


def mounts(mountinfo: str) -> Iterator[Mount]:
    """Yield the mounts of version 2 that a ``/proc/PID/mountinfo`` lists."""
    for line in mountinfo.splitlines():
        before, _, after = line.partition(" - ")
        if after.split(" ", 1)[0] == "cgroup2":
            root, place = (_unescaped(word) for word in before.split()[3:5])
            yield Mount(root, Path(place))


def _unescaped(word: str) -> str:
    r"""Return a path as it is: mountinfo writes spaces and their like as ``\040``."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), word)


def own_group(cgroup: str, mountinfo: str) -> Path:
    """Return the folder of the group that a process is in.

    Args:
        cgroup: its ``/proc/PID/cgroup``.
        mountinfo: its ``/proc/PID/mountinfo``.

    Raises:
        UnusableError: there is none, or it cannot be seen.
    """
    own = next((Path(line.removeprefix("0::")) for line in cgroup.splitlines() if line.startswith("0::")), None)
    visible_mounts = list(mounts(mountinfo))
    if own is None or not visible_mounts:
        raise UnusableError("the kernel's second version of control groups is not mounted", UNIFIED)
    for mount in visible_mounts:
        # In a namespace of groups, one that lies outside is shown with `..`.
        if ".." not in own.parts and own.is_relative_to(mount.root):
            return mount.place / own.relative_to(mount.root)
    raise UnusableError(f"the group {own} of this process lies outside of what is mounted here")


def _require_controllers(base: Path) -> None:
    """See that a group can have controllers below it.

    Raises:
        UnusableError: it cannot.
    """
    missing = CONTROLLERS - {*(base / "cgroup.controllers").read_text().split()}
    if missing:
        words = " and ".join(sorted(missing))
        raise UnusableError(
            f"{base} has no controller for {words}",
            f"{UNIFIED}; where it is booted so, run {DELEGATION}",
        )
    if not os.access(base, os.W_OK) or not os.access(base / "cgroup.subtree_control", os.W_OK):
        raise UnusableError(f"this user may not make groups in {base}", f"run {DELEGATION}")


def _enable(base: Path) -> None:
    """Yield the groups below `base` their controllers.

    Raises:
        UnusableError: processes of others are in the way.
        OSError: the kernel refuses.
    """
    control = base / "cgroup.subtree_control"
    if {*control.read_text().split()} >= CONTROLLERS:
        return
    # A group with controllers below it holds no processes itself; only the root of all, which has no type, may.
    members = Cgroup(base).processes() if (base / "cgroup.type").exists() else ()
    own_processes = {number for number in members if number == os.getpid() or descends(number, os.getpid())}
    if set(members) != own_processes:
        raise UnusableError(f"other programs run in {base}, and are not to be moved", f"run {DELEGATION}")
    if own_processes:
        # Only our own processes move, and into a group that is swept once this process is gone.
        leaf = Cgroup(base / _group_name("own"))
        leaf.path.mkdir()
        for number in sorted(own_processes):
            leaf.add(number)
    control.write_text(" ".join(f"+{name}" for name in sorted(CONTROLLERS)))


def _counts(path: Path) -> dict[str, int]:
    """Return the counters of a file with a name and a number in each line; none for a file that is gone."""
    try:
        lines = path.read_text().splitlines()
    except OSError:
        return {}
    return {name: int(number) for name, number in (line.split() for line in lines)}
