"""A model whose replies are kept, whose calls are entered in the ledger, and that keeps to a budget."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from authoring.errors import BudgetError, ModelError
from authoring.llm.budget import Budget, Reservation
from authoring.llm.concurrency import StoppedError
from authoring.llm.events import Event, OnEvent, named
from authoring.llm.ledger import Ledger
from authoring.llm.port import CallError, Failure, Model, OnText, Reply, Request, Usage
from authoring.llm.prices import Prices, money
from authoring.llm.scheduler import Patience, ScheduledModel
from authoring.llm.tokens import estimate_prompt, estimate_tokens
from authoring.records.model_config import ModelChoice

MARGIN: Final = 1.1
"""What is held for a prompt, as a multiple of the estimate, so that a budget errs on its own side."""
BILLED: Final = frozenset({Failure.EMPTY, Failure.REFUSED, Failure.FILTERED, Failure.TIMEOUT})
"""Tries without a reply that a provider may bill."""


@dataclass(slots=True)
class _Call:
    """A call under way."""

    number: int
    reservation: Reservation | None
    failures: list[Failure] = field(default_factory=list)


class KeptModel:
    """A model that is asked only for what no ledger keeps.

    A reply that was paid before costs nothing and is told as `kept`. Of several threads or processes that want the same
    reply at once one asks; the others wait for it, and ask themselves only if it got none.
    """

    def __init__(
        self,
        model: Model,
        ledger: Ledger,
        *,
        prices: Prices,
        budget: Budget | None = None,
        on_event: OnEvent | None = None,
        tells_sends: bool = False,
    ) -> None:
        """Keep a model.

        Args:
            model: is asked.
            ledger: where calls are entered and replies are kept.
            prices: what a call costs.
            budget: what may be spent; None for no limit. Its currency must be that of the prices.
            on_event: told calls, replies, and what was kept.
            tells_sends: whether the model calls `note_send` before each try; else each call is taken for sent at once.

        Raises:
            BudgetError: the budget is in another currency than the prices.
        """
        if budget is not None and budget.currency != prices.currency:
            raise BudgetError(
                f"the budget is in {budget.currency}, and the prices are in {prices.currency}",
                hint="give the budget in the currency of prices.yaml, or in tokens",
            )
        self._model = model
        self._ledger = ledger
        self._price = prices.of(model.name)
        self._currency = prices.currency
        self._budget = budget
        self._on_event = on_event
        self._tells_sends = tells_sends
        self._here = threading.local()

    @property
    def name(self) -> str:
        """The model's own."""
        return self._model.name

    @property
    def fingerprint(self) -> str:
        """The model's own: where a reply was kept changes nothing of it."""
        return self._model.fingerprint

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return a reply, from the ledger if it is kept there.

        Raises:
            CallError: there is none.
            StoppedError: the scheduler was closed meanwhile.
            BudgetError: the call would have exceeded the budget, and was not made.
            WorkspaceError: the ledger cannot be written; a reply that came is not used then.
        """
        told = False
        while True:
            kept = self._ledger.find(request, fingerprint=self.fingerprint)
            if kept is not None:
                return self._from_ledger(request, kept, on_text)
            reservation = self._reserve(request)
            try:
                begun = self._ledger.begin(request, model=self.name, fingerprint=self.fingerprint)
                if isinstance(begun, int):
                    return self._ask(request, _Call(begun, reservation), on_text)
            finally:
                if reservation is not None:
                    reservation.release()
            if isinstance(begun, Reply):
                return self._from_ledger(request, begun, on_text)
            if not told:
                told = True
                self._tell(Event("waits", request, f"{named(request)}: another call for the same is under way"))
            self._ledger.wait()

    def note_send(self, _: Request) -> None:
        """Enter that a try is sent now: what `ScheduledModel` is told to call, from the thread that asked."""
        call: _Call | None = getattr(self._here, "call", None)
        if call is not None:
            self._ledger.note_send(call.number)

    def note_try(self, request: Request, error: CallError) -> None:
        """Enter a try that gave no reply: what `ScheduledModel` is told to call, from the thread that asked.

        Raises:
            BudgetError: the next try would exceed the budget.
        """
        call: _Call | None = getattr(self._here, "call", None)
        if call is None:
            return
        call.failures.append(error.failure)
        self._note(call, error)
        text = f"{named(request)}: try {len(call.failures)}: {error.message}"
        self._tell(Event("failed-try", request, text, error=error))
        if call.reservation is not None and error.failure in BILLED:
            usage = error.usage if error.usage.prompt else Usage(prompt=estimate_prompt(request))
            call.reservation.charge(usage.prompt + usage.output, self._cost(usage) or 0)

    def _reserve(self, request: Request) -> Reservation | None:
        if self._budget is None:
            return None
        most = Usage(prompt=round(estimate_prompt(request) * MARGIN), output=request.max_output)
        return self._budget.reserve(most.prompt + most.output, self._cost(most), what=named(request))

    def _ask(self, request: Request, call: _Call, on_text: OnText | None) -> Reply:
        self._here.call = call
        entered = False
        try:
            if not self._tells_sends:
                self._ledger.note_send(call.number)
            self._tell(Event("asked", request, f"{named(request)}: asks {self.name}"))
            reply = _counted(request, self._model.complete(request, on_text=on_text))
            cost = self._cost(reply.usage)
            self._ledger.reply(call.number, reply, cost=cost, currency=self._currency)
            entered = True
        except StoppedError:
            raise
        except (ModelError, BudgetError) as error:
            if isinstance(error, CallError):
                self._fail(request, call, error)
            self._ledger.fail(call.number)
            entered = True
            raise
        finally:
            self._here.call = None
            if not entered:
                # Interrupted, or broken by something of ours: what was sent may have been paid all the same.
                self._ledger.abandon(call.number)
        if call.reservation is not None:
            call.reservation.settle(reply.usage.prompt + reply.usage.output, cost or 0)
        price = "no price known" if cost is None else money(cost, self._currency)
        used = f"{reply.usage.prompt:,} + {reply.usage.output:,} tokens"
        text = f"{named(request)}: replied in {reply.seconds:.1f} s, {used}, {price}"
        self._tell(Event("replied", request, text, reply=reply, cost=cost))
        return reply

    def _fail(self, request: Request, call: _Call, error: CallError) -> None:
        if not call.failures:
            # The model below has no scheduler that tells its tries.
            self._note(call, error)
        self._tell(Event("failed", request, error.message, error=error))

    def _note(self, call: _Call, error: CallError) -> None:
        cost = self._cost(error.usage)
        self._ledger.note_try(call.number, error.failure, usage=error.usage, cost=cost, currency=self._currency)

    def _from_ledger(self, request: Request, reply: Reply, on_text: OnText | None) -> Reply:
        if on_text is not None:
            on_text(reply.text)
        text = f"{named(request)}: kept from before, costs nothing"
        self._tell(Event("kept", request, text, reply=reply, cost=0))
        return reply

    def _cost(self, usage: Usage) -> int | None:
        return None if self._price is None else self._price.cost(usage)

    def _tell(self, event: Event) -> None:
        if self._on_event is not None:
            self._on_event(event)


def _counted(request: Request, reply: Reply) -> Reply:
    """Return a reply with its tokens; where the server did not count, we do."""
    if reply.usage.prompt or reply.usage.output:
        return reply
    usage = Usage(prompt=estimate_prompt(request), output=estimate_tokens(reply.text), estimated=True)
    return reply.model_copy(update={"usage": usage})


def keep(
    model: Model,
    choice: ModelChoice,
    ledger: Ledger,
    *,
    prices: Prices,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
    patience: Patience | None = None,
) -> tuple[KeptModel, Callable[[], None]]:
    """Return a model with patience whose replies are kept, and what ends all its waits.

    Args:
        model: tries once whenever it is asked, as `OpenAIModel` does.
        choice: its tries, concurrency and rates.
        ledger: as for `KeptModel`, with prices, budget and on_event.
        prices: as above.
        budget: as above.
        on_event: as above, and told waits.
        patience: how long to wait between tries.
    """
    made: list[KeptModel] = []

    def note_send(request: Request) -> None:
        made[0].note_send(request)

    def note_try(request: Request, error: CallError) -> None:
        made[0].note_try(request, error)

    scheduled = ScheduledModel(model, choice, on_send=note_send, on_try=note_try, on_event=on_event, patience=patience)
    made.append(KeptModel(scheduled, ledger, prices=prices, budget=budget, on_event=on_event, tells_sends=True))
    return made[0], scheduled.close
