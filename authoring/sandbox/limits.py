"""Limits that code went over: what that is called, how it is told, and what to raise."""

import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from authoring.errors import SandboxError
from authoring.records.evidence import Limits, Outcome

PAGE = os.sysconf("SC_PAGE_SIZE")
"""Bytes in which the disk of a session is handed out."""
FULL = 1_000_000
"""Free bytes below which a disk of this machine counts as full."""
CLOCK_SLACK = 2.0
"""Seconds of processor time over the limit in which the kernel, which counts whole ones, ends a process by itself."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is said of one limit."""

    outcome: Outcome
    """Of code that goes over it. With `Outcome.ERROR` the error is the code's own, which it may handle; with
    `Outcome.OK` what is too long is cut."""
    unit: str
    said: str
    """What the code did; ``{limit}`` stands for the name, the value and the unit."""
    first: str = ""
    """What comes before the settings where it is given: a key of the problem."""
    last: str = ""
    """A further place that says it."""


KNOWN: dict[str, Known] = {
    "max_time": Known(
        Outcome.TIMEOUT,
        "seconds",
        "did not end within {limit}",
        first="`execution.max_time` of the problem",
        last="--max-time of `authoring evaluate`",
    ),
    "max_cpu": Known(Outcome.TIMEOUT, "seconds", "needed more than {limit} of processor time"),
    "max_memory": Known(
        Outcome.OUT_OF_MEMORY,
        "MB",
        "needed more than {limit} over the size of the session",
        first="`execution.max_memory` of the problem",
    ),
    "max_processes": Known(Outcome.ERROR, "processes and threads", "asked for more than {limit}"),
    "max_open_files": Known(Outcome.ERROR, "open files", "asked for more than {limit} in one process"),
    "max_output": Known(Outcome.TOO_MUCH_OUTPUT, "bytes", "wrote more than {limit} to standard output and error"),
    "max_repr": Known(Outcome.OK, "characters", "has a value whose text is longer than {limit}"),
    "max_file": Known(Outcome.TOO_MUCH_DISK, "bytes", "wrote a file of more than {limit}"),
    "max_disk": Known(Outcome.TOO_MUCH_DISK, "bytes", "wrote files of more than {limit} together with its session"),
    "max_files": Known(Outcome.TOO_MUCH_DISK, "files and folders", "made more than {limit} together with its session"),
    "max_inputs": Known(Outcome.ERROR, "bytes", "has input files of more than {limit}"),
    "max_set_time": Known(Outcome.TIMEOUT, "seconds", "did not end within {limit} for all cells of its set together"),
}
"""Every field of `Limits`."""

TOLD_INSIDE = frozenset({"max_file", "max_disk", "max_files", "max_processes", "max_open_files"})
"""Limits of which the kernel tells the code, and nobody else; the rest is seen from outside."""


@dataclass(frozen=True, slots=True)
class Breach:
    """How a cell ended that did not end well."""

    outcome: Outcome
    said: str
    """What the code did, in words that follow on from "the code" and "it"."""
    limit: str = ""
    """The limit's name; empty where it was none."""

    @property
    def detail(self) -> str:
        """What is kept of it with the run: what the code did, and how to raise the limit."""
        return f"{self.said}; raise {ways(self.limit)}" if self.limit else self.said


def ways(name: str) -> str:
    """Return every place that sets a limit, in words."""
    known = KNOWN[name]
    *more, last = filter(None, (known.first, setting(name), known.last))
    return f"{', '.join(more)} or {last}" if more else last


def setting(name: str) -> str:
    """Return the key of the settings that holds a limit, in words."""
    return f"limits.{name} in authoring.toml"


def over(name: str, limits: Limits) -> Breach:
    """Return that code went over the limit with this name."""
    known = KNOWN[name]
    value = getattr(limits, name)
    number = f"{value:g}" if isinstance(value, float) else str(value)
    return Breach(known.outcome, known.said.format(limit=f"{name} = {number} {known.unit}"), name)


def limit_of(outcome: Outcome, detail: str) -> str:
    """Return the name of the limit that a run's detail speaks of; empty where it is of none."""
    named = (name for name, known in KNOWN.items() if f"{name} = " in detail.partition(";")[0])
    return "" if outcome is Outcome.KILLED else next(named, "")


