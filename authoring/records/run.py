"""A run: what it is pinned to when it begins, and where it stands when a person is asked or it has ended."""

from typing import TypeAlias

from authoring.records.base import Name, Record
from authoring.records.decision import Admission, Rejection, Waiting
from authoring.records.draft import DraftWishes, Example, ImportedSet, Template
from authoring.records.evidence import Limits
from authoring.records.experiment import Experiment
from authoring.records.model_config import ModelChoice
from authoring.records.seed import Seed
from authoring.records.sketch import Guide, Instructions
from authoring.validators.base import Dialect


class BlindSolving(Record):
    """Who answers the drafts of a run from questions and tables alone, and with which pages."""

    model: ModelChoice
    prompts: tuple[Guide, ...]


class RunSettings(Record):
    """What a run is pinned to when it begins; resuming uses these, and new settings mean a new run."""

    name: Name
    seed: Seed
    templates: tuple[Template, ...]
    examples: tuple[Example, ...]
    limits: Limits
    random_seed: int
    dialect: Dialect = "dseval"
    """The dialect of the benchmark that the set is for."""
    model: ModelChoice = ModelChoice()
    """Who drafts; templates do where it has no name."""
    instructions: Instructions | None = None
    """What the model is told; None for templates."""
    rounds: int = 0
    """How often findings are sent back to the model before a person is asked."""
    tries_answers: bool = False
    """Whether answers are tried on the validators of a draft before a person is asked, and a model mends what that
    finds."""
    blind: BlindSolving | None = None
    """Who answers each revision before a person is asked; None where nobody does."""
    wishes: DraftWishes = DraftWishes()
    """What templates are to draft, and what other sets have; nothing where a model drafts."""
    experiment: Experiment | None = None
    """The module and the topic of an experiment; None for a set about a seed's tables."""
    imported: ImportedSet | None = None
    """What was made by rule from existing material; None for a set that is drafted here."""


RunState: TypeAlias = Admission | Rejection | Waiting
"""Where a run stands: admitted, rejected, or waiting for a person."""


def exit_code(state: RunState) -> int:
    """Return the exit code of a command that came to this: 1 where a draft waits with errors, else 0."""
    return 1 if isinstance(state, Waiting) and state.evidence.errors else 0


class ResumedRun(Record):
    """A run that was begun before and has been gone on with."""

    name: Name
    steps: int
    """Steps whose recorded results were used."""
