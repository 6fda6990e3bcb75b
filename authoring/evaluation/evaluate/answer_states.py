"""The state that answers to a problem start from: a fork of the references' session, or a session of the solver's own.

In DSEval each problem starts from what the references left. In CIBench a solver has one session for a whole notebook:
it finds what its own answers left, and in the oracle mode what the references did behind each of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from authoring.errors import SandboxError
from authoring.records.evidence import CellRun, Limits, Variable
from authoring.records.results import EvaluationOptions
from authoring.sandbox.port import Session
from authoring.validators.base import Dialect


@dataclass(frozen=True, slots=True)
class PastRun:
    """A cell that ran and left something."""

    code: str
    limits: Limits


class AnswerState(Protocol):
    """Where the attempts at one problem run, one after the other."""

    @property
    def start(self) -> Session:
        """A session whose forks, behind the cells of `since`, are in the state that the next attempt starts from."""
        ...

    @property
    def since(self) -> tuple[PastRun, ...]:
        """What ran between the state of `start` and the next attempt."""
        ...

    @property
    def is_used(self) -> bool:
        """Whether an answer ran in that session before, which may have broken it."""
        ...

    def variables(self) -> tuple[Variable, ...]:
        """Return what the next attempt finds."""
        ...

    def session(self) -> Session:
        """Return the session that the next attempt runs in."""
        ...

    def note(self, code: str, run: CellRun, limits: Limits) -> None:
        """Take note of an attempt that was run and judged."""
        ...

    def close(self) -> None:
        """End what was opened for these attempts; safe to call twice."""
        ...


class ForkedState(AnswerState):
    """Forks of the state before a problem: as many as `EvaluationOptions` gives attempts a state of their own.

    Args:
        before: the session in that state; who opened it closes it.
        options: how answers are judged.
        dialect: whose rules.
    """

    def __init__(self, before: Session, options: EvaluationOptions, dialect: Dialect) -> None:
        self._before = before
        self._options = options
        self._dialect = dialect
        self._branch = before
        self._has_ended = False
        self._attempts: list[PastRun] = []

    @property
    def start(self) -> Session:
        """The state before the problem: a fork of an answer's own session could read no file of its own any more."""
        return self._before

    @property
    def since(self) -> tuple[PastRun, ...]:
        """The attempts that the next one goes on from."""
        return () if self._is_anew else tuple(self._attempts)

    @property
    def is_used(self) -> bool:
        """Whether the next attempt goes on from the last one."""
        return not self._is_anew

    @property
    def _is_anew(self) -> bool:
        # The first attempt needs a fork of its own, any with resets, and one after the session died.
        return self._branch is self._before or self._options.retry_reset or self._has_ended

    def variables(self) -> tuple[Variable, ...]:
        """Return the variables before the problem, or those that the last attempt left."""
        return left_variables(self._branch) if self.is_used else self._before.variables()

    def session(self) -> Session:
        """Return a session in the state before the problem; the last attempt may have that state itself."""
        if not self._is_anew:
            return self._branch
        self.close()
        self._attempts.clear()
        # A fork costs as much as a cell, so a single attempt runs in the state itself, which nobody needs afterwards.
        is_single = self._options.max_attempts == self._options.samples == 1
        self._branch = self._before if is_single else self._before.branch()
        # Before a submission runs: it is kept away from the files and processes of the session that judges it.
        self._branch.confine()
        # DSEval copies every variable on its own before each submission, and its verdicts on aliases rest on it.
        if self._dialect == "dseval":
            self._branch.separate()
        return self._branch

    def note(self, code: str, run: CellRun, limits: Limits) -> None:
        """Note an attempt, and whether it ended its session."""
        self._attempts.append(PastRun(code, limits))
        self._has_ended = run.ended_session

    def close(self) -> None:
        """End the fork of the last attempt."""
        if self._branch is not self._before:
            self._branch.close()
            self._branch = self._before


class ContinuedSession(AnswerState):
    """One session of the solver's own for a whole set, in which its answers follow one another.

    It is the root of its own tree of sessions, away from those that judge. Where a cell ends its process, the state is
    made again from the cells before: a Jupyter kernel, which is interrupted, keeps its state as well.

    Args:
        begin: opens a session in which nothing has run.
        options: how answers are judged.
    """

    is_used = True
    since = ()

    def __init__(self, begin: Callable[[], Session], options: EvaluationOptions) -> None:
        self._begin = begin
        self._patience = options.patience
        self._cells: list[PastRun] = []
        self._session = begin()

    @property
    def start(self) -> Session:
        """The session as the last cell left it."""
        return self._session

    def variables(self) -> tuple[Variable, ...]:
        """Return what the last cell left."""
        return left_variables(self._session)

    def session(self) -> Session:
        """Return the session."""
        return self._session

    def run(self, code: str, limits: Limits) -> CellRun:
        """Run a cell that is no answer: context, or a reference."""
        run = self._run(PastRun(code, limits))
        self.note(code, run, limits)
        return run

    def note(self, code: str, run: CellRun, limits: Limits) -> None:
        """Note a cell that ran; where its process is gone, make the state again.

        That is the state before the cell if the cell ended it, and the state behind it if that happened to whoever
        looked at what it left: the next answer is not to pay for it.
        """
        if not run.ended_session:
            self._cells.append(PastRun(code, limits))
            if self._is_alive():
                return
        # What ended well before does not have to: each round that does not leaves a cell out.
        while not self._rebuild():
            pass

    def _is_alive(self) -> bool:
        try:
            self._session.branch().close()
        except SandboxError:
            return False
        return True

    def _rebuild(self) -> bool:
        """Run all cells in a new session; return whether it is there then, and else forget the cell that ended it."""
        self._session.close()
        self._session = self._begin()
        for position, cell in enumerate(self._cells):
            if self._run(cell).ended_session:
                del self._cells[position]
                return False
        return True

    def _run(self, cell: PastRun) -> CellRun:
        self._session.prepare(None)
        return self._session.run(cell.code, limits=cell.limits, patience=self._patience)

    def close(self) -> None:
        """Do nothing: later problems go on from here; `end` closes the session."""

    def end(self) -> None:
        """Close the session."""
        self._session.close()


def left_variables(session: Session) -> tuple[Variable, ...]:
    """Return the variables that an answer left; none where its code broke what tells them, which ends nothing else."""
    try:
        return session.variables()
    except SandboxError:
        return ()
