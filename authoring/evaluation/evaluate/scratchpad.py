"""What a solver may run: cells in forks of the state that its answer will start from, none of which counts."""

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from types import TracebackType
from typing import Self

from authoring.dseal.model import Problem
from authoring.errors import SandboxError
from authoring.evaluation.evaluate.answer_states import PastRun
from authoring.evaluation.solvers.base import Scratchpad
from authoring.records.evidence import CellRun, Limits, Outcome
from authoring.records.results import EvaluationOptions
from authoring.sandbox.port import Session

BROKEN = "was not run, because the last attempt broke the session"


class AbandonedError(Exception):
    """An answer is still under way whose evaluation has ended."""


def answer_limits(problem: Problem, options: EvaluationOptions) -> Limits:
    """Return what a submission may use; what may take long by the clock may compute as long."""
    max_time = problem.max_time or options.max_time
    max_cpu = max(options.limits.max_cpu, max_time)
    own = {"max_time": max_time, "max_cpu": max_cpu, "max_memory": problem.max_memory}
    return options.limits.model_copy(update={name: value for name, value in own.items() if value is not None})


class ForkedScratchpad(Scratchpad):
    """Runs cells in a confined fork of a session, which is made when it is first needed, or before by `prepare`.

    Use it in a ``with`` statement, which raises `AbandonedError` where the evaluation has ended. Whatever the cells do,
    and also where they end their process, the session itself stays as it is.

    Args:
        start: the session that is forked.
        problem: whose limits and forbidden names hold.
        options: how answers are judged.
        separates: whether every variable is copied on its own, as for an answer in DSEval's dialect.
        is_used: whether an answer ran before, which may have broken the state.
        since: cells that run in the fork first, so that it is in the state that the answer will start from.
        turn: held while code runs, see `Judge.turn`.
        is_stopped: once it says so nothing begins or runs any more, because nobody will judge the answer.
    """

    def __init__(
        self,
        start: Session,
        problem: Problem,
        options: EvaluationOptions,
        *,
        separates: bool,
        is_used: bool = False,
        since: Sequence[PastRun] = (),
        turn: AbstractContextManager[object] | None = None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self._start = start
        self._since = since
        self._turn = turn or nullcontext()
        self._is_stopped = is_stopped
        self._limits = answer_limits(problem, options)
        self._forbidden = problem.forbid_names
        self._patience = options.patience
        self._separates = separates
        self._is_used = is_used
        self._fork: Session | None = None
        self._is_fresh = False
        """Whether nothing but the cells since then has run in the fork."""
        self._has_ended = False
        self._preparing: threading.Thread | None = None

    def run(self, code: str, *, anew: bool, max_time: float | None = None, max_silence: float | None = None) -> CellRun:
        """Execute one cell; see `Scratchpad.run`.

        Raises:
            SandboxError: the sandbox failed.
            AbandonedError: the evaluation has ended.
        """
        # Not under the turn, which the fork under way may wait for.
        self._await_fork()
        with self._turn:
            self._require_use()
            return self._run(code, anew=anew, max_time=max_time, max_silence=max_silence)

    def prepare(self, *, anew: bool) -> None:
        """Have the fork of the next run made by another thread; see `Scratchpad.prepare`."""
        self._await_fork()
        if self._fork is None or anew or self._has_ended:
            self._preparing = threading.Thread(target=self._fork_ahead, args=(anew,), name="fork ahead")
            self._preparing.start()

    def _fork_ahead(self, anew: bool) -> None:  # noqa: FBT001 - a thread hands arguments over by place
        # What fails here fails again in the run, which says so to whoever waits for it.
        with suppress(SandboxError, AbandonedError), self._turn:
            self._require_use()
            self._ready_fork(anew=anew)

    def _await_fork(self) -> None:
        if self._preparing is not None:
            self._preparing.join()
            self._preparing = None

    def _ready_fork(self, *, anew: bool) -> Session:
        """Return the fork that the next cell runs in."""
        if (anew and not self._is_fresh) or self._has_ended:
            self._end_fork()
        return self._fork or self._fork_anew()

    def _run(self, code: str, *, anew: bool, max_time: float | None, max_silence: float | None) -> CellRun:
        try:
            session = self._ready_fork(anew=anew)
        except SandboxError:
            if not self._is_used:
                raise
            # An answer's doing, which ends nothing but this run.
            return CellRun(outcome=Outcome.KILLED, seconds=0, peak_memory=0, detail=BROKEN)
        # Nothing is judged here, so that no validator is near the code of a solver.
        session.prepare(None)
        self._is_fresh = False
        limits = self._limits.model_copy(update={} if max_time is None else {"max_time": max_time})
        patience = self._patience.model_copy(update={} if max_silence is None else {"max_silence": max_silence})
        run = session.run(code, limits=limits, forbid_names=self._forbidden, patience=patience)
        self._has_ended = run.ended_session
        return run

    def _fork_anew(self) -> Session:
        fork = self._start.branch()
        try:
            fork.confine()
            if self._separates:
                fork.separate()
            self._follow(fork)
        except BaseException:
            # Nothing is to run in one that is not confined.
            fork.close()
            raise
        self._fork, self._is_fresh, self._has_ended = fork, True, False
        return fork

    def _follow(self, fork: Session) -> None:
        """Run in a fork what ran since the state that it was made from."""
        for cell in self._since:
            fork.prepare(None)
            run = fork.run(cell.code, limits=cell.limits, forbid_names=self._forbidden, patience=self._patience)
            if run.ended_session:
                raise SandboxError("the last attempt ended its session when it ran again", hint="")

    def close(self) -> None:
        """End the fork; safe to call twice."""
        self._await_fork()
        if self._fork is not None:
            with self._turn:
                self._end_fork()

    def _end_fork(self) -> None:
        if self._fork is not None:
            self._fork.close()
            self._fork = None

    def _require_use(self) -> None:
        if self._is_stopped():
            raise AbandonedError

    def __enter__(self) -> Self:
        self._require_use()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
