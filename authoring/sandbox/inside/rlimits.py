"""Resource limits of a cell as the kernel enforces them, and the limit that an error speaks of."""

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
MAX_CAUSES = 10
"""How many causes of an error are followed."""
LIMIT_BY_ERRNO = {
    errno.ENOMEM: "max_memory",
    errno.EMFILE: "max_open_files",
    errno.EFBIG: "max_file",
    errno.ENOSPC: "max_disk",
    errno.EDQUOT: "max_disk",
}
"""The limit that stands behind an `OSError`, by its number."""
PROCESS_STARTERS = frozenset({"fork", "forkpty", "fork_exec", "_fork_exec", "posix_spawn", "posix_spawnp"})
"""Functions that start a process; EAGAIN from any other call has nothing to do with a limit."""
NO_THREAD = "can't start new thread"
HARD_LIMIT_FACTOR = {resource.RLIMIT_AS: 4, resource.RLIMIT_NPROC: 4, resource.RLIMIT_FSIZE: 4}
"""By which factor code can raise its own soft limit at most."""
MIN_THREAD_MEMORY = 16_000_000
"""Bytes of free address space below which starting a thread may fail for want of memory."""


@contextlib.contextmanager
def limited(
    limits: Mapping[str, float], *, address_space_size: int, task_count: int, own_namespace: bool, is_first: bool = True
) -> Iterator[None]:
    """Hold this process, and all that it starts, to those of the limits that a kernel can enforce.

    Memory counts from the size that the process has, processor time from what it has used, and processes and threads
    from what is there. A negative `max_memory` is no limit, as in DSEval. A hard limit cannot be taken back for the
    next cell, so for memory and processes the first cell of a process (`is_first`) sets it to `HARD_LIMIT_FACTOR` times
    its own limit: code that lifts its limits gets no further.

    Args:
        limits: the fields of `Limits`, by name.
        address_space_size: bytes of this process's address space, as the client measured it; 0 where that is not known
            and no limit can be set.
        task_count: how many processes and threads the kernel counts already, as the client sees them; -1 where the
            kernel would not hold this user to a number.
        own_namespace: whether the kernel counts only the processes of this session tree, and no others of the user.
        is_first: whether this is the first cell of the process.
    """
    soft_limits = {
        # The kernel counts whole seconds, over the whole life of the process.
        resource.RLIMIT_CPU: math.ceil(_processor_seconds() + limits["max_cpu"]),
        resource.RLIMIT_FSIZE: int(limits["max_file"]),
        resource.RLIMIT_NOFILE: int(limits["max_open_files"]),
    }
    if limits["max_memory"] >= 0 and address_space_size:
        soft_limits[resource.RLIMIT_AS] = address_space_size + int(limits["max_memory"] * MEGABYTE)
    if task_count >= 0 and (own_namespace or _can_start(task_count + int(limits["max_processes"]))):
        soft_limits[resource.RLIMIT_NPROC] = task_count + int(limits["max_processes"])
    # A cell may have installed handlers that survive the signal.
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a write over the limit raises instead
    before = {kind: resource.getrlimit(kind) for kind in soft_limits}
    for kind, limit in soft_limits.items():
        hard = before[kind][1]
        if is_first and kind in HARD_LIMIT_FACTOR:
            hard = _smaller(hard, HARD_LIMIT_FACTOR[kind] * limit)
        elif is_first and kind == resource.RLIMIT_CPU:
            # What all cells of a set use adds up in one process.
            hard = _smaller(hard, limit + math.ceil(limits["max_set_time"] * (os.cpu_count() or 1)))
        _lower_limit(kind, limit, hard)
    try:
        yield
    finally:
        # Up to the hard limits again: the next cell starts from there, and code may have changed the soft ones.
        for kind in before:
            hard = resource.getrlimit(kind)[1]
            resource.setrlimit(kind, (hard, hard))


def _smaller(hard: int, limit: int) -> int:
    return limit if hard == resource.RLIM_INFINITY else min(hard, limit)


def _lower_limit(kind: int, limit: int, hard: int) -> None:
    with contextlib.suppress(ValueError):  # not every system knows every limit
        resource.setrlimit(kind, (_smaller(hard, limit), hard))


def _can_start(limit: int) -> bool:
    """Return whether a thread can be started under a limit on processes.

    The user may run more than can be seen from here, in other containers for example.
    """
    before = resource.getrlimit(resource.RLIMIT_NPROC)
    resource.setrlimit(resource.RLIMIT_NPROC, (_smaller(before[1], limit), before[1]))
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
    """Return the bytes of this process's address space; 0 where it may not read ``/proc``, as in some branches."""
    with contextlib.suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[0]) * PAGE
    return 0


def _processor_seconds() -> float:
    """Return the seconds of processor time that this process has used; a forked child starts at zero."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def limit_of_error(error: BaseException | None) -> str:
    """Return the name of the limit that an error, or what caused it, speaks of; empty where it is of none."""
    names: list[str] = []
    for _ in range(MAX_CAUSES):
        if error is None:
            break
        names.append(_limit_of_one_error(error))
        # Libraries wrap what the kernel said in errors of their own.
        error = error.__cause__ or error.__context__
    # Want of memory causes other errors in turn, so it wins over them.
    return "max_memory" if "max_memory" in names else next(filter(None, names), "")


def _limit_of_one_error(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return "max_memory"
    counted = resource.getrlimit(resource.RLIMIT_NPROC)[0] != resource.RLIM_INFINITY
    if isinstance(error, BlockingIOError):
        # EAGAIN comes from many calls; the innermost frame tells which one it was.
        calls = [frame.f_code.co_names for frame, _ in traceback.walk_tb(error.__traceback__)]
        return "max_processes" if counted and calls and PROCESS_STARTERS.intersection(calls[-1]) else ""
    if isinstance(error, OSError):
        return LIMIT_BY_ERRNO.get(error.errno or 0, "")
    if isinstance(error, RuntimeError) and error.args[:1] == (NO_THREAD,):
        # Python says the same of a thread too many and of a stack that finds no memory.
        free = resource.getrlimit(resource.RLIMIT_AS)[0] - address_space()
        return "max_memory" if 0 <= free < MIN_THREAD_MEMORY else "max_processes" if counted else ""
    return ""
