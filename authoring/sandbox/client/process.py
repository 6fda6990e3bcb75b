"""A node as the client sees it: requests to it, forks of it, its end, and how it ended."""

import contextlib
import os
import signal
import socket
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from authoring.errors import SandboxError
from authoring.sandbox.inside.kernel import LINUX
from authoring.sandbox.inside.protocol import (
    BadFrameError,
    Buffer,
    DeadlineError,
    Frame,
    FrameSocket,
    Observer,
    SocketClosedError,
)
from authoring.sandbox.proc import number_of, parent_of

HANDLE_COUNT = 1 if LINUX else 0
"""Descriptors of a process that come with a new one."""

COMMAND_TIMEOUT = 30.0
"""Seconds for a command that runs no code of a cell, on a machine that is very busy."""


class ProcessEndedError(Exception):
    """The process is gone; the text says how it ended."""


class ProcessLateError(DeadlineError):
    """The answer did not come in time."""


class Process:
    """One node. Any thread may use it; one question is answered at a time.

    Args:
        end: our end of its control socket.
        handle: a descriptor of the process itself, which no other process can come to stand for; owned from here on.
            Empty where there are none.
        namespace_pid: its number as its parent knows it.
        parent: the node that forked it; None for a zygote.
    """

    def __init__(self, end: socket.socket, handle: Sequence[int], namespace_pid: int, parent: "Process | None") -> None:
        self.number = number_of(handle[0]) if handle else namespace_pid
        """Its number on this machine; 0 if it is gone already."""
        self.namespace_pid = namespace_pid
        self.ended = ""
        """How the process ended, in words; empty while it runs."""
        self.is_own_namespace = False
        """Whether its children live in a PID namespace of their own, so that their numbers mean nothing outside it."""
        self.inherits_files = False
        """Whether it was forked from a process in which code had opened files or pipes, or shared memory."""
        self.status: int | None = None
        """Its wait status, where it ended by itself and somebody could say."""
        self._socket = FrameSocket(end)
        self._handle = tuple(handle)
        self._parent = parent
        # Reentrant, because `request` holds it over `send`.
        self._lock = threading.RLock()
        self._discarded: list[int] = []
        self._frozen = False
        # Its own, because `request` holds the other one for as long as an answer takes.
        self._freezing = threading.Lock()

    def request(
        self,
        header: Mapping[str, Any],
        body: Buffer = b"",
        tail: tuple[Buffer, ...] = (),
        *,
        descriptors: Sequence[int] = (),
        seconds: float = COMMAND_TIMEOUT,
        descriptor_count: int = 0,
        observer: Observer | None = None,
    ) -> Frame:
        """Send a command and wait for its answer, with which `descriptor_count` descriptors come.

        Meanwhile an observer looks at the process.

        Raises:
            ProcessEndedError: the process is gone, now or before.
            ProcessLateError: no answer in time; the process still runs.
        """
        with self._lock:
            self.send(header, body, tail, descriptors=descriptors, seconds=seconds, observer=observer)
            return self.wait(seconds=seconds, descriptor_count=descriptor_count, observer=observer)

    def send(
        self,
        header: Mapping[str, Any],
        body: Buffer = b"",
        tail: tuple[Buffer, ...] = (),
        *,
        descriptors: Sequence[int] = (),
        seconds: float = COMMAND_TIMEOUT,
        observer: Observer | None = None,
    ) -> None:
        """Send a command, whose answer is to be waited for before the next; arguments and errors as in `request`."""
        if self.ended:
            raise ProcessEndedError(self.ended)
        with self._lock:
            with self._freezing:
                if self._frozen:
                    self._frozen = False
                    self._signal(signal.SIGCONT)
            try:
                # Sent along with the next command, so that a discarded fork costs no round trip of its own.
                header = {**header, "discarded": self._discarded}
                self._discarded = []
                frame, deadline = Frame(header, body, tuple(descriptors), tail), time.monotonic() + seconds
                self._socket.send(frame, deadline=deadline, observer=observer)
            except DeadlineError as late:
                raise ProcessLateError from late
            except (SocketClosedError, BadFrameError) as error:
                raise ProcessEndedError(self._autopsy(error)) from error

    def _received(self, seconds: float, *, descriptor_count: int, observer: Observer | None) -> Frame:
        """Receive a frame with just as many descriptors as are taken; others are closed, for a session may send any."""
        # Nothing is assumed about the sender: what does not fit the request ends the process.
        frame = self._socket.receive(deadline=time.monotonic() + seconds, observer=observer)
        if len(frame.descriptors) == descriptor_count or "failed" in frame.header:
            return frame
        close_all(frame.descriptors)
        raise BadFrameError(f"{len(frame.descriptors)} descriptors came where {descriptor_count} were due")

    def wait(self, *, seconds: float, descriptor_count: int = 0, observer: Observer | None = None) -> Frame:
        """Wait for an answer, or a further one, to the last command; arguments and errors as in `request`."""
        try:
            return self._received(seconds, descriptor_count=descriptor_count, observer=observer)
        except DeadlineError as late:
            raise ProcessLateError from late
        except (SocketClosedError, BadFrameError) as error:
            raise ProcessEndedError(self._autopsy(error)) from error

    def fork(
        self, header: Mapping[str, Any], *, folder: bool = False, observer: Observer | None = None
    ) -> tuple["Process", int]:
        """Return a new node in this one's state, and the descriptor of its folder where one is sent, else -1.

        Meanwhile an observer looks at this process.

        Raises:
            ProcessEndedError: the process is gone, or did not fork as it should.
        """
        try:
            frame = self.request(header, descriptor_count=1 + HANDLE_COUNT + folder, observer=observer)
        except ProcessLateError as late:
            raise ProcessEndedError(self.end("its process did not fork in time")) from late
        if "failed" in frame.header:
            close_all(frame.descriptors)
            raise ProcessEndedError(self.end(f"its process did not fork: {str(frame.header['failed'])[:500]}"))
        end, *further_descriptors = frame.descriptors
        handle, folder_descriptors = further_descriptors[:HANDLE_COUNT], further_descriptors[HANDLE_COUNT:]
        namespace_pid = frame.header.get("pid")
        # What a session says of itself proves nothing, and this process is going to be killed one day.
        if not isinstance(namespace_pid, int) or (handle and parent_of(number_of(handle[0])) != self.number):
            close_all(frame.descriptors)
            raise ProcessEndedError(self.end("its process gave a false process number"))
        try:
            line = socket.socket(fileno=end)
        except OSError as error:
            close_all(frame.descriptors)
            raise ProcessEndedError(self.end("what it sent is no line")) from error
        forked = Process(line, handle, namespace_pid, self)
        forked.inherits_files = bool(frame.header.get("files"))
        return forked, next(iter(folder_descriptors), -1)

    def freeze(self) -> None:
        """Stop every thread of the process until it is sent the next command."""
        if LINUX and not self.ended:
            with self._freezing:
                self._frozen = True
                self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Send a process on that somebody stopped, unless it is to stand still until the next command."""
        # Under the lock: it may be frozen by another thread this very moment.
        with self._freezing:
            if not self._frozen:
                self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        for handle in self._handle:
            with contextlib.suppress(OSError):  # it is gone
                signal.pidfd_send_signal(handle, number)

    def end(self, reason: str = "its session was closed") -> str:
        """Kill the process and its group; return how it ended, which is `reason` unless that was known before."""
        if not self.ended:
            self.ended = reason
            self._kill()
            if self.status is None:
                self._reaped()
            self.forget()
        return self.ended

    def discard(self) -> None:
        """Kill a fork that has served its purpose; its parent reaps it with the next request."""
        if not self.ended:
            self.ended = "it had done its work"
            self._kill()
            self.forget()
            if self._parent is not None:
                self._parent._discarded.append(self.namespace_pid)  # noqa: SLF001 - of the same class

    def forget(self) -> None:
        """Close the socket and the handle; a zygote or a supervisor ends itself when its socket closes."""
        self.ended = self.ended or "the sandbox was closed"
        # Closing the socket is the signal to end: zygotes and supervisors watch it.
        self._socket.close()
        close_all(self._handle)
        self._handle = ()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            # A group of 0 would be our own.
            if self.number:
                os.killpg(self.number, signal.SIGKILL)
        # And by its descriptor, because its code may have moved it to another group.
        self._signal(signal.SIGKILL)

    def reap(self, child: int) -> int | None:
        """Return the wait status of a child that ended; None where this process cannot say."""
        if self.ended:
            return None
        try:
            status = self.request({"command": "reap", "pid": child}).header.get("status")
        except (ProcessEndedError, ProcessLateError):
            return None
        return status if isinstance(status, int) else None

    def _reaped(self) -> int | None:
        """Return the wait status; a branch whose session is gone belongs to the supervisor."""
        ancestor = self._parent
        while ancestor is not None:
            # The number is that of the PID namespace in which the ancestor knows its child.
            status = ancestor.reap(self.namespace_pid)
            if status is not None or ancestor.is_own_namespace:
                return status
            ancestor = ancestor._parent  # noqa: SLF001 - of the same class
        return None

    def _autopsy(self, error: Exception) -> str:
        """End the process after its socket failed; return how it ended."""
        if self.ended:
            return self.ended
        garbled = isinstance(error, BadFrameError)
        # A garbled socket says nothing about the process, which still runs and has no status.
        self.status = None if garbled else self._reaped()
        reason = (
            "something other than the sandbox wrote on the session's own line"
            if garbled
            else describe_exit(self.status)
        )
        return self.end(reason)


def close_all(descriptors: Sequence[int]) -> None:
    """Close descriptors that came from a process."""
    for descriptor in descriptors:
        os.close(descriptor)


def describe_exit(status: int | None) -> str:
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
