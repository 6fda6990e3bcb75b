"""A provider's batch mode: many requests handed over at once, collected within a day, at half the price.

Nothing is paid twice: a batch carries the hash of its requests, and one that the provider already has is taken over
instead of made again, so that a run killed between handing over and writing its ticket finds its batch. Replies of a
batch that ran out of time are kept, and only what is missing is handed over again.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from authoring.errors import ModelError
from authoring.llm.batch.jsonl import ResultLine, read_results, request_line, request_stub
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
from authoring.llm.models.openai.wire import PATHS, request_body
from authoring.llm.port import CallError, Failure, Reply, Request
from authoring.records.model_config import ModelChoice

if TYPE_CHECKING:
    from openai.types import Batch

MOST_REQUESTS: Final = 50_000
"""Of one batch."""
MOST_BYTES: Final = 200_000_000
"""Of one batch's file."""
HASH: Final = "authoring-requests"
"""Under which a batch carries the hash of its requests."""
LOOKED_THROUGH: Final = 1_000
"""The newest batches of an account, among which one's own is looked for."""


class BatchClient:
    """Hands requests over in batches and collects what comes of them."""

    def __init__(
        self,
        choice: ModelChoice,
        *,
        key: str | None,
        most_requests: int = MOST_REQUESTS,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        """Prepare it; nothing is sent yet.

        Args:
            choice: the model that is asked.
            key: the provider's.
            most_requests: of one batch.
            most_bytes: of one batch's file.

        Raises:
            ModelError: as of `OpenAIModel`.
        """
        self._choice = choice
        self._model = OpenAIModel(choice, key=key)
        self._most_requests, self._most_bytes = most_requests, most_bytes

    def close(self) -> None:
        """Close the connections."""
        self._model.close()

    def submit(
        self,
        requests: Iterable[Request],
        *,
        ticket: BatchSubmission | None = None,
        on_batch: Callable[[BatchSubmission], None] | None = None,
    ) -> BatchSubmission:
        """Hand requests over, in as many batches as it takes, and return what collects them.

        Args:
            requests: each is asked once, however often it stands there.
            ticket: of what was handed over before; the new batches are added to it.
            on_batch: told the ticket after each batch, to write it down before the next one is made.

        Raises:
            CallError: the provider did not take a batch, or a request is larger than a batch may be; batches that were
                made stand in the last ticket told.
            ModelError: the ticket is another model's.
        """
        ticket = ticket or BatchSubmission(fingerprint=self._model.fingerprint)
        self._check(ticket)
        distinct = sorted({request.identity: request for request in requests}.items())
        for chunk in self._chunks([request for _, request in distinct]):
            content = b"".join(line for _, line in chunk)
            known = {batch.id for batch in ticket.batches}
            asked = [request for request, _ in chunk]
            made = SubmittedBatch(id=self._found_or_made(content, known), requests=tuple(map(_handed, asked)))
            ticket = ticket.model_copy(update={"batches": (*ticket.batches, made)})
            if on_batch is not None:
                on_batch(ticket)
        return ticket

    def collect(self, ticket: BatchSubmission) -> BatchResults:
        """Return what has come so far; asks once and waits for nothing.

        A request that was handed over twice has the reply of either batch, else the failure of the later one.

        Raises:
            CallError: the provider cannot be reached, or knows a batch no more.
            ModelError: the ticket is another model's.
        """
        self._check(ticket)
        states: list[BatchState] = []
        replies: dict[str, Reply] = {}
        failures: dict[str, CallError] = {}
        for handed in ticket.batches:
            batch = self._retrieved(handed.id)
            with self._model.complaining(request_stub(f"batch {handed.id}")):
                lines = self._lines(batch) if batch.status in ENDED else {}
            states.append(_state(batch, len(handed.requests)))
            for asked in handed.requests if batch.status in ENDED else ():
                failures.pop(asked.identity, None)
                outcome = self._outcome(asked, batch, lines.get(asked.identity))
                if isinstance(outcome, Reply):
                    replies[asked.identity] = outcome
                elif asked.identity not in replies:
                    failures[asked.identity] = outcome
            if batch.status not in ENDED:
                # SubmittedRequest over again, and under way: no longer failed.
                for asked in handed.requests:
                    failures.pop(asked.identity, None)
        return BatchResults(tuple(states), replies, failures)

    def resubmit(
        self,
        ticket: BatchSubmission,
        collected: BatchResults,
        requests: Iterable[Request],
        *,
        on_batch: Callable[[BatchSubmission], None] | None = None,
    ) -> BatchSubmission:
        """Hand over again what is missing, and nothing else.

        Args:
            ticket: of what was handed over before.
            collected: what came of it.
            requests: all of them; a ticket does not hold their texts.
            on_batch: as of `submit`.

        Raises:
            CallError: as of `submit`.
        """
        again = [request for request in requests if request.identity in collected.missing]
        return self.submit(again, ticket=ticket, on_batch=on_batch) if again else ticket

    def cancel(self, ticket: BatchSubmission) -> None:
        """Ask the provider to stop what is under way; what was done until then is still collected, and paid.

        Raises:
            CallError: the provider cannot be reached.
        """
        for handed in ticket.batches:
            if self._retrieved(handed.id).status not in ENDED:
                with self._model.complaining(request_stub(f"batch {handed.id}")):
                    self._model.client().batches.cancel(handed.id)

    def _check(self, ticket: BatchSubmission) -> None:
        if ticket.fingerprint != self._model.fingerprint:
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
            if chunk and (len(chunk) == self._most_requests or size + len(line) > self._most_bytes):
                yield chunk
                chunk, size = [], 0
            chunk.append((request, line))
            size += len(line)
        if chunk:
            yield chunk

    def _found_or_made(self, content: bytes, known: set[str]) -> str:
        """Return the batch that asks exactly this: one that the provider has already, else a new one."""
        told = hashlib.sha256(content).hexdigest()
        with self._model.complaining(request_stub("batch")):
            client = self._model.client()
            for number, batch in enumerate(client.batches.list(limit=100)):
                if number >= LOOKED_THROUGH:
                    break
                if (batch.metadata or {}).get(HASH) == told and batch.id not in known and _worth_having(batch):
                    return batch.id
            file = client.files.create(file=(f"{told[:12]}.jsonl", content), purpose="batch")
            return client.batches.create(
                input_file_id=file.id,
                endpoint=PATHS[self._choice.api],
                completion_window="24h",
                metadata={HASH: told},
            ).id

    def _retrieved(self, name: str) -> "Batch":
        try:
            with self._model.complaining(request_stub(f"batch {name}")):
                return self._model.client().batches.retrieve(name)
        except CallError as error:
            if error.failure is Failure.REQUEST:
                # Never handed over again by itself: with another account's key it would only look forgotten.
                error.hint = "is it another account's key? if the provider has forgotten the batch, remove its ticket"
            raise

    def _lines(self, batch: "Batch") -> dict[str, ResultLine]:
        """Return the lines of a batch's files by the request they answer."""
        files = self._model.client().files
        contents = [files.content(name).content for name in (batch.error_file_id, batch.output_file_id) if name]
        return {line.custom_id: line for content in contents for line in read_results(content)}

    def _outcome(self, asked: SubmittedRequest, batch: "Batch", line: ResultLine | None) -> Reply | CallError:
        request = request_stub(asked.subject, asked.purpose)
        try:
            if line is None:
                raise self._model.complain(request, _why_missing(batch))
            said = line.said(self._choice.api)
            if isinstance(said, ErrorDetails):
                raise self._model.complain(request, said)
            return self._model.reply(request, said)
        except CallError as error:
            return error


def _handed(request: Request) -> SubmittedRequest:
    return SubmittedRequest(identity=request.identity, purpose=request.purpose, subject=request.subject)


def _state(batch: "Batch", total: int) -> BatchState:
    counts = batch.request_counts
    done = counts.completed + counts.failed if counts else 0
    return BatchState(id=batch.id, status=batch.status, total=total, done=done)


def _worth_having(batch: "Batch") -> bool:
    """Return whether a batch will give, or has given, at least one reply."""
    if batch.status in {"expired", "cancelled"}:
        return bool(batch.request_counts and batch.request_counts.completed)
    return batch.status not in {"failed", "cancelling"}


def _why_missing(batch: "Batch") -> ErrorDetails:
    """Return why a batch says nothing of one of its requests."""
    errors: list[Any] = (batch.errors.data if batch.errors else None) or []
    if batch.status == "failed":
        first = errors[0] if errors else None
        said = (first.message if first else None) or "no reason was given"
        return ErrorDetails(f"the batch was not accepted: {said}", 400, (first.code if first else None) or "")
    if batch.status in {"expired", "cancelled"}:
        return ErrorDetails(f"the batch {batch.status} before this request's turn", code="batch_expired")
    return ErrorDetails("the batch ended without a word about this request")
