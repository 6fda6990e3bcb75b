"""The near side's end of a program that runs a sandbox elsewhere: requests, answers, and how it ended."""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import IO, Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from authoring.errors import AuthoringError, SandboxError, SeedError, UsageError
from authoring.sandbox.inside.protocol import BadFrameError, DeadlineError, Frame, SocketClosedError
from authoring.sandbox.remote.transport import MAX_ANSWER, Refusal, await_greeting, parse_json, receive, send

MAX_MESSAGE = 2_000
"""Bytes of what the program wrote to standard error that an error quotes."""
CLOSING_TIME = 10.0
"""Seconds that the program may take to end when it is no longer needed; everything it runs ends with it."""
ENDING_TIME = 5.0
"""Seconds that the program may take to end once its output is closed, so that its status can be told; and that its last
words may take."""
T = TypeVar("T")
ERROR_BY_NAME: Mapping[str, type[AuthoringError]] = {
    kind.__name__: kind for kind in (SandboxError, SeedError, UsageError)
}


@dataclass(frozen=True, slots=True)
class Program:
    """The command that is started to reach the far side."""

    command: tuple[str, ...]
    ending: tuple[str, ...] = ()
    """A command that ends what the program may leave behind when it is killed; empty where it leaves nothing."""


class Connection:
    """A running program and the requests it has not answered yet. Used by many threads.

    Raises:
        SandboxError: the program cannot be started.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        try:
            self._popen = subprocess.Popen(  # noqa: S603 - the program that the settings name
                program.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # a ^C is for this side, which then says goodbye
            )
        except (OSError, ValueError) as error:
            raise SandboxError(
                f"{program.command[0]} cannot be started: {getattr(error, 'strerror', None) or error}",
                hint="See sandbox.command and sandbox.container in authoring.toml.",
            ) from error
        assert self._popen.stdin is not None  # noqa: S101 - it is a pipe, as asked for
        assert self._popen.stdout is not None  # noqa: S101 - as above
        self._input, self._output = self._popen.stdin.fileno(), self._popen.stdout.fileno()
        # Writing must not block, because the far side may stop reading while it still runs.
        os.set_blocking(self._input, False)
        self._lock = threading.RLock()
        self._sending = threading.Lock()
        self._waiting: dict[int, Future[Frame]] = {}
        self._dropped: set[int] = set()
        """Requests whose answers are dropped when they arrive, because a person interrupted the wait."""
        self._request_count = 0
        self._stderr_tail = b""
        self.ended = ""
        """Why there are no answers any more; empty while there are."""
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._reporter = threading.Thread(target=self._collect_stderr, daemon=True)
        # In this order: the listener waits for what the reporter collects, and the program may have ended already.
        for thread in (self._reporter, self._listener):
            thread.start()

    def request(self, header: Mapping[str, Any], kind: TypeAdapter[T], body: bytes = b"", *, seconds: float) -> T:
        """Send a request and return its answer.

        Raises:
            SandboxError: the program is gone, does not answer in time, or sends what is no answer; or the far side's
                sandbox failed.
            SeedError: the far side says so.
            UsageError: as above.
        """
        frame = self._exchange(header, body, seconds)
        try:
            if "refused" in frame.header:
                refusal = Refusal.model_validate(frame.header["refused"])
                raise ERROR_BY_NAME[refusal.kind](refusal.message, hint=refusal.hint)
            return kind.validate_python(parse_json(bytes(frame.body)), strict=False)
        except (ValidationError, BadFrameError) as error:
            self.end("it sent an answer that is none")
            raise self.failure() from error

    def _exchange(self, header: Mapping[str, Any], body: bytes, seconds: float) -> Frame:
        deadline = time.monotonic() + seconds
        answer = Future[Frame]()
        # Registered before it is sent, because the answer may come before sending returns.
        with self._lock:
            has_ended = bool(self.ended)
            if not has_ended:
                self._request_count += 1
                number = self._request_count
                self._waiting[number] = answer
        if has_ended:
            self._await_listener()
            raise self.failure()
        try:
            self._send(Frame({**header, "id": number}, body), deadline)
            return answer.result(max(0.0, deadline - time.monotonic()))
        except BadFrameError as error:
            raise SandboxError(f"a request cannot be sent: {error}", hint="Send less at once.") from error
        except (TimeoutError, DeadlineError) as late:
            self.end(f"it did not answer within {seconds:g} seconds")
            raise self.failure() from late
        except SocketClosedError as error:
            self._await_listener()
            self.end("it stopped listening")
            raise self.failure() from error
        finally:
            with self._lock:
                if self._waiting.pop(number, None) is not None:
                    # Its answer may still come, and must not be taken for one that nobody asked for.
                    self._dropped.add(number)

    def _send(self, frame: Frame, deadline: float) -> None:
        if not self._sending.acquire(timeout=max(0.0, deadline - time.monotonic())):
            raise DeadlineError
        try:
            send(self._input, frame, deadline=deadline)
        finally:
            self._sending.release()

    def _listen(self) -> None:
        try:
            await_greeting(self._output)
            while True:
                self._deliver(receive(self._output, max_body=MAX_ANSWER))
        except SocketClosedError:
            self.end(None)
        except BadFrameError as error:
            self.end(f"it sent what is no answer: {error}")
        finally:
            self._close(self._popen.stdout)

    def _await_listener(self) -> None:
        """Wait until the listener has learnt how a program ended that has, and what it said last."""
        self._listener.join(CLOSING_TIME)

    def _deliver(self, frame: Frame) -> None:
        request_id = frame.header.get("id")
        number = request_id if isinstance(request_id, int) else 0
        with self._lock:
            waiting = self._waiting.pop(number, None)
            # An answer nobody waits for is a lie, unless a person interrupted the request.
            if waiting is None and number not in self._dropped:
                raise BadFrameError("nobody asked for it")
            self._dropped.discard(number)
        if waiting is not None:
            waiting.set_result(frame)

    def _collect_stderr(self) -> None:
        assert self._popen.stderr is not None  # noqa: S101 - it is a pipe, as asked for
        with contextlib.suppress(OSError, ValueError):
            while text := os.read(self._popen.stderr.fileno(), MAX_MESSAGE):
                self._stderr_tail = (self._stderr_tail + text)[-MAX_MESSAGE:]
        self._close(self._popen.stderr)

    @staticmethod
    def _close(stream: IO[bytes] | None) -> None:
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()

    def failure(self) -> SandboxError:
        """Return the error that says why there are no answers any more."""
        message = self._stderr_tail.decode("utf-8", "replace").strip()
        name = os.path.basename(self._program.command[0])  # noqa: PTH119 - a name on the search path is no path
        hint = f"It last said: {message}" if message else "See that its command starts `authoring serve`."
        return SandboxError(f"{name}, which runs the sandbox elsewhere, is gone: {self.ended}", hint=hint)

    def end(self, reason: str | None) -> None:
        """End the program at once, with all it started here; requests that wait fail.

        None as `reason` stands for a program that ended by itself.
        """
        with self._lock:
            if self.ended:
                return
            self.ended = reason or "it ended"
        # Its output is closed, so it is about to end, and its status says how.
        status = self._wait(ENDING_TIME) if reason is None else None
        if status is not None:
            self.ended = f"it ended with exit status {status}" if status >= 0 else f"signal {-status} ended it"
        self._kill()
        self._hang_up()
        self._reporter.join(ENDING_TIME)  # its last words are part of the error
        with self._lock:
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(self.failure())

    def close(self) -> None:
        """Say goodbye and wait for the end; safe to call twice."""
        with self._lock:
            if self.ended:
                return
            self.ended = "it was closed"
        self._hang_up()
        if self._wait(CLOSING_TIME) is None:
            self._kill()
        for thread in (self._listener, self._reporter):
            thread.join(ENDING_TIME)

    def _hang_up(self) -> None:
        """Close the program's input, which ends the far side."""
        # Under the lock: a descriptor that is closed while another thread writes may be somebody else's by then.
        with self._sending:
            self._close(self._popen.stdin)

    def _wait(self, seconds: float) -> int | None:
        try:
            return self._popen.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def _kill(self) -> None:
        if self._popen.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._popen.pid, signal.SIGKILL)
            # Waited for, so that it is no zombie of a program that may run for days.
            self._popen.wait()
        if self._program.ending:
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run(  # noqa: S603 - the container program, on the container it started
                    self._program.ending,
                    check=False,
                    capture_output=True,
                    timeout=CLOSING_TIME,
                    stdin=subprocess.DEVNULL,
                )
