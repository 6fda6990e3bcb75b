"""What a person's words on a plan or a task mean, as Data Interpreter reads them."""

from dataclasses import dataclass
from enum import Enum, auto

CONFIRMING = frozenset({"confirm", "continue", "c", "yes", "y"})
"""Words that accept when they are all that is said."""
CONFIRM, REDO, EXIT = "confirm", "redo", "exit"


class ReviewVerdict(Enum):
    """What is to happen with a plan or a task."""

    ACCEPT = auto()
    REDO = auto()
    """The task stays, and is tried again."""
    EXIT = auto()
    """Nothing more is done."""
    ADVICE = auto()
    """The plan is made again, with the words in view."""


@dataclass(frozen=True, slots=True)
class ReviewDecision:
    """A decision, with the words that a model is to be told."""

    verdict: ReviewVerdict
    advice: str = ""
    """For `ACCEPT`: what was said beside the word, which makes a new plan as well."""


def read_decision(words: str) -> ReviewDecision:
    """Return what words mean.

    A word of `CONFIRMING`, or a text with "confirm" in it, accepts, however the last run ended; "redo" tries the task
    again; "exit" ends the work; everything else is advice. Nothing at all accepts nothing and advises nothing: it is a
    request to try again.
    """
    text = words.strip()
    lowered = text.lower()
    if lowered in CONFIRMING:
        return ReviewDecision(ReviewVerdict.ACCEPT)
    if CONFIRM in lowered:
        return ReviewDecision(ReviewVerdict.ACCEPT, _beside_confirm(text))
    if lowered == EXIT:
        return ReviewDecision(ReviewVerdict.EXIT)
    if REDO in lowered or not lowered:
        # Never empty: the same request would be answered by the reply that is there.
        return ReviewDecision(ReviewVerdict.REDO, text or REDO)
    return ReviewDecision(ReviewVerdict.ADVICE, text)


def decision_of_run(*, is_success: bool) -> ReviewDecision:
    """Return what is decided where no person is: a task is accepted if its last run ended well."""
    return ReviewDecision(ReviewVerdict.ACCEPT if is_success else ReviewVerdict.ADVICE)


def _beside_confirm(text: str) -> str:
    position = text.lower().find(CONFIRM)
    before, after = text[:position], text[position + len(CONFIRM) :]
    return " ".join(part for part in (before.strip(" ,.;:"), after.strip(" ,.;:")) if part)
