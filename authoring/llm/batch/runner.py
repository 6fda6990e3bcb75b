"""Submitting requests in batches and collecting replies, with every step in the ledger and in a file.

A command that drafts so takes these steps, and may be killed in any of them; nothing is paid twice::

    runner = BatchRunner(choice, batches, ledger, prices=prices, path=path)
    model = runner.collect()             # replies that have come are in the ledger now
    ...                                  # every seed goes as far as they reach; the model collects further requests
    runner.submit(model.unsubmitted.values())
"""

import threading
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from authoring.llm.batch.client import BatchClient
from authoring.llm.batch.submission import ENDED, BatchSubmission, SubmittedBatch, read_submission, write_submission
from authoring.llm.ledger import Ledger
from authoring.llm.ledger.entries import CallEntry
from authoring.llm.port import CallError, OnText, PendingReplyError, Reply, Request, request_label
from authoring.llm.pricing import Prices
from authoring.records.model_config import ModelChoice

SETTLED: Final = frozenset({"replied", "failed"})
"""Outcomes of calls that the provider has answered."""


class PendingModel:
    """Stands for a model that is called in batches.

    Args:
        choice: the model.
        ledger: holds the replies that have come.
        under_way: identities of requests that were submitted and have no reply yet.
        failed: requests that will get no reply, with the reason.

    Attributes:
        unsubmitted: the requests that have to be submitted, by identity.
    """

    def __init__(
        self,
        choice: ModelChoice,
        ledger: Ledger,
        *,
        under_way: Collection[str] = (),
        failed: Mapping[str, CallError] | None = None,
    ) -> None:
        self.unsubmitted: dict[str, Request] = {}
        self._choice = choice
        self._ledger = ledger
        self._under_way = frozenset(under_way)
        self._failed = dict(failed or {})
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The name of the model that is called in batches."""
        return self._choice.name

    @property
    def fingerprint(self) -> str:
        """Identifies everything that can change a reply."""
        return self._choice.fingerprint

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return a reply that has come.

        Raises:
            PendingReplyError: it has not; the request joins `unsubmitted`, unless it was submitted already.
            CallError: it will not come.
        """
        # A reply of a batch comes whole.
        del on_text
        cached = self._ledger.find_reply(request, fingerprint=self.fingerprint)
        if cached is not None:
            return cached
        if request.identity in self._failed:
            raise self._failed[request.identity]
        if request.identity not in self._under_way:
            with self._lock:
                self.unsubmitted[request.identity] = request
        raise PendingReplyError(request_label(request))


