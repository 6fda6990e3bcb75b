"""What a person decides about a draft, and how a run ends."""

from datetime import datetime
from enum import StrEnum

from authoring.records.base import Name, Record, Sha256
from authoring.records.draft import Draft
from authoring.records.evidence import Evidence
from authoring.records.seed import InputFile


class Action(StrEnum):
    """What a person may say of a revision."""

    ADMIT = "admit"
    REVISE = "revise"
    REJECT = "reject"


class Comment(Record):
    """A reviewer's word on one problem, or on the whole set (`problem` None)."""

    problem: int | None
    text: str


class Decision(Record):
    """What a person said of one revision: who, when, why, and the exact text it was about."""

    draft: Sha256
    action: Action
    reviewer: str
    time: datetime
    reason: str = ""
    comments: tuple[Comment, ...] = ()
    accepted: tuple[int, ...] = ()
    """Problems marked as good so far; a review that is resumed goes on behind them."""
    text: str | None = None
    """The whole edited text, for a revision that the person wrote."""
    for_model: bool = False
    """Whether the run's model is to carry the comments out."""


class Admission(Record):
    """A decision carried out: what stands in problemsets/ and in _meta/."""

    name: Name
    text: str
    meta: str
    """YAML: provenance, knowledge points, decisions, findings that were left standing."""
    inputs: tuple[InputFile, ...]


class Rejection(Record):
    """A decision not to use a draft."""

    name: Name
    decision: Decision


class Waiting(Record):
    """A draft that a person has to look at."""

    draft: Draft
    evidence: Evidence