# --- files ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Usage:
    """What the cells of a session have written."""

    size: int = 0
    """Bytes of all files."""
    entries: int = 0
    """Files and folders."""

    def __sub__(self, other: "Usage") -> "Usage":
        return Usage(self.size - other.size, self.entries - other.entries)


def usage(seen: Mapping[str, tuple[int, ...]]) -> Usage:
    """Return the usage that a scan shows; a file with two names counts once.

    Args:
        seen: of each path inode and mode, and for all but folders the size next.
    """
    sizes = {inode: size[0] for inode, _, *size in seen.values() if size}
    return Usage(sum(sizes.values()), len(seen))


def quota(limits: Limits) -> tuple[int, int]:
    """Return the bytes and the entries of a disk that is full only when a session is over `max_disk` or `max_files`.

    Each file may leave most of its last page empty.
    """
    return limits.max_disk + (limits.max_files + 2) * PAGE, limits.max_files + 2


def _of_files(before: Usage, after: Usage, limits: Limits) -> Breach | None:
    """Return the breach of a cell that left too much behind, or filled its disk and went on; None without one."""
    if after.entries > max(limits.max_files, before.entries):
        return over("max_files", limits)
    return over("max_disk", limits) if after.size > max(limits.max_disk, before.size) else None


def require_disk(folder: Path, used: Usage, limits: Limits) -> None:
    """See that it was the code which filled its disk: a full disk of this machine is no fault of the code.

    Raises:
        SandboxError: it was not.
    """
    space = os.statvfs(folder)
    shared = space.f_blocks * space.f_frsize > 2 * quota(limits)[0]  # a smaller one is the session's own
    if shared and space.f_bavail * space.f_frsize < FULL and used.size < limits.max_disk:
        raise SandboxError(
            f"the disk that holds {folder} is full",
            hint="Make room there, or let the environment variable TMPDIR name a folder on another disk.",
        )


# --- how a cell ended -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of a cell whose process answered."""

    outcome: Outcome
    limit: str = ""
    """The limit that the process says stopped the code; empty where it says none."""
    overflowed: bool = False
    """Whether more was written to the memory file than it may hold."""
    seconds: float | None = None
    """Processor time that the process used, measured from outside; None where it cannot be."""
    before: Usage = Usage()
    """What the session had written when the cell began."""
    after: Usage = Usage()


def of_cell(seen: Seen, limits: Limits) -> Breach | None:
    """Return the limit that a cell went over; None where it went over none.

    What was measured from outside comes before what the process says of itself.
    """
    if seen.seconds is not None and seen.seconds > limits.max_cpu + CLOCK_SLACK:
        return over("max_cpu", limits)
    if seen.overflowed or seen.outcome is Outcome.TOO_MUCH_OUTPUT:
        return over("max_output", limits)
    if seen.outcome is Outcome.OUT_OF_MEMORY:
        return over("max_memory", limits)
    files = _of_files(seen.before, seen.after, limits)
    if files is not None or seen.outcome is Outcome.OK:
        return files
    # No room for another file is told in the same words as no room for more bytes.
    named = "max_files" if seen.limit == "max_disk" and seen.after.entries >= limits.max_files else seen.limit
    return over(named, limits) if named in TOLD_INSIDE else None


def of_end(status: int | None, words: str, limits: Limits, *, memory_kills: int | None = None) -> Breach:
    """Return what ended a process.

    Args:
        status: its wait status; None where nobody could say.
        words: how it ended, in words.
        limits: of the cell that ran.
        memory_kills: how many processes of the session the kernel ended meanwhile for want of memory; None where the
            session has no control group that would count them.
    """
    if memory_kills:
        return over("max_memory", limits)
    number = 0 if status is None or not os.WIFSIGNALED(status) else os.WTERMSIG(status)
    if number == signal.SIGXCPU:
        return over("max_cpu", limits)
    if number == signal.SIGXFSZ:  # the code asked for it: a write over the limit raises
        return Breach(Outcome.KILLED, f"{words}, after it {over('max_file', limits).said}", "max_file")
    if number == signal.SIGKILL and memory_kills is None:
        return Breach(Outcome.KILLED, f"{words}, by its own code or by the kernel for want of memory")
    return Breach(Outcome.KILLED, words)
