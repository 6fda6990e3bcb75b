"""Facts about processes as ``/proc`` shows them, seen from outside, so that nothing that runs in one can lie about it.

Every function takes the number of a process on this machine and has an answer for one that is gone.
"""

import contextlib
import functools
import os
import re
import stat
from collections.abc import Collection
from pathlib import Path

from authoring.dseal.model import Json
from authoring.sandbox.inside.accounting.processes import proc_file
from authoring.sandbox.inside.kernel import LINUX
from authoring.sandbox.port import Memory

KILOBYTE = 1024
BLOCK = 512
"""Bytes of the blocks in which `stat` counts, whatever the file system has."""
PAGE = os.sysconf("SC_PAGE_SIZE")
TOTAL_COUNTERS = ("Anonymous", "Swap")
PRIVATE_COUNTERS = ("Private_Dirty", "Swap")
SHARED_COUNTERS = ("Pss_Anon", "SwapPss")
"""Counters of the kernel that add up to each number of a `Memory`; pages of files do not count."""
COUNTED_SHARES = ("Pss_Anon", "Pss_Shmem", "SwapPss")
"""Counters that add up to what a process counts for where many are bounded together."""
MAPPING = re.compile(r"([0-9a-f]+)-[0-9a-f]+ ")
SHARED_MAPPING = re.compile(
    r"^(?P<begin>[0-9a-f]+)-(?P<end>[0-9a-f]+) (?P<protection>[r-][w-][x-])s (?P<offset>[0-9a-f]+) \S+ \d+ *"
    r"(?P<path>(?!/dev/(?!shm/|zero)).*)",
    re.MULTILINE,
)
"""A line of ``/proc/PID/maps`` about memory that is shared, but for that of devices."""


def _stat(process: int) -> list[str]:
    """Return the fields of ``/proc/PID/stat`` from the state on; the name before them may hold anything.

    Raises:
        OSError: the process is gone, or there is no ``/proc``.
    """
    # The name stands in brackets and may hold brackets itself, so the last one ends it.
    return proc_file(f"/proc/{process}/stat").rpartition(b")")[2].decode().split()


def parent_of(process: int) -> int:
    """Return the parent of a process; 0 for one that is gone."""
    try:
        return int(_stat(process)[1])
    except OSError:
        return 0


def descends(process: int, ancestor: int) -> bool:
    """Return whether a process is another one or was started by it or by a descendant of it."""
    while process > 1 and process != ancestor:
        process = parent_of(process)
    return process == ancestor


def is_alive(process: int) -> bool:
    """Return whether a process is there and has not ended; true where that cannot be seen."""
    if not LINUX:
        return True
    try:
        return _stat(process)[0] not in {"Z", "X"}
    except OSError:
        return False


def is_stopped(process: int) -> bool:
    """Return whether a process was stopped by a signal and not sent on; false for one that is gone."""
    try:
        return _stat(process)[0] == "T"
    except OSError:
        return False


def start_time(process: int) -> int:
    """Return when a process started, in clock ticks since boot, which tells a reused number; 0 for one that is gone.

    Without ``/proc`` the answer is 1 for every process that is there.
    """
    try:
        # Field 22 of proc(5); the list begins with field 3.
        return int(_stat(process)[19])
    except OSError:
        # Without `/proc` a number that was given again cannot be told, so its folder is left alone.
        return 0 if LINUX else int(_is_there(process))


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def pid_namespace() -> int:
    """Return the identity of this process's PID namespace, which tells containers apart; 0 without ``/proc``."""
    try:
        return Path("/proc/self/ns/pid").stat().st_ino
    except OSError:
        return 0


def number_of(handle: int) -> int:
    """Return the number of a process on this machine by a descriptor of it; 0 for one that is gone."""
    for line in Path(f"/proc/self/fdinfo/{handle}").read_text().splitlines():
        name, _, number = line.partition(":")
        if name == "Pid":
            # The kernel says -1 of a process that ended.
            return max(int(number), 0)
    return 0


def threads_of(process: int) -> int:
    """Return how many threads a process has; 0 for one that is gone."""
    try:
        # A folder has two links of its own and one for each folder in it, and a thread is a folder here.
        return Path(f"/proc/{process}/task").stat().st_nlink - 2
    except OSError:
        return 0


def processes_of_user() -> list[int]:
    """Return the numbers of all processes of the user who runs this one."""
    numbers = []
    with os.scandir("/proc") as entries:
        for entry in entries:
            with contextlib.suppress(OSError):  # it ended meanwhile
                if entry.name.isdigit() and entry.stat().st_uid == os.getuid():
                    numbers.append(int(entry.name))
    return numbers


