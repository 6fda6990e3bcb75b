"""What is put to a person who is a solver."""

from collections.abc import Callable

from authoring.records.base import Record
from authoring.records.evidence import CellRun, Variable

PERSON = "person"
"""The solver that asks whoever sits at the terminal."""


class PersonQuestion(Record):
    """One problem, as a person is shown it."""

    problemset: str
    index: int
    """From 1, among the problems that are asked."""
    attempt: int = 1
    question: str
    conventions: tuple[str, ...] = ()
    """What holds for every question of the set where it says nothing else."""
    history: tuple[str, ...] = ()
    """Code of every cell before."""
    variables: tuple[Variable, ...] = ()
    """What the session holds."""
    last_code: str = ""
    """Their last attempt's code."""
    last_error: str = ""
    """What it raised, as a traceback."""
    hint: str = ""
    """The validators' words on it, where hints are on."""


class PersonTime(Record):
    """How long a person took over all answers of an evaluation."""

    answers: int
    """Those whose time was noted; what they passed is none."""
    total: float
    """Seconds."""
    median: float
    """Seconds of one answer."""


Answerer = Callable[[PersonQuestion, Callable[[str], CellRun]], str | None]
"""Puts a question to a person, who may run code as often as they like; returns their code, None where they pass."""
