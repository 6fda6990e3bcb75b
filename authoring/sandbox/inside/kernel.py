"""The few things of Linux that Python does not wrap, or not in every version that is supported."""

import contextlib
import ctypes
import os
import signal
import struct
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_CLEAR_ALL = 4
SECCOMP_MODE_FILTER = 2
CAPABILITY_VERSION = 0x20080522

CLONE_NEWNS = 0x00020000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 0x20, 0x1000, 0x4000, 0x40000
MNT_DETACH = 2
SYS_MOUNT_SETATTR = 442
"""The number of the call, which is the same on every architecture for calls this recent."""
AT_FDCWD, AT_RECURSIVE = -100, 0x8000
READ_ONLY = struct.pack("=4Q", MS_RDONLY | MS_NOSUID | MS_NODEV, 0, 0, 0)
"""A struct mount_attr that sets these flags and clears none."""
LINUX = sys.platform == "linux"
"""Whether there are namespaces, descriptors of processes and a ``/proc``; elsewhere limits are all there is."""
MAX_CAPABILITIES = 64
"""Capabilities that a kernel may know of; dropping one that it does not know ends the list."""

_libc = ctypes.CDLL(None, use_errno=True)


def _checked(result: int, call: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), call)
    return result


def _prctl(option: int, argument: int = 0, further: int = 0) -> None:
    # prctl takes any number of words: of an `int` the upper half would be undefined.
    words = [ctypes.c_ulong(word) for word in (argument, further, 0, 0)]
    _checked(_libc.prctl(ctypes.c_int(option), *words), f"prctl {option}")


def die_with_parent() -> None:
    """Have the kernel kill this process when its parent ends."""
    if LINUX:
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def adopt_orphans() -> None:
    """Have descendants whose parents ended become children of this process, so that none gets away."""
    if LINUX:
        _prctl(PR_SET_CHILD_SUBREAPER, 1)


def be_visible() -> None:
    """Let the same user read this process in ``/proc``; a change of identity takes that permission away."""
    _prctl(PR_SET_DUMPABLE, 1)


def hide_memory() -> None:
    """Keep other processes of the same user from this one's memory and open files, unless they may debug any."""
    if LINUX:
        _prctl(PR_SET_DUMPABLE, 0)


def no_new_privileges() -> None:
    """Give up for good what a set-user-ID program would give."""
    _prctl(PR_SET_NO_NEW_PRIVS, 1)


def drop_capabilities() -> None:
    """Give up every capability, those that a program could give back included."""
    # The bounding set first, because changing it takes a capability itself.
    for number in range(MAX_CAPABILITIES):
        try:
            _prctl(PR_CAPBSET_DROP, number)
        except OSError:
            break
    with contextlib.suppress(OSError):
        _prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    # The third version of the call: process 0 is the caller, and each of three sets is two words.
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    _checked(_libc.capset(ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)())), "capset")


def install_filter(program: bytes) -> None:
    """Install a seccomp filter: the instructions of a BPF program, eight bytes each."""
    code = ctypes.create_string_buffer(program, len(program))
    # A struct sock_fprog: the number of instructions, and their address after padding.
    header = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    header_buffer = ctypes.create_string_buffer(header, len(header))
    _prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(header_buffer))


def unshare(flags: int) -> None:
    """Move this process into new namespaces."""
    _checked(_libc.unshare(ctypes.c_int(flags)), "unshare")


def enter_namespace(descriptor: int, kind: int) -> None:
    """Move this process, or for processes its coming children, into the namespace of a descriptor."""
    _checked(_libc.setns(ctypes.c_int(descriptor), ctypes.c_int(kind)), "setns")


def mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    """Mount a file system, or change how one is mounted."""
    words = [ctypes.c_char_p(os.fsencode(word)) for word in (source, target, kind)]
    result = _libc.mount(*words, ctypes.c_ulong(flags), ctypes.c_char_p(data.encode()))
    _checked(result, f"mount {target}")


def bind(source: str, target: str, *, writable: bool = False) -> None:
    """Mount a file or folder, with all that is mounted below it, at another path; read-only unless `writable`."""
    # A bind mount takes no flag but its own; read-only is a second step.
    mount(source, target, "", MS_BIND | MS_REC)
    if not writable:
        make_read_only(target)


def make_read_only(target: str, *, recursive: bool = True) -> None:
    """Make what is mounted here, and below it, read-only, without devices and set-user-ID programs."""
    name = ctypes.c_char_p(os.fsencode(target))
    attributes = ctypes.c_char_p(READ_ONLY)
    number, place, flags = (
        ctypes.c_long(SYS_MOUNT_SETATTR),
        ctypes.c_int(AT_FDCWD),
        ctypes.c_uint(AT_RECURSIVE if recursive else 0),
    )
    # By number, because the C library has a function for it only since glibc 2.36.
    result = _libc.syscall(number, place, name, flags, attributes, ctypes.c_size_t(len(READ_ONLY)))
    _checked(result, f"mount_setattr {target}")


def unmount(target: str) -> None:
    """Detach a mount; the kernel removes it once nobody uses it any more."""
    _checked(_libc.umount2(ctypes.c_char_p(os.fsencode(target)), ctypes.c_int(MNT_DETACH)), f"umount {target}")


def change_root(root: str) -> None:
    """Make a mounted folder the root, and let go of the old one."""
    os.chdir(root)
    # Both arguments may be the same folder: the old root is then mounted over the new one, and detached.
    current = ctypes.c_char_p(b".")
    _checked(_libc.pivot_root(current, current) if hasattr(_libc, "pivot_root") else -1, "pivot_root")
    _checked(_libc.umount2(current, ctypes.c_int(MNT_DETACH)), "umount2")
    os.chdir("/")


def handle_of(process: int) -> tuple[int, ...]:
    """Return a descriptor of a process, by which it is known for good; none where there are no such things."""
    # A number may be given again; a descriptor stands for this process alone.
    return (os.pidfd_open(process),) if LINUX else ()


def children() -> list[int]:
    """Return the children of this process, those that ended and were not waited for included.

    Where that cannot be told there are none, and what a cell left running in a group of its own is left alone.
    """
    process_numbers: list[int] = []
    # The kernel keeps a list of children for each thread that forked.
    for task in Path("/proc/self/task").iterdir() if LINUX else ():
        # A kernel before 4.3 has no ambient set.
        with contextlib.suppress(OSError):
            process_numbers += [int(word) for word in (task / "children").read_text().split()]
    return process_numbers


def kill(process: int) -> None:
    """Kill a process and its group, as far as they are there; 0, the number of one that is gone, kills nobody."""
    if not process:  # to the kernel it is the group of whoever calls
        return
    # Both, because a process may not have made its group yet, or have left it.
    for send_signal in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            send_signal(process, signal.SIGKILL)
