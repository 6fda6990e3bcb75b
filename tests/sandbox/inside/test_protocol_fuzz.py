"""Whatever comes over a line ends in a frame or in one of the line's own errors, and nothing of it stays behind."""

import contextlib
import fcntl
import json
import os
import socket
import struct
import termios
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.sandbox.inside.protocol import (
    MAX_HEADER,
    PREFIX,
    BadFrameError,
    DeadlineError,
    Frame,
    FrameSocket,
    SocketClosedError,
    socket_pair,
)
from tests.examples import examples

MOST_HELD = 400_000_000
"""Bytes that a frame may make its receiver hold, over which a few liars would fill a small machine."""
SOON = 60.0
"""Seconds that a test waits for what should come at once."""
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)
HEADERS = st.dictionaries(st.text(), JSON)
CUTS = st.lists(st.integers(0, 300), max_size=6)
NUMBERS = ("1e999", "-1e999", "NaN", "1" * 5_000, "-" * 9, "0x10", "1e", "٣")
HOSTILE = (
    *(b"[" * depth for depth in (10, 1_000, 100_000)),
    b'{"a":' * 100_000,
    b'{"a": "\\ud800"}',
    b'{"a": "' + b"\xff" * 50 + b'"}',
    b"\xef\xbb\xbf{}",
    "{}".encode("utf-16"),
    *(f'{{"seconds": {number}}}'.encode() for number in NUMBERS),
    b"{}{}",
    b"null",
    b"",
)
KINDS: dict[str, Callable[[], tuple[int, ...]]] = {
    "device": lambda: (os.open(os.devnull, os.O_RDONLY),),
    "folder": lambda: (os.open("/", os.O_RDONLY),),
    "pipe": os.pipe,
    "socket": lambda: tuple(end.detach() for end in socket.socketpair()),
    "memory": lambda: (os.memfd_create("passed"),),
}


def descriptors() -> set[tuple[str, str]]:
    """Return the open descriptors of this process, and what each is for."""
    results = set()
    for entry in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):  # the one that this very look has open
            results.add((entry.name, str(entry.readlink())))
    return {(number, target) for number, target in results if target != f"/proc/{os.getpid()}/fd"}


def encoded(header: bytes, body: bytes = b"") -> bytes:
    """Return a frame with this header, whatever it is."""
    return PREFIX.pack(len(header), len(body)) + header + body


@contextlib.contextmanager
def sending(end: socket.socket, pieces: Sequence[tuple[bytes, Sequence[int]]], reader: int) -> Iterator[None]:
    """Send bytes and descriptors, each piece when the one before has been read, then close."""

    def send() -> None:
        with end, contextlib.suppress(OSError):  # the reader may give up half-way
            for data, numbers in pieces:
                if numbers:
                    socket.send_fds(end, [data or b" "], list(numbers))
                else:
                    end.sendall(data)
                while waiting(reader):
                    time.sleep(0)

    sender = threading.Thread(target=send)
    sender.start()
    try:
        yield
    finally:
        sender.join()


def waiting(reader: int) -> int:
    """Return how many bytes lie at this end and were not read; none where it is closed."""
    try:
        (count,) = struct.unpack("i", fcntl.ioctl(reader, termios.FIONREAD, bytes(4)))
    except OSError:
        return 0
    return int(count)


def cut(data: bytes, places: Sequence[int]) -> list[bytes]:
    """Return data in parts, cut at places."""
    bounds = sorted({0, len(data), *(place % (len(data) + 1) for place in places)})
    return [data[start:stop] for start, stop in pairwise(bounds)]


def received(pieces: Sequence[tuple[bytes, Sequence[int]]], frames: int = 1) -> list[Frame | Exception]:
    """Receive until something is wrong or enough frames came; close what came with them."""
    near, far = socket_pair()
    results: list[Frame | Exception] = []
    with far, sending(near, pieces, far.fileno()):
        line = FrameSocket(far)
        while len(results) < frames:
            try:
                results.append(line.receive(deadline=time.monotonic() + SOON))
            except (SocketClosedError, BadFrameError, DeadlineError) as error:
                results.append(error)
                break
        far.close()
    for frame in results:
        if isinstance(frame, Frame):
            for number in frame.descriptors:
                os.close(number)
    return results


@pytest.mark.exhaustive
@given(st.lists(st.tuples(HEADERS, st.binary(max_size=200)), min_size=1, max_size=3), CUTS)
def test_frames_arrive_however_they_are_cut(sent: list[tuple[dict[str, object], bytes]], cuts: list[int]) -> None:
    """Frames that come in pieces, or several at once, come out as they went in, and then the end."""
    data = b"".join(encoded(json.dumps(header).encode(), body) for header, body in sent)
    frames = received([(piece, ()) for piece in cut(data, cuts)], frames=len(sent) + 1)

    assert frames[:-1] == [Frame(header, body) for header, body in sent]
    assert isinstance(frames[-1], SocketClosedError)


