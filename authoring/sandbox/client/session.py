"""A session in a process of this machine."""

import json
from collections.abc import Mapping, Sequence
from typing import Self

from pydantic import ValidationError

from authoring.dseal.model import Json
from authoring.errors import SandboxError, SeedError
from authoring.records.base import Record
from authoring.records.evidence import CellRun, Judgement, Limits, Outcome, Variable
from authoring.sandbox import folders
from authoring.sandbox import limits as breaches
from authoring.sandbox.client.clock import SetClock, processor_seconds
from authoring.sandbox.client.judgement import Judged, Last, judge
from authoring.sandbox.client.memory import forget_peak, peak_of, size_of
from authoring.sandbox.client.memory_file import MemoryFile
from authoring.sandbox.client.process import Process, ProcessEndedError, ProcessLateError, answer_or_fail
from authoring.sandbox.client.session_tree import Family
from authoring.sandbox.client.supervisor import Place
from authoring.sandbox.inside.protocol import Frame
from authoring.sandbox.limits import Breach, Seen, Usage, usage
from authoring.sandbox.port import Session
from authoring.validators.base import Dialect

LOOKING_TIME = 60.0
"""Seconds for the harness to look at what a cell left behind; hostile objects are looked at too."""
UNREAD = "See whether another program can read it."
LEFT_BEHIND = f"left objects behind that took more than {LOOKING_TIME:g} seconds to look at"
ANSWERED = frozenset({Outcome.OK, Outcome.ERROR, Outcome.OUT_OF_MEMORY, Outcome.TOO_MUCH_OUTPUT})
"""What a process may say of a cell; the rest is seen from outside."""


class _Told(Record):
    variables: tuple[Variable, ...]


