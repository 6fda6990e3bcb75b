"""The process of a `standalone` program that runs the cells: one session from the first cell to its evidence."""

import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from authoring.sandbox.inside.protocol import Frame, FrameSocket
from authoring.sandbox.inside.rlimits import address_space
from authoring.sandbox.inside.session import InterpreterSession
from authoring.sandbox.inside.warm_up import import_modules

OK = "ok"


def run_chain(job: dict[str, Any], frame_socket: FrameSocket) -> None:
    """Run a job's cells and tell the end of each stage; see `program.Job` and `program.ChainResult`."""
    root = Path(job["root"])
    (root.parent / "tmp").mkdir(exist_ok=True)
    os.environ["MPLCONFIGDIR"] = str(root.parent / "tmp")
    import_modules(job["modules"])
    session = InterpreterSession()
    session.enter({"root": str(root), "seed": job["seed"], "dialect": job["dialect"]})
    frame_socket.send(Frame({}))
    for number, (code, forbidden) in enumerate(job["cells"], 1):
        reply = _run(session, (code, forbidden), job["limits"])
        if reply["outcome"] != OK:
            frame_socket.send(Frame({"fault": f"cell {number} of the session {_describe_failure(reply)}"}))
            return
    if job["validator"] is None:
        # As a branch in a tree of sessions, so that both ways give the same verdict.
        session.confine()
        if job["dialect"] == "dseval":
            session.separate()
    frame_socket.send(Frame({}))
    last = (job["code"], job["forbid_names"])
    reply = _run(session, last, job["last_limits"], job["validator"], lambda: frame_socket.send(Frame({})))
    frame_socket.send(
        _submission_frame(session, reply, frame_socket)
        if job["validator"] is None
        else _reference_frame(session, reply)
    )


def _reference_frame(session: InterpreterSession, reply: dict[str, Any]) -> Frame:
    if reply["outcome"] != OK:
        return Frame({"fault": f"the reference {_describe_failure(reply)}"})
    evidence = session.evidence()
    about = {"outcome": reply["outcome"], "fault": evidence.header["fault"], "asks": evidence.header["asks"]}
    return replace(evidence, header=about)


def _submission_frame(session: InterpreterSession, reply: dict[str, Any], frame_socket: FrameSocket) -> Frame:
    collected = session.collect(frame_socket.receive())
    about = {"outcome": reply["outcome"], "fault": collected.header["fault"], "asks": 0}
    return replace(collected, header=about)


def _run(
    session: InterpreterSession,
    cell: tuple[str, Sequence[str]],
    limits: dict[str, Any],
    validator: object = None,
    announce_end: Callable[[], None] = lambda: None,
) -> dict[str, Any]:
    """Run a cell and look at what it left behind; `announce_end` is called in between."""
    with tempfile.TemporaryFile() as output:
        cell_request = {"code": cell[0], "forbid_names": list(cell[1]), "validator": validator, "limits": limits}
        # How many processes there are cannot be told from here: -1 sets no limit on them.
        counters = {"size": address_space(), "tasks": -1, "alone": False}
        options = {"trace": False, "figures": False, "is_last": False}
        frame = Frame({**cell_request, **counters, **options}, b"", (os.dup(output.fileno()),))
        return session.run(frame, lambda _: announce_end())


def _describe_failure(reply: dict[str, Any]) -> str:
    """Say how a cell failed that should not."""
    error = reply["error"]
    return f"raises {error['type']}: {error['message']}" if error else f"ended with {reply['outcome']}"
