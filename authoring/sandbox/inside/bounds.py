"""What a cell may take of the machine, as the kernel enforces it, and what it took."""

import contextlib
import os
import resource
from collections.abc import Iterator
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")
MEGABYTE = 1_000_000


@contextlib.contextmanager
def bounded(*, max_memory: float, max_file: int) -> Iterator[None]:
    """Limit the address space to `max_memory` megabytes over its present size, and any file to `max_file` bytes.

    A negative `max_memory` is no limit, as in DSEval.
    """
    wanted = {resource.RLIMIT_FSIZE: max_file}
    if max_memory >= 0:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        wanted[resource.RLIMIT_AS] = pages * PAGE + int(max_memory * MEGABYTE)
    before = {kind: resource.getrlimit(kind) for kind in wanted}
    for kind, limit in wanted.items():
        hard = before[kind][1]
        resource.setrlimit(kind, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
    try:
        yield
    finally:
        for kind, limits in before.items():
            resource.setrlimit(kind, limits)


def forget_peak() -> None:
    """Begin to measure the peak anew; where the kernel refuses, the peak is that of the whole session."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def peak() -> int:
    """Return the bytes this process held at most since `forget_peak`."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
