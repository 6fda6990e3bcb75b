"""What a person decides: about a draft, which ends a run, and about what stands in a workspace."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import SerializerFunctionWrapHandler, model_serializer

from authoring.records.base import Name, Record, RelativePath, Sha256
from authoring.records.certificate.problem import Part
from authoring.records.draft import Draft
from authoring.records.evidence import Evidence
from authoring.records.seed import InputFile


class Action(StrEnum):
    """What a person may say of a revision."""

    ADMIT = "admit"
    REVISE = "revise"
    REJECT = "reject"
    WITHDRAW = "withdraw"
    """The admitted set was taken out of the benchmark."""
    REOPEN = "reopen"
    """An admitted or rejected draft goes before a reviewer again."""


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
    made_by: str = ""
    """What made the text, where no person wrote it: ``rule: check --fix``; problems keep their origin then."""

    @model_serializer(mode="wrap")
    def _without_empty_maker(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # Journals know steps by what was written before there was this key.
        content: dict[str, Any] = serialize(self)
        if not self.made_by:
            content.pop("made_by", None)
        return content


class ScreenTime(Record):
    """Time in which a reviewer used the screen of a review."""

    reviewer: str
    time: datetime
    """When it was noted: before a decision that it led to, or when the reviewer left."""
    seconds: float


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
    parts: tuple[Part, ...] = ()
    """The parts of the gate that looked at it, beside its form and the dry run."""

    @model_serializer(mode="wrap")
    def _without_parts_where_none(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out parts where none looked at it: what reads drafts is older than they are."""
        content: dict[str, Any] = serialize(self)
        return content if self.parts else {key: value for key, value in content.items() if key != "parts"}


# --- changes of a workspace ---------------------------------------------------------------------------------------


class Deed(StrEnum):
    """What a person can do to an admitted set, a seed or a draft besides reviewing it."""

    REMOVE = "remove"
    RENAME = "rename"
    REPLACE = "replace"
    REOPEN = "reopen"
    EDIT = "edit"


class Subject(StrEnum):
    """What it is done to."""

    SEED = "seed"
    DRAFT = "draft"
    SET = "set"


class Move(Record):
    """A file or folder that gets another place; both paths are relative to the workspace."""

    source: RelativePath
    target: RelativePath


class JournaledDecision(Record):
    """A decision that belongs to a change, for the journal of a draft."""

    run: Name
    """The draft's name when the change begins."""
    decision: Decision


class FieldEdit(Record):
    """A field that was edited."""

    field: str
    before: str
    after: str


class Change(Record):
    """A change of a workspace, with all that is needed to carry it out, or to go on with it after a crash."""

    deed: Deed
    subject: Subject
    name: Name
    new_name: str = ""
    """For a renaming; else empty."""
    who: str
    time: datetime
    why: str = ""
    losses: tuple[str, ...] = ()
    """What is gone afterwards, in words that a person is asked with."""
    moves: tuple[Move, ...] = ()
    """In order; a move whose target is there was done before."""
    decision: JournaledDecision | None = None
    edits: tuple[FieldEdit, ...] = ()
    affected: tuple[str, ...] = ()
    """Admitted sets and drafts that are touched by it."""
    removed_to: str = ""
    """The folder, relative to the workspace, that what was removed was moved to; it has the workspace's own layout."""


class ChangeReport(Record):
    """What became of a change."""

    change: Change
    done: bool
    """False where the person who was asked did not agree: then nothing has changed."""
    next_step: str
    """The command that comes next."""
    notes: tuple[str, ...] = ()
    """What a person should know about it."""
