"""Batches while the provider works on them, as a file remembers them, and their results."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from authoring.errors import ModelError
from authoring.llm.atomic_file import write_text_whole
from authoring.llm.port import CallError, Purpose, Reply
from authoring.records.base import Record, Sha256
from authoring.records.documents import load_json
from authoring.records.format_version import current, marked

ENDED: Final = frozenset({"completed", "expired", "cancelled", "failed"})
"""States in which a batch has ended, in the provider's words."""


class SubmittedRequest(Record):
    """A request that was submitted."""

    identity: Sha256
    purpose: Purpose
    subject: str


class SubmittedBatch(Record):
    """One batch at the provider."""

    id: str
    requests: tuple[SubmittedRequest, ...]


class BatchSubmission(Record):
    """All that is needed to collect the replies later."""

    fingerprint: str
    """The fingerprint of the model."""
    batches: tuple[SubmittedBatch, ...] = ()


class BatchState(Record):
    """The progress of one batch."""

    id: str
    status: str
    total: int
    """Number of its requests."""
    done: int
    """Number of its requests with a reply or a failure."""


@dataclass(frozen=True, slots=True)
class BatchResults:
    """The results of batches so far, by the identity of each request."""

    states: tuple[BatchState, ...] = ()
    replies: Mapping[str, Reply] = field(default_factory=dict)
    failures: Mapping[str, CallError] = field(default_factory=dict)

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        return all(state.status in ENDED for state in self.states)

    @property
    def missing(self) -> frozenset[str]:
        """Requests without a reply that may get one when they are submitted again."""
        return frozenset(identity for identity, error in self.failures.items() if error.failure.passing)


def write_submission(path: Path, submission: BatchSubmission) -> None:
    """Write the file of the batches under way, whole or not at all.

    Raises:
        ModelError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        content = marked("batch-ticket", submission.model_dump(mode="json"))
        write_text_whole(path, json.dumps(content, indent=1) + "\n")
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror}", hint="free some space, or check permissions") from error


def read_submission(path: Path) -> BatchSubmission:
    """Read the file of the batches under way.

    Raises:
        ModelError: the file cannot be read as one.
    """
    # A pipe would be waited for.
    if path.exists() and not path.is_file():
        raise ModelError(f"{path}: is no file", hint="move it away, and hand over the batch again")
    try:
        return BatchSubmission.model_validate(
            current("batch-ticket", load_json(path.read_bytes()), path=path, error=ModelError)
        )
    except OSError as error:
        raise ModelError(
            f"{path}: {error.strerror}", hint="hand over a batch first: authoring draft --batch"
        ) from error
    except (ValueError, ValidationError) as error:
        raise ModelError(f"{path}: no ticket of a batch", hint="see the provider's page on batches") from error
