"""Where requests are handed over in batches and replies collected, with every step in the ledger and in a ticket.

A command that drafts so does four things, and may be killed in any of them; nothing is paid twice::

    desk = BatchRunner(choice, batches, ledger, prices=prices, ticket=path)
    model = desk.collect()               # replies that have come are in the ledger now
    ...                                  # every seed goes as far as they reach; the model takes note of the rest
    desk.hand_over(model.wanted.values())
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from authoring.llm.batch.client import BatchClient
from authoring.llm.batch.pending import PendingModel
from authoring.llm.batch.submission import ENDED, BatchSubmission, SubmittedBatch, read_submission, write_submission
from authoring.llm.ledger import Ledger
from authoring.llm.ledger.entries import CallEntry
from authoring.llm.port import CallError, Reply, Request
from authoring.llm.pricing import Prices
from authoring.records.model_config import ModelChoice

SETTLED: Final = frozenset({"replied", "failed"})
"""How calls of the ledger end that an answer came of."""


class BatchRunner:
    """Hands over and collects for one model."""

    def __init__(
        self, choice: ModelChoice, batches: BatchClient, ledger: Ledger, *, prices: Prices, ticket: Path
    ) -> None:
        """Prepare it.

        Args:
            choice: the model that is asked.
            batches: the provider's batch mode for it.
            ledger: where calls are entered and replies kept.
            prices: what they cost.
            ticket: file of what is under way; it need not be there.

        Raises:
            ModelError: the ticket is broken.
        """
        self._choice, self._batches, self._ledger = choice, batches, ledger
        self._price, self._currency = prices.of(choice.name), prices.currency
        self._path = ticket
        self._ticket = read_submission(ticket) if ticket.exists() else BatchSubmission(fingerprint=choice.fingerprint)

    @property
    def ticket(self) -> BatchSubmission:
        """What is under way."""
        return self._ticket

    def collect(self) -> PendingModel:
        """Enter into the ledger what has come; waits for nothing.

        Returns:
            A model that knows what has come, what is under way, and what batches failed at for good or as often as
            the choice's `tries` allow.

        Raises:
            CallError: the provider cannot be reached.
            ModelError: what is under way was handed to another model.
        """
        collected = self._batches.collect(self._ticket)
        settled = {entry.prompt_hash for entry in self._entries() if entry.outcome in SETTLED}
        left: list[SubmittedBatch] = []
        under_way: set[str] = set()
        for batch, state in zip(self._ticket.batches, collected.states, strict=True):
            calls = self._ledger.open_in_batch(batch.id)
            if state.status not in ENDED:
                under_way.update(calls)
                left.append(batch)
                continue
            for identity, call in calls.items():
                self._settle(call, collected.replies.get(identity), collected.failures.get(identity))
            # A request that the ledger has never heard of was handed over by a process that was killed just then: the
            # batch stays until `hand_over` has entered it.
            if {one.identity for one in batch.requests} - set(calls) - settled:
                left.append(batch)
        self._write(left)
        return PendingModel(self._choice, self._ledger, under_way=under_way, failed=self._given_up())

    def hand_over(self, wanted: Iterable[Request]) -> int:
        """Hand over what is wanted and not under way; return how many requests that were.

        Raises:
            CallError: the provider did not take them; nothing is lost.
        """
        distinct = {request.identity: request for request in wanted}
        entered = self._enter(distinct)
        begun: dict[str, int] = {}
        for identity, request in distinct.items():
            if identity not in entered:
                call = self._ledger.begin(request, model=self._choice.name, fingerprint=self._choice.fingerprint)
                if isinstance(call, int):
                    begun[identity] = call
        asked = [distinct[identity] for identity in begun]

        def note(ticket: BatchSubmission) -> None:
            # The ticket first: what stands there and not in the ledger is entered later, the other way it were lost.
            self._write(ticket.batches)
            for handed in ticket.batches[-1].requests:
                self._ledger.submit(begun.pop(handed.identity), ticket.batches[-1].id)

        try:
            self._batches.submit(asked, ticket=self._ticket, on_batch=note)
        finally:
            for call in begun.values():
                self._ledger.abandon(call)
        return len(asked)

    def _enter(self, wanted: dict[str, Request]) -> set[str]:
        """Enter requests that stand in the ticket and not in the ledger; return all that stand in the ticket."""
        for batch in self._ticket.batches:
            known = self._ledger.open_in_batch(batch.id)
            for handed in batch.requests:
                request = wanted.get(handed.identity)
                if request is not None and handed.identity not in known:
                    call = self._ledger.begin(request, model=self._choice.name, fingerprint=self._choice.fingerprint)
                    if isinstance(call, int):
                        self._ledger.submit(call, batch.id)
        return {handed.identity for batch in self._ticket.batches for handed in batch.requests}

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

    def _given_up(self) -> dict[str, CallError]:
        calls: dict[str, list[CallEntry]] = defaultdict(list)
        for entry in self._entries():
            calls[entry.prompt_hash].append(entry)
        errors = {}
        for identity, entries in calls.items():
            failures = [failure for entry in entries for failure in entry.failures]
            if failures and (not failures[-1].passing or len(failures) >= self._choice.tries):
                last = entries[-1]
                errors[identity] = CallError(
                    f"{last.subject}: {last.purpose}: no reply in batch mode: {failures[-1].value}",
                    failure=failures[-1],
                    hint="draft it without --batch to see what the server says",
                    tries=len(failures),
                )
        return errors

    def _write(self, batches: Sequence[SubmittedBatch]) -> None:
        self._ticket = BatchSubmission(fingerprint=self._choice.fingerprint, batches=tuple(batches))
        if batches:
            write_submission(self._path, self._ticket)
        else:
            self._path.unlink(missing_ok=True)
