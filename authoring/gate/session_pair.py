"""The two sessions of a dry run, side by side."""

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Self

from authoring.dseal.model import Cell
from authoring.records.evidence import Limits, Outcome, Pins, ProblemRun
from authoring.records.job import limits_of
from authoring.sandbox.port import Memory, Session


@dataclass(frozen=True, slots=True)
class SessionPair:
    """Two sessions in one state; `reference` judges `repeat`."""

    reference: Session
    repeat: Session

    @classmethod
    def opened(cls, start: Callable[[Pins], Session], pins: tuple[Pins, Pins]) -> Self:
        """Open both at once: starting a sandbox means to import pandas, with each hash seed.

        Raises:
            SandboxError: one of the two cannot be opened.
        """
        with ThreadPoolExecutor(max_workers=1) as executor:
            return cls(*_side_by_side(lambda: start(pins[0]), lambda: start(pins[1]), executor))

    def branch(self, executor: Executor) -> "SessionPair":
        """Fork both.

        Raises:
            SandboxError: one of the two has ended.
        """
        return SessionPair(*_side_by_side(self.reference.branch, self.repeat.branch, executor))

    @property
    def memory(self) -> Memory | None:
        """What both hold together; None where that cannot be told."""
        reference, repeat = self.reference.memory, self.repeat.memory
        if reference is None or repeat is None:
            return None
        return Memory(
            reference.total + repeat.total,
            reference.private + repeat.private,
            reference.proportional + repeat.proportional,
        )

    def run(self, index: int, cell: Cell, limits: Limits, executor: Executor) -> ProblemRun:
        """Run one cell in both at once, and judge a problem's second run by its first.

        Args:
            index: of the cell, among all cells of the problem set.
            cell: what to run.
            limits: of the set; those that the cell has come first.
            executor: runs the second one.
        """
        return self._run(index, cell, limits, executor, judged=cell.problem is not None)

    def replay(self, cell: Cell, limits: Limits, executor: Executor) -> bool:
        """Run one cell in both at once for the state it leaves; tell whether it ended well in both."""
        return ended_well(self._run(0, cell, limits, executor, judged=False))

    def _run(self, index: int, cell: Cell, limits: Limits, executor: Executor, *, judged: bool) -> ProblemRun:
        problem = cell.problem
        block = None if problem is None or not judged else problem.validator or {}
        forbidden = () if problem is None else problem.forbid_names
        limits = limits_of(cell, limits)
        # Before either runs: what a validator looks at has to be noted while the cell runs.
        self.reference.prepare(block)
        self.repeat.prepare(block)
        running = executor.submit(self.repeat.run, cell.code, limits=limits, forbid_names=forbidden)
        run = self.reference.run(cell.code, limits=limits, forbid_names=forbidden)
        repeat = running.result()
        return ProblemRun(
            cell=index,
            number=None if problem is None else problem.number,
            run=run,
            repeat=repeat,
            judgement=self.reference.judge(self.repeat) if judged and run.outcome is Outcome.OK else None,
        )

    def close(self) -> None:
        """End both; safe to call twice."""
        self.reference.close()
        self.repeat.close()


def _side_by_side(
    first: Callable[[], Session], second: Callable[[], Session], executor: Executor
) -> tuple[Session, Session]:
    """Open two sessions at once; where one of them fails, the other is closed."""
    opening = executor.submit(second)
    try:
        session = first()
    except BaseException:
        # Whatever ended the first must not leave the processes of the second behind.
        if opening.exception() is None:
            opening.result().close()
        raise
    try:
        return session, opening.result()
    except BaseException:
        session.close()
        raise


def ended_well(run: ProblemRun) -> bool:
    """Tell whether a cell ended well in both sessions."""
    return run.run.outcome is Outcome.OK and run.repeat is not None and run.repeat.outcome is Outcome.OK