class BatchRunner:
    """Submits requests to one model and collects the replies."""

    def __init__(
        self, choice: ModelChoice, batches: BatchClient, ledger: Ledger, *, prices: Prices, path: Path
    ) -> None:
        """Read which batches are under way.

        Args:
            choice: the model.
            batches: the provider's batch mode for the model.
            ledger: holds calls and replies.
            prices: give the costs of calls.
            path: the file of the batches under way; it need not exist.

        Raises:
            ModelError: the file is broken.
        """
        self._choice, self._batches, self._ledger = choice, batches, ledger
        self._price, self._currency = prices.price_of(choice.name), prices.currency
        self._path = path
        self._submission = read_submission(path) if path.exists() else BatchSubmission(fingerprint=choice.fingerprint)

    @property
    def submission(self) -> BatchSubmission:
        """The batches under way."""
        return self._submission

    def collect(self) -> PendingModel:
        """Enter the replies that have come into the ledger, without waiting for others.

        Returns:
            A model that knows which replies have come, which requests are under way, and which failed for good or as
            often as the choice's `tries` allow.

        Raises:
            CallError: the provider cannot be reached.
            ModelError: the batches under way were submitted to another model.
        """
        results = self._batches.collect(self._submission)
        settled = {entry.prompt_hash for entry in self._entries() if entry.outcome in SETTLED}
        remaining: list[SubmittedBatch] = []
        under_way: set[str] = set()
        for batch, state in zip(self._submission.batches, results.states, strict=True):
            calls = self._ledger.open_in_batch(batch.id)
            if state.status not in ENDED:
                under_way.update(calls)
                remaining.append(batch)
                continue
            for identity, call in calls.items():
                self._settle(call, results.replies.get(identity), results.failures.get(identity))
            # A request that the ledger does not know was submitted by a process that was killed at that moment: the
            # batch stays until `submit` has entered it.
            if {request.identity for request in batch.requests} - set(calls) - settled:
                remaining.append(batch)
        self._write(remaining)
        return PendingModel(self._choice, self._ledger, under_way=under_way, failed=self._final_failures())

    def submit(self, requests: Iterable[Request]) -> int:
        """Submit the requests that are not under way; return their number.

        Raises:
            CallError: the provider did not accept them; nothing is lost.
        """
        distinct = {request.identity: request for request in requests}
        entered = self._enter(distinct)
        begun: dict[str, int] = {}
        for identity, request in distinct.items():
            if identity not in entered:
                call = self._ledger.begin(request, model=self._choice.name, fingerprint=self._choice.fingerprint)
                if isinstance(call, int):
                    begun[identity] = call
        new = [distinct[identity] for identity in begun]

        def note(submission: BatchSubmission) -> None:
            # The file first: a request that stands there and not in the ledger is entered later; written in the other
            # order, a batch could be lost.
            self._write(submission.batches)
            for submitted in submission.batches[-1].requests:
                self._ledger.submit(begun.pop(submitted.identity), submission.batches[-1].id)

        try:
            self._batches.submit(new, submission=self._submission, on_batch=note)
        finally:
            # What `note` did not take out was not submitted, and must not look as if it were under way.
            for call in begun.values():
                self._ledger.abandon(call)
        return len(new)

    def _enter(self, requests: dict[str, Request]) -> set[str]:
        """Enter requests that stand in the file and not in the ledger; return the identities of all in the file."""
        for batch in self._submission.batches:
            entered = self._ledger.open_in_batch(batch.id)
            for submitted in batch.requests:
                request = requests.get(submitted.identity)
                if request is not None and submitted.identity not in entered:
                    call = self._ledger.begin(request, model=self._choice.name, fingerprint=self._choice.fingerprint)
                    if isinstance(call, int):
                        self._ledger.submit(call, batch.id)
        return {submitted.identity for batch in self._submission.batches for submitted in batch.requests}

    def _settle(self, call: int, reply: Reply | None, error: CallError | None) -> None:
        if reply is not None:
            cost = self._price.cost(reply.usage, batch=True) if self._price else None
            self._ledger.reply(call, reply, cost=cost, currency=self._currency)
        elif error is not None:
            cost = self._price.cost(error.usage, batch=True) if self._price else None
            self._ledger.note_try(call, error.failure, usage=error.usage, cost=cost, currency=self._currency)
            self._ledger.fail(call)

    def _entries(self) -> list[CallEntry]:
        """Return the calls of this model that went through batches."""
        return [entry for entry in self._ledger.entries() if entry.batch and entry.model == self._choice.name]

    def _final_failures(self) -> dict[str, CallError]:
        calls: dict[str, list[CallEntry]] = defaultdict(list)
        for entry in self._entries():
            calls[entry.prompt_hash].append(entry)
        errors = {}
        for identity, entries in calls.items():
            failures = [failure for entry in entries for failure in entry.failures]
            # Failures of earlier batches count as well: `tries` bounds what one request may cost in all.
            if failures and (not failures[-1].passing or len(failures) >= self._choice.tries):
                last = entries[-1]
                errors[identity] = CallError(
                    f"{last.subject}: {last.purpose}: no reply in batch mode: {failures[-1].value}",
                    failure=failures[-1],
                    hint="give the command without --batch to see what the server says",
                    tries=len(failures),
                )
        return errors

    def _write(self, batches: Sequence[SubmittedBatch]) -> None:
        self._submission = BatchSubmission(fingerprint=self._choice.fingerprint, batches=tuple(batches))
        if batches:
            write_submission(self._path, self._submission)
        else:
            self._path.unlink(missing_ok=True)
