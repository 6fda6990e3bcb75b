"""Other readings of a question: what a reference gives that makes another choice where the question leaves one open."""

from typing import Literal

from authoring.records.base import Record

ReadingOutcome = Literal["same", "differs", "undecided"]


class ReadingTrial(Record):
    """One other reading that was run in place of the reference."""

    kind: str
    """What the choice is about, in kebab case."""
    taken: str
    """What the reference does, in words."""
    other: str
    """What the other reading does."""
    settles: str
    """The sentence that settles the choice as the reference makes it."""
    settles_other: str
    """The sentence that settles it the other way."""
    tells: bool = True
    """Whether `settles` may stand in a question as it is; else it says what its author has to decide."""
    is_customary: bool
    """Whether most people of the field read the question as the reference does."""
    code: str
    """The reference with the other choice made."""
    outcome: ReadingOutcome
    """Undecided is a reading that does not run, or that the problem's own validator accepts beside the reference."""
    given: str = ""
    """What the reference gives, as short text."""
    given_otherwise: str = ""
    """What the other reading gives."""
    reason: str = ""
    """Where the two differ, or why nothing is known."""
