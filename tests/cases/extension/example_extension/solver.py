"""A solver that always answers 1."""

from authoring.evaluation.solvers.base import Scratchpad, Solver, SolverOptions, Task
from authoring.records.results import Submission


class ConstantSolver(Solver):
    """Answers every question with the number 1."""

    name = "example"
    looks = False
    sees_reference = False

    def imports(self, problemset: str) -> tuple[str, ...]:
        """Import nothing."""
        del problemset
        return ()

    def solve(self, task: Task, scratchpad: Scratchpad) -> Submission:
        """Answer 1."""
        del scratchpad
        return Submission(problemset=task.problemset, index=task.index, attempt=task.attempt, code="1")

    def close(self) -> None:
        """Hold nothing."""


def open_solver(options: SolverOptions) -> ConstantSolver:
    """Return the solver, which needs no option."""
    del options
    return ConstantSolver()
