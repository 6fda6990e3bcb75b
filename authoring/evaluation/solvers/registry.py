"""The solvers there are, by the name that `--solver` gives them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from authoring.errors import UsageError
from authoring.evaluation.solvers.base import Solver
from authoring.evaluation.solvers.command import MAX_SECONDS, CommandSolver
from authoring.evaluation.solvers.recorded import RecordedSolver
from authoring.evaluation.solvers.reference import ReferenceSolver
from authoring.records.results import Benchmark, Submission


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a solver may be made from; each takes what it needs."""

    benchmark: Benchmark
    submissions: Sequence[Submission] = ()
    command: Sequence[str] = ()
    max_seconds: float = MAX_SECONDS


SOLVERS: dict[str, Callable[[Wanted], Solver]] = {
    "command": lambda wanted: CommandSolver(wanted.command, max_seconds=wanted.max_seconds),
    "recorded": lambda wanted: RecordedSolver(wanted.submissions, wanted.benchmark),
    "reference": lambda _wanted: ReferenceSolver(),
}


def open_solver(name: str, wanted: Wanted) -> Solver:
    """Return a solver; close it when the evaluation is done.

    Raises:
        UsageError: there is none of this name, or it cannot be had.
    """
    if name not in SOLVERS:
        raise UsageError(f"no solver is called {name}", hint=f"solvers: {', '.join(SOLVERS)}")
    return SOLVERS[name](wanted)
