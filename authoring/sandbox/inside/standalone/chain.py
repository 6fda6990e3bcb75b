"""The process of a `standalone` program that runs the cells: one session from the first cell to its evidence."""

import base64
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from authoring.sandbox.inside.protocol import Frame, Line
from authoring.sandbox.inside.rlimits import address_space
from authoring.sandbox.inside.session import Session
from authoring.sandbox.inside.warm_up import import_modules

FINE = "ok"


def walk(job: dict[str, Any], line: Line) -> None:
    """Run a job's cells and tell the end of each stage; see `standalone.Job` and `standalone.Ran`."""
    root = Path(job["root"])
    (root.parent / "tmp").mkdir(exist_ok=True)
    os.environ["MPLCONFIGDIR"] = str(root.parent / "tmp")
    import_modules(job["modules"])
    session = Session()
    session.enter({"root": str(root), "seed": job["seed"], "dialect": job["dialect"]})
    line.send(Frame({}))
    for number, (code, forbidden) in enumerate(job["cells"], 1):
        reply = _run(session, (code, forbidden), job["limits"], None)
        if reply["outcome"] != FINE:
            line.send(Frame({"fault": f"cell {number} of the session {_failure(reply)}"}))
            return
    if job["validator"] is None:
        session.confine()
        if job["dialect"] == "dseval":
            session.separate()
    line.send(Frame({}))
    reply = _run(session, (job["code"], job["forbid_names"]), job["last_limits"], job["validator"])
    line.send(Frame({}))
    line.send(_of_submission(session, reply, line) if job["validator"] is None else _of_reference(session, reply))


def _of_reference(session: Session, reply: dict[str, Any]) -> Frame:
    if reply["outcome"] != FINE:
        return Frame({"fault": f"the reference {_failure(reply)}"})
    told, body = session.evidence()
    return Frame({"outcome": reply["outcome"], "fault": told["fault"], "asks": told["asks"]}, body)


def _of_submission(session: Session, reply: dict[str, Any], line: Line) -> Frame:
    asked = line.receive().header
    told, body = session.collect(Frame({"validator": asked["validator"]}, base64.b64decode(asked["asks"])))
    return Frame({"outcome": reply["outcome"], "fault": told["fault"], "asks": 0}, body)


def _run(
    session: Session, cell: tuple[str, Sequence[str]], limits: dict[str, Any], validator: object
) -> dict[str, Any]:
    with tempfile.TemporaryFile() as output:
        asked = {"code": cell[0], "forbid_names": list(cell[1]), "validator": validator, "limits": limits}
        # How many processes there are cannot be told from here: -1 sets no limit on them.
        counted = {"size": address_space(), "tasks": -1, "alone": False}
        frame = Frame({**asked, **counted, "trace": False, "figures": False}, b"", (os.dup(output.fileno()),))
        return session.run(frame, lambda _: None)


def _failure(reply: dict[str, Any]) -> str:
    """Say how a cell failed that should not."""
    error = reply["error"]
    return f"raises {error['type']}: {error['message']}" if error else f"ended with {reply['outcome']}"
