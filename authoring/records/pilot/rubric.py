"""What a model says of problems by the rubric, and how far people's decisions agree with it."""

from datetime import datetime

from authoring.records.base import Record, Sha256


class RubricVerdict(Record):
    """What a model says of one problem by one criterion."""

    number: int
    """The number of the problem, from 1 among those that are asked."""
    criterion: str
    holds: bool | None
    """None where it is not judged: there is no verdict, or none with words of the problem."""
    quote: str = ""
    """Words of the problem that it rests on."""
    reason: str = ""
    """The model's reason, or why nothing is judged."""
    is_outage: bool = False
    """Whether the model gave no reply; the same command asks again."""


class RubricRecord(Record):
    """What a model said of the problems of one text."""

    name: str
    """The name of the draft or the set."""
    draft: Sha256
    """Hash of the text that it is about."""
    time: datetime
    model: str
    criteria: tuple[str, ...]
    verdicts: tuple[RubricVerdict, ...]

    @property
    def outages(self) -> int:
        """How many problems the model gave no reply about."""
        return len({verdict.number for verdict in self.verdicts if verdict.is_outage})


class CriterionAgreement(Record):
    """How objections by one criterion, or by any, compare with what people objected to; counts are of problems."""

    criterion: str
    """Empty for all together."""
    by_both: int = 0
    """Model and person object."""
    by_model: int = 0
    """The model objects, and a person took the problem as it was."""
    by_person: int = 0
    """A person objects, and the model does not."""
    by_nobody: int = 0
    not_judged: int = 0
    """The model gave no verdict; in none of the others."""

    @property
    def share(self) -> float | None:
        """The share of problems about which both say the same; None where there is none."""
        total = self.by_both + self.by_model + self.by_person + self.by_nobody
        return (self.by_both + self.by_nobody) / total if total else None


class RubricAgreement(Record):
    """The rubric's verdicts beside people's decisions about the very same texts."""

    texts: int
    """Texts that were judged and that a person decided about."""
    undecided: int
    """Texts that were judged, and that nobody decided about."""
    total: CriterionAgreement
    criteria: tuple[CriterionAgreement, ...]
