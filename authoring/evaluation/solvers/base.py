"""The port to whoever answers the questions of a benchmark, and what a solver is opened with."""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from authoring.dseal.conventions import with_conventions
from authoring.llm.port import Model
from authoring.records.base import Record, Sha256
from authoring.records.evidence import CellRun, Variable
from authoring.records.results import Benchmark, Submission
from authoring.records.sketch import Guide
from authoring.records.solvers.person import Answerer
from authoring.records.solvers.task_graph import TaskGraph, TaskReview

MAX_SECONDS = 600.0
"""Seconds that a program may take for one answer."""


class Task(Record):
    """What a solver is told of one problem, for one attempt."""

    problemset: str
    index: int
    """From 1, among the problems that are asked."""
    attempt: int = 1
    sample: int = 1
    """The number of this answer among several independent ones, from 1."""
    question: str
    conventions: tuple[str, ...] = ()
    """What holds for every question of the set where it says nothing else."""
    history: tuple[str, ...] = ()
    """Code of every cell before: the references, or with error propagation the solver's own answers."""
    questions: tuple[str, ...] = ()
    """The question of every cell before, as many as in `history`; empty for context."""
    outputs: tuple[str, ...] = ()
    """What every cell before printed and returned, long ones without their middle; as many as in `history`."""
    variables: tuple[Variable, ...] = ()
    """What the session holds; empty for a solver that does not look."""
    reference: str = ""
    """The right answer, for the oracle alone: empty for every other solver."""
    last_code: str = ""
    """The last attempt's code."""
    last_error: str = ""
    """What the last attempt raised, as a traceback; empty where it raised nothing."""
    last_output: str = ""
    """What the last attempt gave, as text."""
    hint: str = ""
    """The validators' words on the last attempt, where hints are on."""

    @property
    def whole_question(self) -> str:
        """The question as a solver is shown it, with the conventions of its set behind it."""
        return with_conventions(self.question, self.conventions)


class OutageError(Exception):
    """A solver's model gave no reply, for a reason that says nothing of the problem or of the solver."""


class PendingAnswerError(OutageError):
    """The reply is on its way: another command collects it."""


class Scratchpad(Protocol):
    """Runs a solver's code in forks of the state before its problem, behind the walls; nothing that it does counts."""

    def run(self, code: str, *, anew: bool, max_time: float | None = None, max_silence: float | None = None) -> CellRun:
        """Execute one cell, and return what became of it.

        The cell starts from the state before the problem if `anew`, else from what the last run left, as far as that
        one left a process. It may take as long as an answer to the problem may where `max_time` is None, and
        is ended after `max_silence` seconds without output.
        """
        ...

    def prepare(self, *, anew: bool) -> None:
        """Have the state for the next run made while the solver waits for its model; no run has to follow."""
        del anew


class Solver(Protocol):
    """Someone who answers: the problems of a set in order, or as many of them at once as `simultaneous` says.

    Sets may be asked side by side, from several threads.
    """

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

    @property
    def simultaneous(self) -> int:
        """How many problems of a set may be put to it at once, where no task shows an answer of its own."""
        return 1

    def imports(self, problemset: str) -> tuple[str, ...]:
        """Return the modules that the answers to a set will import, as far as they are known beforehand."""
        ...

    def solve(self, task: Task, scratchpad: Scratchpad) -> Submission | None:
        """Answer; None for no answer. A solver's own failure goes into `Submission.agent_exception`, code empty.

        Raises:
            OutageError: a model gave no reply, so that the problem is still to be put to the solver.
        """
        ...

    def close(self) -> None:
        """Free what it holds; safe to call twice."""
        ...


class ContextPart(StrEnum):
    """Something that a solver may be shown beside the question."""

    CODE = "code"
    """The code of the cells before."""
    VARIABLES = "variables"
    """Name, type, shape and first rows of what the session holds."""
    QUESTIONS = "questions"
    """The questions of the problems before."""
    OUTPUTS = "outputs"
    """What the cells before printed and returned."""
    PROFILE = "profile"
    """The profile of the input files."""


DEFAULT_CONTEXT = (ContextPart.CODE, ContextPart.VARIABLES)
"""What DSEval's own agent is shown."""


class ObservationStore(Protocol):
    """Keeps what a solver saw: a command that goes on after a kill sees the same and pays for no reply twice."""

    def recall(self, key: Sha256) -> str | None:
        """Return the text that was kept under a key; None where there is none."""
        ...

    def put(self, key: Sha256, text: str) -> None:
        """Keep a text."""
        ...


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """What a solver that asks a language model is opened with."""

    model: Model
    prompts: Sequence[Guide]
    """Pages of templates/prompts/solvers/."""
    observations: ObservationStore
    context: Sequence[ContextPart] = DEFAULT_CONTEXT
    helpers: bool = True
    """Whether the context shows variables and functions that references made and no question names."""
    packages: str = ""
    """What is installed where answers run, in words."""
    turns: int | None = None
    """The most replies to one problem; the solver's own number if None."""
    temperature: float | None = None
    """For the results; the model has it already."""
    seed: int | None = None
    """What the provider draws the first sample by, where it takes a number; each further one has the next."""
    surroundings: str = ""
    """What else can change a run: sandbox, data, limits. What was seen in other ones is not recalled."""
    profile: Callable[[str], str] = lambda _: ""
    """Returns the profile of a set's input files as text."""
    modules: Container[str] | None = None
    """Modules that tools may come from, because code can import them; None where nobody looked, which allows all."""
    on_graph: Callable[[TaskGraph], None] = lambda _: None
    """Hears of the task graph of an answer whenever it changes."""
    on_close: Callable[[], None] = lambda: None
    """Hears that nothing more is asked."""
    reviewer: Callable[[TaskReview], str] | None = None
    """Asks a person about a plan or a task, and returns their words; None where runs decide."""
    concurrency: int = 1
    """How many questions may be put to the model at once."""
    waits: bool = True
    """Whether a call waits for its reply, so that a server that is down costs time; a batch costs none."""


@dataclass(frozen=True, slots=True)
class SolverOptions:
    """What a solver may be opened with; each solver takes what it needs."""

    benchmark: Benchmark
    submissions: Sequence[Submission] = ()
    """Recorded answers, for the solver that replays them."""
    command: Sequence[str] = ()
    """A program and its arguments, for the solver that asks it."""
    max_seconds: float = MAX_SECONDS
    asking: ModelOptions | None = None
    """For the solvers that ask a language model."""
    answerer: Answerer | None = None
    """For the solver that asks a person."""


class SolverModule(Protocol):
    """What every module of this folder offers.

    A solver whose name is followed by a colon and more says in ``ARGUMENT`` what that is: ``MODEL`` for the name of a
    language model, with which `SolverOptions.asking` is filled, or other words for a command and its arguments.
    """

    def open_solver(self, options: SolverOptions) -> Solver:
        """Return a solver.

        Raises:
            UsageError: the options lack what it needs.
        """
        ...
