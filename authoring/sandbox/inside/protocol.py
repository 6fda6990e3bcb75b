"""Frames on the socket between the client and a node: two lengths, a JSON header, raw bytes, perhaps descriptors.

Both ends hold what comes in against the same caps, so that neither can make the other allocate what it claims to send.
"""

import contextlib
import json
import os
import re
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn, Protocol, TypeAlias, TypeVar

PREFIX = struct.Struct("!II")
INT = struct.Struct("@i")
MAX_HEADER = 4_000_000
"""The largest header, in bytes."""
MAX_BODY = 512_000_000
"""The largest body, in bytes."""
SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
"""Half of a character, as JSON may write it; two that belong together are one."""
CHUNK = 1_000_000
"""Bytes that are received at once; a larger part of a frame is received as a view of memory."""
Buffer: TypeAlias = bytes | bytearray | memoryview
Received = TypeVar("Received")
# A new node's socket, its process, and its folder.
MAX_DESCRIPTORS = 3
CLOSED_ON_EXEC = getattr(socket, "MSG_CMSG_CLOEXEC", 0)
"""Not everywhere; descriptors that arrive are not inheritable through Python's own calls all the same."""


class SocketClosedError(Exception):
    """The other end is gone."""


class BadFrameError(Exception):
    """The received bytes are no frame, so nothing after them can be trusted."""


class DeadlineError(Exception):
    """The deadline passed before the frame was there."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One message on a control socket: a header, a body of bytes, and descriptors of open files."""

    header: dict[str, Any]
    body: Buffer = b""
    descriptors: tuple[int, ...] = ()
    """Owned by whoever receives the frame."""
    tail: tuple[Buffer, ...] = ()
    """Further bytes of the body, for sending: so that large parts need not be copied together. None arrive."""

    @property
    def size(self) -> int:
        """The bytes of the whole body."""
        return sum(map(len, (self.body, *self.tail)))


class Observer(Protocol):
    """Looks at a process again and again while somebody waits for what it sends, and ends it where that is due."""

    @property
    def due(self) -> float:
        """When it is to look next, by `time.monotonic`."""
        ...

    def inspect(self) -> None:
        """Look; a process that this ends has closed its line."""
        ...