def waited_for_seconds(process: int) -> float:
    """Return the processor time of all children that a process waited for, and of theirs; 0 for one that is gone."""
    try:
        # Fields 16 and 17 of proc(5); the list begins with field 3.
        return sum(map(int, _stat(process)[13:15])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0


def forget_peak(process: int) -> None:
    """Reset the peak that `peak_of` reports; where the kernel refuses, the peak is that of the whole session."""
    with contextlib.suppress(OSError):
        # 5 resets VmHWM and nothing else; see proc(5).
        Path(f"/proc/{process}/clear_refs").write_text("5")


def peak_of(process: int) -> int:
    """Return the largest resident size of a process since `forget_peak`, in bytes; 0 for one that is gone."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * KILOBYTE
    return 0


def size_of(process: int) -> int:
    """Return the size of a process's address space, in bytes; 0 for one that is gone."""
    with contextlib.suppress(OSError):
        return int(proc_file(f"/proc/{process}/statm").split()[0]) * PAGE
    return 0


def resident_size(process: int) -> int:
    """Return the pages of a process that are in memory, shared ones included, in bytes; 0 for one that is gone."""
    with contextlib.suppress(OSError):
        return int(proc_file(f"/proc/{process}/statm").split()[1]) * PAGE
    return 0


def own_pages_size(process: int) -> int:
    """Return the pages of a process in memory that are none of files, shared ones included, in bytes; 0 for one gone.

    It changes as much as `proportional_size` does when pages are taken or given back, and is told far more quickly.
    Where the kernel does not tell them from pages of files, all count.
    """
    with contextlib.suppress(OSError):
        lines = Path(f"/proc/{process}/status").read_text(errors="replace").splitlines()
        counters = dict(line.split(":", 1) for line in lines if line.startswith(("RssAnon:", "RssShmem:")))
        if counters:
            return sum(int(counter.split()[0]) for counter in counters.values()) * KILOBYTE
    return resident_size(process)


def proportional_size(process: int) -> int | None:
    """Return the memory of a process with its share of what it shares, in bytes; 0 for one that is gone.

    Pages of files do not count, but for those that exist in memory only. None where the kernel does not report it, or
    not to us.
    """
    try:
        counters = _rollup(process)
    except (FileNotFoundError, ProcessLookupError):
        return 0
    except OSError:
        return None
    if not counters.keys() >= {*COUNTED_SHARES}:
        return None if is_alive(process) else 0
    return KILOBYTE * sum(counters[name] for name in COUNTED_SHARES)


def files_in_memory(process: int) -> dict[int, int]:
    """Return the sizes in bytes of the open files of a process that exist in memory only, by their inodes.

    Those that no name leads to, and shared memory; the pages of either are nobody's as long as nobody maps them.
    """
    sizes = {}
    devices = _devices_in_memory()
    with contextlib.suppress(OSError), os.scandir(f"/proc/{process}/fd") as entries:
        for entry in entries:
            with contextlib.suppress(OSError):  # it was closed meanwhile
                status = entry.stat()
                if status.st_dev in devices and stat.S_ISREG(status.st_mode):
                    sizes[status.st_ino] = status.st_blocks * BLOCK
    return sizes


@functools.cache
def _devices_in_memory() -> frozenset[int]:
    # Every file without a name lies in a file system of the kernel's own.
    descriptor = os.memfd_create("authoring")
    devices = {os.fstat(descriptor).st_dev}
    os.close(descriptor)
    with contextlib.suppress(OSError):
        devices.add(Path("/dev/shm").stat().st_dev)  # noqa: S108 - looked at only
    return frozenset(devices)


def mapped_shares(process: int, inodes: Collection[int]) -> int:
    """Return how many bytes of these files `proportional_size` counts for a process, because it has them mapped."""
    shares, counts = 0, False
    with contextlib.suppress(OSError), Path(f"/proc/{process}/smaps").open(errors="replace") as lines:
        for line in lines:
            if MAPPING.match(line):
                counts = int(line.split(maxsplit=5)[4]) in inodes
            elif counts and line.startswith("Pss:"):
                shares += int(line.split()[1]) * KILOBYTE
    return shares


def _rollup(process: int) -> dict[str, int]:
    # The first line is a range of addresses and no counter.
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]
    return {name: int(amount.split()[0]) for name, _, amount in (line.partition(":") for line in lines)}


def shared_mappings(process: int) -> list[Json]:
    """Return the memory that a process shares with others and may write to; none for one that is gone.

    Of each part: the first address, the size, the protection as in ``/proc/PID/maps``, the place in the file that is
    mapped, and its path.
    """
    try:
        text = Path(f"/proc/{process}/maps").read_text(errors="surrogateescape")
    except OSError:
        return []
    return [
        [
            begin := int(match["begin"], 16),
            int(match["end"], 16) - begin,
            match["protection"],
            int(match["offset"], 16),
            match["path"],
        ]
        for match in SHARED_MAPPING.finditer(text)
        # What cannot be written to is left alone: the tables of the C library, for one, that every session maps.
        if match["protection"][1] == "w" or _may_become_writable(process, match)
    ]


def _may_become_writable(process: int, mapping: re.Match[str]) -> bool:
    """Return whether a process may make shared memory writable, which it may if the file was opened for writing."""
    try:
        # The link bears the rights that the file was opened with; nothing else says so in less than milliseconds.
        mode = os.lstat(f"/proc/{process}/map_files/{mapping['begin']}-{mapping['end']}").st_mode
    except OSError:
        return int(mapping["begin"], 16) in _writable_mappings(process)
    return bool(mode & stat.S_IWUSR)


def _writable_mappings(process: int) -> set[int]:
    """Return the first addresses of the memory that a process may make writable."""
    addresses, address = set(), 0
    with contextlib.suppress(OSError), Path(f"/proc/{process}/smaps").open(errors="replace") as lines:
        for line in lines:
            if match := MAPPING.match(line):
                address = int(match[1], 16)
            elif line.startswith("VmFlags:") and " mw " in line:
                addresses.add(address)
    return addresses


def memory_of(process: int) -> Memory | None:
    """Return the memory of a process; None for one that is gone, or where the kernel does not report it."""
    try:
        counters = _rollup(process)
    except OSError:
        return None
    if not counters.keys() >= {*TOTAL_COUNTERS, *PRIVATE_COUNTERS, *SHARED_COUNTERS}:
        return None  # a kernel before 5.9
    total, private, proportional = (
        KILOBYTE * sum(counters[name] for name in names)
        for names in (TOTAL_COUNTERS, PRIVATE_COUNTERS, SHARED_COUNTERS)
    )
    return Memory(total=total, private=private, proportional=proportional)
