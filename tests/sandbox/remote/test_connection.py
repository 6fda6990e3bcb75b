"""A program that runs a sandbox elsewhere answers, or its end is told; nobody waits for it for ever.

The programs here are a few lines that speak the protocol; real far sides, frozen and lying ones, are in test_command.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from pydantic import TypeAdapter

from authoring.errors import SandboxError, SeedError
from authoring.sandbox.remote.connection import Connection, Program

ANSWER: TypeAdapter[Any] = TypeAdapter(Any)
FAR_SIDE = """
import json, sys, time
from authoring.sandbox.inside.protocol import Frame, SocketClosedError
from authoring.sandbox.remote.transport import GREETING, receive, send
sys.stdout.buffer.write(GREETING)
sys.stdout.flush()
while True:
    try:
        frame = receive(0)
    except SocketClosedError:
        break
    header, command = {"id": frame.header["id"]}, frame.header["command"]
    if command == "die":
        sys.stderr.write("out of luck")
        sys.exit(3)
    if command == "refuse":
        header["refused"] = {"kind": "SeedError", "message": "no table", "hint": "give one"}
    if command == "sleep":
        time.sleep(600)
    if command == "lie":
        header["id"] += 100
    send(1, Frame(header, json.dumps([command, len(frame.body)]).encode()))
"""


@contextmanager
def connected() -> Iterator[Connection]:
    """Start a far side of a few lines."""
    with closing(Connection(Program((sys.executable, "-c", FAR_SIDE)))) as connection:
        yield connection


def request(connection: Connection, command: str, seconds: float = 60) -> Any:
    """Send a request."""
    return connection.request({"command": command}, ANSWER, b"abc", seconds=seconds)


def test_answers_reach_those_who_asked() -> None:
    """Requests of several threads are answered each, over one line."""
    answers: dict[int, Any] = {}

    def ask(connection: Connection, number: int) -> None:
        answers[number] = request(connection, f"echo {number}")

    with connected() as connection:
        threads = [threading.Thread(target=ask, args=(connection, number)) for number in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert answers == {number: [f"echo {number}", 3] for number in range(5)}


def test_a_refusal_is_raised_as_what_it_is() -> None:
    """An error of the other side keeps its kind, message and hint, and the line stays open."""
    with connected() as connection:
        with pytest.raises(SeedError, match="no table") as caught:
            request(connection, "refuse")
        assert caught.value.hint == "give one"
        assert request(connection, "echo") == ["echo", 3]


def test_last_words_are_in_the_hint() -> None:
    """Whoever waited learns how the program ended and what it said last; later requests learn the same."""
    with connected() as connection:
        for command in ("die", "echo"):
            with pytest.raises(SandboxError, match="exit status 3") as caught:
                request(connection, command)
        assert "out of luck" in caught.value.hint


def test_a_program_that_ends_before_anybody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    """However late its threads begin, the first request learns how it ended and what it said."""
    start = threading.Thread.start

    def start_and_let_end(thread: threading.Thread) -> None:
        start(thread)
        # What the program leaves behind ends either thread of the connection.
        thread.join(60)

    program = Program((sys.executable, "-c", "import sys; sys.exit('no such host')"))
    monkeypatch.setattr(threading.Thread, "start", start_and_let_end)
    with closing(Connection(program)) as connection:
        with pytest.raises(SandboxError, match="exit status 1") as caught:
            request(connection, "echo")
        assert "no such host" in caught.value.hint


@pytest.mark.parametrize(("command", "words"), [("sleep", "did not answer within"), ("lie", "no answer")])
def test_silence_and_lies_end_it(command: str, words: str) -> None:
    """A program that cannot be relied on is ended, and nothing else is asked of it."""
    with connected() as connection:
        assert request(connection, "echo") == ["echo", 3]  # it has started
        with pytest.raises(SandboxError, match=words):
            request(connection, command, 0.5 if command == "sleep" else 60)
        assert connection.ended


def test_closing_twice_is_safe() -> None:
    """A closed connection says so."""
    with connected() as connection:
        connection.close()
        with pytest.raises(SandboxError, match="it was closed"):
            request(connection, "echo")


def test_a_program_that_is_not_there() -> None:
    """The error names the program and where it is set."""
    with pytest.raises(SandboxError, match="/no/such cannot be started") as caught:
        Connection(Program(("/no/such",)))

    assert "authoring.toml" in caught.value.hint
