"""A program that runs a chain of cells, or compares what two chains left behind, and ends.

Exports carry it, in a zip that Python runs, to wherever another project executes code. It keeps the order of a tree of
sessions, with three processes that may be as far apart as one likes: the reference gives its evidence, a
submission's process hears only what to collect, and only once its cell has ended, and the judge runs neither::

    python judge.pyz run OUT < parts     two parts: a `Job` and a `CollectRequest`; OUT gets a `ChainResult`, as one
                                         line of JSON and then bytes
    python judge.pyz judge < part        one part; standard output: one JSON object, see `judge_chains`

A part is its length in bytes, eleven digits and a line break, and as many bytes of JSON.

There is no isolation here: whoever starts it has to keep what runs away from all it must not see. This process
only watches; a child of its own runs the cells, under limits, and is killed with all it started when it is late.
"""

import base64
import json
import os
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from authoring.sandbox.inside import kernel
from authoring.sandbox.inside.pins import pinned_variables
from authoring.sandbox.inside.protocol import (
    BadFrameError,
    DeadlineError,
    Frame,
    FrameSocket,
    SocketClosedError,
    socket_pair,
)

Job: TypeAlias = dict[str, Any]
"""The cells to be run, as JSON.

``cells`` (pairs of code and forbidden names: what ran before), ``code`` and ``forbid_names`` (of the last cell),
``validator`` (the block that collects of a reference, None for a submission), ``dialect``, ``modules`` (to be imported
before the first cell), ``limits`` and ``last_limits`` (the fields of `Limits`, of the cells before and of the last
one), ``root`` (a folder with ``inputs/``, where the cells run).
"""
CollectRequest: TypeAlias = dict[str, Any]
"""What to collect of a submission, as JSON: ``validator`` (a block) and ``asks`` (base64); unused for a reference."""
STARTING_TIME, COLLECTING_TIME = 120.0, 120.0
"""Seconds for starting up and importing, and for collecting evidence."""
DIGITS = 12
"""Bytes of a part's length."""
MAX_FAULT = 2_000
"""Characters of a fault that a chain reports."""
TIMEOUT_TEXTS = {
    "start": "the packages took more than {seconds:g} seconds to import",
    "cells": "the cells before took more than {seconds:g} seconds",
    "cell": "it did not end within max_time = {seconds:g} seconds",
    "look": "what it left behind took more than {seconds:g} seconds to collect",
}
"""The message for a chain that is late, by the stage it was in."""


@dataclass(frozen=True, slots=True)
class ChainResult:
    """How a chain ended."""

    outcome: str
    """The outcome of the last cell: a value of `Outcome`."""
    ended: str = ""
    """Why nothing can be asked of a submission's process any more, in words."""
    fault: str = ""
    """Why the cells before, the reference or its validator are at fault."""
    asks: int = 0
    """How many bytes at the start of a reference's evidence are the request to a submission's process."""
    evidence: bytes = b""


def main(*, hash_seed: int, random_state: int, timezone: str, locale: str, threads: int) -> None:
    """Run as a program, in a pinned environment; the arguments are the fields of `Pins`."""
    pinned_environment = pinned_variables(hash_seed=hash_seed, timezone=timezone, locale=locale, threads=threads)
    if any(os.environ.get(name) != value for name, value in pinned_environment.items()):
        # The hash seed only counts when an interpreter starts, so the program starts itself again.
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **pinned_environment})  # noqa: S606 - ourselves anew
    command, *paths = sys.argv[1:]
    job = read_part(0)
    if command == "judge":
        print(json.dumps(judge_chains(job)))  # noqa: T201 - the answer
        return
    result = run({**job, "seed": random_state}, lambda: read_part(0))
    header = {"outcome": result.outcome, "ended": result.ended, "fault": result.fault, "asks": result.asks}
    output_path = Path(paths[0])
    output_path.unlink(missing_ok=True)  # a cell may have put something there that writing would follow, or wait for
    output_path.write_bytes(json.dumps(header).encode() + b"\n" + result.evidence)


def read_part(descriptor: int) -> dict[str, Any]:
    """Read one part and not a byte more: what comes behind it must not lie in the memory that a chain is forked with.

    Raises:
        EOFError: it is cut off.
    """
    job: dict[str, Any] = json.loads(_exactly(descriptor, int(_exactly(descriptor, DIGITS))))
    return job


