"""A session in a process of this machine."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic import ValidationError

from authoring.dseal.model import Json
from authoring.errors import SandboxError, SeedError
from authoring.records import CellRun, Judgement, Limits, Outcome, Variable
from authoring.sandbox import folders
from authoring.sandbox.base import Session
from authoring.sandbox.inside.wire import Frame
from authoring.sandbox.judging import Judged, Last, judge
from authoring.sandbox.memory_file import MemoryFile
from authoring.sandbox.process import Process, ProcessEndedError, ProcessLateError, answer_or_fail
from authoring.validators.base import Dialect

LOOKING_TIME = 60.0
"""Seconds for the harness to look at what a cell left behind; hostile objects are looked at too."""


@dataclass(frozen=True, slots=True)
class Place:
    """A session's working directory."""

    folder: Path
    inputs: tuple[Path, ...]
    exists: bool
    """A branch makes its own when it first runs."""
    changed: bool = False
    """Whether a cell wrote files: a fresh one is no copy then."""


class LocalSession(Session):
    """One node that walks a chain of cells; see `Session`."""

    def __init__(self, process: Process, zygote: Process, place: Place, last: Last | None = None) -> None:
        self._process = process
        self._zygote = zygote
        self._place = place
        self._last = last
        self._validator: Mapping[str, Json] | None = None
        self._branches = 0
        self._traced: bool | None = None

    def run(self, code: str, *, limits: Limits, forbid_names: Sequence[str] = (), trace: bool = False) -> CellRun:
        """Execute one cell; see `Session.run`.

        Raises:
            SandboxError: `trace` is not what it was for the cells before, or the sandbox failed.
        """
        if self._traced not in {None, trace}:
            raise SandboxError("a session is traced from its first cell on or not at all", hint="Open another session.")
        self._traced = trace
        if self._process.ended:
            ended = CellRun(outcome=Outcome.KILLED, seconds=0, peak_memory=0, detail=self._process.ended)
            return self._kept(code, ended)
        self._settle()
        before = folders.scan(self._place.folder)
        with MemoryFile(limits.max_output) as output:
            try:
                run = self._run(code, limits, output, forbid_names=forbid_names, trace=trace)
            except ProcessLateError:
                run = self._late(f"did not end within max_time = {limits.max_time:g} seconds", limits.max_time)
            except ProcessEndedError as ended:
                run = CellRun(outcome=Outcome.KILLED, seconds=0, peak_memory=0, detail=str(ended))
            if run.outcome in {Outcome.OK, Outcome.ERROR} and output.overflowed:
                run = run.model_copy(update={"outcome": Outcome.TOO_MUCH_OUTPUT, "digest": ""})
            stream = output.text()
        written = folders.differences(before, folders.scan(self._place.folder))
        if written:
            self._place = replace(self._place, changed=True)
        detail = run.detail or _detail(run.outcome, limits)
        run = run.model_copy(update={"stream": stream, "files_written": written, "detail": detail})
        return self._kept(code, run)

    def _kept(self, code: str, run: CellRun) -> CellRun:
        self._last = Last(code, run.digest, self._validator, run.outcome, has_value=run.value is not None)
        return run

    def _run(
        self, code: str, limits: Limits, output: MemoryFile, *, forbid_names: Sequence[str], trace: bool
    ) -> CellRun:
        header = {
            "command": "run",
            "code": code,
            "forbid_names": list(forbid_names),
            "trace": trace,
            "validator": self._validator,
            "max_memory": limits.max_memory,
            "max_file": limits.max_file,
            "max_output": limits.max_output,
        }
        first = self._process.ask(header, descriptors=[output.descriptor], seconds=limits.max_time)
        if "failed" in first.header:
            return self._garbled(first)
        try:
            frame = self._process.wait(seconds=LOOKING_TIME)
        except ProcessLateError:
            return self._late(f"left objects behind that took more than {LOOKING_TIME:g} seconds to look at", 0)
        try:
            run = CellRun.model_validate_json(json.dumps(frame.header))
        except ValidationError:
            return self._garbled(frame)
        return run if run.outcome is Outcome.OK else run.model_copy(update={"digest": ""})

    def _late(self, detail: str, seconds: float) -> CellRun:
        self._process.end(f"it {detail}")
        return CellRun(outcome=Outcome.TIMEOUT, seconds=seconds, peak_memory=0, detail=detail)

    def _garbled(self, frame: Frame) -> CellRun:
        """End a session that answers what none does: its own code broke the harness inside it."""
        failure = str(frame.header.get("failed", "it sent an answer that is none"))[:500]
        detail = self._process.end(f"what it left behind broke its process: {failure}")
        return CellRun(outcome=Outcome.KILLED, seconds=0, peak_memory=0, detail=detail)

    def prepare(self, validator: Mapping[str, Json] | None) -> None:
        """Say which validator will judge the next cell; see `Session.prepare`."""
        self._validator = validator

    def judge(self, submission: Session) -> Judgement:
        """Judge the last cell that `submission` ran; see `Session.judge`.

        Raises:
            SandboxError: this session ended, or one of the two has run nothing.
        """
        if not isinstance(submission, LocalSession):
            raise SandboxError("a local session judges local sessions only", hint="Open both in the same sandbox.")
        mine, theirs = self._last, submission._last  # noqa: SLF001 - of the same class
        if mine is None or theirs is None:
            raise SandboxError("there is no cell to judge", hint="Run a cell in both sessions first.")
        return judge(Judged(self._process, mine), Judged(submission._process, theirs))  # noqa: SLF001 - as above

    def variables(self) -> tuple[Variable, ...]:
        """Return the session's variables; see `Session.variables`.

        Raises:
            SandboxError: this session ended.
        """
        for look in (True, False):
            try:
                looking = self._process.fork()
            except ProcessEndedError as ended:
                raise SandboxError(f"an ended session has no variables: {ended}", hint="Open a new session.") from ended
            try:
                frame = answer_or_fail(looking.ask({"command": "variables", "look": look}, seconds=LOOKING_TIME))
                return tuple(Variable.model_validate_json(json.dumps(fields)) for fields in frame.header["variables"])
            except (ProcessEndedError, ProcessLateError, ValidationError):
                continue  # a value's own methods broke the fork; types can be told without them
            finally:
                looking.discard()
        raise SandboxError("a session's variables cannot be told", hint="Its code broke the sandbox's own modules.")

    def separate(self) -> None:
        """Copy every variable on its own; see `Session.separate`. A session that this ends says so when it is used."""
        try:
            answer_or_fail(self._process.ask({"command": "separate"}, seconds=LOOKING_TIME))
        except ProcessLateError:
            self._process.end(f"copying its variables took more than {LOOKING_TIME:g} seconds")
        except ProcessEndedError:
            return

    def branch(self) -> "LocalSession":
        """Fork; see `Session.branch`.

        Raises:
            SandboxError: this session ended.
        """
        try:
            process = self._process.fork()
        except ProcessEndedError as ended:
            raise SandboxError(f"an ended session cannot branch: {ended}", hint="Open a new session.") from ended
        self._branches += 1
        place = replace(self._place, folder=Path(f"{self._place.folder}-{self._branches}"), exists=False)
        branch = LocalSession(process, self._zygote, place, self._last)
        branch._traced = self._traced
        if place.changed:
            folders.copy(self._place.folder, place.folder)
            branch._enter()
        return branch

    def _settle(self) -> None:
        """See that the session has a working directory of its own."""
        if not self._place.exists:
            folders.fill(self._place.folder, self._place.inputs)
            self._enter()

    def _enter(self, seed: int | None = None, dialect: Dialect | None = None) -> None:
        header = {"command": "enter", "root": str(self._place.folder), "seed": seed, "dialect": dialect}
        try:
            answer_or_fail(self._process.ask(header))
        except (ProcessEndedError, ProcessLateError) as error:
            raise SandboxError(
                f"a session did not start: {error}", hint="Try again; see that memory is left."
            ) from error
        self._place = replace(self._place, exists=True)

    def begin(self, seed: int, dialect: Dialect) -> None:
        """Make the working directory and start with this random state; called once by the sandbox."""
        folders.fill(self._place.folder, self._place.inputs)
        self._enter(seed, dialect)

    def call(self, function: str, arguments: Mapping[str, Json], *, limits: Limits) -> Json:
        """Call one of our own functions inside; see `Session.call`.

        Raises:
            SeedError: the function refused the data, or a limit did.
            SandboxError: the function failed.
        """
        self._settle()
        header = {
            "command": "call",
            "function": function,
            "arguments": dict(arguments),
            "max_memory": limits.max_memory,
            "max_file": limits.max_file,
        }
        try:
            frame = self._process.ask(header, seconds=limits.max_time)
        except ProcessLateError as late:
            self._process.end("reading data took too long")
            raise SeedError(
                f"reading the data took more than max_time = {limits.max_time:g} seconds",
                hint="Use a smaller part of it, or raise limits.max_time in authoring.toml.",
            ) from late
        except ProcessEndedError as ended:
            raise SeedError(
                f"the data cannot be read: while it was, {ended}", hint="See whether another program can read it."
            ) from ended
        if "refused" in frame.header:
            raise SeedError(str(frame.header["refused"]), hint=str(frame.header.get("hint", "")))
        if "out_of_memory" in frame.header:
            raise SeedError(
                f"reading the data needs more than max_memory = {limits.max_memory:g} MB",
                hint="Use a smaller part of it, or raise limits.max_memory in authoring.toml.",
            )
        answer: Json = json.loads(answer_or_fail(frame).body)
        return answer

    def close(self) -> None:
        """End the process and everything it started; safe to call twice."""
        self._process.end()
        if self._place.exists:
            folders.remove(self._place.folder)
            self._place = replace(self._place, exists=False)
        if not self._zygote.ended:
            self._zygote.tidy()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _detail(outcome: Outcome, limits: Limits) -> str:
    match outcome:
        case Outcome.OUT_OF_MEMORY:
            return f"needed more than max_memory = {limits.max_memory:g} MB over the size of the session"
        case Outcome.TOO_MUCH_OUTPUT:
            return f"wrote more than max_output = {limits.max_output} bytes to standard output and error"
        case _:
            return ""
