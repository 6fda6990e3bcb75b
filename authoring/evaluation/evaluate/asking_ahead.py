"""Asking ahead: problems of a set that wait for no answer to another are put to the solver side by side.

How many calls are then under way is up to the model's own limits. Answers are judged in the order of the problems,
whatever order they come in, so that neither results nor their costs depend on it.
"""

import threading
from concurrent.futures import Executor, Future, wait
from dataclasses import dataclass

from authoring.dseal.model import Problem
from authoring.evaluation.evaluate.attempts import Judge, ask_solver
from authoring.evaluation.evaluate.scratchpad import AbandonedError, ForkedScratchpad
from authoring.evaluation.solvers.base import OutageError, Task
from authoring.records.results import Submission
from authoring.sandbox.port import Session


@dataclass(frozen=True, slots=True)
class _Question:
    """What a thread puts to the solver."""

    problem: Problem
    task: Task
    before: Session
    """The state before the problem, whose forks a solver may run code in."""


class AskingAhead:
    """First answers of one solver that are under way; `close` waits for what has begun and gives up the rest.

    Args:
        judge: whose solver is asked, and by which options.
        executor: its threads ask; it stays its owner's. None where nothing is to be asked ahead.
    """

    def __init__(self, judge: Judge, executor: Executor | None) -> None:
        self._judge = judge
        self._executor = executor
        self._stopped = threading.Event()
        self._failure: BaseException | None = None
        """What ends the evaluation, such as a budget that is spent."""
        self._answers: dict[tuple[int, int], Future[Submission | None]] = {}

    def submit(self, problem: Problem, task: Task, before: Session) -> None:
        """Have a first attempt made; the session has to stay as it is until the answer was taken."""
        if self._executor is not None:
            future = self._executor.submit(self._ask, _Question(problem, task, before))
            self._answers[task.index, task.sample] = future

    def answer(self, problem: Problem, sample: int) -> Future[Submission | None] | None:
        """Return the answer to a problem, which may still be to come; None where it was not asked for."""
        return self._answers.pop((problem.number, sample), None)

    def _ask(self, question: _Question) -> Submission | None:
        judge = self._judge
        scratchpad = ForkedScratchpad(
            question.before,
            question.problem,
            judge.options,
            separates=judge.dialect == "dseval",
            turn=judge.turn,
            is_stopped=self._is_stopped,
        )
        try:
            with scratchpad:
                return ask_solver(judge.solver, question.task, scratchpad)
        except OutageError:
            raise
        except AbandonedError as error:
            # Whoever takes this answer first is to hear why there is none.
            raise self._failure or error from None
        except BaseException as error:
            self._failure = self._failure or error
            self._stopped.set()
            raise

    def _is_stopped(self) -> bool:
        return self._stopped.is_set() or self._judge.is_stopped()

    def close(self) -> None:
        """End what nobody will take any more; a call that is under way is waited for, because it is paid."""
        self._stopped.set()
        futures = list(self._answers.values())
        self._answers.clear()
        wait([future for future in futures if not future.cancel()])
