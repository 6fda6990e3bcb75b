"""The seccomp filter of a session, compiled by libseccomp on the client's side; inside it is only installed."""

import contextlib
import errno
import functools
import stat
import tempfile
from collections.abc import Iterator
from types import ModuleType

_DENIED_MEMORY = """
ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd kcmp
"""
"""Calls that reach the memory, descriptors and secrets of other processes."""
_DENIED_FILES = """
mount umount umount2 pivot_root chroot move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr
open_by_handle_at name_to_handle_at quotactl quotactl_fd swapon swapoff
"""
"""Calls that change the tree of files, or find a way around its permissions."""
_DENIED_KERNEL = """
unshare setns bpf perf_event_open keyctl add_key request_key userfaultfd lookup_dcookie io_uring_setup io_uring_enter
io_uring_register memfd_create memfd_secret fanotify_init uselib init_module finit_module delete_module kexec_load
kexec_file_load reboot acct syslog settimeofday clock_settime clock_adjtime adjtimex sethostname setdomainname vhangup
iopl ioperm modify_ldt vm86 vm86old nfsservctl personality migrate_pages move_pages
"""
"""Calls that change namespaces, clocks, modules and other state of the kernel itself."""
_DENIED_LASTING = "shmget shmat shmctl msgget msgsnd msgrcv semget semop semtimedop mq_open mq_unlink"
"""Calls that make objects which live on in the kernel after their makers."""
_DENIED_COUNTED = "inotify_init inotify_init1 inotify_add_watch io_setup"
"""Calls that use up what the kernel counts for the user, or for the machine, so that another session would go short."""
DENIED = tuple(f"{_DENIED_MEMORY} {_DENIED_FILES} {_DENIED_KERNEL} {_DENIED_LASTING} {_DENIED_COUNTED}".split())
"""Calls that code of a problem set never needs; each answers EPERM."""
OTHER_PROCESS_CALLS = {
    **dict.fromkeys(("prlimit64", "sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr"), 0),
    **dict.fromkeys(("setpriority", "ioprio_set"), 1),
}
"""Calls that are about a process, and which of their arguments names it; 0 is the caller."""
_UNCHECKED = """
chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes futimesat utimensat setxattr lsetxattr
fsetxattr removexattr lremovexattr fremovexattr
"""
UNCHECKED_BY_LANDLOCK = tuple(_UNCHECKED.split())
"""Calls that Landlock does not look at, and that change files outside: without a rootfs they only seem to work."""
NAMESPACES = (0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
"""The flags of clone that make namespaces."""
CLONE_PARENT = 0x8000
"""The flag of clone that makes a process the child of somebody else, who would be taken for its maker."""
TERMINAL = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX: requests that type on a terminal in its owner's name."""
PR_SET_PTRACER = 0x59616D61
FILE_REQUESTS = (1024, 1026)
"""F_SETLEASE and F_NOTIFY: by the one, who opens the same file has to wait; by the other, somebody hears of it."""
BINARY_TREE_ORDER = 2
"""The order of tests in the filter: every call of the kernel passes it."""
MAX_SOCKET_FAMILIES = 64
"""More kinds of socket than a kernel knows."""
ALLOWED_SOCKET_FAMILIES = (1, 2, 10)
"""AF_UNIX, AF_INET and AF_INET6: in a network namespace of our own they reach nobody."""


def reason_unavailable() -> str:
    """Return why no filter can be compiled here; empty if one can."""
    try:
        _library()
    except (ImportError, RuntimeError, OSError) as error:
        return str(error)
    return ""


def _library() -> ModuleType:
    import pyseccomp  # noqa: PLC0415 - it looks for libseccomp while it is imported, which not every machine has

    library: ModuleType = pyseccomp
    return library


@functools.cache
def program(*, isolated: bool) -> bytes:
    """Return the filter as a BPF program.

    Args:
        isolated: whether there are namespaces around the session. Without them no socket may be made: paths and
            addresses would lead to other people's servers.

    Raises:
        RuntimeError: libseccomp is not there.
    """
    library = _library()
    rules = library.SyscallFilter(library.ALLOW)
    with contextlib.suppress(OSError):  # a libseccomp before 2.5 knows no other order than one after the other
        rules.set_attr(library.Attr.CTL_OPTIMIZE, BINARY_TREE_ORDER)
    for call, answer, conditions in _rules(library, isolated=isolated):
        # What this processor or this libseccomp has no name for cannot be called by it.
        if library.resolve_syscall(library.Arch.NATIVE, call) >= 0:
            rules.add_rule(library.ERRNO(answer), call, *conditions)
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()


def _rules(library: ModuleType, *, isolated: bool) -> Iterator[tuple[str, int, tuple[object, ...]]]:
    """Yield calls, what they answer, and on which arguments."""

    def low(argument: int, value: int) -> object:
        """Compare the half of an argument that the kernel looks at."""
        return library.Arg(argument, library.MASKED_EQ, 0xFFFFFFFF, value)

    yield from ((name, errno.EPERM, ()) for name in DENIED)
    # What is done to oneself is one's own affair; the rest reaches the origin of a branch, or any process of the user.
    for name, argument in OTHER_PROCESS_CALLS.items():
        yield name, errno.EPERM, (library.Arg(argument, library.NE, 0),)
    # The C library falls back to clone, whose flags can be looked at.
    yield "clone3", errno.ENOSYS, ()
    # One rule for each, because a rule compares bits with one value only.
    for flag in (*NAMESPACES, CLONE_PARENT):
        yield "clone", errno.EPERM, (library.Arg(0, library.MASKED_EQ, flag, flag),)
    for request in TERMINAL:
        yield "ioctl", errno.EPERM, (low(1, request),)
    for request in FILE_REQUESTS:
        yield "fcntl", errno.EPERM, (low(1, request),)
    yield "prctl", errno.EPERM, (low(0, PR_SET_PTRACER),)
    for kind in (stat.S_IFCHR, stat.S_IFBLK):
        yield "mknod", errno.EPERM, (library.Arg(1, library.MASKED_EQ, stat.S_IFMT(0xFFFF), kind),)
        yield "mknodat", errno.EPERM, (library.Arg(2, library.MASKED_EQ, stat.S_IFMT(0xFFFF), kind),)
    if isolated:
        yield from (
            ("socket", errno.EPERM, (low(0, family),))
            for family in range(MAX_SOCKET_FAMILIES)
            if family not in ALLOWED_SOCKET_FAMILIES
        )
    else:
        yield "socket", errno.EPERM, ()
        yield from ((name, 0, ()) for name in UNCHECKED_BY_LANDLOCK)
