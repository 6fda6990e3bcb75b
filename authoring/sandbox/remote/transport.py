"""Frames over the standard streams of a program, between the two sides of a sandbox elsewhere."""

import json
import os
import select
import time
from typing import Any, Literal

from pydantic import Field

from authoring.records.base import Record, Sha256
from authoring.records.protection import Protection
from authoring.sandbox.inside.protocol import (
    CHUNK,
    MAX_BODY,
    MAX_HEADER,
    PREFIX,
    BadFrameError,
    DeadlineError,
    Frame,
    SocketClosedError,
)

PROTOCOL = 3
"""Changes whenever one side would misunderstand another of before."""
GREETING = b"\0authoring serve\0\n"
"""The first bytes that the server sends; a shell at the other end may print something before them."""
MAX_NOISE = 100_000
"""Bytes that may come before the greeting."""
MAX_ANSWER = 64_000_000
"""Bytes of an answer that the near side takes."""


class InputEntry(Record):
    """A file or folder of a session's inputs."""

    path: str
    """Below ``inputs/``, with forward slashes."""
    sha256: Sha256 | None
    """None for a folder."""


class ServerInfo(Record):
    """Answer of ``begin``: what the far side is."""

    protocol: int
    version: str = Field(max_length=100)
    """The version of this program at the other end."""
    fingerprint: str = Field(max_length=2_000)
    protection: Protection


class OpenReply(Record):
    """Answer of ``open``: a session, or what is missing for one."""

    session: int | None
    missing: tuple[Sha256, ...] = ()


class Refusal(Record):
    """The server's error about a request that it could not fulfil."""

    kind: Literal["SandboxError", "SeedError", "UsageError"]
    message: str = Field(max_length=10_000)
    hint: str = Field(default="", max_length=10_000)


def send(descriptor: int, frame: Frame, *, deadline: float | None = None) -> None:
    """Write one frame to a descriptor, which does not block where there is a deadline (of `time.monotonic`).

    Raises:
        SocketClosedError: nobody reads any more.
        DeadlineError: it was not taken in time; the stream is of no use after that.
        BadFrameError: the frame is over a cap, and nothing was sent.
    """
    header = json.dumps(frame.header).encode()
    if len(header) > MAX_HEADER or len(frame.body) > MAX_BODY:
        raise BadFrameError(f"a frame of {len(header)} and {len(frame.body)} bytes is over the cap")
    for part in (PREFIX.pack(len(header), len(frame.body)) + header, frame.body):
        unsent = memoryview(part)
        while unsent:
            if deadline is not None:
                _wait_for_room(descriptor, deadline)
            try:
                # In chunks, because a pipe takes what it has room for and the deadline is looked at in between.
                unsent = unsent[os.write(descriptor, unsent[:CHUNK]) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise SocketClosedError from error


def _wait_for_room(descriptor: int, deadline: float) -> None:
    """Wait until something can be written, or nobody reads any more.

    Raises:
        DeadlineError: the deadline passed.
    """
    remaining = deadline - time.monotonic()
    poller = select.poll()
    poller.register(descriptor, select.POLLOUT)
    if remaining <= 0 or not poller.poll(remaining * 1_000):
        raise DeadlineError


def receive(descriptor: int, *, max_body: int = MAX_BODY) -> Frame:
    """Wait for one frame, whose body has `max_body` bytes at most.

    Raises:
        SocketClosedError: the other end is gone.
        BadFrameError: what came in is no frame.
    """
    header_size, body_size = PREFIX.unpack(_exactly(descriptor, PREFIX.size))
    # Before anything is read: the sizes are claims of the other side.
    if header_size > MAX_HEADER or body_size > max_body:
        raise BadFrameError(f"a frame that claims {header_size} and {body_size} bytes is over the cap")
    text, body = _exactly(descriptor, header_size), _exactly(descriptor, body_size)
    header = parse_json(text)
    if not isinstance(header, dict):
        raise BadFrameError("the header is no JSON object")
    return Frame(header, body)


def parse_json(text: bytes) -> Any:
    """Return what JSON says.

    Raises:
        BadFrameError: it is none, or is nested too deep to be read.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFrameError("it is no JSON") from error


def await_greeting(descriptor: int) -> None:
    """Read up to the greeting, and drop what stands before it.

    Raises:
        SocketClosedError: the other end is gone.
        BadFrameError: something else came, of which the beginning is quoted.
    """
    received = b""
    while not received.endswith(GREETING):
        if len(received) > MAX_NOISE:
            excerpt = received[:200].decode("utf-8", "replace")
            raise BadFrameError(f"it began to speak of something else: {excerpt}")
        # Byte by byte, because the first frame follows right behind the greeting.
        received += _exactly(descriptor, 1)


def _exactly(descriptor: int, size: int) -> bytes:
    parts = []
    while size:
        try:
            part = os.read(descriptor, min(size, CHUNK))
        except OSError as error:
            raise SocketClosedError from error
        if not part:
            raise SocketClosedError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
