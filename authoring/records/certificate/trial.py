"""Trials of a validator: an answer, and what the validator says of it."""

from typing import Literal

from authoring.records.base import Record

Side = Literal["wrong", "right"]
TrialOutcome = Literal["refused", "accepted", "equivalent", "undecided"]


class Trial(Record):
    """One answer that was tried as a submission."""

    side: Side
    """Whether the answer is wrong, or right in another way than the reference."""
    operator: str
    """How it came about: an operator of `authoring.dseal.mutation` or `authoring.validators.rewriting`, or ours."""
    description: str
    """What makes it another answer, in words."""
    code: str = ""
    """The code that was run; empty where a value was rewritten and judged without running any."""
    subject: str = ""
    """What was rewritten, where it was a value: ``value``, a variable, ``output``, ``stream``, ``predictions``, ..."""
    text: str = ""
    """What the answer gives, as short text."""
    outcome: TrialOutcome
    """Refused stands for whatever is not fully right. An equivalent answer says what the reference says, and does not
    count; of an undecided one nothing is known."""
    crashed: bool = False
    """Whether its code did not end well, so that any validator would refuse it."""
    reason: str = ""
    """The validator's reason, or why nothing is known."""
    case: str = ""
    """The test case, as JSON, on which a function differs from the reference that passes all cases of its block."""

    @property
    def is_fault(self) -> bool:
        """Whether it accuses the validator: a wrong answer is accepted, or a right one is refused."""
        return self.outcome == ("accepted" if self.side == "wrong" else "refused")


class RewriteTrial(Record):
    """One rewritten value, judged as if a submission had given it."""

    side: Literal["wrong", "right"]
    """Whether the rewritten value answers the question wrongly, or rightly in another form."""
    operator: str
    """The operator of `authoring.validators.rewriting`; ``limit`` where the reason says what was not tried, and why."""
    subject: str
    """``value``, a variable's name, ``output`` (of a function), ``stream``, ``predictions`` or ``figures``."""
    description: str
    """What was changed, in words."""
    text: str
    """The rewritten value as short text."""
    judgement: Literal["accepted", "refused", "undecided"]
    """Refused stands for whatever is not fully right, partly right included."""
    reason: str = ""
    """The validator's reason; empty where a wrong value is refused."""

    @property
    def is_fault(self) -> bool:
        """Whether it accuses the validator: a wrong value is accepted, or a right one refused."""
        return self.judgement == ("accepted" if self.side == "wrong" else "refused")
