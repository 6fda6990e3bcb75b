"""What a command takes, with everything it starts: wall time, CPU time, memory."""

import os
import select
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.processes import Counter, adopt_orphans, descendants, memory

FIRST, PAUSE = 0.05, 1.0
"""Seconds before the first look at the memory and, doubled from look to look, at most between two: a look holds up the
process that is looked at."""
KILOBYTE = 1024


@dataclass(frozen=True, slots=True)
class Cost:
    """What one command took. CPU and the largest process are the kernel's count; the sum is seen at intervals."""

    wall: float
    """Seconds."""
    cpu: float
    """Seconds of user and system time, of all processes."""
    largest: int
    """Bytes of the largest process at its peak."""
    together: int
    """Bytes of all processes at their joint peak, shared pages counted once."""
    status: int


def measure(command: Sequence[str | Path], *, cwd: Path, log: Path) -> Cost:
    """Run a command and measure it. One at a time: what other children of this process use would be counted too."""
    adopt_orphans()
    counter, start = Counter(), time.perf_counter()
    before = counter.below()
    largest = together = 0
    pause = FIRST
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        ending = select.poll()
        # A descriptor of the process can be waited for with a timeout, without the race that a process number has.
        descriptor = os.pidfd_open(process.pid)
        ending.register(descriptor, select.POLLIN)
        while not ending.poll(pause * 1_000):
            pause = min(2 * pause, PAUSE)
            sizes = [memory(child) for child in descendants(os.getpid())]
            largest = max([largest, *(size.peak for size in sizes)])
            together = max(together, sum(size.share for size in sizes))
        wall = time.perf_counter() - start
        os.close(descriptor)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    _reap()
    cpu = counter.below() - before
    counter.close()
    return Cost(wall, cpu, max(largest, usage.ru_maxrss * KILOBYTE), together, process.returncode)


def _reap() -> None:
    """Wait for orphans, which end with the command or soon after."""
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return
