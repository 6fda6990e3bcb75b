"""A person who answers, for a human baseline: their code is judged as any other, and their time is noted."""

import threading
import time

from authoring.errors import UsageError
from authoring.evaluation.solvers.base import Scratchpad, Solver, SolverOptions, Task
from authoring.records.evidence import CellRun
from authoring.records.results import Submission
from authoring.records.solvers.person import Answerer, PersonQuestion


class PersonSolver(Solver):
    """Asks a person, one question after the other, also where sets are judged side by side.

    Args:
        answerer: puts a question to the person.
    """

    name = "person"
    looks = True
    sees_reference = False

    def __init__(self, answerer: Answerer) -> None:
        self._answerer = answerer
        self._lock = threading.Lock()

    def imports(self, problemset: str) -> tuple[str, ...]:
        """Return nothing: what a person will import is not known beforehand."""
        del problemset
        return ()

    def solve(self, task: Task, scratchpad: Scratchpad) -> Submission | None:
        """Ask, and note the seconds until the answer and how often code was tried; None where the person passes."""
        runs = 0

        def run(code: str) -> CellRun:
            nonlocal runs
            runs += 1
            return scratchpad.run(code, anew=True)

        question = PersonQuestion.model_validate({name: getattr(task, name) for name in PersonQuestion.model_fields})
        with self._lock:
            began = time.monotonic()
            code = self._answerer(question, run)
            seconds = time.monotonic() - began
        if code is None:
            return None
        return Submission(
            problemset=task.problemset,
            index=task.index,
            attempt=task.attempt,
            code=code,
            agent_stats={"seconds": round(seconds, 1), "runs": runs},
        )

    def close(self) -> None:
        """Do nothing, because a person holds no resources."""


def open_solver(options: SolverOptions) -> PersonSolver:
    """Return the solver that asks a person.

    Raises:
        UsageError: nobody can be asked.
    """
    if options.answerer is None:
        raise UsageError("a person answers at a terminal, and there is none", hint="run it at one, or record answers")
    return PersonSolver(options.answerer)
