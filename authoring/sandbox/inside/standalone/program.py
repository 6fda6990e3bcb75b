"""A program that runs a chain of cells, or compares what two chains left behind, and ends.

Exports carry it, in a zip that Python runs, to wherever another project executes code. It keeps the order of a tree of
sessions, with three processes that may be as far apart as one likes: the reference gives its evidence, a
submission's process hears only what to collect, and only once its cell has ended, and the judge runs neither::

    python judge.pyz run OUT < parts     two parts: a `Job` and a `CollectRequest`; OUT gets a `ChainResult`, as one
                                         line of JSON and then bytes
    python judge.pyz judge < part        one part; standard output: one JSON object, see `judge_chains`

A part is its length in bytes, eleven digits and a line break, and as many bytes of JSON.

There is no isolation here: whoever starts it has to keep what runs away from all it must not see. This process
only watches; a child of its own runs the cells or compares, under limits, and is killed with all it started when it is
late. What an answer's process does after its cell is bounded as in our own sessions; see `Overtime`.
"""

import base64
import json
import os
import socket
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, Self, TypeAlias

from authoring.sandbox.inside import kernel
from authoring.sandbox.inside.accounting.overtime import ANSWER_JUDGING_TIME, Overtime, grace_of
from authoring.sandbox.inside.accounting.processes import descendants_of, processor_seconds
from authoring.sandbox.inside.pins import pinned_variables
from authoring.sandbox.inside.protocol import (
    BadFrameError,
    DeadlineError,
    Frame,
    FrameSocket,
    Observer,
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
"""What to collect of a submission, as JSON: ``validator`` (a block), ``asks`` (base64) and ``look`` (the reference's
seconds; see `ChainResult`); unused for a reference."""
STARTING_TIME, COLLECTING_TIME, JUDGING_TIME = 120.0, 120.0, 120.0
"""Seconds for starting up and importing, for collecting a reference's evidence, and until judging is given up."""
DIGITS = 12
"""Bytes of a part's length."""
MAX_FAULT = 2_000
"""Characters of a fault that a chain reports."""
TIMEOUT_TEXTS = {
    "start": "the packages took more than {seconds:g} seconds to import",
    "cells": "the cells before took more than {seconds:g} seconds",
    "cell": "it did not end within max_time = {seconds:g} seconds",
    "look": "what it left behind took more than {seconds:.3g} seconds to collect",
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
    look: float = 0.0
    """Seconds from the end of the last cell until its evidence was there, by the clock outside."""
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
    header = {name: getattr(result, name) for name in ("outcome", "ended", "fault", "asks", "look")}
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
    reference, submission = (base64.b64decode(job[side]) for side in ("reference", "submission"))
    # Compared in a child, because an answer may hold values that take for ever, or all memory.
    with _Child(lambda line: _become_judge(line, job, reference, submission)) as judge:
        try:
            judge.report(STARTING_TIME)
            with Overtime(judge.number, lambda _: ()).bounded(ANSWER_JUDGING_TIME) as observer:
                return judge.report(JUDGING_TIME, observer).header
        except DeadlineError:
            reason = f"judging took more than {ANSWER_JUDGING_TIME:g} seconds"
        except (SocketClosedError, BadFrameError):
            reason = "judging ended early"
    # Here and not above: whoever watches needs none of what comparing takes.
    from authoring.sandbox.inside.standalone.verdict import broken_verdict  # noqa: PLC0415 - as above

    # Not even the reference is judged by itself, which would hold everybody up for as long again.
    return broken_verdict(reason, job["dialect"])


def _become_judge(line: FrameSocket, job: Job, reference: bytes, submission: bytes) -> None:
    from authoring.sandbox.inside.standalone.verdict import verdict_of  # noqa: PLC0415 - as above

    line.send(Frame({}))
    line.send(Frame(verdict_of(job, reference, submission)))


def run(job: Job, request_collection: Callable[[], CollectRequest]) -> ChainResult:
    """Run a chain in a child of this process, which is killed when this returns.

    Args:
        job: what is run.
        request_collection: returns what is collected; called once the child is there, which shall not know it yet.
    """
    with _Child(lambda line: _become_chain(line, job)) as chain:
        return _watch(chain, job, request_collection())


def _become_chain(line: FrameSocket, job: Job) -> None:
    # Here and not above: the process that watches stays small, and its memory holds nothing of the session's.
    from authoring.sandbox.inside.standalone.chain import run_chain  # noqa: PLC0415 - as above

    run_chain(job, line)


class _Child:
    """A child of this process for the length of a ``with`` block, which ends it with all that it started.

    Args:
        work: what the child does, with its end of a line to this process.
    """

    def __init__(self, work: Callable[[FrameSocket], None]) -> None:
        kernel.adopt_orphans()
        ours, theirs = socket_pair()
        self.number = os.fork()
        if self.number == 0:
            ours.close()
            _become(work, theirs)
        theirs.close()
        self.used = 0.0
        """The processor time that it had used when its last frame was there."""
        self.line = FrameSocket(ours)
        # Only now: the child goes on to be looked at.
        kernel.hide_memory()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.line.close()
        kernel.kill(self.number)
        os.waitpid(self.number, 0)
        # What the child started is adopted when it ends, and may have forked meanwhile.
        while strays := kernel.children():
            for stray in strays:
                kernel.kill(stray)
                os.waitpid(stray, 0)

    def report(self, seconds: float, observer: Observer | None = None) -> Frame:
        """Wait for the next frame; an observer looks at the child meanwhile.

        Raises:
            DeadlineError: it is not there in time.
            SocketClosedError: the child ended.
            BadFrameError: the child sent something else.
        """
        deadline = time.monotonic() + seconds
        frame = self.line.receive(deadline=deadline, observer=observer)
        self.used = processor_seconds(self.number) or 0.0
        # The child could have stopped this process until its frame was there.
        if time.monotonic() > deadline:
            raise DeadlineError
        return frame

    def strays(self, spared: Sequence[int]) -> list[int]:
        """Return what the child started, also what has left it for this process."""
        return descendants_of((os.getpid(), self.number), spared)


def _become(work: Callable[[FrameSocket], None], end: socket.socket) -> NoReturn:
    """Work in the forked child, and end."""
    status = 1
    try:
        # A group of its own, which `kernel.kill` ends as a whole.
        os.setsid()
        kernel.die_with_parent()
        null_device = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(null_device, number)
        os.close(null_device)
        frame_socket = FrameSocket(end)
        os.register_at_fork(after_in_child=frame_socket.close)
        work(frame_socket)
        status = 0
    finally:
        os._exit(status)


def _watch(chain: _Child, job: Job, request: CollectRequest) -> ChainResult:
    """Wait for the report of each stage, each with a time limit of its own.

    The reports come from a process that runs a stranger's code, so they prove nothing about anyone else.
    """
    max_time = float(job["last_limits"]["max_time"])
    stages = {
        "start": STARTING_TIME,
        "cells": STARTING_TIME + job["limits"]["max_time"] * len(job["cells"]),
        "cell": max_time,
    }
    reference = job["validator"] is not None
    stage, seconds = "", 0.0
    try:
        for stage, seconds in stages.items():  # noqa: B007 - the stage it was in is told below
            _refuse_fault(chain.report(seconds))
        began = time.monotonic()
        stage, seconds = "look", COLLECTING_TIME if reference else grace_of(max_time, float(request["look"]))
        frame = chain.report(seconds) if reference else _collected(chain, request, seconds)
        _refuse_fault(frame)
        look = time.monotonic() - began
        return ChainResult(
            str(frame.header["outcome"]), asks=int(frame.header["asks"]), look=look, evidence=bytes(frame.body)
        )
    except DeadlineError:
        outcome, reason = "timeout", TIMEOUT_TEXTS[stage].format(seconds=seconds)
    except SocketClosedError:
        outcome, reason = "killed", "its process ended before it was done"
    except _FaultError as fault:
        outcome, reason = "killed", str(fault)[:MAX_FAULT]
    except (BadFrameError, EOFError, KeyError, ValueError, TypeError):
        outcome, reason = "killed", "its process told what none tells"
    # Once a submission's cell runs, its process may say anything, also that others are at fault.
    at_fault = reference or stage in {"start", "cells"}
    return ChainResult(outcome, fault=reason) if at_fault else ChainResult(outcome, ended=reason)


def _collected(chain: _Child, request: CollectRequest, grace: float) -> Frame:
    """Have a submission's process collect, in a bounded time in which all that it started is killed.

    Raises:
        DeadlineError: it took longer.
    """
    with Overtime(chain.number, chain.strays, chain.used).bounded(grace) as observer:
        names = Frame({"validator": request["validator"]}, base64.b64decode(request["asks"]))
        chain.line.send(names, deadline=time.monotonic() + COLLECTING_TIME, observer=observer)
        return chain.report(COLLECTING_TIME, observer)


class _FaultError(Exception):
    """A chain's process says that something is at fault."""


def _refuse_fault(frame: Frame) -> None:
    if frame.header.get("fault"):
        raise _FaultError(str(frame.header["fault"]))