class FrameSocket:
    """One end of a socket pair that carries frames. Deadlines are of `time.monotonic`; None waits for ever."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def send(self, frame: Frame, *, deadline: float | None = None, observer: Observer | None = None) -> None:
        """Send one frame; an observer looks at the receiver meanwhile, which may not read.

        Raises:
            SocketClosedError: the other end is gone.
            DeadlineError: the other end did not take it in time.
            BadFrameError: the frame is over a cap, and nothing was sent.
        """
        header = json.dumps(frame.header).encode()
        if len(header) > MAX_HEADER or frame.size > MAX_BODY:
            raise BadFrameError(f"a frame of {len(header)} and {frame.size} bytes is over the cap")
        prefix = PREFIX.pack(len(header), frame.size)
        try:
            self._end.settimeout(_remaining(deadline))
            # With the prefix alone, because a stream may take a part of a longer message.
            if frame.descriptors:
                socket.send_fds(self._end, [prefix], list(frame.descriptors))
            else:
                self._end.sendall(prefix)
            # Nothing behind a frame's last byte, not even an empty part: whoever has all of it may be gone.
            for part in filter(len, (header, frame.body, *frame.tail)):
                self._write(memoryview(part).cast("B"), deadline, observer)
        except TimeoutError as late:
            raise DeadlineError from late
        except OSError as error:
            raise SocketClosedError from error

    def receive(self, *, deadline: float | None = None, observer: Observer | None = None) -> Frame:
        """Wait for one frame; an observer looks at the sender meanwhile.

        Raises:
            SocketClosedError: the other end is gone.
            DeadlineError: the deadline passed.
            BadFrameError: what came in is no frame.
        """
        try:
            return self._receive(deadline, observer)
        except TimeoutError as late:
            raise DeadlineError from late
        except OSError as error:
            raise SocketClosedError from error

    def _receive(self, deadline: float | None, observer: Observer | None) -> Frame:
        # `socket.recv_fds` would do, but drops its flags, and children must not inherit what arrives.
        # The kernel closes descriptors that do not fit, so nobody can flood us with them.
        ancillary_size = socket.CMSG_SPACE(MAX_DESCRIPTORS * INT.size)
        start, ancillary, _, _ = self._observed(
            lambda: self._end.recvmsg(PREFIX.size, ancillary_size, CLOSED_ON_EXEC), deadline, observer
        )
        descriptors = [
            number for _, kind, data in ancillary if kind == socket.SCM_RIGHTS for number in _descriptors_in(data)
        ]
        try:
            return self._receive_rest(start, tuple(descriptors), deadline, observer)
        # Descriptors of a frame that is refused would stay open for ever.
        except BaseException:
            for descriptor in descriptors:
                os.close(descriptor)
            raise

    def _receive_rest(
        self, start: bytes, descriptors: tuple[int, ...], deadline: float | None, observer: Observer | None
    ) -> Frame:
        if not start:
            raise SocketClosedError
        prefix = start + bytes(self._exactly(PREFIX.size - len(start), deadline, observer))
        header_size, body_size = PREFIX.unpack(prefix)
        # Checked before anything is allocated: the sizes are claims of a hostile process.
        if header_size > MAX_HEADER or body_size > MAX_BODY:
            raise BadFrameError(f"a frame that claims {header_size} and {body_size} bytes is over the cap")
        text = bytes(self._exactly(header_size, deadline, observer))
        body = self._exactly(body_size, deadline, observer)
        return Frame(_parse_header(text), body, descriptors)

    def _exactly(self, size: int, deadline: float | None, observer: Observer | None) -> bytes | memoryview:
        # In chunks, so that memory grows with what came and not with what was claimed.
        whole = bytearray()
        while len(whole) < size:
            expected = min(size - len(whole), CHUNK)
            part = self._observed(partial(self._end.recv, expected), deadline, observer)
            if not part:
                raise SocketClosedError
            whole += part
        # Neither whole nor in slices is a large part copied any more.
        return memoryview(whole).toreadonly() if size > CHUNK else bytes(whole)

    def _write(self, part: memoryview, deadline: float | None, observer: Observer | None) -> None:
        """Write a part of a frame, as fast as the other end takes it."""
        if observer is None:
            self._end.settimeout(_remaining(deadline))
            self._end.sendall(part)
            return
        while part:
            part = part[self._observed(partial(self._end.send, part), deadline, observer) :]

    def _observed(self, call: Callable[[], Received], deadline: float | None, observer: Observer | None) -> Received:
        """Read what has come, or write, as soon as that can be done, and let the observer look whenever that is due.

        Also between two parts that come quickly one after the other.
        """
        if observer is None:
            self._end.settimeout(_remaining(deadline))
            return call()
        while True:
            remaining = _remaining(deadline)
            pause = observer.due - time.monotonic()
            if pause <= 0:
                observer.inspect()
                continue
            self._end.settimeout(pause if remaining is None else min(pause, remaining))
            with contextlib.suppress(TimeoutError):
                return call()

    @property
    def number(self) -> int:
        """The descriptor of this end; -1 once it is closed."""
        return self._end.fileno()

    def close(self) -> None:
        """Close this end; safe to call twice."""
        self._end.close()


def socket_pair() -> tuple[socket.socket, socket.socket]:
    """Return the two ends of a new pair of connected sockets."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)


def _parse_header(text: bytes) -> dict[str, Any]:
    """Return a header that can be written down again: no number that JSON does not have, and no half characters."""
    try:
        # Python reads NaN and Infinity, which strict readers of our records refuse later.
        header = json.loads(text, parse_constant=_refuse)
        if SURROGATE.search(text):
            json.dumps(header, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise BadFrameError("the header is no JSON") from error
    if not isinstance(header, dict):
        raise BadFrameError("the header is no JSON object")
    return header


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _descriptors_in(data: bytes) -> list[int]:
    usable_size = len(data) - len(data) % INT.size
    return [number for (number,) in INT.iter_unpack(data[:usable_size])]


def _remaining(deadline: float | None) -> float | None:
    if deadline is None:
        return None
    remaining = deadline - time.monotonic()
    if remaining <= 0:
        raise TimeoutError
    return remaining