class LocalSession(Session):
    """One node that walks a chain of cells; see `Session`."""

    def __init__(self, process: Process, family: Family, place: Place, last: Last | None = None) -> None:
        self._process = process
        self._family = family
        self._place = place
        self._last = last
        self._validator: Mapping[str, Json] | None = None
        self._dialect: Dialect = "dseval"
        self._traced: bool | None = None
        self._clock = SetClock()
        self._given: Usage | None = None
        """What its folder held before any cell ran; None until one does."""
        self._changed = False
        """Whether a cell wrote files: a fresh folder is no copy then."""
        self._closed = False
        self.forks = True
        """Whether its code would go on working in a forked process."""

    @property
    def number(self) -> int:
        """The number of its process on this machine, which is not the one that it knows itself by."""
        return self._process.number

    def run(
        self,
        code: str,
        *,
        limits: Limits,
        forbid_names: Sequence[str] = (),
        trace: bool = False,
        figures: bool = False,
    ) -> CellRun:
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
        before = folders.scan(self._place.seen)
        given = self._given = usage(before) if self._given is None else self._given
        spent = processor_seconds(self._process.number)
        forget_peak(self._process.number)
        with MemoryFile(limits.max_output) as output, self._clock.running():
            asked = {"code": code, "forbid_names": list(forbid_names), "trace": trace, "figures": figures}
            run, limit = self._run(asked, limits, output)
            stream, overflowed = output.text(), output.overflowed
        after = folders.scan(self._place.seen)
        written = folders.differences(before, after)
        self._changed = self._changed or bool(written)
        if not self._process.ended:
            used = processor_seconds(self._process.number)
            seconds = None if used is None or spent is None else used - spent
            seen = Seen(run.outcome, limit, overflowed, seconds, usage(before) - given, usage(after) - given)
            run = self._held(run, seen, limits)
        return self._kept(code, run.model_copy(update={"stream": stream, "files_written": written}))

    def _held(self, run: CellRun, seen: Seen, limits: Limits) -> CellRun:
        """Return a run as the limits have it."""
        if seen.limit == "max_disk":
            breaches.require_disk(self._place.seen, seen.after, limits)
        breach = breaches.of_cell(seen, limits)
        outcome = run.outcome if breach is None else breach.outcome
        if breach is not None and outcome.ends_session:
            self._process.end(f"it {breach.said}")
        digest = run.digest if outcome is Outcome.OK else ""
        return run.model_copy(
            update={"outcome": outcome, "digest": digest, "detail": breach.detail if breach is not None else ""}
        )

    def _kept(self, code: str, run: CellRun) -> CellRun:
        self._last = Last(code, run.digest, self._validator, run.outcome, has_value=run.value is not None)
        return run

    def _run(self, asked: Mapping[str, object], limits: Limits, output: MemoryFile) -> tuple[CellRun, str]:
        """Return how the cell ended, and the name of the limit that the process says stopped it."""
        told = {"command": "run", "validator": self._validator, "limits": limits.model_dump(), **self._counted()}
        seconds, limit = self._clock.left(limits)
        late = breaches.over(limit, limits)
        self._family.hold(limits, self._place)
        kills = self._family.memory_kills()
        try:
            first = self._process.ask({**told, **asked}, descriptors=[output.descriptor], seconds=seconds)
            if "failed" in first.header:
                return self._garbled(first), ""
            late, seconds = Breach(Outcome.TIMEOUT, LEFT_BEHIND), 0
            peak = peak_of(self._process.number)
            run, said = self._answered(self._process.wait(seconds=LOOKING_TIME), output)
            return run.model_copy(update={"peak_memory": peak}), said
        except ProcessLateError:
            self._process.end(f"it {late.said}")
            return CellRun(outcome=late.outcome, seconds=seconds, peak_memory=0, detail=late.detail), ""
        except ProcessEndedError as ended:
            more = None if kills is None else (self._family.memory_kills() or 0) - kills
            breach = breaches.of_end(self._process.status, str(ended), limits, memory_kills=more)
            return CellRun(outcome=breach.outcome, seconds=0, peak_memory=0, detail=breach.detail), ""

    def _counted(self) -> dict[str, Json]:
        """Return what limits count from."""
        return {"size": size_of(self._process.number), "tasks": self._family.tasks, "alone": self._family.room.walled}

    def _answered(self, frame: Frame, output: MemoryFile) -> tuple[CellRun, str]:
        limit = str(frame.header.pop("limit", ""))
        frame.header["stdout"] = output.without(frame.header.pop("errors", None))
        self.forks = frame.header.pop("forks", None) is not False
        try:
            run = CellRun.model_validate_json(json.dumps(frame.header))
        except ValidationError:
            return self._garbled(frame), ""
        return (run, limit) if run.outcome in ANSWERED else (self._garbled(frame), "")

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
        submitted = Judged(submission._process, theirs, submission.forks)  # noqa: SLF001 - as above
        return judge(Judged(self._process, mine), submitted, dialect=self._dialect, judge_of_family=self._family.judge)

    def variables(self) -> tuple[Variable, ...]:
        """Return the session's variables; see `Session.variables`.

        Raises:
            SandboxError: this session ended.
        """
        for look in (True, False):
            try:
                looking, _ = self._process.fork({"command": "fork"})
            except ProcessEndedError as ended:
                raise SandboxError(f"an ended session has no variables: {ended}", hint="Open a new session.") from ended
            try:
                frame = answer_or_fail(looking.ask({"command": "variables", "look": look}, seconds=LOOKING_TIME))
                return _Told.model_validate_json(json.dumps(frame.header)).variables
            except (ProcessEndedError, ProcessLateError, ValidationError):
                continue  # a value's own methods broke the fork; types can be told without them
            finally:
                looking.discard()
        raise SandboxError("a session's variables cannot be told", hint="Its code broke the sandbox's own modules.")

    def separate(self) -> None:
        """Copy every variable on its own; see `Session.separate`. A session that this ends says so when it is used."""
        self._do({"command": "separate"}, "copying its variables")

    def branch(self) -> "LocalSession":
        """Fork; see `Session.branch`.

        Raises:
            SandboxError: this session ended.
        """
        try:
            process, place = self._family.branch(self._process)
        except ProcessEndedError as ended:
            raise SandboxError(f"an ended session cannot branch: {ended}", hint="Open a new session.") from ended
        branch: LocalSession = type(self)(process, self._family, place, self._last)
        branch._traced, branch._dialect = self._traced, self._dialect
        branch._clock = self._clock.branch()
        if self._changed:
            branch._given, branch._changed = self._given, True
            try:
                branch._settle(self._place)
            except SandboxError:
                branch.close()
                raise
        return branch

    def confine(self) -> None:
        """Keep what runs from now on away from the session this one branched from; see `Session.confine`."""
        self._settle()
        self._do({"command": "confine", "place": self._place.path}, "being confined")

    def _do(self, header: Mapping[str, Json], what: str) -> None:
        try:
            answer_or_fail(self._process.ask(header, seconds=LOOKING_TIME))
        except ProcessLateError:
            self._process.end(f"{what} took more than {LOOKING_TIME:g} seconds")
        except ProcessEndedError:
            return

    def _settle(self, copied: Place | None = None) -> None:
        """See that the session has a working directory of its own."""
        if not self._place.made:
            self._place = self._family.made(self._place, copied)
            self._enter()

    def _enter(self, seed: int | None = None, dialect: Dialect | None = None) -> None:
        header = {"command": "enter", "root": self._place.root, "seed": seed, "dialect": dialect}
        try:
            answer_or_fail(self._process.ask(header))
        except (ProcessEndedError, ProcessLateError) as error:
            raise SandboxError(f"a session did not start: {error}", hint="See that memory is left.") from error

    def begin(self, seed: int, dialect: Dialect) -> None:
        """Start with this random state; called once by the sandbox."""
        self._dialect = dialect
        self._enter(seed, dialect)

    def call(self, function: str, arguments: Mapping[str, Json], *, limits: Limits) -> Json:
        """Call one of our own functions inside; see `Session.call`.

        Raises:
            SeedError: the function refused the data, or a limit did.
            SandboxError: the function failed.
        """
        self._settle()
        told = {"function": function, "arguments": dict(arguments), "limits": limits.model_dump()}
        header = {"command": "call", **told, **self._counted()}
        try:
            frame = self._process.ask(header, seconds=limits.max_time)
        except ProcessLateError as late:
            self._process.end("reading data took too long")
            raise SeedError(
                f"reading the data took more than max_time = {limits.max_time:g} seconds",
                hint="Use a smaller part of it, or raise limits.max_time in authoring.toml.",
            ) from late
        except ProcessEndedError as ended:
            raise SeedError(f"the data cannot be read: while it was, {ended}", hint=UNREAD) from ended
        if "refused" in frame.header:
            raise SeedError(str(frame.header["refused"]), hint=str(frame.header.get("hint", "")))
        if "out_of_memory" in frame.header:
            raise SeedError(
                f"reading the data needs more than max_memory = {limits.max_memory:g} MB",
                hint="Use a smaller part of it, or raise limits.max_memory in authoring.toml.",
            )
        try:
            answer: Json = json.loads(answer_or_fail(frame).body)
        except (ValueError, RecursionError) as error:
            raise SeedError("the data cannot be read: there was no answer", hint=UNREAD) from error
        return answer

    def close(self) -> None:
        """End the process and everything it started; safe to call twice."""
        if not self._closed:
            self._closed = True
            self._family.leave(self._process, self._place)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
