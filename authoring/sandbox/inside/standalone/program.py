"""A program that runs a chain of cells, or compares what two chains left behind, and ends.

Exports carry it, in a zip that Python runs, to wherever another project executes code. It keeps the order of a family
of sessions, with three processes that may be as far apart as one likes: the reference gives its evidence, a
submission's process hears only what to collect, and only once its cell has ended, and the judge runs neither::

    python judge.pyz run OUT < parts     two parts, see `Job` and `Asked`; OUT: one line of JSON, then bytes, see `Ran`
    python judge.pyz judge < part        one part; standard output: one JSON object, see `judged`

A part is its length in bytes, eleven digits and a line break, and as many bytes of JSON.

Without a family there are no walls: whoever starts it has to keep what runs away from all it must not see. This process
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
from authoring.sandbox.inside.pins import pinned
from authoring.sandbox.inside.protocol import BadFrameError, Frame, LateError, Line, LineClosedError, pair

Job: TypeAlias = dict[str, Any]
"""What is to be run.

``cells`` (pairs of code and forbidden names: what ran before), ``code`` and ``forbid_names`` (of the last cell),
``validator`` (the block that collects of a reference, None for a submission), ``dialect``, ``modules`` (to be imported
before the first cell), ``limits`` and ``last_limits`` (the fields of `Limits`, of the cells before and of the last
one), ``root`` (a folder with ``inputs/``, where the cells run).
"""
Asked: TypeAlias = dict[str, Any]
"""What is collected of a submission: ``validator`` (a block) and ``asks`` (base64); nothing for a reference."""
START, LOOK = 120.0, 120.0
"""Seconds for starting up and importing, and for collecting evidence."""
DIGITS = 12
"""Bytes of a part's length."""
SAID = 2_000
"""Characters of a fault that a chain tells."""
LATE = {
    "start": "the packages took more than {seconds:g} seconds to import",
    "cells": "the cells before took more than {seconds:g} seconds",
    "cell": "it did not end within max_time = {seconds:g} seconds",
    "look": "what it left behind took more than {seconds:g} seconds to collect",
}
"""What is said of a chain that is late, by the stage it was in."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a chain ended."""

    outcome: str
    """As `Outcome`; of the last cell."""
    ended: str = ""
    """Why nothing can be asked of a submission's process any more, in words."""
    fault: str = ""
    """Why the cells before, the reference or its validator are at fault."""
    asks: int = 0
    """The first bytes of a reference's evidence, which a submission's process has to be told."""
    evidence: bytes = b""


def main(*, hash_seed: int, random_state: int, timezone: str, locale: str, threads: int) -> None:
    """Run as a program, in a pinned environment; the arguments are the fields of `Pins`."""
    wanted = pinned(hash_seed=hash_seed, timezone=timezone, locale=locale, threads=threads)
    if any(os.environ.get(name) != value for name, value in wanted.items()):
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **wanted})  # noqa: S606 - ourselves anew
    command, *places = sys.argv[1:]
    job = read_part(0)
    if command == "judge":
        print(json.dumps(judged(job)))  # noqa: T201 - the answer
        return
    ran = run({**job, "seed": random_state}, lambda: read_part(0))
    head = {"outcome": ran.outcome, "ended": ran.ended, "fault": ran.fault, "asks": ran.asks}
    out = Path(places[0])
    out.unlink(missing_ok=True)  # a cell may have put something there that writing would follow, or wait for
    out.write_bytes(json.dumps(head).encode() + b"\n" + ran.evidence)


def read_part(descriptor: int) -> dict[str, Any]:
    """Read one part and not a byte more: what comes behind it must not lie in the memory that a chain is forked with.

    Raises:
        EOFError: it is cut off.
    """
    told: dict[str, Any] = json.loads(_exactly(descriptor, int(_exactly(descriptor, DIGITS))))
    return told


def _exactly(descriptor: int, size: int) -> bytes:
    parts: list[bytes] = []
    while size:
        part = os.read(descriptor, size)
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def judged(job: Job) -> dict[str, Any]:
    """Return the verdict: ``verdict``, ``subverdict``, ``reason``; ``fault`` where the reference or validator has one.

    Args:
        job: ``validator``, ``dialect``, ``reference`` and ``submission`` (evidence, base64), ``ended`` and ``outcome``
            of the submission's chain, and its ``source``.
    """
    # Only where judging is asked for: whoever watches a chain needs none of what comparing takes.
    from authoring.sandbox.inside.standalone.verdict import verdict_of  # noqa: PLC0415 - as above

    reference, submission = (base64.b64decode(job[side]) for side in ("reference", "submission"))
    return verdict_of(job, reference, submission)


def run(job: Job, asked: Callable[[], Asked]) -> Ran:
    """Run a chain in a child of this process; whatever it does, it ends with this call.

    Args:
        job: what is run.
        asked: tells what is collected; called when the last cell of a submission has ended.
    """
    kernel.adopt_orphans()
    ours, theirs = pair()
    child = os.fork()
    if child == 0:
        ours.close()
        _become_chain(job, theirs)
    theirs.close()
    line = Line(ours)
    try:
        return _watch(line, job, asked)
    finally:
        line.close()
        _end(child)


def _become_chain(job: Job, end: socket.socket) -> None:
    """As the child: run the cells, tell each stage, and end."""
    status = 1
    try:
        os.setsid()
        kernel.die_with_parent()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(nowhere, number)
        os.close(nowhere)
        # Here and not above: the process that watches stays small, and its memory holds nothing of the session's.
        from authoring.sandbox.inside.standalone.chain import walk  # noqa: PLC0415 - as above

        line = Line(end)
        os.register_at_fork(after_in_child=line.close)
        walk(job, line)
        status = 0
    finally:
        os._exit(status)


def _end(child: int) -> None:
    """Kill the chain and all that it started."""
    kernel.kill(child)
    os.waitpid(child, 0)
    while strays := kernel.children():
        for stray in strays:
            kernel.kill(stray)
            os.waitpid(stray, 0)


def _watch(line: Line, job: Job, asked: Callable[[], Asked]) -> Ran:
    """Hear of each stage, and do not wait for ever.

    What a chain tells was written beside a stranger's code: it can only say of itself what it likes.
    """
    before = START + job["limits"]["max_time"] * len(job["cells"])
    times = {"start": START, "cells": before, "cell": float(job["last_limits"]["max_time"]), "look": LOOK}
    reference = job["validator"] is not None
    stage, frame = "", Frame({})
    try:
        for stage, seconds in times.items():
            deadline = time.monotonic() + seconds
            if stage == "look" and not reference:
                line.send(Frame(asked()), deadline=deadline)
            frame = line.receive(deadline=deadline)
            if frame.header.get("fault"):
                outcome, words = "killed", str(frame.header["fault"])[:SAID]
                break
        else:
            return Ran(str(frame.header["outcome"]), asks=int(frame.header["asks"]), evidence=frame.body)
    except LateError:
        outcome, words = "timeout", LATE[stage].format(seconds=times[stage])
    except LineClosedError:
        outcome, words = "killed", "its process ended before it was done"
    except (BadFrameError, EOFError, KeyError, ValueError, TypeError):
        outcome, words = "killed", "its process told what none tells"
    # Once a submission's cell runs, its process may say anything, also that others are at fault.
    own = reference or stage in {"start", "cells"}
    return Ran(outcome, fault=words) if own else Ran(outcome, ended=words)
