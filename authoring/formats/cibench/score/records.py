"""The records of scoring: notebooks of a tree, predictions of an agent, and the score of a step."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from authoring.records.base import Record

SUITE: Final = re.compile(r"cibench_\w+")
"""The names of the folders of a tree that hold notebooks."""


class Tag(StrEnum):
    """The kind of output of a step, which decides how it is scored."""

    EXEC = "exec"
    """No output: only whether the step runs counts."""
    NUM = "num"
    TEXT = "text"
    VIS = "vis"
    GENERAL = "general"
    """Some text, in a notebook that does not say what its steps give; scored as a number."""


class Metric(StrEnum):
    """OpenCompass' names of the figures."""

    TOOL = "tool_rate"
    EXECUTABLE = "executable"
    NUMERIC = "numeric_correct"
    TEXT = "text_score"
    VISUAL = "vis_sim"
    GENERAL = "general_correct"
    JUDGED = "vis_judged"
    """Ours: the visual score that a model gives, where one was asked."""


@dataclass(frozen=True, slots=True)
class ReferenceStep:
    """One question of a notebook, with what its answer gave when it was written."""

    tag: Tag
    output: str | None
    """Text, or a PNG in base64; None where the notebook holds neither."""


@dataclass(frozen=True, slots=True)
class ReferenceNotebook:
    """One notebook of a dataset."""

    path: str
    """The path of the notebook below the dataset's folder."""
    steps: tuple[ReferenceStep, ...]
    typed: bool
    """Whether its metadata says what its steps give."""
    codes: tuple[str, ...]
    """The texts of the code cells, in order."""
    questions: tuple[str, ...]
    """The questions as the loader hands them to an agent, module suffix included."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """One module's folder of a tree."""

    name: str
    """``SUITE/MODULE``, as it stands in the tree."""
    experiments: tuple[ReferenceNotebook, ...]

    @property
    def module(self) -> str:
        """The name of the folder of the module that an experiment is about."""
        return self.name.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class InterpreterOutput:
    """The output of the interpreter; None where it gave no text, or no list of pictures."""

    text: str | None
    pictures: str | None
    """Links in Markdown to picture files."""


@dataclass(frozen=True, slots=True)
class AgentAction:
    """One thing that an agent did in a step."""

    interpreter: bool
    """Whether it ran code."""
    failed: bool
    result: InterpreterOutput | None


StepActions = tuple[AgentAction, ...]
"""The actions of an agent in one step, in order."""


@dataclass(frozen=True, slots=True)
class NotebookPrediction:
    """The actions of an agent in one notebook."""

    steps: tuple[StepActions, ...]
    questions: tuple[str, ...]
    """The questions that the agent was asked."""


PictureReader = Callable[[str], bytes | None]
"""Gives the content of a picture by the path that a prediction names; None where there is no such picture."""


class StepScore(Record):
    """The score of one step."""

    dataset: str
    """The name in the predictions: a suite that is played with oracle answers has its own."""
    module: str
    experiment: str
    number: int
    """The number of the step, from 1."""
    tag: Tag
    tool: bool
    """Whether code was run at all."""
    executable: bool
    """Whether the last code that was run gave no error."""
    score: float | None
    """0 or 1 for a number, 0 to 1 for a text, -1 to 1 for a figure; None for a step that gives nothing."""
    depends_on: int
    """The number of earlier steps that it needs, directly or through others."""
    picture: str = ""
    """Path of the figure that was scored, as the prediction names it."""
    why: str = ""
    """Why there was nothing to compare, or what makes a score doubtful; empty most often."""
    judged: int | None = None
    """A model's grade of the figure, 1 to 10; 0 where there is no figure; None where nobody was asked."""
    judged_because: str = ""
    """The model's reason for the grade."""
    question: str = ""
    """The question, for steps that give a figure."""

    @property
    def place(self) -> str:
        """The place of the step, as a person reads it."""
        return f"{self.dataset}/{self.experiment}, step {self.number}"
