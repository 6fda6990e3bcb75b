"""A program of the user's own that answers questions, one JSON line each way.

It runs outside the sandbox, with the user's rights and environment: it is the user's agent, and may need keys, a
network and files. Only the code it answers with is run inside.
"""

import contextlib
import os
import queue
import shutil
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Sequence
from typing import IO

from authoring.errors import UsageError
from authoring.evaluation.solvers.base import MAX_SECONDS, Scratchpad, Solver, SolverOptions, Task
from authoring.records.documents import load_json
from authoring.records.results import Submission, refusal_of_code

ARGUMENT = "PROGRAM ARGUMENTS"
LONGEST_ANSWER = 10_000_000
"""``submission_line``: characters of one answer."""
QUOTED_CHARACTERS = 300
"""Characters of an answer, or lines' worth of its complaints, that an error quotes."""
PATIENCE = 2.0
"""Seconds that a program whose input was closed may take to end."""


class _Program:
    """A running program, and threads that read what it writes so that it never waits for us."""

    def __init__(self, command: Sequence[str]) -> None:
        self.popen = subprocess.Popen(  # noqa: S603 - the user named it to be started
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # So that its whole group can be killed, and an interrupt reaches us alone.
        )
        self.answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.complaints: deque[str] = deque(maxlen=20)
        self._threads = [
            threading.Thread(target=self._read_answers, args=(self.popen.stdout,), daemon=True),
            threading.Thread(target=self._read_complaints, args=(self.popen.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _read_answers(self, stream: IO[str]) -> None:
        # A line without end must not fill the memory: it comes in pieces, which are no JSON.
        while line := stream.readline(LONGEST_ANSWER):
            self.answers.put(line)
        self.answers.put(None)

    def _read_complaints(self, stream: IO[str]) -> None:
        while line := stream.readline(LONGEST_ANSWER):
            self.complaints.append(line)

    def end(self) -> int:
        """Close its input, wait a little, then kill it with all that it started; return its exit status."""
        assert self.popen.stdin is not None  # noqa: S101 - it was opened as a pipe
        with contextlib.suppress(OSError):
            self.popen.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.popen.wait(timeout=PATIENCE)
        # The program leads a session of its own, so its group is all that it started and that did not leave.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        status = self.popen.wait()
        for thread in self._threads:
            thread.join(timeout=PATIENCE)
        # A process that left the group may still hold the pipe, and closing what a thread reads from would block.
        for stream in (self.popen.stdout, self.popen.stderr):
            if stream is not None and not any(thread.is_alive() for thread in self._threads):
                stream.close()
        return status


class CommandSolver(Solver):
    """Asks a program that reads one `Task` a line and writes ``{"code": ...}`` or ``{"error": ...}`` a line.

    ``agent_stats``, an object, may stand beside either. The program is started with the first task and asked one task
    at a time. Where it ends early, is late, or writes something else, that task gets no code and an
    `agent_exception`, and the program is started anew for the next one, so that answers never get out of step.
    """

    looks = True
    sees_reference = False

    def __init__(self, command: Sequence[str], *, max_seconds: float = MAX_SECONDS) -> None:
        """Name the program, with its arguments, and the seconds it may take for one answer.

        Raises:
            UsageError: there is no such program.
        """
        if not command or shutil.which(command[0]) is None:
            program = command[0] if command else ""
            raise UsageError(
                f"there is no program {program!r} to ask", hint="name one that can be started, or its path"
            )
        self._command = tuple(command)
        self._max_seconds = max_seconds
        self._program: _Program | None = None
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The command as it was given."""
        return " ".join(self._command)

    def imports(self, problemset: str) -> tuple[str, ...]:
        """Nobody knows what it will answer."""
        del problemset
        return ()

    def solve(self, task: Task, scratchpad: Scratchpad) -> Submission:
        """Ask the program; see the class for what happens when it fails."""
        del scratchpad
        with self._lock:
            try:
                answer = self._request_answer(task)
            except _UnusableError as failure:
                answer = {"error": str(failure)}
        code, error, stats = answer.get("code"), answer.get("error"), answer.get("agent_stats")
        error = error or (refusal_of_code(code) if isinstance(code, str) else "")
        return Submission(
            problemset=task.problemset,
            index=task.index,
            attempt=task.attempt,
            code=code if isinstance(code, str) and not error else "",
            agent_exception=str(error) if error else "",
            agent_stats=stats if isinstance(stats, dict) else {},
        )

    def _request_answer(self, task: Task) -> dict[str, object]:
        """Return the program's answer.

        Raises:
            _UnusableError: there is none that can be used; the program has been ended.
        """
        if self._program is None:
            try:
                self._program = _Program(self._command)
            except OSError as error:
                raise _UnusableError(f"the program cannot be started: {error.strerror}") from error
        program = self._program
        assert program.popen.stdin is not None  # noqa: S101 - it was opened as a pipe
        try:
            # A program reads the question, and need not know of conventions.
            shown = task.model_copy(update={"question": task.whole_question})
            program.popen.stdin.write(shown.model_dump_json(exclude={"conventions"}) + "\n")
            program.popen.stdin.flush()
            line = program.answers.get(timeout=self._max_seconds)
        except queue.Empty:
            raise self._unusable(f"the program gave no answer within {self._max_seconds:g} seconds") from None
        # Its end of the pipe is closed: it has ended, or is about to.
        except OSError:
            line = None
        if line is None:
            raise self._unusable("the program ended before it answered")
        if len(line) >= LONGEST_ANSWER:
            message = f"the answer is longer than {LONGEST_ANSWER:,} characters (limit submission_line)"
            raise self._unusable(message)
        try:
            answer = load_json(line)
            if isinstance(answer, dict) and (isinstance(answer.get("code"), str) or answer.get("error")):
                # Made to be checked: `agent_stats` may be anything that JSON can hold.
                Submission(
                    problemset="", index=0, code=str(answer.get("code")), agent_stats=answer.get("agent_stats") or {}
                )
                return answer
        except ValueError:
            pass
        raise self._unusable(
            f"the program answered with something else than a JSON object with `code`: {line[:QUOTED_CHARACTERS]!r}"
        )

    def _unusable(self, message: str) -> "_UnusableError":
        program, self._program = self._program, None
        if program is None:
            return _UnusableError(message)
        status = program.end()
        words = "".join(program.complaints)[-QUOTED_CHARACTERS * 3 :].strip()
        ended = f" (exit status {status})" if status >= 0 else ""
        return _UnusableError(f"{message}{ended}" + (f"\n{words}" if words else ""))

    def close(self) -> None:
        """End the program; safe to call twice."""
        with self._lock:
            if self._program is not None:
                self._program.end()
                self._program = None


class _UnusableError(Exception):
    """No answer that can be used."""


def open_solver(options: SolverOptions) -> CommandSolver:
    """Return a solver that asks the program of the options."""
    return CommandSolver(options.command, max_seconds=options.max_seconds)
