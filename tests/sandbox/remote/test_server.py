"""The far side by itself, spoken to frame by frame."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from authoring.records.evidence import Pins
from authoring.sandbox.inside.protocol import PREFIX, Frame
from authoring.sandbox.remote.transport import PROTOCOL, await_greeting, receive, send

BEGIN = {"command": "begin", "least": "limits", "python": ""}
OPEN = {"command": "open", "entries": [], "modules": [], "pins": Pins().model_dump(), "dialect": "dseval"}


class FarSide:
    """A far side and the two ends of its streams."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "authoring.sandbox.remote.server"]
        self.popen = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert self.popen.stdin is not None
        assert self.popen.stdout is not None
        self.input, self.output = self.popen.stdin, self.popen.stdout
        await_greeting(self.output.fileno())

    def request(self, header: dict[str, Any], body: bytes = b"") -> Frame:
        """Send a request and return the next answer."""
        send(self.input.fileno(), Frame({**header, "id": 1}, body))
        return receive(self.output.fileno())

    def end(self) -> int:
        """Go away; return the exit status."""
        self.input.close()
        status = self.popen.wait(timeout=60)
        self.output.close()
        return status


@pytest.fixture
def far_side() -> Iterator[FarSide]:
    """Start one, and see that it ends well when nobody is there any more."""
    started = FarSide()
    yield started

    assert started.end() == 0


@pytest.mark.exhaustive(sample=2, most=4)
@pytest.mark.parametrize(
    "header",
    [
        {},
        {"command": 5},
        {"command": "no such command"},
        {"command": "run", "session": 1},
        {"command": "begin"},
        {"command": "begin", "least": "perfect", "python": ""},
        {**BEGIN, "python": 5},
        OPEN,
        {"command": "close", "session": 5, "more": [1]},
        {"command": "keep", "sha256": "x"},
    ],
    ids=str,
)
def test_request_that_is_none_is_answered(header: dict[str, Any], far_side: FarSide) -> None:
    """Whatever a client asks, it is told what was wrong with it, and the next request is answered as ever."""
    first = far_side.request(header)
    begun = far_side.request(BEGIN)

    assert ("refused" in first.header) == (header.get("command") != "close")
    assert "refused" not in begun.header
    assert json.loads(bytes(begun.body))["protocol"] == PROTOCOL


def test_session_that_is_none_is_refused(far_side: FarSide) -> None:
    """A session that was closed, or never was, is told to be none."""
    far_side.request(BEGIN)
    opened = json.loads(bytes(far_side.request(OPEN).body))
    far_side.request({"command": "close", "session": opened["session"]})
    repeated = far_side.request({"command": "variables", "session": opened["session"]})

    assert "no such session" in repeated.header["refused"]["message"]


def test_garbage_ends_it_in_order(far_side: FarSide) -> None:
    """What is no frame ends the far side, with all it started; nothing is guessed from it."""
    far_side.request(BEGIN)
    os.write(far_side.input.fileno(), PREFIX.pack(4_000_000_000, 0))

    assert far_side.popen.wait(timeout=60) == 0
