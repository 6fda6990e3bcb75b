"""The machine as ``authoring doctor`` finds it: system, memory, processors, control groups, programs."""

import os
import platform
import shutil
import subprocess
from pathlib import Path

from authoring.records.base import Record

TOOLS = {
    "uv": "makes locked environments",
    "podman": "runs the container backend",
    "docker": "runs the container backend",
    "bwrap": "a wall for the any-command backend",
}
"""Programs that more can be done with, and what."""
ANSWER_TIME = 10.0
"""Seconds that a program may take to say its version."""
CONTROL = Path("/sys/fs/cgroup")


class Tool(Record):
    """A program that may be installed."""

    name: str
    purpose: str
    path: str
    """Empty where it is not installed."""
    version: str


class Machine(Record):
    """What there is to run on."""

    system: str
    user: str
    cores: int
    """That this process may use."""
    memory: int
    """Bytes; 0 where the system does not say."""
    control_groups: str
    """Which version, and what they limit this process to."""
    tools: tuple[Tool, ...]


def look_around() -> Machine:
    """Return what there is."""
    return Machine(
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        user="root" if os.geteuid() == 0 else f"an ordinary user ({os.geteuid()})",
        cores=_cores(),
        memory=_memory(),
        control_groups=control_groups(),
        tools=tuple(_tool(name, purpose) for name, purpose in TOOLS.items()),
    )


def _cores() -> int:
    # macOS has no affinity.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return 0


def control_groups(root: Path = CONTROL, own: Path = Path("/proc/self/cgroup")) -> str:
    """Return what control groups there are, and what they hold this process to.

    Args:
        root: where they are mounted.
        own: where the system says which group this process is in.
    """
    if not (root / "cgroup.controllers").is_file():
        return "version 1, which is not used" if (root / "memory").is_dir() else "none"
    try:
        path = next(line[3:] for line in own.read_text().splitlines() if line.startswith("0::"))
        group = root / path.lstrip("/")
        limits = {name: _limit(group / name) for name in ("memory.max", "pids.max", "cpu.max")}
    except (OSError, StopIteration):
        return "version 2, which cannot be read"
    writable = "groups can be made" if os.access(group, os.W_OK) else "groups cannot be made"
    return f"version 2, {writable}; " + ", ".join(f"{name} {limit}" for name, limit in limits.items())


def _limit(path: Path) -> str:
    return path.read_text().strip() if path.is_file() else "not limited"


def _tool(name: str, purpose: str) -> Tool:
    path = shutil.which(name)
    if path is None:
        return Tool(name=name, purpose=purpose, path="", version="")
    try:
        told = subprocess.run(  # noqa: S603 - one of the four programs above
            [path, "--version"],
            check=False,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=ANSWER_TIME,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return Tool(name=name, purpose=purpose, path=path, version="does not answer")
    return Tool(name=name, purpose=purpose, path=path, version=(told.stdout.splitlines() or [""])[0][:100])
