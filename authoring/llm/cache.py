"""The cached model: replies come from the ledger where they are there, and every call is entered and budgeted."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import ClassVar, Final

from authoring.errors import BudgetError, ModelError
from authoring.llm.budget import Budget, Reservation
from authoring.llm.ledger import Ledger
from authoring.llm.port import (
    CallError,
    CallEvent,
    Failure,
    Model,
    OnEvent,
    OnText,
    Reply,
    Request,
    TokenUsage,
    request_label,
)
from authoring.llm.pricing import Prices
from authoring.llm.rate_limits import CallsStoppedError
from authoring.llm.retry import RetryPolicy, ScheduledModel
from authoring.llm.tokens import estimate_prompt, estimate_tokens
from authoring.records.model_config import ModelChoice
from authoring.records.wording import money

MARGIN: Final = 1.1
"""What is reserved for a prompt, as a multiple of the estimate, so that a budget errs on the safe side."""
BILLED: Final = frozenset({Failure.EMPTY, Failure.FOREIGN_CALL, Failure.REFUSED, Failure.FILTERED, Failure.TIMEOUT})
"""Tries without a reply that a provider may bill."""


ANSWERED: Final = frozenset({Failure.EMPTY, Failure.FOREIGN_CALL, Failure.REFUSED, Failure.FILTERED})
"""Failures in which the model answered, with nothing that can be used: asked again at once, it is paid again."""


class _SharedFailures:
    """Answers of no use to requests that several threads have under way: what one paid for holds for all of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._threads = Counter[str]()
        self._failures: dict[str, CallError] = {}

    @contextmanager
    def taking_part(self, identity: str) -> Iterator[None]:
        """Count the thread among those that have a request under way."""
        with self._lock:
            self._threads[identity] += 1
        try:
            yield
        finally:
            with self._lock:
                self._threads[identity] -= 1
                if not self._threads[identity]:
                    del self._threads[identity]
                    self._failures.pop(identity, None)

    def note(self, identity: str, error: CallError) -> None:
        """Note how the call for a request failed, before another thread can make it."""
        if error.failure in ANSWERED:
            with self._lock:
                self._failures[identity] = error

    def error_of(self, identity: str) -> CallError | None:
        """Return the failure of a call that another thread made for a request; None where there is none."""
        with self._lock:
            error = self._failures.get(identity)
        if error is None:
            return None
        # Each thread raises an object of its own, to which its traceback is written.
        return CallError(error.message, failure=error.failure, hint=error.hint, tries=error.tries, usage=error.usage)


@dataclass(slots=True)
class _Call:
    """A call under way."""

    number: int
    reservation: Reservation | None
    failures: list[Failure] = field(default_factory=list)


