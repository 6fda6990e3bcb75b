"""A node: a process with one control line that serves commands and can fork into another node."""

import contextlib
import gc
import os
import random
import select
import socket
import time
import traceback
from typing import NoReturn

from authoring.sandbox.inside.kernel import children, die_with_parent, kill
from authoring.sandbox.inside.rehearsal import rehearse
from authoring.sandbox.inside.session import Session
from authoring.sandbox.inside.warm import import_modules, installed_versions
from authoring.sandbox.inside.wire import BadFrameError, Frame, Line, LineClosedError, pair

PATIENCE = 2.0
"""Seconds that a process which was killed may take to be gone."""


class Node:
    """The zygote, a session, or a branch of one; forking turns the copy into the next kind."""

    def __init__(self, end: socket.socket) -> None:
        self._line = Line(end)
        self._forking = False
        self._session: Session | None = None
        self._discarded: set[int] = set()
        os.register_at_fork(after_in_child=self._leave_line)

    def serve(self) -> NoReturn:
        """Answer commands until the line closes."""
        while True:
            try:
                frame = self._line.receive()
            except (LineClosedError, BadFrameError):
                self._end()
            try:
                reply = self._answer(frame)
            except Exception as error:  # noqa: BLE001 - told to the client, which decides; nobody else would hear it
                told = "".join(traceback.format_exception(error))
                reply = Frame({"failed": f"{type(error).__name__}: {error}", "traceback": told[-4_000:]})
            if reply is not None:
                self._reply(reply)

    def _reply(self, frame: Frame) -> None:
        try:
            self._line.send(frame)
        except BadFrameError as error:
            self._line.send(Frame({"failed": str(error)}))
        except LineClosedError:
            self._end()
        for descriptor in frame.descriptors:
            os.close(descriptor)

    def _answer(self, frame: Frame) -> Frame | None:
        header = frame.header
        self._discarded.update(header["discarded"])
        self._discarded -= {child for child in self._discarded if _waited(child) is not None}
        match header["command"]:
            case "fork":
                return self._fork()
            case "reap":
                return Frame({"status": _reap(header["pid"])})
            case "warm":
                import_modules(header["modules"])
                if header["rehearse"]:
                    rehearse()
                gc.freeze()
                return Frame({})
            case "versions":
                return Frame({"versions": installed_versions(header["packages"])})
            case "tidy":
                return Frame({"killed": tidy(keep=set(header["keep"]))})
            case _:
                return self._answer_in_session(frame)

    def _answer_in_session(self, frame: Frame) -> Frame:
        session = self._session
        if session is None:
            raise LookupError("only a session can do this")
        header = frame.header
        answers = {
            "enter": lambda: Frame(session.enter(header)),
            "run": lambda: Frame(session.run(frame, lambda told: self._line.send(Frame(told)))),
            "separate": lambda: Frame(session.separate()),
            "evidence": lambda: Frame(*session.evidence()),
            "collect": lambda: Frame(*session.collect(frame)),
            "judge": lambda: Frame(session.judge(frame)),
            "variables": lambda: Frame(session.variables(header)),
            "call": lambda: Frame(*session.call(header)),
        }
        if header["command"] not in answers:
            raise LookupError(f"no such command: {header['command']}")
        return answers[header["command"]]()

    def _fork(self) -> Frame | None:
        """Fork; the parent gives the other end of the child's line back, the child goes on to serve its own."""
        theirs, ours = pair()
        from_zygote = self._session is None
        chance = random.getstate()
        self._forking = True
        child = os.fork()
        self._forking = False
        if child:
            ours.close()
            os.setpgid(child, child)
            return Frame({"pid": child}, descriptors=(theirs.detach(),))
        os.setpgid(0, 0)
        theirs.close()
        self._line.close()
        self._line = Line(ours)
        random.setstate(chance)  # the module seeds itself anew in every forked child
        if from_zygote:
            die_with_parent()
            self._session = Session()
        return None

    def _leave_line(self) -> None:
        """Keep what a cell forks away from the control line."""
        if not self._forking:
            self._line.close()

    def _end(self) -> NoReturn:
        """End with everything below; branches of a session belong to the zygote once the session is gone."""
        if self._session is None:
            deadline = time.monotonic() + PATIENCE
            while tidy(keep=set()) and time.monotonic() < deadline:
                time.sleep(0.005)
        os._exit(0)


def tidy(*, keep: set[int]) -> int:
    """Kill every child that is not to be kept and wait for those that ended; return how many were still there."""
    strays = [child for child in children() if child not in keep]
    for child in strays:
        kill(child)
    return sum(_waited(child) is None for child in strays)


def _reap(child: int) -> int | None:
    """Return the wait status of a child that ended or is about to; None where it is none of ours or lives on."""
    deadline = time.monotonic() + PATIENCE
    with contextlib.suppress(OSError):
        descriptor = os.pidfd_open(child)
        waiting = select.poll()
        waiting.register(descriptor, select.POLLIN)
        waiting.poll(PATIENCE * 1_000)
        os.close(descriptor)
    while time.monotonic() < deadline:
        status = _waited(child)
        if status is not None:
            return status if status >= 0 else None
        time.sleep(0.001)
    return None


def _waited(child: int) -> int | None:
    """Return the wait status, -1 for a process that is no child of ours, None for one that still runs."""
    try:
        done, status = os.waitpid(child, os.WNOHANG)
    except ChildProcessError:
        return -1
    return status if done else None
