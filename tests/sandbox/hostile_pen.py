"""The pen: namespaces of our own around the whole run, so that what gets out of a sandbox stops at them.

A snippet that kills every process it sees must not reach those of whoever runs the tests. In the pen the driver is
process 1, the network is a loopback without neighbours, and as root an ordinary user can be played.
"""

import contextlib
import os
import sys
import time
from pathlib import Path
from typing import NoReturn

from tests.sandbox import hostile_kernel as kernel
from tests.sandbox.hostile_cases import Who

ORDINARY_USER = 60_000 + os.getpid() % 5_000
"""The ordinary user that is played: nobody's account, and another one in pens side by side, where the kernel counts
processes by user."""
ROOT = Path(__file__).parents[2]
GROUPS = Path("/sys/fs/cgroup")
MOST = {"pids": ("pids.max", "1500"), "memory": ("memory.limit_in_bytes", "6000000000")}
"""Bounds of the whole pen, by controller of cgroup v1, where it can be written."""
PATIENCE = 30.0
"""Seconds that processes which were killed may take to be gone."""
NAMESPACES = kernel.NEW_MOUNTS | kernel.NEW_UTS | kernel.NEW_IPC | kernel.NEW_PIDS | kernel.NEW_NET


def start(command: list[str], base: Path, account: Who) -> int:
    """Run a command in a pen as this user; return its exit status.

    Where no pen can be made, the command runs without one.
    """
    groups = _bounds()
    child = os.fork()
    if child == 0:
        _guarded(_enter, command, base, account, groups)
    _, status = os.waitpid(child, 0)
    for group in groups:
        group.rmdir()
    return os.waitstatus_to_exitcode(status)


def others() -> list[str]:
    """Return the processes that are in the pen beside this one, which is its first; none where there is no pen."""
    if os.getpid() != 1:
        return []
    deadline = time.monotonic() + PATIENCE
    while (processes := list(filter(None, map(_alive, Path("/proc").iterdir())))) and time.monotonic() < deadline:
        time.sleep(0.05)
    return processes


def reap(mark: str) -> None:
    """As the first process of the pen, wait for orphans that ended; they are known by their names."""
    if os.getpid() != 1:
        return
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            words = (folder / "stat").read_text() if folder.name.isdecimal() else ""
            if f"({mark}) Z 1 " in words:
                os.waitpid(int(folder.name), os.WNOHANG)


def _alive(folder: Path) -> str:
    """Say which process a folder is of; empty for this one, for one that ended, and for what is no process."""
    if not folder.name.isdecimal() or folder.name == "1":
        return ""
    try:
        words = (folder / "stat").read_text()
    except OSError:
        return ""
    return "" if words.rpartition(")")[2].split()[0] in {"Z", "X"} else f"process {words.rpartition(')')[0]})"


def _enter(command: list[str], base: Path, account: Who, groups: list[Path]) -> NoReturn:
    kernel.die_with_parent()
    for group in groups:
        (group / "cgroup.procs").write_text(str(os.getpid()))
    user, group_number = os.getuid(), os.getgid()
    flags = NAMESPACES if user == 0 else NAMESPACES | kernel.NEW_USER
    try:
        kernel.unshare(flags)
    except OSError as error:
        if user == 0 and account is Who.USER:
            _become(account)
        _run(command, base, pen=f"no pen: {error}")
    if user:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group_number} {group_number} 1")
    child = os.fork()
    if child == 0:
        _guarded(_furnish, command, base, account)
    _, status = os.waitpid(child, 0)
    os._exit(abs(os.waitstatus_to_exitcode(status)))


def _furnish(command: list[str], base: Path, account: Who) -> NoReturn:
    kernel.die_with_parent()
    kernel.mount("none", Path("/"), flags=kernel.MS_REC | kernel.MS_PRIVATE)
    kernel.mount("proc", Path("/proc"), "proc")
    kernel.mount("tmpfs", Path("/dev/shm"), "tmpfs", options="mode=1777")  # noqa: S108 - a new one, in our namespace
    kernel.loopback_up()
    names = base / "resolv.conf"
    names.write_text("nameserver 127.0.0.1\noptions timeout:1 attempts:1\n")
    kernel.mount(str(names), Path("/etc/resolv.conf").resolve(), flags=kernel.MS_BIND)
    Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").write_text("0")
    if os.getuid() == 0 and account is Who.USER:
        _open_ways(base, [Path(sys.prefix), Path(sys.base_prefix), ROOT])
        os.chown(base, ORDINARY_USER, ORDINARY_USER)
        _become(account)
    _run(command, base, pen="")


def _open_ways(base: Path, targets: list[Path]) -> None:
    """See that an ordinary user gets to the interpreter: a folder on the way that is closed to others is covered.

    The cover is empty but for the way; both are gone with the pen.
    """
    mounted: dict[Path, Path] = {}
    for number, target in enumerate(targets):
        if closed := _closed(target):
            mount_point = base / f"held-{number}"
            mount_point.mkdir()
            kernel.mount(str(target), mount_point, flags=kernel.MS_BIND | kernel.MS_REC)
            mounted[target] = closed
            os.chmod(mount_point.parent, 0o755)  # noqa: S103, PTH101 - others have to pass it
    for closed in sorted(set(mounted.values())):
        kernel.mount("tmpfs", closed, "tmpfs", options="mode=755")
    for number, target in enumerate(targets):
        if target in mounted:
            target.mkdir(parents=True, exist_ok=True)
            kernel.mount(str(base / f"held-{number}"), target, flags=kernel.MS_BIND | kernel.MS_REC)


def _closed(target: Path) -> Path | None:
    """Return the topmost folder on the way to a target that others may not pass."""
    for folder in reversed(target.parents):
        if not folder.stat().st_mode & 0o001:
            return folder
    return None


def _become(account: Who) -> None:
    if account is Who.USER:
        os.setgroups([])
        os.setresgid(ORDINARY_USER, ORDINARY_USER, ORDINARY_USER)
        os.setresuid(ORDINARY_USER, ORDINARY_USER, ORDINARY_USER)


def _bounds() -> list[Path]:
    """Make a control group per controller that can be written; none is no fault."""
    groups = []
    for controller, (name, maximum) in MOST.items():
        group = GROUPS / controller / f"hostile-{os.getpid()}"
        try:
            group.mkdir()
            (group / name).write_text(maximum)
        except OSError:
            continue
        groups.append(group)
    return groups


def _run(command: list[str], base: Path, *, pen: str) -> NoReturn:
    environment = {**os.environ, "HOME": str(base / "home"), "TMPDIR": str(base / "tmp"), "HOSTILE_PEN": pen}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    os.execve(command[0], command, environment)  # noqa: S606 - our own driver


def _guarded(function: object, *arguments: object) -> NoReturn:
    """Call a function of a forked child; whatever it raises ends the child."""
    assert callable(function)
    try:
        function(*arguments)
    except BaseException as error:  # noqa: BLE001 - the child must not go on as its parent does
        os.write(2, f"no pen: {type(error).__name__}: {error}\n".encode())
    os._exit(70)
