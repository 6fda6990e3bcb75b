"""The oracle: it answers with the reference, so whatever it does not pass is the benchmark's fault."""

from authoring.evaluation.solvers.base import Scratchpad, Solver, SolverOptions, Task
from authoring.records.results import Submission


class ReferenceSolver(Solver):
    """Answers every problem with its own reference."""

    name = "reference"
    looks = False
    sees_reference = True

    def imports(self, problemset: str) -> tuple[str, ...]:
        """Nothing that the references do not import."""
        del problemset
        return ()

    def solve(self, task: Task, scratchpad: Scratchpad) -> Submission:
        """Answer with the reference."""
        del scratchpad
        return Submission(problemset=task.problemset, index=task.index, attempt=task.attempt, code=task.reference)

    def close(self) -> None:
        """Do nothing, because references hold no resources."""


def open_solver(options: SolverOptions) -> ReferenceSolver:
    """Return the oracle, which needs no option."""
    del options
    return ReferenceSolver()
