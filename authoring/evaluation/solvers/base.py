"""The port to whoever answers the questions of a benchmark."""

from typing import Protocol

from authoring.records.base import Record
from authoring.records.evidence import Variable
from authoring.records.results import Submission


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
