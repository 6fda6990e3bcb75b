"""Open files of a branch: what it inherits is opened anew, so that it shares neither position nor content with others.

A fork shares every open file with the process it was forked from: a read moves the position of both, a write reaches
both, and no wall of the kernel takes back what is open already.
"""

import contextlib
import ctypes
import fcntl
import os
import re
import select
import socket
import stat
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.sandbox.inside.isolation.workdir import SHARED_MEMORY

FIRST_DESCRIPTOR = 3
"""The first descriptor that is no standard stream; those a session replaces for each cell."""
MAX_DESCRIPTORS = 4_096
STATUS_FLAGS = os.O_ACCMODE | os.O_APPEND | os.O_NONBLOCK
MAX_COPY = 100_000_000
"""Bytes of a file without a name that a branch gets a copy of; of a longer one it gets nothing."""
CHUNK = 1_000_000
SPLICE_NONBLOCK = 2
GET_PIPE_SIZE, SET_PIPE_SIZE = 1032, 1031
_EVENTS = re.compile(r"^eventfd-count:\s*([0-9a-f]+)", re.MULTILINE)
_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True, slots=True)
class OpenFile:
    """An open descriptor, as it was before a fork."""

    descriptor: int
    flags: int
    kind: int
    """The kind of file, as `stat.S_IFMT` gives it; 0 for what is none, such as a counter of events."""
    inode: int
    position: int
    path: str
    """Where the file lies, or what the kernel says it is; empty where ``/proc`` may not be read."""
    events: int = 0
    """What a counter of events holds."""

    @property
    def writes(self) -> bool:
        """Whether it may be written to."""
        return self.flags & os.O_ACCMODE != os.O_RDONLY


def open_files(spared: Collection[int]) -> list[OpenFile]:
    """Return what this process holds open besides its standard streams, devices, and the spared descriptors."""
    files = []
    for descriptor in _descriptors():
        if descriptor < FIRST_DESCRIPTOR or descriptor in spared:
            continue
        with contextlib.suppress(OSError):  # it was closed, such as the one by which the list was read
            file_stat, flags = os.fstat(descriptor), fcntl.fcntl(descriptor, fcntl.F_GETFL)
            kind = stat.S_IFMT(file_stat.st_mode)
            if kind in {stat.S_IFCHR, stat.S_IFBLK}:
                continue  # those that code may open have neither position nor content
            position = os.lseek(descriptor, 0, os.SEEK_CUR) if kind == stat.S_IFREG else 0
            path = _path(descriptor)
            events = _events(descriptor) if path == "anon_inode:[eventfd]" else 0
            files.append(OpenFile(descriptor, flags, kind, file_stat.st_ino, position, path, events))
    return files


def _descriptors() -> list[int]:
    try:
        return sorted(int(name) for name in os.listdir("/proc/self/fd"))  # noqa: PTH208 - before every fork
    except OSError:  # a branch may not read it where there is no rootfs
        return [*range(FIRST_DESCRIPTOR, MAX_DESCRIPTORS)]


def _path(descriptor: int) -> str:
    try:
        return os.readlink(f"/proc/self/fd/{descriptor}")  # noqa: PTH115 - as the kernel writes it
    except OSError:
        return ""


def _events(descriptor: int) -> int:
    try:
        match = _EVENTS.search(Path(f"/proc/self/fdinfo/{descriptor}").read_text())
    except OSError:
        return 0
    return int(match[1], 16) if match else 0


def reopen(files: Sequence[OpenFile], workdir: str) -> None:
    """Replace inherited descriptors by others of the same content, which nobody shares.

    A file of another session's folder becomes the same file of this one's; a file that cannot be opened again becomes a
    copy. A pipe or a pair of sockets both of whose ends were inherited is made anew with what was in it, and where the
    other end belongs to somebody else it is closed. Whatever else there is leads to ``/dev/null``.

    Args:
        files: what was open just before the fork.
        workdir: the folder of this session; those of other sessions lie beside it.
    """
    plain = [file for file in files if stat.S_ISREG(file.kind) or stat.S_ISDIR(file.kind)]
    for file in plain:
        _replace(file, _reopened(file, workdir))
    pipes: dict[int, list[OpenFile]] = {}
    for file in files:
        if stat.S_ISFIFO(file.kind):
            pipes.setdefault(file.inode, []).append(file)
    for ends in pipes.values():
        _renew_pipe(ends)
    _renew_sockets([file for file in files if stat.S_ISSOCK(file.kind)])
    for file in files:
        if file.kind == 0:
            _replace(file, _renewed(file))


def _replace(file: OpenFile, replacement: int) -> None:
    """Put a descriptor, which is consumed, in the place of an inherited one."""
    with contextlib.suppress(OSError):
        fcntl.fcntl(replacement, fcntl.F_SETFL, file.flags & (os.O_APPEND | os.O_NONBLOCK))
    os.dup2(replacement, file.descriptor, inheritable=os.get_inheritable(file.descriptor))
    os.close(replacement)


