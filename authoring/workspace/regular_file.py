"""Opening files that a workspace keeps: what stands in their place and is no file is refused, and never waited for."""

import errno
import os
import stat
from pathlib import Path
from typing import Final

STREAMS: Final = ("/dev/fd/", "/dev/std", "/proc/")
"""Where the pipes of a shell stand, which a person may name in the place of a file."""


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """Open a file and return its descriptor; children do not inherit it.

    Raises:
        OSError: there is none, it cannot be opened, or what stands there is a folder, a pipe or a device; for writing,
            also a link.
    """
    # A link may lead to any file of this machine, and writing would change that one, or make it.
    if flags & (os.O_WRONLY | os.O_RDWR):
        flags |= os.O_NOFOLLOW
    try:
        # Without O_NONBLOCK a pipe would be waited for until somebody writes into it.
        descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o644)
    except OSError as error:
        if flags & os.O_NOFOLLOW and error.errno == errno.ELOOP:
            raise OSError(errno.ELOOP, "is a link, and no file", str(path)) from error
        raise
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise OSError(errno.EINVAL, "is a pipe or a device, and no file", str(path))


def read_regular(path: Path) -> bytes:
    """Return the bytes of a file.

    Raises:
        OSError: as `open_regular`.
    """
    with os.fdopen(open_regular(path), "rb") as file:
        return file.read()


def is_present(path: Path) -> bool:
    """Tell whether anything stands at a path: a link that leads nowhere, and what a closed folder hides, included."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        # Reading it says what is wrong.
        return True
    return True


def refuse_pipe(path: Path) -> None:
    """Refuse a pipe that would be waited for; those that a shell makes for a command may be read.

    Raises:
        OSError: the path is a pipe outside of /dev and /proc.
    """
    if not str(path).startswith(STREAMS) and path.is_fifo():
        raise OSError(errno.EINVAL, "is a pipe, and no file", str(path))


def set_aside(path: Path) -> Path:
    """Rename what stands at a path, be it a file or not; return its new name, which says that it is damaged.

    Raises:
        OSError: the folder is closed, or not there.
    """
    number = 1
    # In a closed folder every name would seem taken.
    path.lstat()
    while is_present(aside := path.with_name(f"{path.name}.damaged-{number}")):
        number += 1
    return path.rename(aside)