@pytest.mark.exhaustive
@settings(max_examples=examples(200), deadline=None)
@given(
    st.binary(max_size=120) | HEADERS.map(lambda header: encoded(json.dumps(header).encode(), b"body")),
    st.lists(st.tuples(st.integers(0, 400), st.sampled_from(["flip", "drop", "put", "stop"]), st.binary(max_size=9))),
    CUTS,
    st.lists(st.tuples(st.integers(0, 6), st.lists(st.sampled_from(list(KINDS)), min_size=1, max_size=5)), max_size=3),
)
def test_anything_is_a_frame_or_an_error(
    data: bytes,
    changes: list[tuple[int, str, bytes]],
    cuts: list[int],
    passing: list[tuple[int, list[str]]],
) -> None:
    """Whatever bytes and descriptors come, however cut: a frame or a known error, and no descriptor stays open."""
    before = descriptors()
    pieces: list[tuple[bytes, Sequence[int]]] = [(piece, ()) for piece in cut(changed(data, changes), cuts)] or [
        (b"", ())
    ]
    opened: list[int] = []
    for place, kinds in passing:
        numbers = [number for kind in kinds for number in KINDS[kind]()]
        opened += numbers
        pieces[place % len(pieces)] = (pieces[place % len(pieces)][0], numbers)
    frames = received(pieces)
    for number in opened:
        os.close(number)

    assert all(isinstance(frame.header, dict) for frame in frames if isinstance(frame, Frame))
    assert descriptors() == before


def changed(data: bytes, changes: Sequence[tuple[int, str, bytes]]) -> bytes:
    """Return data with some bytes changed, left out, put in, or cut off."""
    for place, change, amount in changes:
        at = place % (len(data) + 1)
        match change:
            case "flip":
                data = data[:at] + bytes(byte ^ 0x80 for byte in data[at : at + 1]) + data[at + 1 :]
            case "drop":
                data = data[:at] + data[at + 1 + len(amount) :]
            case "put":
                data = data[:at] + amount + data[at:]
            case "stop":
                data = data[:at]
    return data


@pytest.mark.parametrize("header", HOSTILE, ids=lambda header: ascii(header[:12]))
def test_headers_that_mean_harm_are_frames_or_refused(header: bytes) -> None:
    """Deep, broken and immense JSON ends in a frame or in a known error."""
    [frames] = received([(encoded(header), ())])

    assert isinstance(frames, Frame | BadFrameError)


@pytest.mark.parametrize("kinds", [["device"], ["folder"], ["pipe"], ["socket"], ["memory"], ["socket", "pipe"]])
@pytest.mark.parametrize("data", [b"\xff" * 8, encoded(b"["), encoded(b"[]"), PREFIX.pack(9, 0) + b"{", b"\0\0"])
def test_descriptors_of_a_broken_frame_are_closed(data: bytes, kinds: list[str]) -> None:
    """What came with a frame that is none is closed: nobody else could."""
    before = descriptors()
    numbers = [number for kind in kinds for number in KINDS[kind]()]
    [frames] = received([(data, numbers)])
    for number in numbers:
        os.close(number)

    assert isinstance(frames, Exception)
    assert descriptors() == before


@pytest.mark.parametrize(
    "sent",
    [
        PREFIX.pack(MAX_HEADER, 0) + b"{",
        PREFIX.pack(2, 2**29 - 1) + b"{}" + b"x" * 1_000,
        PREFIX.pack(2**32 - 1, 2**32 - 1),
        encoded(b"[" * 1_000_000),
        encoded(b'{"a": [' + b"[]," * 300_000 + b"1]}"),
        encoded(b"{" + b",".join(b'"%d":{}' % number for number in range(100_000)) + b"}"),
    ],
    ids=["large header", "large body", "4 GB", "deep", "many lists", "many keys"],
)
def test_memory_follows_what_came_and_not_what_was_claimed(sent: bytes) -> None:
    """The receiver holds no more than some multiple of what was really sent."""
    tracemalloc.start()
    received([(sent, ())])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak < 2_000_000 + 60 * len(sent)


@pytest.mark.exhaustive
def test_a_frame_at_the_cap_does_not_swamp_the_receiver() -> None:
    """JSON grows when it is read, some fifty times: the largest header that is taken must not fill the memory."""
    head, inner, tail = b'{"a": [', b"{},", b"1]}"
    header = head + inner * ((MAX_HEADER - len(head) - len(tail)) // len(inner)) + tail
    tracemalloc.start()
    [frames] = received([(encoded(header), ())])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert isinstance(frames, Frame)
    assert peak < MOST_HELD