def _reopened(file: OpenFile, workdir: str) -> int:
    path, mode = path_in(workdir, file.path), file.flags & STATUS_FLAGS
    if stat.S_ISDIR(file.kind):
        mode |= os.O_DIRECTORY
    for candidate in _candidates(path) if path.startswith(f"{workdir}/") or not file.writes else ():
        with contextlib.suppress(OSError):
            # Neither O_CREAT nor O_TRUNC, so its content stays. O_NOFOLLOW: the session may have put a link there that
            # leads to another session's file.
            replacement = os.open(candidate, mode | os.O_NOFOLLOW | os.O_CLOEXEC)
            if stat.S_ISREG(file.kind):
                os.lseek(replacement, file.position, os.SEEK_SET)
            return replacement
    return os.open(os.devnull, file.flags & os.O_ACCMODE) if stat.S_ISDIR(file.kind) else _copied(file, workdir)


def _candidates(path: str) -> Iterator[str]:
    # A file that was deleted is shown with these words behind its name, and another may bear that name by now.
    if path.startswith("/") and not path.endswith(" (deleted)"):
        yield path


def path_in(workdir: str, path: str) -> str:
    """Return a path, or the same one in this session's folder where it lies in another session's."""
    root = os.path.dirname(workdir)  # noqa: PTH120 - as the kernel writes it
    if path.startswith(f"{root}/{SHARED_MEMORY}/"):
        return workdir + path.removeprefix(root)
    if path.startswith(f"{workdir}/") or not path.startswith(f"{root}/"):
        return path
    inner = path.removeprefix(f"{root}/").partition("/")[2]
    return f"{workdir}/{inner}" if inner else ""


def _copied(file: OpenFile, workdir: str) -> int:
    """Return a file without a name that holds what an inherited one does, up to `MAX_COPY` bytes."""
    try:
        size = os.fstat(file.descriptor).st_size
        if size > MAX_COPY:
            return os.open(os.devnull, file.flags & os.O_ACCMODE)
        name = os.path.join(workdir, "tmp", f".inherited-{file.descriptor}")  # noqa: PTH118 - few imports here
        copy = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        os.unlink(name)  # noqa: PTH108 - as above
    except OSError:
        return os.open(os.devnull, file.flags & os.O_ACCMODE)
    with contextlib.suppress(OSError):  # one that may only be written to cannot be read
        for begin in range(0, size, CHUNK):
            # Neither call moves a position.
            os.pwrite(copy, os.pread(file.descriptor, CHUNK, begin), begin)
    os.lseek(copy, file.position, os.SEEK_SET)
    return copy


def _renew_pipe(ends: Sequence[OpenFile]) -> None:
    reading, writing = os.pipe()
    source = next((end.descriptor for end in ends if end.flags & os.O_ACCMODE != os.O_WRONLY), None)
    if source is not None:
        with contextlib.suppress(OSError):  # as large as it was, so that all of its content fits
            fcntl.fcntl(writing, SET_PIPE_SIZE, fcntl.fcntl(source, GET_PIPE_SIZE))
        # Copies what is in a pipe and leaves it there.
        _libc.tee(source, writing, ctypes.c_size_t(MAX_COPY), SPLICE_NONBLOCK)
    for end in ends:
        access = end.flags & os.O_ACCMODE
        if access == os.O_RDWR:
            _replace(end, os.open(os.devnull, os.O_RDWR))
        else:
            _replace(end, os.dup(writing if access == os.O_WRONLY else reading))
    os.close(reading)
    os.close(writing)


def _renew_sockets(ends: Sequence[OpenFile]) -> None:
    by_inode: dict[int, list[OpenFile]] = {}
    for end in ends:
        by_inode.setdefault(end.inode, []).append(end)
    while by_inode:
        inode, group = min(by_inode.items())
        del by_inode[inode]
        # Of a pair, which is made by one call, the kernel numbers the ends one after the other.
        peers = by_inode.pop(inode + 1, [])
        kind = _kind_of_socket(group[0].descriptor)
        first, second = socket.socketpair(socket.AF_UNIX, kind)
        if peers:
            _copy_queue(group[0].descriptor, second)
            _copy_queue(peers[0].descriptor, first)
        for end, replacement in [*((end, first) for end in group), *((end, second) for end in peers)]:
            _replace(end, os.dup(replacement.fileno()))
        first.close()
        second.close()


def _kind_of_socket(descriptor: int) -> socket.SocketKind:
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as inherited:
        if inherited.type in {socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET}:
            return inherited.type
    return socket.SOCK_STREAM


def _copy_queue(descriptor: int, sender: socket.socket) -> None:
    """Send what waits at an inherited end of a pair, and leave it there."""
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as inherited:
        data = inherited.recv(MAX_COPY // 100, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        sender.send(data, socket.MSG_DONTWAIT)


def _renewed(file: OpenFile) -> int:
    """Return a fresh object of the kernel of the same kind; ``/dev/null`` where there is no way to make one."""
    if file.path == "anon_inode:[eventpoll]":
        with select.epoll() as poller:
            return os.dup(poller.fileno())
    if file.path == "anon_inode:[eventfd]":
        with contextlib.suppress(OSError):  # more than Python lets one begin with
            return os.eventfd(min(file.events, 2**32 - 1), os.EFD_CLOEXEC)
    return os.open(os.devnull, os.O_RDWR)
