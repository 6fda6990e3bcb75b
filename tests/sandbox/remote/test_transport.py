"""Frames over pipes, and the greeting before them."""

import os
import threading
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.sandbox.inside.protocol import PREFIX, BadFrameError, DeadlineError, Frame, SocketClosedError
from authoring.sandbox.remote.transport import GREETING, MAX_NOISE, await_greeting, receive, send

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """Return a pipe's two ends; what a test closed stays closed."""
    reading, writing = os.pipe()
    yield reading, writing
    for end in (reading, writing):
        try:
            os.close(end)
        except OSError:
            continue


@given(header=st.dictionaries(st.text(), JSON, max_size=4), body=st.binary(max_size=1_000))
def test_frame_arrives_as_it_was_sent(header: dict[str, object], body: bytes) -> None:
    """Whatever JSON and bytes a frame holds, the other end reads the same, and the stream goes on."""
    reading, writing = os.pipe()
    try:
        for _ in range(2):
            send(writing, Frame(header, body))
        observed = [receive(reading) for _ in range(2)]
    finally:
        os.close(reading)
        os.close(writing)

    assert [(frame.header, frame.body) for frame in observed] == [(header, body)] * 2


@given(st.binary(max_size=200))
def test_garbage_is_no_frame(garbage: bytes) -> None:
    """Whatever bytes come in, they are a frame, no frame, or the end; nothing else is raised."""
    reading, writing = os.pipe()
    try:
        os.write(writing, garbage)
        os.close(writing)
        while True:
            receive(reading)
    except (BadFrameError, SocketClosedError):
        pass
    finally:
        os.close(reading)


def test_size_is_held_against_the_cap(pipe: tuple[int, int]) -> None:
    """A frame that claims more than is allowed is refused before it is read."""
    os.write(pipe[1], PREFIX.pack(2, 1_001) + b"{}")

    with pytest.raises(BadFrameError, match="over the cap"):
        receive(pipe[0], max_body=1_000)


def test_reader_that_does_not_read_is_not_waited_for(pipe: tuple[int, int]) -> None:
    """With a deadline, a full pipe ends the sending in time."""
    os.set_blocking(pipe[1], False)

    with pytest.raises(DeadlineError):
        send(pipe[1], Frame({}, b"x" * 1_000_000), deadline=time.monotonic() + 0.2)


def test_large_frame_passes_a_small_pipe(pipe: tuple[int, int]) -> None:
    """A frame larger than the pipe holds arrives while somebody reads."""
    os.set_blocking(pipe[1], False)
    body = os.urandom(3_000_000)
    thread = threading.Thread(target=send, args=(pipe[1], Frame({}, body)), kwargs={"deadline": time.monotonic() + 60})
    thread.start()

    assert receive(pipe[0]).body == body
    thread.join()


def test_reader_that_is_gone_is_told(pipe: tuple[int, int]) -> None:
    """Nobody at the other end is an end of the stream, in both directions."""
    reading, writing = pipe
    os.close(reading)
    with pytest.raises(SocketClosedError):
        send(writing, Frame({}))
    reading, second = os.pipe()
    os.write(second, PREFIX.pack(2, 0) + b"{")
    os.close(second)
    with pytest.raises(SocketClosedError):
        receive(reading)
    os.close(reading)


def test_greeting_is_found_behind_noise(pipe: tuple[int, int]) -> None:
    """What comes before the greeting is dropped, and nothing behind it is."""
    os.write(pipe[1], b"motd\n\0authoring\n" + GREETING + b"rest")
    await_greeting(pipe[0])

    assert os.read(pipe[0], 10) == b"rest"


def test_endless_noise_is_no_greeting(pipe: tuple[int, int]) -> None:
    """A program that never greets is found out, and quoted."""

    def shout() -> None:
        try:
            while True:
                os.write(pipe[1], b"y\n" * 1_000)
        except OSError:
            return

    thread = threading.Thread(target=shout)
    thread.start()
    with pytest.raises(BadFrameError, match="y"):
        await_greeting(pipe[0])
    os.close(pipe[0])
    thread.join()

    assert MAX_NOISE < 10_000_000
