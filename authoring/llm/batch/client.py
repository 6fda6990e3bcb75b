"""A provider's batch mode: many requests submitted at once, answered within a day, at half the price.

Nothing is paid twice: a batch carries the hash of its requests, and one that the provider already has is adopted
instead of created again, so that a run killed between submitting and writing its file finds its batch. Replies of a
batch that ran out of time are kept, and only the missing ones are submitted again.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from authoring.errors import ModelError
from authoring.llm.batch.jsonl import BatchResultLine, read_results, request_line, request_stub
from authoring.llm.batch.submission import (
    ENDED,
    BatchResults,
    BatchState,
    BatchSubmission,
    SubmittedBatch,
    SubmittedRequest,
)
from authoring.llm.models.openai.client import OpenAIModel
from authoring.llm.models.openai.dialect import Dialect
from authoring.llm.models.openai.errors import ErrorDetails
from authoring.llm.models.openai.payloads import PATHS, request_body
from authoring.llm.port import CallError, Failure, Reply, Request
from authoring.records.model_config import ModelChoice

if TYPE_CHECKING:
    from openai.types import Batch

MOST_REQUESTS: Final = 50_000
"""Requests in one batch, at most."""
MOST_BYTES: Final = 200_000_000
"""Bytes of one batch's file, at most."""
HASH: Final = "authoring-requests"
"""The metadata key under which a batch carries the hash of its requests."""
MOST_SEARCHED: Final = 1_000
"""Number of an account's newest batches that are searched for an existing one."""