def _exactly(descriptor: int, size: int) -> bytes:
    parts: list[bytes] = []
    while size:
        part = os.read(descriptor, size)
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def judge_chains(job: Job) -> dict[str, Any]:
    """Return the verdict: ``verdict``, ``subverdict``, ``reason``; ``fault`` where the reference or validator has one.

    Args:
        job: ``validator``, ``dialect``, ``reference`` and ``submission`` (evidence, base64), ``ended`` and ``outcome``
            of the submission's chain, and its ``source``.
    """
    # Only where judging is asked for: whoever watches a chain needs none of what comparing takes.
    from authoring.sandbox.inside.standalone.verdict import verdict_of  # noqa: PLC0415 - as above

    reference, submission = (base64.b64decode(job[side]) for side in ("reference", "submission"))
    return verdict_of(job, reference, submission)


def run(job: Job, request_collection: Callable[[], CollectRequest]) -> ChainResult:
    """Run a chain in a child of this process, which is killed when this returns.

    Args:
        job: what is run.
        request_collection: tells what is collected; called when the last cell of a submission has ended.
    """
    kernel.adopt_orphans()
    ours, theirs = socket_pair()
    child = os.fork()
    if child == 0:
        ours.close()
        _become_chain(job, theirs)
    theirs.close()
    frame_socket = FrameSocket(ours)
    try:
        return _watch(frame_socket, job, request_collection)
    finally:
        frame_socket.close()
        _end(child)


def _become_chain(job: Job, end: socket.socket) -> None:
    """Run the cells in the forked child, report each stage, and end."""
    status = 1
    try:
        # A group of its own, which `kernel.kill` ends as a whole.
        os.setsid()
        kernel.die_with_parent()
        null_device = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(null_device, number)
        os.close(null_device)
        # Here and not above: the process that watches stays small, and its memory holds nothing of the session's.
        from authoring.sandbox.inside.standalone.chain import run_chain  # noqa: PLC0415 - as above

        frame_socket = FrameSocket(end)
        os.register_at_fork(after_in_child=frame_socket.close)
        run_chain(job, frame_socket)
        status = 0
    finally:
        os._exit(status)


def _end(child: int) -> None:
    """Kill the chain and every process that it started."""
    kernel.kill(child)
    os.waitpid(child, 0)
    # What the chain started is adopted when it ends, and may have forked meanwhile.
    while strays := kernel.children():
        for stray in strays:
            kernel.kill(stray)
            os.waitpid(stray, 0)


def _watch(frame_socket: FrameSocket, job: Job, request_collection: Callable[[], CollectRequest]) -> ChainResult:
    """Wait for the report of each stage, each with a time limit of its own.

    The reports come from a process that runs a stranger's code, so they prove nothing about anyone else.
    """
    time_before = STARTING_TIME + job["limits"]["max_time"] * len(job["cells"])
    times = {
        "start": STARTING_TIME,
        "cells": time_before,
        "cell": float(job["last_limits"]["max_time"]),
        "look": COLLECTING_TIME,
    }
    reference = job["validator"] is not None
    stage, frame = "", Frame({})
    try:
        for stage, seconds in times.items():
            deadline = time.monotonic() + seconds
            if stage == "look" and not reference:
                frame_socket.send(Frame(request_collection()), deadline=deadline)
            frame = frame_socket.receive(deadline=deadline)
            if frame.header.get("fault"):
                outcome, reason = "killed", str(frame.header["fault"])[:MAX_FAULT]
                break
        else:
            return ChainResult(str(frame.header["outcome"]), asks=int(frame.header["asks"]), evidence=frame.body)
    except DeadlineError:
        outcome, reason = "timeout", TIMEOUT_TEXTS[stage].format(seconds=times[stage])
    except SocketClosedError:
        outcome, reason = "killed", "its process ended before it was done"
    except (BadFrameError, EOFError, KeyError, ValueError, TypeError):
        outcome, reason = "killed", "its process told what none tells"
    # Once a submission's cell runs, its process may say anything, also that others are at fault.
    at_fault = reference or stage in {"start", "cells"}
    return ChainResult(outcome, fault=reason) if at_fault else ChainResult(outcome, ended=reason)
