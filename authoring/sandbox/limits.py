"""Limits that code exceeded: the outcome, the words for it, and which setting raises the limit."""

import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from authoring.errors import SandboxError
from authoring.records.evidence import Limits, Outcome

PAGE = os.sysconf("SC_PAGE_SIZE")
"""Bytes in which the disk of a session is handed out."""
MIN_FREE_DISK = 1_000_000
"""Free bytes below which a disk of this machine counts as full."""
CLOCK_SLACK = 2.0
"""Seconds of processor time over the limit in which the kernel, which counts whole ones, ends a process by itself."""


@dataclass(frozen=True, slots=True)
class LimitInfo:
    """The outcome and the words for one limit."""

    outcome: Outcome
    """The outcome of code that exceeds the limit. With `Outcome.ERROR` the code gets an error that it may handle; with
    `Outcome.OK` what is too long is cut."""
    unit: str
    text: str
    """What the code did; ``{limit}`` stands for the name, the value and the unit."""
    problem_key: str = ""
    """A key of the problem that sets the limit, where there is one; it is named before the settings."""
    command_option: str = ""
    """An option of the command line that sets the limit, where there is one."""


LIMITS: dict[str, LimitInfo] = {
    "max_time": LimitInfo(
        Outcome.TIMEOUT,
        "seconds",
        "did not end within {limit}",
        problem_key="`execution.max_time` of the problem",
        command_option="--max-time of `authoring evaluate`",
    ),
    "max_cpu": LimitInfo(Outcome.TIMEOUT, "seconds", "needed more than {limit} of processor time"),
    "max_memory": LimitInfo(
        Outcome.OUT_OF_MEMORY,
        "MB",
        "needed more than {limit} over the size of the session",
        problem_key="`execution.max_memory` of the problem",
    ),
    "max_processes": LimitInfo(Outcome.ERROR, "processes and threads", "asked for more than {limit}"),
    "max_open_files": LimitInfo(Outcome.ERROR, "open files", "asked for more than {limit} in one process"),
    "max_output": LimitInfo(Outcome.TOO_MUCH_OUTPUT, "bytes", "wrote more than {limit} to standard output and error"),
    "max_repr": LimitInfo(Outcome.OK, "characters", "has a value whose text is longer than {limit}"),
    "max_file": LimitInfo(Outcome.TOO_MUCH_DISK, "bytes", "wrote a file of more than {limit}"),
    "max_disk": LimitInfo(Outcome.TOO_MUCH_DISK, "bytes", "wrote files of more than {limit} together with its session"),
    "max_files": LimitInfo(
        Outcome.TOO_MUCH_DISK, "files and folders", "made more than {limit} together with its session"
    ),
    "max_inputs": LimitInfo(Outcome.ERROR, "bytes", "has input files of more than {limit}"),
    "max_set_time": LimitInfo(
        Outcome.TIMEOUT, "seconds", "did not end within {limit} for all cells of its set together"
    ),
}
"""Every field of `Limits`."""

REPORTED_INSIDE = frozenset({"max_file", "max_disk", "max_files", "max_processes", "max_open_files"})
"""Limits that the kernel reports to the code alone, so that its process has to say so; others are seen from outside."""


@dataclass(frozen=True, slots=True)
class LimitExceeded:
    """A limit that code exceeded, or another abnormal end of its process."""

    outcome: Outcome
    text: str
    """What the code did, in words that follow on from "the code" and "it"."""
    limit: str = ""
    """The limit's name; empty where it was none."""

    @property
    def detail(self) -> str:
        """The text that is stored with the run: what the code did, and how to raise the limit."""
        return f"{self.text}; raise {places_that_set(self.limit)}" if self.limit else self.text


def places_that_set(name: str) -> str:
    """Return every setting that raises a limit, in words."""
    info = LIMITS[name]
    *further, last = filter(None, (info.problem_key, settings_key(name), info.command_option))
    return f"{', '.join(further)} or {last}" if further else last


def settings_key(name: str) -> str:
    """Return the key of the settings that holds a limit, in words."""
    return f"limits.{name} in authoring.toml"


def limit_exceeded(name: str, limits: Limits) -> LimitExceeded:
    """Return the value that says that code exceeded the limit with this name."""
    info = LIMITS[name]
    value = getattr(limits, name)
    # As a person writes it in the settings: 60 and not 60.0.
    number = f"{value:g}" if isinstance(value, float) else str(value)
    return LimitExceeded(info.outcome, info.text.format(limit=f"{name} = {number} {info.unit}"), name)


def limit_of(outcome: Outcome, detail: str) -> str:
    """Return the name of the limit that a run's detail speaks of; empty where it is of none."""
    # Up to the semicolon stands what happened, behind it where limits are set, which names others.
    mentioned = (name for name, info in LIMITS.items() if f"{name} = " in detail.partition(";")[0])
    return "" if outcome is Outcome.KILLED else next(mentioned, "")