class BatchClient:
    """Submits requests in batches and collects the results."""

    def __init__(
        self,
        choice: ModelChoice,
        *,
        key: str | None,
        most_requests: int = MOST_REQUESTS,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        """Prepare the client; nothing is sent yet.

        Raises:
            ModelError: as for `OpenAIModel`.
        """
        self._choice = choice
        self._model = OpenAIModel(choice, key=key)
        self._most_requests, self._most_bytes = most_requests, most_bytes

    def close(self) -> None:
        """Close the connections to the server."""
        self._model.close()

    def submit(
        self,
        requests: Iterable[Request],
        *,
        submission: BatchSubmission | None = None,
        on_batch: Callable[[BatchSubmission], None] | None = None,
    ) -> BatchSubmission:
        """Submit requests in as many batches as it takes, and return all that is needed to collect them.

        Args:
            requests: equal ones are submitted once.
            submission: the batches that were submitted before; the new ones are added.
            on_batch: receives the submission after each batch, to write it before the next batch is created.

        Raises:
            CallError: the provider did not accept a batch, or a request is larger than a batch may be; the batches that
                were created stand in the last submission that `on_batch` received.
            ModelError: the submission is another model's.
        """
        submission = submission or BatchSubmission(fingerprint=self._model.fingerprint)
        self._check(submission)
        # Sorted, so that the same requests give the same file, and thus the hash by which a lost batch is found again.
        distinct = sorted({request.identity: request for request in requests}.items())
        for chunk in self._chunks([request for _, request in distinct]):
            content = b"".join(line for _, line in chunk)
            own = {batch.id for batch in submission.batches}
            submitted = (
                SubmittedRequest(identity=request.identity, purpose=request.purpose, subject=request.subject)
                for request, _ in chunk
            )
            batch = SubmittedBatch(id=self._find_or_create(content, own), requests=tuple(submitted))
            submission = submission.model_copy(update={"batches": (*submission.batches, batch)})
            if on_batch is not None:
                on_batch(submission)
        return submission

    def collect(self, submission: BatchSubmission) -> BatchResults:
        """Return the results so far, without waiting for further ones.

        A request that was submitted twice has the reply of either batch, otherwise the failure of the later one.

        Raises:
            CallError: the provider cannot be reached, or has forgotten a batch.
            ModelError: the submission is another model's.
        """
        self._check(submission)
        states: list[BatchState] = []
        replies: dict[str, Reply] = {}
        failures: dict[str, CallError] = {}
        for submitted in submission.batches:
            batch = self._retrieve(submitted.id)
            with self._model.provider_errors(request_stub(f"batch {submitted.id}")):
                lines = self._lines(batch) if batch.status in ENDED else {}
            states.append(_state(batch, len(submitted.requests)))
            for request in submitted.requests:
                # A request that was submitted again, and is under way, counts no longer as failed.
                failures.pop(request.identity, None)
                if batch.status not in ENDED:
                    continue
                outcome = self._outcome(request, batch, lines.get(request.identity))
                if isinstance(outcome, Reply):
                    replies[request.identity] = outcome
                elif request.identity not in replies:
                    failures[request.identity] = outcome
        return BatchResults(tuple(states), replies, failures)

    def cancel(self, submission: BatchSubmission) -> None:
        """Ask the provider to stop the batches under way; replies that exist by then are still collected, and paid.

        Raises:
            CallError: the provider cannot be reached.
        """
        for submitted in submission.batches:
            if self._retrieve(submitted.id).status not in ENDED:
                with self._model.provider_errors(request_stub(f"batch {submitted.id}")):
                    self._model.client().batches.cancel(submitted.id)

    def _check(self, submission: BatchSubmission) -> None:
        if submission.fingerprint != self._model.fingerprint:
            raise ModelError(
                "the batch was handed to another model, or with other settings",
                hint="collect it with the --model, --base-url and [model] settings it was handed over with",
            )

    def _chunks(self, requests: Sequence[Request]) -> Iterator[list[tuple[Request, bytes]]]:
        dialect = Dialect(self._choice)
        chunk: list[tuple[Request, bytes]] = []
        size = 0
        for request in requests:
            line = request_line(request, PATHS[self._choice.api], request_body(request, self._choice, dialect))
            if len(line) > self._most_bytes:
                raise CallError(
                    f"{request.subject}: {request.purpose}: the request is larger than a batch may be",
                    failure=Failure.REQUEST,
                    hint="use fewer examples",
                )
            # A request is never split, so the chunk ends before the one that would not fit.
            if chunk and (len(chunk) == self._most_requests or size + len(line) > self._most_bytes):
                yield chunk
                chunk, size = [], 0
            chunk.append((request, line))
            size += len(line)
        if chunk:
            yield chunk

    def _find_or_create(self, content: bytes, own: set[str]) -> str:
        """Return the id of the batch of exactly this content: one that the provider has already, else a new one."""
        digest = hashlib.sha256(content).hexdigest()
        with self._model.provider_errors(request_stub("batch")):
            client = self._model.client()
            for number, batch in enumerate(client.batches.list(limit=100)):
                if number >= MOST_SEARCHED:
                    break
                # A batch that is in the submission already is no lost one, even where the content is equal.
                if (batch.metadata or {}).get(HASH) == digest and batch.id not in own and _gives_replies(batch):
                    return batch.id
            file = client.files.create(file=(f"{digest[:12]}.jsonl", content), purpose="batch")
            return client.batches.create(
                input_file_id=file.id,
                endpoint=PATHS[self._choice.api],
                completion_window="24h",
                metadata={HASH: digest},
            ).id

    def _retrieve(self, name: str) -> "Batch":
        try:
            with self._model.provider_errors(request_stub(f"batch {name}")):
                return self._model.client().batches.retrieve(name)
        except CallError as error:
            if error.failure is Failure.REQUEST:
                # Never submitted again automatically: with another account's key the batch would only look forgotten.
                error.hint = "is it another account's key? if the provider has forgotten the batch, remove its ticket"
            raise

    def _lines(self, batch: "Batch") -> dict[str, BatchResultLine]:
        """Return the lines of a batch's files by the request they answer."""
        files = self._model.client().files
        # Errors first: where both files answer a request, the output counts.
        contents = [files.content(name).content for name in (batch.error_file_id, batch.output_file_id) if name]
        return {line.custom_id: line for content in contents for line in read_results(content)}

    def _outcome(self, submitted: SubmittedRequest, batch: "Batch", line: BatchResultLine | None) -> Reply | CallError:
        request = request_stub(submitted.subject, submitted.purpose)
        try:
            if line is None:
                raise self._model.call_error(request, _missing_reply(batch))
            content = line.content(self._choice.api)
            if isinstance(content, ErrorDetails):
                raise self._model.call_error(request, content)
            return self._model.reply(request, content)
        except CallError as error:
            return error


def _state(batch: "Batch", total: int) -> BatchState:
    counts = batch.request_counts
    answered = counts.completed + counts.failed if counts else 0
    return BatchState(id=batch.id, status=batch.status, total=total, done=answered)


def _gives_replies(batch: "Batch") -> bool:
    """Return whether a batch has given, or will give, at least one reply."""
    if batch.status in {"expired", "cancelled"}:
        return bool(batch.request_counts and batch.request_counts.completed)
    return batch.status not in {"failed", "cancelling"}


def _missing_reply(batch: "Batch") -> ErrorDetails:
    """Return why a batch holds no answer to one of its requests."""
    errors: list[Any] = (batch.errors.data if batch.errors else None) or []
    if batch.status == "failed":
        first = errors[0] if errors else None
        reason = (first.message if first else None) or "no reason was given"
        return ErrorDetails(f"the batch was not accepted: {reason}", 400, (first.code if first else None) or "")
    if batch.status in {"expired", "cancelled"}:
        return ErrorDetails(f"the batch {batch.status} before this request's turn", code="batch_expired")
    return ErrorDetails("the batch ended without a word about this request")
