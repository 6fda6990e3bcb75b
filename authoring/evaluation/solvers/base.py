"""The port to whoever answers the questions of a benchmark, and what a solver is opened with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from authoring.records.base import Record
from authoring.records.evidence import Variable
from authoring.records.results import Benchmark, Submission

MAX_SECONDS = 600.0
"""Seconds that a program may take for one answer."""


class Task(Record):
    """What a solver is told of one problem, for one attempt."""

    problemset: str
    index: int
    """From 1, among the problems that are asked."""
    attempt: int = 1
    question: str
    history: tuple[str, ...] = ()
    """Code of every cell before: the references, or with error propagation the solver's own answers."""
    variables: tuple[Variable, ...] = ()
    """What the session holds; empty for a solver that does not look."""
    reference: str = ""
    """The right answer, for the oracle alone: empty for every other solver."""
    last_error: str = ""
    """What the last attempt raised, as a traceback; empty where it raised nothing."""
    last_output: str = ""
    """What the last attempt gave, as text."""
    hint: str = ""
    """The validators' words on the last attempt, where hints are on."""


class Solver(Protocol):
    """Someone who answers: the problems of a set in order; sets may be asked side by side, from several threads."""

    @property
    def name(self) -> str:
        """For results: who answered."""
        ...

    @property
    def looks(self) -> bool:
        """Whether it wants `Task.variables`, which take time to gather."""
        ...

    @property
    def sees_reference(self) -> bool:
        """Whether `Task.reference` is filled for it."""
        ...

    def imports(self, problemset: str) -> tuple[str, ...]:
        """Return the modules that the answers to a set will import, as far as they are known beforehand."""
        ...

    def solve(self, task: Task) -> Submission | None:
        """Answer; None for no answer. A solver's own failure goes into `Submission.agent_exception`, code empty."""
        ...

    def close(self) -> None:
        """Free what it holds; safe to call twice."""
        ...


@dataclass(frozen=True, slots=True)
class SolverOptions:
    """What a solver may be opened with; each solver takes what it needs."""

    benchmark: Benchmark
    submissions: Sequence[Submission] = ()
    """Recorded answers, for the solver that replays them."""
    command: Sequence[str] = ()
    """A program and its arguments, for the solver that asks it."""
    max_seconds: float = MAX_SECONDS


class SolverModule(Protocol):
    """What every module of this folder offers."""

    def open_solver(self, options: SolverOptions) -> Solver:
        """Return a solver.

        Raises:
            UsageError: the options lack what it needs.
        """
        ...
