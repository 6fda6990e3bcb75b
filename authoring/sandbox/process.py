"""A node as the client sees it: ask it, fork it, end it, and learn how it ended."""

import os
import signal
import socket
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from authoring.errors import SandboxError
from authoring.sandbox.folders import parent_and_group
from authoring.sandbox.inside.kernel import kill
from authoring.sandbox.inside.wire import BadFrameError, Frame, LateError, Line, LineClosedError, passed

QUICK = 30.0
"""Seconds for a command that runs no code of a cell, on a machine that is very busy."""


class ProcessEndedError(Exception):
    """The process is gone; the text says how it ended."""


class ProcessLateError(Exception):
    """The answer did not come in time."""


class Family:
    """The living nodes below one zygote, so that it can tell them from what cells left running."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.members: set[int] = set()


class Process:
    """One node. Not to be used by two threads at once, except that any thread may fork a zygote."""

    def __init__(self, end: socket.socket, number: int, parent: "Process | None", family: Family) -> None:
        self.number = number
        self._line = Line(end)
        self._parent = parent
        self._family = family
        self._lock = threading.Lock()
        self._discarded: list[int] = []
        self.ended = ""
        """How it ended; empty while it lives."""

    def ask(
        self,
        header: Mapping[str, Any],
        body: bytes = b"",
        *,
        descriptors: Sequence[int] = (),
        seconds: float = QUICK,
    ) -> Frame:
        """Send a command and wait for its answer.

        Raises:
            ProcessEndedError: the process is gone, now or before.
            ProcessLateError: no answer in time; the process still runs.
        """
        if self.ended:
            raise ProcessEndedError(self.ended)
        with self._lock:
            try:
                header = {**header, "discarded": self._discarded}
                self._discarded = []
                self._line.send(Frame(header, body, tuple(descriptors)), deadline=time.monotonic() + seconds)
                return self._line.receive(deadline=time.monotonic() + seconds)
            except LateError as late:
                raise ProcessLateError from late
            except (LineClosedError, BadFrameError) as error:
                broken = error
        raise ProcessEndedError(self._autopsy(broken)) from broken

    def wait(self, *, seconds: float) -> Frame:
        """Wait for a further answer to the last command; raises as `ask`."""
        try:
            return self._line.receive(deadline=time.monotonic() + seconds)
        except LateError as late:
            raise ProcessLateError from late
        except (LineClosedError, BadFrameError) as error:
            raise ProcessEndedError(self._autopsy(error)) from error

    def fork(self) -> "Process":
        """Return a new node in this one's state.

        Raises:
            ProcessEndedError: the process is gone, or did not fork as it should.
        """
        with self._family.lock:
            try:
                frame = self.ask({"command": "fork"})
                end = passed(frame.descriptors)
            except ProcessLateError as late:
                raise ProcessEndedError(self.end("its process did not fork in time")) from late
            except BadFrameError as error:
                raise ProcessEndedError(self._autopsy(error)) from error
            number = frame.header.get("pid")
            # What a session says of itself proves nothing, and this number is going to be killed one day.
            if not isinstance(number, int) or parent_and_group(number) != (self.number, number):
                end.close()
                raise ProcessEndedError(self.end("its process gave a false process number"))
            self._family.members.add(number)
            return Process(end, number, self, self._family)

    def end(self, how: str = "its session was closed") -> str:
        """Kill the process and its group; return how it ended, which is `how` unless that was known before."""
        if not self.ended:
            self.ended = how
            kill(self.number)
            self._line.close()
            self._reaped()
            self._family.members.discard(self.number)
        return self.ended

    def discard(self) -> None:
        """Kill a fork that has done what it was for; its parent waits for it when it is next asked anything."""
        if not self.ended:
            self.ended = "it had done its work"
            kill(self.number)
            self._line.close()
            self._family.members.discard(self.number)
            if self._parent is not None:
                self._parent._discarded.append(self.number)  # noqa: SLF001 - of the same class

    def hang_up(self) -> None:
        """As the zygote: close the line, upon which it ends everything below it and itself."""
        self.ended = self.ended or "the sandbox was closed"
        self._line.close()

    def tidy(self) -> None:
        """As the zygote: end what cells left running after their sessions."""
        with self._family.lock:
            self.ask({"command": "tidy", "keep": sorted(self._family.members)})

    def reap(self, child: int) -> int | None:
        """Return the wait status of a child that ended; None where this process cannot say."""
        if self.ended:
            return None
        try:
            status = self.ask({"command": "reap", "pid": child}).header.get("status")
        except (ProcessEndedError, ProcessLateError):
            return None
        return status if isinstance(status, int) else None

    def _reaped(self) -> int | None:
        """Return the wait status; a branch whose session is gone belongs to the zygote."""
        ancestor = self._parent
        while ancestor is not None:
            status = ancestor.reap(self.number)
            if status is not None:
                return status
            ancestor = ancestor._parent  # noqa: SLF001 - of the same class
        return None

    def _autopsy(self, error: Exception) -> str:
        """End the process after its line broke; return how it ended."""
        if self.ended:
            return self.ended
        garbled = isinstance(error, BadFrameError)
        status = None if garbled else self._reaped()
        how = "something other than the sandbox wrote on the session's own line" if garbled else in_words(status)
        return self.end(how)


def in_words(status: int | None) -> str:
    """Say how a process with this wait status ended."""
    if status is None:
        return "its process closed the session's own line"
    number = os.waitstatus_to_exitcode(status)
    if number >= 0:
        return f"its process ended itself with exit status {number}, as os._exit does"
    try:
        name = signal.Signals(-number).name
    except ValueError:
        name = "without a name"
    return f"its process was ended by signal {-number} ({name})"


def answer_or_fail(frame: Frame) -> Frame:
    """Return the frame, unless it says that the command failed.

    Raises:
        SandboxError: the command failed inside.
    """
    if "failed" in frame.header:
        raise SandboxError(
            f"the sandbox process could not do what it was asked: {frame.header['failed']}",
            hint=str(frame.header.get("traceback", ""))[-2_000:],
        )
    return frame
