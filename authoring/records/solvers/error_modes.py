"""Why answers of solvers are wrong: the kinds, and what rules or a model say of each answer."""

from enum import StrEnum

from authoring.records.base import Record


class ErrorMode(StrEnum):
    """The kinds of wrong answers that CIBench counts (appendix E)."""

    INSTRUCTION = "instruction"
    """The reply does not do what is asked, or gives it in another form."""
    HALLUCINATION = "hallucination"
    """It relies on a name, file, function or argument that does not exist."""
    REASONING = "reasoning"
    """It computes something else than what is asked."""
    CODE = "code"
    """It is a way to the answer that breaks."""


class ErrorModeVerdict(Record):
    """Why one answer is wrong, by the rules, or by a model where they leave it open."""

    problemset: str
    index: int
    attempt: int
    mode: ErrorMode | None
    """None where a model was asked and gave no verdict that counts."""
    rule: ErrorMode
    """What the rules take it for, which is a guess where they leave it open."""
    is_open: bool = False
    """Whether the rules leave it open: nothing but the wrong value, or an exception of any kind, speaks for theirs."""
    quote: str = ""
    """Words of the reply or its output that a model quoted for its verdict."""
    reason: str = ""
    """A model's reason, or why it gave no verdict."""
    is_outage: bool = False
    """Whether the model gave no reply; the same command asks again."""

    @property
    def is_judged(self) -> bool:
        """Whether a model gave the verdict, which counts with a quote alone."""
        return self.mode is not None and bool(self.quote)


class JudgedModes(Record):
    """Why answers are wrong, each by the rules or by a model."""

    model: str
    verdicts: tuple[ErrorModeVerdict, ...]
    """One for every wrong answer that counts, in order."""
    new_calls: int = 0
    """Calls that this command made for it; verdicts that were there before cost nothing."""
    new_amount: str = ""
    """What these cost; empty where the model has no price."""

    @property
    def outages(self) -> int:
        """How many answers the model gave no reply about; the same command asks again."""
        return sum(verdict.is_outage for verdict in self.verdicts)
