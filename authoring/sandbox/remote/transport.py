"""Frames over the standard streams of a program: what the two sides of a sandbox elsewhere say to each other."""

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
    Frame,
    LateError,
    LineClosedError,
)

PROTOCOL = 1
"""Changes whenever one side would misunderstand another of before."""
GREETING = b"\0authoring serve\0\n"
"""What comes first. A shell at the other end may print a word of its own before."""
MAX_NOISE = 100_000
"""Bytes that may come before the greeting."""
MAX_ANSWER = 64_000_000
"""Bytes of an answer that the near side takes."""


class Entry(Record):
    """A file or folder of a session's inputs."""

    path: str
    """Below ``inputs/``, with forward slashes."""
    sha256: Sha256 | None
    """None for a folder."""


class Begun(Record):
    """Answer of ``begin``: what the far side is."""

    protocol: int
    version: str = Field(max_length=100)
    """Of this program, there."""
    fingerprint: str = Field(max_length=2_000)
    protection: Protection


class Opened(Record):
    """Answer of ``open``: a session, or what is missing for one."""

    session: int | None
    missing: tuple[Sha256, ...] = ()


class Refusal(Record):
    """The far side's word for what it could not do."""

    kind: Literal["SandboxError", "SeedError", "UsageError"]
    message: str = Field(max_length=10_000)
    hint: str = Field(default="", max_length=10_000)


def send(descriptor: int, frame: Frame, *, deadline: float | None = None) -> None:
    """Write one frame to a descriptor, which does not block where there is a deadline (of `time.monotonic`).

    Raises:
        LineClosedError: nobody reads any more.
        LateError: it was not taken in time; the stream is of no use after that.
        BadFrameError: the frame is over a cap, and nothing was sent.
    """
    header = json.dumps(frame.header).encode()
    if len(header) > MAX_HEADER or len(frame.body) > MAX_BODY:
        raise BadFrameError(f"a frame of {len(header)} and {len(frame.body)} bytes is over the cap")
    for part in (PREFIX.pack(len(header), len(frame.body)) + header, frame.body):
        rest = memoryview(part)
        while rest:
            if deadline is not None:
                _wait_for_room(descriptor, deadline)
            try:
                rest = rest[os.write(descriptor, rest[:CHUNK]) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise LineClosedError from error


def _wait_for_room(descriptor: int, deadline: float) -> None:
    """Wait until something can be written, or nobody reads any more.

    Raises:
        LateError: the deadline passed.
    """
    remaining = deadline - time.monotonic()
    waiting = select.poll()
    waiting.register(descriptor, select.POLLOUT)
    if remaining <= 0 or not waiting.poll(remaining * 1_000):
        raise LateError


def receive(descriptor: int, *, most: int = MAX_BODY) -> Frame:
    """Wait for one frame, whose body has `most` bytes at most.

    Raises:
        LineClosedError: the other end is gone.
        BadFrameError: what came in is no frame.
    """
    header_size, body_size = PREFIX.unpack(_exactly(descriptor, PREFIX.size))
    if header_size > MAX_HEADER or body_size > most:
        raise BadFrameError(f"a frame that claims {header_size} and {body_size} bytes is over the cap")
    text, body = _exactly(descriptor, header_size), _exactly(descriptor, body_size)
    header = parsed(text)
    if not isinstance(header, dict):
        raise BadFrameError("the header is no JSON object")
    return Frame(header, body)


def parsed(text: bytes) -> Any:
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
        LineClosedError: the other end is gone.
        BadFrameError: something else came, of which the beginning is quoted.
    """
    seen = b""
    while not seen.endswith(GREETING):
        if len(seen) > MAX_NOISE:
            words = seen[:200].decode("utf-8", "replace")
            raise BadFrameError(f"it began to speak of something else: {words}")
        seen += _exactly(descriptor, 1)


def _exactly(descriptor: int, size: int) -> bytes:
    parts = []
    while size:
        try:
            part = os.read(descriptor, min(size, CHUNK))
        except OSError as error:
            raise LineClosedError from error
        if not part:
            raise LineClosedError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
