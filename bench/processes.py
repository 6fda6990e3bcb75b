"""What a tree of processes has used of the machine: CPU seconds and memory, its dead and its forked ones included.

The sandbox forks, kills and waits inside its own processes and namespaces, so the usual ways to count CPU time lose
some: `getrusage` and ``/proc/PID/stat`` know of the dead only what a parent that waited for them took over, and of what
the kernel kills together with a PID namespace nobody takes over anything. Control groups lose nothing, but an ordinary
user seldom may make one. So a counter of the kernel's performance events is opened on this process before it starts
anything (`Counter`): every process that is started afterwards, however far down and in whatever namespace, inherits it,
and adds its time to it, to the nanosecond, while it lives and when it ends however it does.

Where the kernel refuses such counters (``kernel.perf_event_paranoid`` above 2, some containers), the tree is added up
instead: the clocks of the living and what they took over from the dead, of which a stranger is shown ticks of 10 ms.
`Counter.exact` tells which it is.
"""

import contextlib
import ctypes
import os
import platform
import resource
import struct
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

# `/proc/PID/stat` counts in ticks of the clock, most often 100 a second.
TICKS = os.sysconf("SC_CLK_TCK")
KILOBYTE = 1024
PR_SET_CHILD_SUBREAPER = 36
PROCESS_CLOCK = 2
"""Of a clock number: all threads of a process, as the scheduler counts; see clock_getcpuclockid(3)."""
PERF_EVENT_OPEN = {"x86_64": 298, "aarch64": 241}
"""The system call's number, by machine."""
PERF = struct.Struct("@IIQQQQQ64x")
"""The attributes of perf_event_open(2): kind, size, what is counted, three that stay 0, flags, and further ones."""
SOFTWARE, TASK_CLOCK = 1, 1
INHERIT, EXCLUDE_KERNEL = 1 << 1, 1 << 5
"""Without the second an ordinary user is refused; this clock goes on in the kernel all the same."""
CLOSE_ON_EXEC = 8
NANO = 1e-9
QUIET = 0.05
"""Seconds without a change after which a tree counts as settled."""
PATIENCE = 20.0
"""Seconds after which a tree that does not settle is taken as it is."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes of one process, or of several added up; zeros where it has ended or may not be looked at."""

    resident: int = 0
    """Pages in memory, shared ones counted in full."""
    peak: int = 0
    """The most that was ever resident."""
    share: int = 0
    """Pages in memory, shared ones divided among those that share them."""
    own: int = 0
    """Changed pages that no other process has."""
    tables: int = 0
    """The kernel's page tables, which no other number holds."""

    def __add__(self, other: "Memory") -> "Memory":
        return Memory(
            self.resident + other.resident,
            self.peak + other.peak,
            self.share + other.share,
            self.own + other.own,
            self.tables + other.tables,
        )


class Counter:
    """The CPU seconds of everything that this process starts from now on. Open it before anything is started."""

    def __init__(self) -> None:
        self._descriptor = _opened()
        self._own = time.process_time()

    @property
    def exact(self) -> bool:
        """Whether nothing is lost, and all is counted to the nanosecond."""
        return self._descriptor >= 0

    def below(self) -> float:
        """Return the CPU seconds of all that was started, this process left out."""
        if not self.exact:
            return _added_up()
        (nanoseconds,) = struct.unpack("Q", os.read(self._descriptor, 8))
        # The counter runs on this process too, so its own time since the start is taken off.
        return float(nanoseconds * NANO - (time.process_time() - self._own))

    def settled(self) -> float:
        """Wait until all that was started rests; return the CPU seconds it has used.

        The sandbox may end processes and fork the next ones after it gave its answer: part of what an answer costs.
        """
        deadline = time.monotonic() + PATIENCE
        before = self.below()
        while time.monotonic() < deadline:
            time.sleep(QUIET)
            now = self.below()
            if now - before < QUIET / 50:
                return now
            before = now
        return before

    def close(self) -> None:
        """Let go of the counter."""
        if self.exact:
            os.close(self._descriptor)
            self._descriptor = -1


def _opened() -> int:
    """Return the descriptor of a counter that all descendants inherit; -1 where there is none."""
    number = PERF_EVENT_OPEN.get(platform.machine())
    if number is None:
        return -1
    asked = PERF.pack(SOFTWARE, PERF.size, TASK_CLOCK, 0, 0, 0, INHERIT | EXCLUDE_KERNEL)
    return int(ctypes.CDLL(None).syscall(number, asked, 0, -1, -1, CLOSE_ON_EXEC))


def adopt_orphans() -> None:
    """Have processes below this one whose parents end become its children."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def children(process: int) -> list[int]:
    """Return the children of a process, those included that ended and were not waited for."""
    found: list[int] = []
    try:
        tasks = list(Path(f"/proc/{process}/task").iterdir())
    except OSError:
        return found
    for task in tasks:
        try:
            found += [int(word) for word in (task / "children").read_text().split()]
        except OSError:
            continue
    return found


def descendants(root: int) -> list[int]:
    """Return all processes below one, each after its parent."""
    found = children(root)
    # The list grows while it is walked, which visits the whole tree breadth first.
    for process in found:
        found.extend(children(process))
    return found


def _added_up() -> float:
    """Return the CPU seconds of the living below this process, and of those that were waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = usage.ru_utime + usage.ru_stime
    for process in descendants(os.getpid()):
        with contextlib.suppress(OSError):  # it ended meanwhile
            # The number of another process's CPU clock is made of its id, as clock_getcpuclockid(3) does it.
            own = time.clock_gettime(~process << 3 | PROCESS_CLOCK)
            # The name in parentheses may hold blanks, so the fields are counted behind it: 13 and 14 are of dead
            # children.
            words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            total += own + (int(words[13]) + int(words[14])) / TICKS
    return total


def memory(process: int) -> Memory:
    """Return the memory of a process."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return Memory()
    return Memory(
        resident=_kilobytes(status, "VmRSS:"),
        peak=_kilobytes(status, "VmHWM:"),
        share=_kilobytes(rollup, "Pss:"),
        own=_kilobytes(rollup, "Private_Dirty:"),
        tables=_kilobytes(status, "VmPTE:"),
    )


def memory_of(processes: Iterable[int]) -> Memory:
    """Return the memory of several processes together."""
    return sum(map(memory, processes), Memory())


def _kilobytes(text: str, key: str) -> int:
    lines = [line for line in text.splitlines() if line.startswith(key)]
    return int(lines[0].split()[1]) * KILOBYTE if lines else 0