class CachedModel:
    """A model that is called only for replies that the ledger does not hold.

    A reply that was paid before costs nothing and is reported as ``kept``. Where several threads or processes request
    the same reply at once, one calls; the others wait for it. They call themselves only if it got none: threads of one
    command not where the model did answer, with nothing that can be used.
    """

    port_id: ClassVar = "KeptModel"
    """The class's former name, which keys of journals hold."""

    def __init__(
        self,
        model: Model,
        ledger: Ledger,
        *,
        prices: Prices,
        budget: Budget | None = None,
        on_event: OnEvent | None = None,
        reports_sends: bool = False,
    ) -> None:
        """Wrap a model.

        Args:
            model: the model that is called.
            ledger: holds calls and replies.
            prices: give the cost of a call.
            budget: limits the spending; None for no limit. Its currency must be that of the prices.
            on_event: receives calls, replies, and replies from the ledger.
            reports_sends: whether the model calls `note_send` before each try; otherwise each call counts as sent at
                once.

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
        self._price = prices.price_of(model.name)
        self._currency = prices.currency
        self._budget = budget
        self._on_event = on_event
        self._reports_sends = reports_sends
        # The scheduler reports tries by request only; each runs in the thread of its call, which names the call.
        self._local = threading.local()
        self._failures = _SharedFailures()

    @property
    def name(self) -> str:
        """The name of the cached model."""
        return self._model.name

    @property
    def fingerprint(self) -> str:
        """The model's own: caching changes no reply."""
        return self._model.fingerprint

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return a reply, from the ledger if it is there.

        Raises:
            CallError: there is none.
            CallsStoppedError: the scheduler was closed meanwhile.
            BudgetError: the call would have exceeded the budget, and was not made.
            WorkspaceError: the ledger cannot be written; a reply that came is not used then.
        """
        with self._failures.taking_part(request.identity):
            return self._complete(request, on_text)

    def _complete(self, request: Request, on_text: OnText | None) -> Reply:
        reported = False
        while True:
            if (error := self._failures.error_of(request.identity)) is not None:
                raise error
            cached = self._ledger.find_reply(request, fingerprint=self.fingerprint)
            if cached is not None:
                return self._from_ledger(request, cached, on_text)
            # Reserved before the call is entered: a call that the budget refuses leaves no entry behind.
            reservation = self._reserve(request)
            try:
                begun = self._ledger.begin(request, model=self.name, fingerprint=self.fingerprint)
                if isinstance(begun, int):
                    # Another thread's call may have failed between the look above and `begin`.
                    if (error := self._failures.error_of(request.identity)) is not None:
                        self._ledger.abandon(begun)
                        raise error
                    return self._call(request, _Call(begun, reservation), on_text)
            finally:
                if reservation is not None:
                    # Does nothing after `settle`: only a call that was not made, or gave nothing, is released here.
                    reservation.release()
            # Another thread or process entered the reply between the look above and `begin`.
            if isinstance(begun, Reply):
                return self._from_ledger(request, begun, on_text)
            if not reported:
                reported = True
                self._emit(
                    CallEvent("waits", request, f"{request_label(request)}: another call for the same is under way")
                )
            self._ledger.wait()

    def note_send(self, _: Request) -> None:
        """Enter that a try is sent now; `ScheduledModel` calls this in the thread of the request."""
        call: _Call | None = getattr(self._local, "call", None)
        if call is not None:
            self._ledger.note_send(call.number)

    def note_try(self, request: Request, error: CallError) -> None:
        """Enter a try that gave no reply; `ScheduledModel` calls this in the thread of the request.

        Raises:
            BudgetError: the next try would exceed the budget.
        """
        call: _Call | None = getattr(self._local, "call", None)
        if call is None:
            return
        # Entered before the budget is charged: charging may raise, and the try happened all the same.
        call.failures.append(error.failure)
        self._note(call, error)
        text = f"{request_label(request)}: try {len(call.failures)}: {error.message}"
        self._emit(CallEvent("failed-try", request, text, error=error))
        if call.reservation is not None and error.failure in BILLED:
            # A provider that tells no usage may still bill the prompt, so its estimate is charged.
            usage = error.usage if error.usage.prompt else TokenUsage(prompt=estimate_prompt(request))
            call.reservation.charge(usage.prompt + usage.output, self._cost(usage) or 0)

    def _reserve(self, request: Request) -> Reservation | None:
        if self._budget is None:
            return None
        # The longest reply that is allowed: what the call really uses is known only when it has been paid.
        limit = TokenUsage(prompt=round(estimate_prompt(request) * MARGIN), output=request.max_output)
        return self._budget.reserve(limit.prompt + limit.output, self._cost(limit), label=request_label(request))

    def _call(self, request: Request, call: _Call, on_text: OnText | None) -> Reply:
        self._local.call = call
        entered = False
        try:
            if not self._reports_sends:
                self._ledger.note_send(call.number)
            self._emit(CallEvent("asked", request, f"{request_label(request)}: asks {self.name}"))
            reply = _counted(request, self._model.complete(request, on_text=on_text))
            cost = self._cost(reply.usage)
            # In the ledger before anything else sees it: a crash from here on costs no second payment.
            self._ledger.reply(call.number, reply, cost=cost, currency=self._currency)
            entered = True
        # No failure of the model: the call is abandoned below, as sent or as still waiting.
        except CallsStoppedError:
            raise
        except (ModelError, BudgetError) as error:
            if isinstance(error, CallError):
                self._fail(request, call, error)
                self._failures.note(request.identity, error)
            self._ledger.fail(call.number)
            entered = True
            raise
        finally:
            self._local.call = None
            if not entered:
                # Interrupted, or broken by an error of ours: the try that was sent may have been paid all the same.
                self._ledger.abandon(call.number)
        if call.reservation is not None:
            call.reservation.settle(reply.usage.prompt + reply.usage.output, cost or 0)
        price = "no price known" if cost is None else money(cost, self._currency)
        used = f"{reply.usage.prompt:,} + {reply.usage.output:,} tokens"
        text = f"{request_label(request)}: replied in {reply.seconds:.1f} s, {used}, {price}"
        self._emit(CallEvent("replied", request, text, reply=reply, cost=cost))
        return reply

    def _fail(self, request: Request, call: _Call, error: CallError) -> None:
        if not call.failures:
            # The model below has no scheduler that reports its tries.
            self._note(call, error)
        self._emit(CallEvent("failed", request, error.message, error=error))

    def _note(self, call: _Call, error: CallError) -> None:
        cost = self._cost(error.usage)
        self._ledger.note_try(call.number, error.failure, usage=error.usage, cost=cost, currency=self._currency)

    def _from_ledger(self, request: Request, reply: Reply, on_text: OnText | None) -> Reply:
        if on_text is not None:
            on_text(reply.text)
        text = f"{request_label(request)}: kept from before, costs nothing"
        self._emit(CallEvent("kept", request, text, reply=reply, cost=0))
        return reply

    def _cost(self, usage: TokenUsage) -> int | None:
        return None if self._price is None else self._price.cost(usage)

    def _emit(self, event: CallEvent) -> None:
        if self._on_event is not None:
            self._on_event(event)


def _counted(request: Request, reply: Reply) -> Reply:
    """Return a reply with its tokens, estimated where the server did not count them."""
    if reply.usage.prompt or reply.usage.output:
        return reply
    usage = TokenUsage(prompt=estimate_prompt(request), output=estimate_tokens(reply.text), estimated=True)
    return reply.model_copy(update={"usage": usage})


def open_cached_model(
    model: Model,
    choice: ModelChoice,
    ledger: Ledger,
    *,
    prices: Prices,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
    policy: RetryPolicy | None = None,
) -> tuple[CachedModel, Callable[[], None]]:
    """Return a model with retries and cached replies, and the function that ends all its waits.

    The model tries once per call, as `OpenAIModel` does; `on_event` receives waits as well. Otherwise the arguments are
    those of `ScheduledModel` and `CachedModel`.
    """
    # The scheduler below reports its tries to the cache above, which is made after it.
    cached: list[CachedModel] = []

    def note_send(request: Request) -> None:
        cached[0].note_send(request)

    def note_try(request: Request, error: CallError) -> None:
        cached[0].note_try(request, error)

    scheduled = ScheduledModel(model, choice, on_send=note_send, on_try=note_try, on_event=on_event, policy=policy)
    cached.append(CachedModel(scheduled, ledger, prices=prices, budget=budget, on_event=on_event, reports_sends=True))
    return cached[0], scheduled.close
