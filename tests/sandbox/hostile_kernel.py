"""The calls of Linux that the hostile runner needs and Python does not wrap."""

import ctypes
import fcntl
import os
import signal
import socket
import struct
from pathlib import Path

NEW_MOUNTS, NEW_UTS, NEW_IPC, NEW_USER, NEW_PIDS, NEW_NET = (
    0x00020000,
    0x04000000,
    0x08000000,
    0x10000000,
    0x20000000,
    0x40000000,
)
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
PR_SET_PDEATHSIG = 1
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1
REQUEST = struct.Struct("16sH14x")
IPC_PRIVATE_SIZE = 4_096
IPC_CREATE, IPC_REMOVE = 0o1000, 0

_libc = ctypes.CDLL(None, use_errno=True)
_libc.shmat.restype = ctypes.c_void_p


def unshare(flags: int) -> None:
    """Leave namespaces; raises OSError."""
    _checked(_libc.unshare(flags), "unshare")


def mount(source: str, target: Path, kind: str = "", flags: int = 0, options: str = "") -> None:
    """Mount; raises OSError."""
    arguments = (source.encode(), os.fsencode(target), kind.encode() or None, flags, options.encode() or None)
    _checked(_libc.mount(*arguments), f"mount {target}")


def die_with_parent() -> None:
    """Have the kernel kill this process when its parent ends."""
    _checked(_libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0), "prctl")


def loopback_up() -> None:
    """Switch on the only interface of a new network namespace."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        answer = fcntl.ioctl(any_socket, SIOCGIFFLAGS, REQUEST.pack(b"lo", 0))
        _, flags = REQUEST.unpack(answer)
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, REQUEST.pack(b"lo", flags | IFF_UP))


def share_memory(key: int, content: bytes) -> int:
    """Make a segment of System V shared memory that holds the content; return its number."""
    number: int = _checked(_libc.shmget(key, IPC_PRIVATE_SIZE, IPC_CREATE | 0o600), "shmget")
    address = _libc.shmat(number, None, 0)
    ctypes.memmove(address, content, len(content))
    _libc.shmdt(ctypes.c_void_p(address))
    return number


def drop_memory(number: int) -> None:
    """Remove a segment."""
    _libc.shmctl(number, IPC_REMOVE, None)


def _checked(result: int, call: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{call}: {os.strerror(number)}")
    return result
