"""Frames arrive as they were sent, and nothing that is no frame is taken for one."""

import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.sandbox.inside.protocol import (
    MAX_BODY,
    PREFIX,
    BadFrameError,
    DeadlineError,
    Frame,
    FrameSocket,
    SocketClosedError,
    socket_pair,
)

JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=10)


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Return both ends of a line."""
    near, far = socket_pair()
    with near, far:
        yield near, far


@given(st.dictionaries(st.text(), JSON), st.binary(), st.lists(st.binary()))
def test_frame_arrives_as_sent(header: dict[str, object], body: bytes, tail: list[bytes]) -> None:
    """Header and body come out as they went in, lone surrogates included; a body in parts arrives as one."""
    near, far = socket_pair()
    with near, far:
        FrameSocket(near).send(Frame(header, body, tail=(*tail,)))

        received = FrameSocket(far).receive(deadline=time.monotonic() + 60)
        assert received == Frame(header, b"".join((body, *tail)))


def test_large_body_arrives(ends: tuple[socket.socket, socket.socket]) -> None:
    """A body larger than any socket buffer arrives whole."""
    body = os.urandom(5_000_000)
    sender = threading.Thread(target=FrameSocket(ends[0]).send, args=(Frame({}, body),))
    sender.start()
    received = FrameSocket(ends[1]).receive(deadline=time.monotonic() + 60)
    sender.join()

    assert received.body == body


class ReadAtOnce(socket.socket):
    """An end of a line whose other end reads what comes at once, and goes away when it has a number of bytes."""

    other: socket.socket
    remaining: int

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send, and have it read."""
        super().sendall(data, flags)
        if data:
            self.remaining -= len(self.other.recv(1_000_000))
        if not self.remaining:
            self.other.close()


@pytest.mark.parametrize("parts", [(b"", ()), (b"a", (b"", b"b", b"")), (b"", (b"",))])
def test_reader_of_a_whole_frame_may_be_gone(parts: tuple[bytes, tuple[bytes, ...]]) -> None:
    """Whoever has read a frame to its last byte may answer and end; the sender has sent it all the same."""
    frame = Frame({"collect": 1}, parts[0], tail=parts[1])
    near, far = socket_pair()
    with ReadAtOnce(fileno=near.detach()) as end, far:
        end.other, end.remaining = far, PREFIX.size + len(json.dumps(frame.header)) + frame.size

        FrameSocket(end).send(frame)

        assert (end.remaining, far.fileno()) == (0, -1)


def test_descriptor_travels(ends: tuple[socket.socket, socket.socket]) -> None:
    """A descriptor that goes with a frame is a new one for the same thing, and no child inherits it."""
    retained, sent = socket_pair()
    with retained, sent:
        FrameSocket(ends[0]).send(Frame({"pid": 1}, descriptors=(sent.fileno(),)))
        frame = FrameSocket(ends[1]).receive()
        with socket.socket(fileno=frame.descriptors[0]) as arrived:
            retained.sendall(b"x")

            assert arrived.recv(1) == b"x"
            assert not arrived.get_inheritable()


@given(st.binary(min_size=1, max_size=64))
def test_noise_is_refused(noise: bytes) -> None:
    """Any bytes that are no frame end in one of the line's own errors."""
    near, far = socket_pair()
    with far:
        near.sendall(noise)
        near.close()
        try:
            frame = FrameSocket(far).receive(deadline=time.monotonic() + 60)
        except (BadFrameError, SocketClosedError):
            return

        assert isinstance(frame.header, dict)


def test_claims_over_the_cap_are_refused(ends: tuple[socket.socket, socket.socket]) -> None:
    """What claims to be larger than the cap is refused before anything is read."""
    ends[0].sendall(PREFIX.pack(2, MAX_BODY + 1))

    with pytest.raises(BadFrameError, match="over the cap"):
        FrameSocket(ends[1]).receive()


def test_deadline_holds_for_slow_talkers(ends: tuple[socket.socket, socket.socket]) -> None:
    """A frame that comes in drops is late when the deadline passes, not when the last drop does."""
    ends[0].sendall(PREFIX.pack(100, 0) + b"{")

    with pytest.raises(DeadlineError):
        FrameSocket(ends[1]).receive(deadline=time.monotonic() + 0.1)