# --- files ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DiskUsage:
    """The disk space and the files that the cells of a session have used."""

    size: int = 0
    """Bytes of all files."""
    entries: int = 0
    """Files and folders."""

    def __sub__(self, earlier: "DiskUsage") -> "DiskUsage":
        return DiskUsage(self.size - earlier.size, self.entries - earlier.entries)


def disk_usage(file_states: Mapping[str, tuple[int, ...]]) -> DiskUsage:
    """Return the usage that a scan shows; a file with two names counts once.

    Args:
        file_states: of each path inode and mode, and for all but folders the size next.
    """
    # By inode, so that a hard link counts once.
    sizes = {inode: size[0] for inode, _, *size in file_states.values() if size}
    return DiskUsage(sum(sizes.values()), len(file_states))


def disk_quota(limits: Limits) -> tuple[int, int]:
    """Return the bytes and the entries of a disk that is full only when a session is over `max_disk` or `max_files`.

    Each file may leave most of its last page empty.
    """
    return limits.max_disk + (limits.max_files + 2) * PAGE, limits.max_files + 2


def _exceeded_by_files(before: DiskUsage, after: DiskUsage, limits: Limits) -> LimitExceeded | None:
    """Return the limit on files that a cell exceeded, also where it went on with a full disk; None without one."""
    if after.entries > max(limits.max_files, before.entries):
        return limit_exceeded("max_files", limits)
    return limit_exceeded("max_disk", limits) if after.size > max(limits.max_disk, before.size) else None


def require_free_disk(folder: Path, disk_usage: DiskUsage, limits: Limits) -> None:
    """Require that the code filled a disk of its own: a full disk of this machine is no fault of the code.

    Raises:
        SandboxError: the disk of this machine is full.
    """
    filesystem = os.statvfs(folder)
    # On the session's own file system a full disk is the quota, not the machine.
    is_shared = (
        filesystem.f_blocks * filesystem.f_frsize > 2 * disk_quota(limits)[0]
    )  # a smaller one is the session's own
    if is_shared and filesystem.f_bavail * filesystem.f_frsize < MIN_FREE_DISK and disk_usage.size < limits.max_disk:
        raise SandboxError(
            f"the disk that holds {folder} is full",
            hint="Make room there, or let the environment variable TMPDIR name a folder on another disk.",
        )


# --- how a cell ended -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CellMeasurements:
    """What was measured of a cell, and what its process reported."""

    outcome: Outcome
    limit: str = ""
    """The limit that the process says stopped the code; empty where it says none."""
    overflowed: bool = False
    """Whether more was written to the memory file than it may hold."""
    seconds: float | None = None
    """Processor time that the process used, measured from outside; None where it cannot be."""
    before: DiskUsage = DiskUsage()
    """The usage of the session when the cell began."""
    after: DiskUsage = DiskUsage()


def exceeded_by_cell(measured: CellMeasurements, limits: Limits) -> LimitExceeded | None:
    """Return the limit that a cell went over; None where it went over none.

    What was measured from outside comes before what the process says of itself.
    """
    if measured.seconds is not None and measured.seconds > limits.max_cpu + CLOCK_SLACK:
        return limit_exceeded("max_cpu", limits)
    if measured.overflowed or measured.outcome is Outcome.TOO_MUCH_OUTPUT:
        return limit_exceeded("max_output", limits)
    if measured.outcome is Outcome.OUT_OF_MEMORY:
        return limit_exceeded("max_memory", limits)
    files = _exceeded_by_files(measured.before, measured.after, limits)
    if files is not None or measured.outcome is Outcome.OK:
        return files
    # The kernel answers ENOSPC both where no bytes and where no files are left.
    limit_name = (
        "max_files" if measured.limit == "max_disk" and measured.after.entries >= limits.max_files else measured.limit
    )
    return limit_exceeded(limit_name, limits) if limit_name in REPORTED_INSIDE else None


def reason_of_exit(status: int | None, words: str, limits: Limits, *, memory_kills: int | None = None) -> LimitExceeded:
    """Return what ended a process.

    Args:
        status: its wait status; None where nobody could say.
        words: how it ended, in words.
        limits: of the cell that ran.
        memory_kills: how many processes of the session the kernel ended meanwhile for want of memory; None where the
            session has no control group that would count them.
    """
    # The kernel's own count, so it comes before what the wait status might mean.
    if memory_kills:
        return limit_exceeded("max_memory", limits)
    number = 0 if status is None or not os.WIFSIGNALED(status) else os.WTERMSIG(status)
    if number == signal.SIGXCPU:
        return limit_exceeded("max_cpu", limits)
    if number == signal.SIGXFSZ:  # the code asked for it: a write over the limit raises
        return LimitExceeded(Outcome.KILLED, f"{words}, after it {limit_exceeded('max_file', limits).text}", "max_file")
    # Without a control group, a kill for want of memory looks like a kill by the code itself.
    if number == signal.SIGKILL and memory_kills is None:
        return LimitExceeded(Outcome.KILLED, f"{words}, by its own code or by the kernel for want of memory")
    return LimitExceeded(Outcome.KILLED, words)
