"""A session in a process of this machine."""

import json
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

from pydantic import ValidationError

from authoring.dseal.model import Json
from authoring.errors import SandboxError, SeedError
from authoring.records.certificate.trial import RewriteTrial
from authoring.records.evidence import EXACT, CellRun, ErrorView, Judgement, Limits, Outcome, Patience, Variable
from authoring.sandbox import folders
from authoring.sandbox import limits as cell_limits
from authoring.sandbox.client.attempts import AttemptProcesses
from authoring.sandbox.client.cell_time import CellTime, ProcessSilentError, kept_in_time
from authoring.sandbox.client.clock import SetClock
from authoring.sandbox.client.function_call import UNREADABLE_HINT, answer_of_function
from authoring.sandbox.client.judgement import EvidenceCache, JudgedSession, LastCell, judge, judge_rewrites
from authoring.sandbox.client.memory_file import MemoryFile
from authoring.sandbox.client.process import Process, ProcessEndedError, ProcessLateError, answer_or_fail
from authoring.sandbox.client.session_tree import SessionTree
from authoring.sandbox.client.supervisor import Workdir
from authoring.sandbox.client.variables import variables_of
from authoring.sandbox.inside.accounting.overtime import Overtime, grace_of
from authoring.sandbox.inside.accounting.processes import processor_seconds
from authoring.sandbox.inside.protocol import DeadlineError, Frame
from authoring.sandbox.limits import CellMeasurements, DiskUsage, LimitExceeded, disk_usage
from authoring.sandbox.port import Session
from authoring.sandbox.proc import forget_peak, peak_of, shared_mappings, size_of
from authoring.validators.base import Dialect
from authoring.validators.forbidden_names import ForbiddenNameError, refusal_of
from authoring.validators.table_cases import sendable_block

INSPECTION_TIMEOUT = 60.0
"""Seconds for the harness to look at what a cell left behind; hostile objects are looked at too."""
ANSWER_VARIABLES_TIME = 1.0
"""Seconds for listing the variables of an answer's session, and for forking it before."""
SLOW_INSPECTION = "left objects behind that took more than {seconds:.3g} seconds to look at"
REPORTED_OUTCOMES = frozenset({Outcome.OK, Outcome.ERROR, Outcome.OUT_OF_MEMORY, Outcome.TOO_MUCH_OUTPUT})
"""Outcomes that a process may report itself; all others are seen from outside."""


