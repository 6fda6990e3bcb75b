"""What a cell may take of the machine, as the kernel enforces it, and what it took."""

import contextlib
import errno
import math
import os
import resource
import signal
import threading
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")
MEGABYTE = 1_000_000
CHAIN = 10
"""How far causes of an error are followed."""
ALL_USERS = 2**32 - 1
"""Users that the machine's own user namespace holds; one of our own maps fewer."""
BY_NUMBER = {
    errno.ENOMEM: "max_memory",
    errno.EMFILE: "max_open_files",
    errno.EFBIG: "max_file",
    errno.ENOSPC: "max_disk",
    errno.EDQUOT: "max_disk",
}
"""The limit that stands behind an `OSError`, by its number."""
FORKS = frozenset({"fork", "forkpty", "fork_exec", "_fork_exec", "posix_spawn", "posix_spawnp"})
"""What starts a process; EAGAIN of anything else is of no limit."""
NO_THREAD = "can't start new thread"
ROOM = {resource.RLIMIT_AS: 4, resource.RLIMIT_NPROC: 4, resource.RLIMIT_FSIZE: 4}
"""How many times its limit code can get at most."""
STACK = 16_000_000
"""Bytes of address space below which a thread may find none for its stack and its first memory."""


@contextlib.contextmanager
def bounded(limits: Mapping[str, float], *, size: int, tasks: int, alone: bool, first: bool = True) -> Iterator[None]:
    """Hold this process, and what it starts, to `limits`: the fields of `Limits` that a kernel can enforce, by name.

    `size` is the bytes of this process's address space, 0 where that is not known and no limit can be set, and `tasks`
    how many processes and threads the kernel counts already, -1 where it would not hold us to a number, `alone` where
    it counts no strangers' among them; all are told by the client, who can see them.

    Memory counts from the size that the process has, processor time from what it has used, and processes and threads
    from what is there. A negative `max_memory` is no limit, as in DSEval. A hard limit cannot be taken back for the
    next cell, so for memory and processes the `first` one of a process sets it to `ROOM` times its own: code that lifts
    its limits gets no further.
    """
    wanted = {
        resource.RLIMIT_CPU: math.ceil(_used() + limits["max_cpu"]),
        resource.RLIMIT_FSIZE: int(limits["max_file"]),
        resource.RLIMIT_NOFILE: int(limits["max_open_files"]),
    }
    if limits["max_memory"] >= 0 and size:
        wanted[resource.RLIMIT_AS] = size + int(limits["max_memory"] * MEGABYTE)
    if tasks >= 0 and (alone or _can_start(tasks + int(limits["max_processes"]))):
        wanted[resource.RLIMIT_NPROC] = tasks + int(limits["max_processes"])
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a write over the limit raises instead
    before = {kind: resource.getrlimit(kind) for kind in wanted}
    for kind, limit in wanted.items():
        hard = before[kind][1]
        if first and kind in ROOM:
            hard = _smaller(hard, ROOM[kind] * limit)
        elif first and kind == resource.RLIMIT_CPU:
            # What all cells of a set use adds up in one process.
            hard = _smaller(hard, limit + math.ceil(limits["max_set_time"] * (os.cpu_count() or 1)))
        _lower(kind, limit, hard)
    try:
        yield
    finally:
        for kind in before:
            hard = resource.getrlimit(kind)[1]
            resource.setrlimit(kind, (hard, hard))


def _smaller(hard: int, other: int) -> int:
    return other if hard == resource.RLIM_INFINITY else min(hard, other)


def _lower(kind: int, limit: int, hard: int) -> None:
    with contextlib.suppress(ValueError):  # not every system knows every limit
        resource.setrlimit(kind, (_smaller(hard, limit), hard))


def _can_start(limit: int) -> bool:
    """Tell whether a thread can be started under a limit on processes.

    The user may run more than can be seen from here, in other containers for example.
    """
    before = resource.getrlimit(resource.RLIMIT_NPROC)
    resource.setrlimit(resource.RLIMIT_NPROC, (limit, before[1]))
    thread = threading.Thread(target=int)
    try:
        thread.start()
    except RuntimeError:
        return False
    else:
        thread.join()
        return True
    finally:
        resource.setrlimit(resource.RLIMIT_NPROC, before)


def address_space() -> int:
    """Return the bytes of this process's address space; 0 where it may not look at itself, as in some branches."""
    with contextlib.suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[0]) * PAGE
    return 0


def _used() -> float:
    """Return the seconds of processor time that this process has used; a fork begins with none."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def exceeded(error: BaseException | None) -> str:
    """Return the name of the limit that an error, or what caused it, speaks of; empty where it is of none."""
    names: list[str] = []
    for _ in range(CHAIN):
        if error is None:
            break
        names.append(_exceeded(error))
        error = error.__cause__ or error.__context__
    return "max_memory" if "max_memory" in names else next(filter(None, names), "")


def _exceeded(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return "max_memory"
    counted = resource.getrlimit(resource.RLIMIT_NPROC)[0] != resource.RLIM_INFINITY
    if isinstance(error, BlockingIOError):
        calls = [frame.f_code.co_names for frame, _ in traceback.walk_tb(error.__traceback__)]
        return "max_processes" if counted and calls and FORKS.intersection(calls[-1]) else ""
    if isinstance(error, OSError):
        return BY_NUMBER.get(error.errno or 0, "")
    if isinstance(error, RuntimeError) and error.args[:1] == (NO_THREAD,):
        # Python says the same of a thread too many and of a stack that finds no memory.
        room = resource.getrlimit(resource.RLIMIT_AS)[0] - address_space()
        return "max_memory" if 0 <= room < STACK else "max_processes" if counted else ""
    return ""
