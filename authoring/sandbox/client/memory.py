"""What a process holds of the machine's memory, seen from outside: nothing that runs in it can lie about it."""

import contextlib
import os
from pathlib import Path

from authoring.sandbox.port import Memory

KILOBYTE = 1024
PAGE = os.sysconf("SC_PAGE_SIZE")
WHOLE = ("Anonymous", "Swap")
ALONE = ("Private_Dirty", "Swap")
SHARE = ("Pss_Anon", "SwapPss")
"""What of the kernel's counts makes up each of a `Memory`'s numbers; pages of files do not count."""


def forget_peak(process: int) -> None:
    """Begin to measure the peak anew; where the kernel refuses, the peak is that of the whole session."""
    with contextlib.suppress(OSError):
        Path(f"/proc/{process}/clear_refs").write_text("5")


def peak_of(process: int) -> int:
    """Return the bytes that a process held at most since `forget_peak`; 0 for one that is gone."""
    return _told(f"/proc/{process}/status", "VmHWM")


def size_of(process: int) -> int:
    """Return the bytes of a process's address space; 0 for one that is gone."""
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[0]) * PAGE
    return 0


def memory_of(process: int) -> Memory | None:
    """Return what a process holds; None for one that is gone, or where the kernel does not tell us."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]
    except OSError:
        return None
    counted = {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)}
    if not counted.keys() >= {*WHOLE, *ALONE, *SHARE}:
        return None  # a kernel before 5.9
    whole, alone, share = (KILOBYTE * sum(counted[name] for name in names) for names in (WHOLE, ALONE, SHARE))
    return Memory(whole=whole, alone=alone, share=share)


def _told(path: str, name: str) -> int:
    with contextlib.suppress(OSError):
        for line in Path(path).read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * KILOBYTE
    return 0
