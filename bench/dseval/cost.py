"""What a command takes, with everything it starts: wall time, CPU time, memory."""

import ctypes
import os
import resource
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PAUSE = 1.0
"""Seconds between two looks at the memory: a look holds up the process that is looked at."""
KILOBYTE = 1024
PR_SET_CHILD_SUBREAPER = 36
"""Of prctl(2): processes whose parent has ended become ours, so that their CPU time is counted with the rest."""


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
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    largest = together = 0
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        while process.poll() is None:
            sizes = [_memory(child) for child in _descendants(os.getpid())]
            largest = max([largest, *(resident for resident, _ in sizes)])
            together = max(together, sum(share for _, share in sizes))
            time.sleep(PAUSE)
    wall = time.perf_counter() - start
    _reap()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(wall, cpu, largest, together, process.returncode)


def _reap() -> None:
    """Wait for orphans, which end with the command or soon after."""
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _descendants(root: int) -> list[int]:
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents.setdefault(int(words[1]), []).append(int(folder.name))
    found = list(parents.get(root, ()))
    for child in found:
        found.extend(parents.get(child, ()))
    return found


def _memory(process: int) -> tuple[int, int]:
    """Return a process's resident size at its peak and its share of memory now, in bytes; zeros once it has ended."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0, 0
    return _kilobytes(status, "VmHWM:"), _kilobytes(rollup, "Pss:")


def _kilobytes(text: str, key: str) -> int:
    lines = [line for line in text.splitlines() if line.startswith(key)]
    return int(lines[0].split()[1]) * KILOBYTE if lines else 0
