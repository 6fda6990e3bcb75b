"""What other processes use and start, as the kernel counts it: nothing that runs in one can lie about it.

Every function takes numbers of processes as this process sees them, and has an answer for those that are gone.
"""

import contextlib
import os
import time
from collections.abc import Collection, Iterable

PROCESS_CLOCK = 2
"""The low bits of a clock's number that stand for the processor time of all threads of a process."""


def processor_seconds(process: int) -> float | None:
    """Return the processor time that all threads of a process have used; None for one that is gone."""
    if not process:  # the number of one that is gone, and to the kernel whoever asks
        return None
    try:
        # The kernel's encoding of a clock: the inverted process number above three bits for the kind.
        return time.clock_gettime(~process << 3 | PROCESS_CLOCK)
    except OSError:
        return None


def waiting_seconds(process: int) -> float:
    """Return how long the first thread of a process has waited for a processor; 0 where the kernel does not tell."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int(proc_file(f"/proc/{process}/schedstat").split()[1]) / 1e9
    return 0.0


def children_of(process: int) -> list[int]:
    """Return the children of a process, those of all its threads; none for one that is gone."""
    children: list[int] = []
    with contextlib.suppress(OSError), os.scandir(f"/proc/{process}/task") as threads:
        for thread in threads:
            with contextlib.suppress(OSError):  # it ended meanwhile
                children += map(int, proc_file(f"{thread.path}/children").split())
    return children


def descendants_of(ancestors: Iterable[int], passed_over: Collection[int]) -> list[int]:
    """Return what these processes started, at any remove, but for processes passed over and what those started."""
    seen, descendants = {*passed_over}, list[int]()
    pending = [child for ancestor in ancestors for child in children_of(ancestor)]
    while pending:
        number = pending.pop()
        if number not in seen:
            seen.add(number)
            descendants.append(number)
            pending += children_of(number)
    return descendants


def proc_file(path: str) -> bytes:
    """Return what a file of ``/proc`` holds.

    Watches read tens of thousands of them in a command, and a path object takes longer than the kernel does.
    """
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - for the reason above
        return file.readall()