class LocalSession(Session):
    """One node that walks a chain of cells; see `Session`."""

    def __init__(
        self, process: Process, tree: SessionTree, workdir: Workdir, last_cell: LastCell | None = None
    ) -> None:
        self._process = process
        self._tree = tree
        self._workdir = workdir
        self._last = last_cell
        self._validator: Mapping[str, Json] | None = None
        self._is_last = False
        self._dialect: Dialect = "dseval"
        self._traced: bool | None = None
        self._clock = SetClock()
        self._inputs_usage: DiskUsage | None = None
        """The disk usage of its folder before any cell ran; None until one does."""
        self._changed = False
        """Whether a cell wrote files: a fresh folder is no copy then."""
        self._files: folders.FileStates | None = None
        """What was in its folder when the last cell had ended; None until one has."""
        self._closed = self._confined = False
        self._overtime: Overtime | None = None
        """Bounds what an answer's process does after its cell; None in a session that is not confined."""
        self._look = 0.0
        """Seconds from the end of the last cell until what it left behind had been looked at."""
        self.forks = True
        """Whether its code would go on working in a forked process."""
        self._evidence = EvidenceCache()
        self._attempts: LocalSession | None = None
        """The confined branch that attempts are forked from, as long as none has written files."""
        self._for_attempts = AttemptProcesses(process, tree)
        self._folder_owner: LocalSession | None = None
        """The session whose attempt this is and in whose confined branch's folder it works; None for all others."""

    @property
    def number(self) -> int:
        """The number of its process on this machine; in its own namespace the process has another number."""
        return self._process.number

    def run(
        self,
        code: str,
        *,
        limits: Limits,
        forbid_names: Sequence[str] = (),
        trace: bool = False,
        figures: bool = False,
        patience: Patience = EXACT,
    ) -> CellRun:
        """Execute one cell; see `Session.run`.

        Raises:
            SandboxError: `trace` is not what it was for the cells before, or the sandbox failed.
        """
        if self._traced not in {None, trace}:
            raise SandboxError("a session is traced from its first cell on or not at all", hint="Open another session.")
        self._traced = trace
        self._forget_attempts()
        if self._process.ended:
            ended = CellRun(outcome=Outcome.KILLED, seconds=0, peak_memory=0, detail=self._process.ended)
            return self._record_last_cell(code, ended, limits)
        # Looked at here, because an earlier answer may have put itself in the place of ours in its process.
        if self._confined and self._dialect == "strict" and (refusal := refusal_of(code, forbid_names)):
            return self._refuse(code, refusal, limits)
        self._settle()
        before = folders.scan_folder(self._workdir.host_path)
        # Inputs do not count against the quota, so what was there before the first cell is taken off.
        inputs_usage = self._inputs_usage = disk_usage(before) if self._inputs_usage is None else self._inputs_usage
        seconds_before = processor_seconds(self._process.number)
        # The peak and the processor time are those of this cell alone, so both counters start here.
        forget_peak(self._process.number)
        with MemoryFile(limits.max_output) as output, self._clock.running():
            request = {"code": code, "forbid_names": list(forbid_names), "trace": trace, "figures": figures}
            run, limit = self._run(request, limits, output, CellTime.of(self._clock, limits, patience))
            # Also after a kill, because the file is ours and holds what was written until then.
            stream, overflowed = output.text(), output.overflowed
        after = folders.scan_folder(self._workdir.host_path)
        self._changed, self._files = self._changed or before != after, after
        if not self._process.ended:
            seconds_after = processor_seconds(self._process.number)
            seconds = None if seconds_after is None or seconds_before is None else seconds_after - seconds_before
            measured = CellMeasurements(
                run.outcome,
                limit,
                overflowed,
                seconds,
                disk_usage(before) - inputs_usage,
                disk_usage(after) - inputs_usage,
            )
            run = self._apply_limits(run, measured, limits)
        run = run.model_copy(update={"stream": stream, "files_written": folders.written_paths(before, after)})
        return self._record_last_cell(code, run, limits)

    def _refuse(self, code: str, refusal: str, limits: Limits) -> CellRun:
        """Return the run of an answer whose text is enough to be wrong; its process never sees it."""
        name = ForbiddenNameError.__name__
        error = ErrorView(type=name, message=refusal, traceback=f"{ForbiddenNameError.__module__}.{name}: {refusal}\n")
        run = CellRun(outcome=Outcome.ERROR, seconds=0, peak_memory=0, error=error)
        return self._record_last_cell(code, run, limits, refusal=refusal)

    def _apply_limits(self, run: CellRun, measured: CellMeasurements, limits: Limits) -> CellRun:
        """Return a run with the outcome that the limits give it."""
        # A full disk of this machine stops the tool; it is no finding about the code.
        if measured.limit == "max_disk":
            cell_limits.require_free_disk(self._workdir.host_path, measured.after, limits)
        exceeded = cell_limits.exceeded_by_cell(measured, limits)
        outcome = run.outcome if exceeded is None else exceeded.outcome
        # The process went on although the limit was exceeded, so its state is not what the limits promise.
        if exceeded is not None and outcome.ends_session:
            self._process.end(f"it {exceeded.text}")
        digest = run.digest if outcome is Outcome.OK else ""
        return run.model_copy(
            update={"outcome": outcome, "digest": digest, "detail": exceeded.detail if exceeded is not None else ""}
        )

    def _record_last_cell(self, code: str, run: CellRun, limits: Limits, *, refusal: str = "") -> CellRun:
        self._evidence = EvidenceCache()
        self._last = LastCell(
            code,
            run.digest,
            self._validator,
            run.outcome,
            has_value=run.value is not None,
            max_time=limits.max_time,
            refusal=refusal,
            look=self._look,
        )
        self._freeze()
        return run

    def _freeze(self) -> None:
        """Stop an answer's threads, which would go on computing while nobody measures it."""
        if self._confined:
            self._process.freeze()

    def _run(
        self, request: Mapping[str, object], limits: Limits, output: MemoryFile, cell_time: CellTime
    ) -> tuple[CellRun, str]:
        """Return how the cell ended, and the name of the limit that the process says stopped it."""
        judging = {"validator": self._validator, "is_last": self._is_last}
        header = {"command": "run", **judging, "limits": limits.model_dump(), **self._counted()}
        timeout: LimitExceeded | None = None
        # Before the cell is sent: the kernel must hold it from its first instruction.
        self._tree.apply_limits(limits, self._workdir)
        self._tree.watch_memory(self._process, limits)
        # Counted over the whole life of the tree; only kills during this cell are this cell's.
        kills_before = self._tree.memory_kills()
        began = time.monotonic()
        try:
            strays = partial(self._tree.strays_of, self._process, ())
            with kept_in_time(self._process, strays, cell_time, output, is_answer=self._confined) as observer:
                first = self._process.request(
                    {**header, **request}, descriptors=[output.descriptor], seconds=cell_time.wall, observer=observer
                )
                # Before the cell's time is looked at: an answer may stop this process at any moment.
                used = processor_seconds(self._process.number)
            if "failed" in first.header:
                return self._garbled(first), ""
            # The cell itself has ended; what can still be late is the look at its objects.
            took, look_seconds = time.monotonic() - began, self._seconds_to_look(limits)
            timeout = LimitExceeded(Outcome.TIMEOUT, SLOW_INSPECTION.format(seconds=look_seconds))
            # Read before the session inspects what the cell left behind, which takes memory too.
            measured: dict[str, float] = {"peak_memory": peak_of(self._process.number)}
            run, limit_reported = self._answered(self._looked(look_seconds, used), output)
            # What an answer's process says of its time is no evidence.
            measured |= {"seconds": took} if self._confined else {}
            return run.model_copy(update=measured), limit_reported
        except DeadlineError as late:
            elapsed, is_silent = time.monotonic() - began, isinstance(late, ProcessSilentError)
            # A cell that ended, and left behind what takes long to look at, took no time of its own to speak of.
            seconds = 0 if timeout else elapsed if cell_time.is_watched else cell_time.seconds
            timeout = timeout or cell_time.exceeded(limits, elapsed, is_silent=is_silent)
            self._process.end()
            # Where whoever waited met its end first, only the signal is known that ended it.
            self._process.ended = f"it {timeout.text}"
            return CellRun(outcome=timeout.outcome, seconds=seconds, peak_memory=0, detail=timeout.detail), ""
        except ProcessEndedError as ended:
            kills = self._tree.memory_kills()
            kills_since = None if kills is None else kills - (kills_before or 0)
            exceeded = cell_limits.reason_of_exit(self._process.status, str(ended), limits, memory_kills=kills_since)
            return CellRun(outcome=exceeded.outcome, seconds=0, peak_memory=0, detail=exceeded.detail), ""

    def _seconds_to_look(self, limits: Limits) -> float:
        """Return the seconds that looking at what the cell left behind may take; for an answer, of processor time."""
        # The variables of the cell before are looked at again.
        before = 0.0 if self._last is None else self._last.look
        return grace_of(limits.max_time, before) if self._confined else INSPECTION_TIMEOUT

    def _looked(self, seconds: float, used: float | None) -> Frame:
        """Wait until what the cell left behind has been looked at.

        Raises:
            ProcessEndedError: its process ended.
            DeadlineError: it took too long.
        """
        began = time.monotonic()
        try:
            if not self._confined:
                return self._process.wait(seconds=seconds)
            # Its own start, because every answer of the session has a time of its own.
            self._overtime = Overtime(self._process.number, partial(self._tree.strays_of, self._process), used)
            with self._overtime.bounded(seconds) as observer:
                return self._process.wait(seconds=INSPECTION_TIMEOUT, observer=observer)
        finally:
            self._look = time.monotonic() - began

    def _counted(self) -> dict[str, Json]:
        """Return what limits count from."""
        return {"size": size_of(self._process.number), "tasks": self._tree.tasks, "alone": self._tree.root.isolated}

    def _answered(self, frame: Frame, output: MemoryFile) -> tuple[CellRun, str]:
        # Fields for this side alone, which no `CellRun` has.
        limit = str(frame.header.pop("limit", ""))
        frame.header["stdout"] = output.without(frame.header.pop("errors", None))
        self.forks = frame.header.pop("forks", None) is not False
        try:
            run = CellRun.model_validate_json(json.dumps(frame.header))
        except ValidationError:
            return self._garbled(frame), ""
        return (run, limit) if run.outcome in REPORTED_OUTCOMES else (self._garbled(frame), "")

    def _garbled(self, frame: Frame) -> CellRun:
        """End a session that answers what none does: its own code broke the harness inside it."""
        failure = str(frame.header.get("failed", "it sent an answer that is none"))[:500]
        reason = f"what it left behind broke its process: {failure}"
        return CellRun(outcome=Outcome.KILLED, seconds=0, peak_memory=0, detail=self._process.end(reason))

    def prepare(self, validator: Mapping[str, Json] | None, *, is_last: bool = False) -> None:
        """Say which validator will judge the next cell; see `Session.prepare`."""
        self._validator, self._is_last = validator and sendable_block(dict(validator)), is_last

    def judge(self, submission: Session) -> Judgement:
        """Judge the last cell that `submission` ran; see `Session.judge`.

        Raises:
            SandboxError: this session ended, or one of the two has run nothing.
        """
        if not isinstance(submission, LocalSession):
            raise SandboxError("a local session judges local sessions only", hint="Open both in the same sandbox.")
        reference_cell, submission_cell = self._last, submission._last  # noqa: SLF001 - of the same class
        if reference_cell is None or submission_cell is None:
            raise SandboxError("there is no cell to judge", hint="Run a cell in both sessions first.")
        # What runs in an attempt while it is judged ends with it, or is undone with it.
        in_fork = submission.forks and submission._folder_owner is None  # noqa: SLF001 - as above
        judged = JudgedSession(submission._process, submission_cell, in_fork, submission._overtime)  # noqa: SLF001 - as above
        began = time.monotonic()
        reference = JudgedSession(self._process, reference_cell, cache=self._evidence)
        judgement = judge(reference, judged, dialect=self._dialect, start_judge=self._tree.judge)
        if submission is self:
            self._last = replace(reference_cell, judging=time.monotonic() - began)
        submission._freeze()  # noqa: SLF001 - as above
        self._tree.trim_judge()
        return judgement

    def judge_rewrites(self, matters: Collection[str], *, quick: bool = False) -> tuple[RewriteTrial, ...]:
        """Judge rewritten values of the last cell; see `Session.judge_rewrites`.

        Raises:
            SandboxError: this session ended, or has run nothing.
        """
        if self._last is None:
            raise SandboxError("there is no cell to judge", hint="Run a cell first.")
        reference, judge = JudgedSession(self._process, self._last), self._tree.judge
        trials = judge_rewrites(reference, matters, quick=quick, dialect=self._dialect, start_judge=judge)
        self._tree.trim_judge()
        return trials

    def variables(self) -> tuple[Variable, ...]:
        """Return the session's variables; see `Session.variables`.

        Raises:
            SandboxError: this session ended.
        """
        try:
            return variables_of(self._forked, ANSWER_VARIABLES_TIME if self._confined else INSPECTION_TIMEOUT)
        finally:
            self._freeze()

    def _forked(self) -> Process:
        """Return a fork that looks at what is in the session.

        Raises:
            ProcessEndedError: the session ended, or did not fork.
        """
        if self._overtime is None:
            return self._process.fork({"command": "fork"})[0]
        try:
            with self._overtime.bounded(ANSWER_VARIABLES_TIME, forking=True) as observer:
                return self._process.fork({"command": "fork"}, observer=observer)[0]
        except DeadlineError as late:
            raise ProcessEndedError(self._process.end("its process did not fork in time")) from late

    def separate(self) -> None:
        """Copy every variable on its own; see `Session.separate`. A session that this ends says so when it is used."""
        self._forget_attempts()
        self._do({"command": "separate"}, "copying its variables")

    def branch(self) -> "LocalSession":
        """Fork; see `Session.branch`.

        Raises:
            SandboxError: this session ended.
        """
        try:
            process, workdir = self._tree.branch(self._process)
        except ProcessEndedError as ended:
            raise SandboxError(f"an ended session cannot branch: {ended}", hint="Open a new session.") from ended
        # Of this very class, so that a session which can be replayed has branches that can.
        branch: LocalSession = type(self)(process, self._tree, workdir, self._last)
        branch._traced, branch._dialect, branch._confined = self._traced, self._dialect, self._confined
        branch._clock = self._clock.branch()
        mappings = shared_mappings(process.number)
        process.inherits_files = inherits = process.inherits_files or bool(mappings)
        branch._inputs_usage, branch._changed = self._inputs_usage, self._changed
        # Now, while this session waits: what it goes on to write, or to read, is none of the branch's affair.
        if self._changed or inherits or self._workdir.holds_scratch:
            try:
                branch._settle(self._workdir)
                if inherits:
                    branch._do({"command": "renew", "workdir": workdir.path, "mappings": mappings}, "its open files")
            except SandboxError:
                branch.close()
                raise
        return branch

    def confine(self) -> None:
        """Keep what runs from now on away from the session this one branched from; see `Session.confine`.

        Raises:
            SandboxError: this session ended.
        """
        self._settle()
        self._confined = True
        self._do({"command": "confine", "workdir": self._workdir.path}, "being confined")
        if self._process.ended:
            # Nothing that is to be judged has run in it yet, so no answer may be blamed for what it cannot use.
            raise SandboxError(
                f"the state that an answer was to start from is gone: {self._process.ended}",
                hint="Another answer to the same set may have ended it: see which level of isolation this machine "
                "gives (authoring doctor).",
            )

    def attempt(self) -> Session:
        """Fork a confined session; see `Session.attempt`.

        Raises:
            SandboxError: this session ended.
        """
        if not self.forks:
            return super().attempt()
        if self._attempts is None:
            attempts = self.branch()
            try:
                attempts.confine_for_attempts()
            except SandboxError:
                attempts.close()
                raise
            # Files and memory that earlier cells opened are parted from their origin while a branch is made.
            if attempts._process.inherits_files:  # noqa: SLF001 - of the same class
                return attempts
            self._attempts = attempts
        return self._attempts._fork_in_folder(self)  # noqa: SLF001 - as above

    def confine_for_attempts(self) -> None:
        """Confine this session, from which attempts are forked, and hold its state for those that can return to it.

        Raises:
            SandboxError: this session ended.
        """
        self._settle()
        self._do({"command": "hold start"}, "looking at what attempts start from")
        self.confine()

    def _fork_in_folder(self, owner: "LocalSession") -> "LocalSession":
        try:
            process = self._for_attempts.take()
        except ProcessEndedError as ended:
            raise SandboxError(f"an ended session cannot branch: {ended}", hint="Open a new session.") from ended
        fork: LocalSession = type(self)(process, self._tree, self._workdir, self._last)
        fork._traced, fork._dialect, fork._confined = self._traced, self._dialect, True
        fork._clock, fork._folder_owner, fork._for_attempts = self._clock.branch(), owner, self._for_attempts
        return fork

    def _forget_attempts(self) -> None:
        """End the session that attempts are forked from: the next attempt starts from another state, or folder."""
        if self._attempts is not None:
            self._attempts.close()
            self._attempts = None

    def _do(self, header: Mapping[str, Json], activity: str) -> None:
        try:
            answer_or_fail(self._process.request(header, seconds=INSPECTION_TIMEOUT))
        except ProcessLateError:
            self._process.end(f"{activity} took more than {INSPECTION_TIMEOUT:g} seconds")
        except ProcessEndedError:
            return

    def _settle(self, copied_from: Workdir | None = None) -> None:
        """See that the session has a working directory of its own."""
        if not self._workdir.exists:
            self._workdir = self._tree.create_workdir(self._workdir, copied_from)
            self._enter()

    def _enter(self, seed: int | None = None, dialect: Dialect | None = None) -> None:
        header = {"command": "enter", "root": self._workdir.inner_path, "seed": seed, "dialect": dialect}
        try:
            answer_or_fail(self._process.request(header))
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
        self._tree.watch_memory(self._process, limits)
        request = {"function": function, "arguments": dict(arguments), "limits": limits.model_dump()}
        header = {"command": "call", **request, **self._counted()}
        try:
            frame = self._process.request(header, seconds=limits.max_time)
        except ProcessLateError as late:
            self._process.end("reading data took too long")
            raise SeedError(
                f"reading the data took more than max_time = {limits.max_time:g} seconds",
                hint="Use a smaller part of it, or raise limits.max_time in authoring.toml.",
            ) from late
        except ProcessEndedError as ended:
            raise SeedError(f"the data cannot be read: while it was, {ended}", hint=UNREADABLE_HINT) from ended
        return answer_of_function(frame, limits)

    def close(self) -> None:
        """End the process and everything it started; safe to call twice."""
        if self._closed:
            return
        self._closed = True
        self._forget_attempts()
        if self._folder_owner is None:
            self._for_attempts.close()
            self._tree.leave(self._process, self._workdir)
            return
        if not self._for_attempts.give_back(self._process, is_clean=self._has_clean_files):
            self._folder_owner._forget_attempts()  # noqa: SLF001 - of the same class

    def _has_clean_files(self) -> bool:
        files = None if self._changed or self._files is None else folders.scan_folder(self._workdir.host_path)
        return not self._changed and files == self._files and not self._workdir.holds_scratch
