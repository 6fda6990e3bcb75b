"""Open files of a session that is to be separated from the session it branched from.

A fork inherits them, position included, and no wall of the kernel takes back what is open already.
"""

import contextlib
import fcntl
import os
import stat

MAX_DESCRIPTORS = 4_096
FIRST_DESCRIPTOR = 3
"""The first descriptor that is no standard stream."""
WRITING = (os.O_WRONLY, os.O_RDWR)


def replace_files(workdir: str) -> None:
    """Point every writable descriptor of another session's file at the same file in this session's folder.

    Where this folder has no such file, the descriptor leads to ``/dev/null``. Shared memory mappings stay as they are.
    The folders of other sessions lie beside `workdir`.
    """
    root = os.path.dirname(workdir)  # noqa: PTH120 - as the kernel writes it
    for descriptor in range(FIRST_DESCRIPTOR, MAX_DESCRIPTORS):
        with contextlib.suppress(OSError):  # there is none of this number
            flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
            if flags & os.O_ACCMODE in WRITING and stat.S_ISREG(os.fstat(descriptor).st_mode):
                path = _path(descriptor)
                if not path.startswith(f"{workdir}/"):
                    relative_path = (
                        path.removeprefix(f"{root}/").partition("/")[2] if path.startswith(f"{root}/") else ""
                    )
                    _replace(descriptor, f"{workdir}/{relative_path}" if relative_path else os.devnull, flags)


def _path(descriptor: int) -> str:
    """Return the path that a descriptor leads to; empty where a branch may not read ``/proc``, as without a rootfs."""
    try:
        return os.readlink(f"/proc/self/fd/{descriptor}")  # noqa: PTH115 - as the kernel writes it
    except OSError:
        return ""


def _replace(descriptor: int, path: str, flags: int) -> None:
    # Neither O_CREAT nor O_TRUNC: the branch's copy of the file stays as it is.
    mode = flags & (os.O_ACCMODE | os.O_APPEND)
    try:
        # O_NOFOLLOW: the session may have put a link there that leads to another session's file.
        replacement = os.open(path, mode | os.O_NOFOLLOW)
    except OSError:
        replacement = os.open(os.devnull, mode)
    else:
        with contextlib.suppress(OSError):  # nowhere has no position
            os.lseek(replacement, os.lseek(descriptor, 0, os.SEEK_CUR), os.SEEK_SET)
    os.dup2(replacement, descriptor, inheritable=os.get_inheritable(descriptor))
    os.close(replacement)
