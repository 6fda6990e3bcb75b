"""Files that a session holds open, when it is to be kept from those of the session it branched from.

A fork inherits them, position included, and no wall of the kernel takes back what is open already.
"""

import contextlib
import fcntl
import os
import stat

MOST = 4_096
FIRST = 3
"""The first descriptor that is no standard stream."""
WRITING = (os.O_WRONLY, os.O_RDWR)


def replace_files(place: str) -> None:
    """Point every descriptor that could write to another place's file at the same file of this place.

    Where this place has no such file, it leads nowhere. What is mapped into memory, shared, stays as it is.

    Args:
        place: the session's own; other places lie beside it.
    """
    room = os.path.dirname(place)  # noqa: PTH120 - as the kernel writes it
    for descriptor in range(FIRST, MOST):
        with contextlib.suppress(OSError):  # there is none of this number
            flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
            if flags & os.O_ACCMODE in WRITING and stat.S_ISREG(os.fstat(descriptor).st_mode):
                path = _path(descriptor)
                if not path.startswith(f"{place}/"):
                    own = path.removeprefix(f"{room}/").partition("/")[2] if path.startswith(f"{room}/") else ""
                    _replace(descriptor, f"{place}/{own}" if own else os.devnull, flags)


def _path(descriptor: int) -> str:
    """Return what a descriptor is of; empty where a branch may not look at itself, as without a house."""
    try:
        return os.readlink(f"/proc/self/fd/{descriptor}")  # noqa: PTH115 - as the kernel writes it
    except OSError:
        return ""


def _replace(descriptor: int, path: str, flags: int) -> None:
    kept = flags & (os.O_ACCMODE | os.O_APPEND)
    try:
        own = os.open(path, kept | os.O_NOFOLLOW)
    except OSError:
        own = os.open(os.devnull, kept)
    else:
        with contextlib.suppress(OSError):  # nowhere has no position
            os.lseek(own, os.lseek(descriptor, 0, os.SEEK_CUR), os.SEEK_SET)
    os.dup2(own, descriptor, inheritable=os.get_inheritable(descriptor))
    os.close(own)
