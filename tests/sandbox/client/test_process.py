"""A process that misbehaves ends in words, never in a crash of the client."""

import os
import socket

import pytest

from authoring.sandbox.client.process import Process, ProcessEndedError, ProcessLateError, describe_exit
from authoring.sandbox.inside.protocol import PREFIX


def process() -> tuple[Process, socket.socket]:
    """Return a process of which only the other end of its line exists; its descriptor is none of a process."""
    ours, theirs = socket.socketpair()
    return Process(ours, [os.open("/dev/null", os.O_RDONLY)], 5, None), theirs


@pytest.mark.parametrize(
    "answer",
    [b"\xff" * 8, PREFIX.pack(3, 0) + b"{{{", PREFIX.pack(2, 0) + b"[]", PREFIX.pack(200_000, 0) + b"[" * 200_000],
)
def test_garbage_ends_the_process(answer: bytes) -> None:
    """An answer that is no frame, claims too much or is too deep ends the session with words."""
    garbled, theirs = process()
    with theirs:
        theirs.sendall(answer)
        with pytest.raises(ProcessEndedError, match="other than the sandbox wrote"):
            garbled.request({"command": "run"})

        assert garbled.ended


def test_closed_line_ends_the_process() -> None:
    """A line that closes in the middle of an answer is an end."""
    ended, theirs = process()
    theirs.sendall(PREFIX.pack(100, 0) + b"{")
    theirs.close()

    with pytest.raises(ProcessEndedError, match="closed"):
        ended.wait(seconds=1)


def test_silence_is_late() -> None:
    """No answer in time is no end: whoever asked decides."""
    silent, theirs = process()
    with theirs:
        with pytest.raises(ProcessLateError):
            silent.request({"command": "run"}, seconds=0.05)

        assert not silent.ended
    silent.end()


def test_false_process_number_is_not_believed() -> None:
    """A session cannot make the client kill a stranger by naming it as its branch."""
    liar, theirs = process()
    retained, passed = socket.socketpair()
    header = f'{{"pid": {os.getpid()}}}'.encode()
    me = os.pidfd_open(os.getpid())
    socket.send_fds(theirs, [PREFIX.pack(len(header), 0)], [passed.fileno(), me])
    os.close(me)
    theirs.sendall(header)

    with theirs, retained, passed, pytest.raises(ProcessEndedError, match="false process number"):
        liar.fork({"command": "fork"})


@pytest.mark.parametrize(
    ("status", "words"),
    [(None, "closed"), (0, "exit status 0"), (3 << 8, "exit status 3"), (11, "SIGSEGV"), (60, "without a name")],
)
def test_end_is_told_in_words(status: int | None, words: str) -> None:
    """Each way to end has words."""
    assert words in describe_exit(status)
