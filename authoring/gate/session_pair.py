"""The two sessions of a dry run, side by side, and where there are reference cells a third one without them."""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Thread
from typing import Self

from authoring.dseal.model import Cell, Json
from authoring.dseal.reference_cells import is_marked
from authoring.records.evidence import AnswerSide, CellRun, Limits, Outcome, Pins, ProblemRun
from authoring.records.job import limits_of
from authoring.sandbox.port import Memory, Session


@dataclass(slots=True)
class SessionPair:
    """Two sessions in one state; `reference` judges `repeat`.

    `answering`, once a reference cell has run, is the session without such cells, as answers start from it.
    """

    reference: Session
    repeat: Session
    answering: Session | None = None
    hides: bool = False
    """Whether reference cells are kept from answers, as the strict dialect does."""

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
        branched = SessionPair(*_side_by_side(self.reference.branch, self.repeat.branch, executor), hides=self.hides)
        if self.answering is not None:
            try:
                branched.answering = self.answering.branch()
            except BaseException:
                branched.close()
                raise
        return branched

    @property
    def memory(self) -> Memory | None:
        """What they hold together; None where that cannot be told."""
        sessions = [session for session in (self.reference, self.repeat, self.answering) if session is not None]
        sizes = [memory for session in sessions if (memory := session.memory) is not None]
        if len(sizes) < len(sessions):
            return None
        return Memory(
            sum(size.total for size in sizes),
            sum(size.private for size in sizes),
            sum(size.proportional for size in sizes),
        )

    def run(self, index: int, cell: Cell, limits: Limits, executor: Executor, *, is_last: bool = False) -> ProblemRun:
        """Run one cell in both at once, and judge a problem's second run by its first.

        Args:
            index: of the cell, among all cells of the problem set.
            cell: what to run.
            limits: of the set; those that the cell has come first.
            executor: runs the second one.
            is_last: whether nothing will run in these sessions after it.
        """
        return self._run(index, cell, limits, executor, judged=cell.problem is not None, is_last=is_last)

    def replay(self, cell: Cell, limits: Limits, executor: Executor) -> bool:
        """Run one cell in both at once for the state it leaves; tell whether it ended well in both."""
        return self._run(0, cell, limits, executor, judged=False).ended_well

    def _run(
        self, index: int, cell: Cell, limits: Limits, executor: Executor, *, judged: bool, is_last: bool = False
    ) -> ProblemRun:
        problem = cell.problem
        block = None if problem is None or not judged else problem.validator or {}
        forbidden = () if problem is None else problem.forbid_names
        limits = limits_of(cell, limits)
        hidden = self.hides and is_marked(cell)
        if hidden and self.answering is None:
            # Up to here both saw the same.
            self.answering = self.reference.branch()
        # Before either runs: what a validator looks at has to be noted while the cell runs.
        self.reference.prepare(block, is_last=is_last)
        self.repeat.prepare(block, is_last=is_last)
        running = executor.submit(self.repeat.run, cell.code, limits=limits, forbid_names=forbidden)
        run = self.reference.run(cell.code, limits=limits, forbid_names=forbidden)
        repeat = running.result()
        side = None
        if self.answering is not None and not hidden:
            side = self._answer_side(self.answering, cell, limits, run, block)
        return ProblemRun(
            cell=index,
            number=None if problem is None else problem.number,
            run=run,
            repeat=repeat,
            judgement=self.reference.judge(self.repeat) if judged and run.outcome is Outcome.OK else None,
            answer_side=side,
        )

    def _answer_side(
        self, session: Session, cell: Cell, limits: Limits, run: CellRun, block: Mapping[str, Json] | None
    ) -> AnswerSide:
        """Run a cell where no reference cell ran, and judge a problem's reference there by the one beside them."""
        session.prepare(block)
        forbidden = () if cell.problem is None else cell.problem.forbid_names
        answer_run = session.run(cell.code, limits=limits, forbid_names=forbidden)
        can_judge = block is not None and run.outcome is answer_run.outcome is Outcome.OK
        return AnswerSide(run=answer_run, judgement=self.reference.judge(session) if can_judge else None)

    def close(self) -> None:
        """End them at once, since dying takes a process with much memory a while; safe to call twice."""
        sessions = [session for session in (self.repeat, self.answering) if session is not None]
        threads = [Thread(target=session.close) for session in sessions]
        for thread in threads:
            thread.start()
        try:
            self.reference.close()
        finally:
            for thread in threads:
                thread.join()


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
