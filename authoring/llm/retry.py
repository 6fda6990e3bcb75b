"""Retries: a model called within its rates, with adaptive concurrency, and again where another try can help."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

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
from authoring.llm.rate_limits import CallsStoppedError, ConcurrencyLimiter, RateLimiter, RateSlot
from authoring.llm.tokens import estimate_prompt
from authoring.records.model_config import ModelChoice

OVERLOAD: Final = frozenset({Failure.RATE_LIMIT, Failure.SERVER, Failure.TIMEOUT})
"""Failures that show that a server has too many calls."""
RARELY_CURED: Final = frozenset({Failure.EMPTY, Failure.FOREIGN_CALL, Failure.REFUSED})
"""Failures that most often repeat: such a call is tried twice at most."""
MOST_RARELY_CURED: Final = 2
REPORTED_WAIT: Final = 2.0
"""Seconds from which on a wait is reported."""
REPORT_INTERVAL: Final = 30.0
"""Seconds after which a wait is reported again."""
HINTS: Final = {
    Failure.RATE_LIMIT: "ask less at once (concurrency, requests_per_minute in authoring.toml), or go on later with "
    "the same command: replies that were paid for are kept",
    Failure.SERVER: "go on later with the same command: replies that were paid for are kept",
    Failure.TIMEOUT: "raise timeout in authoring.toml, or lower reply_tokens; see: authoring models check",
    Failure.CONNECTION: "is the server there? see: authoring models check",
    Failure.KEY: "see: authoring models check",
    Failure.REQUEST: "see: authoring models check",
}

OnSend = Callable[[Request], None]
OnTry = Callable[[Request, CallError], None]
"""Receives each try that gave no reply, the last one too, before anything else is done about it."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """The waits between tries, in seconds."""

    initial: float = 1.0
    """Wait after the first try; doubled after each further one, less up to half of it by chance."""
    maximum: float = 60.0
    """Longest wait between two tries where the server names none."""
    longest_retry_after: float = 900.0
    """Longest wait that a server may ask for; where it asks for more, the call is given up, and the message says so."""


class ScheduledModel:
    """A model with rates, adaptive concurrency and bounded tries, shared by the threads of one process.

    It does not see other processes: whoever runs several at once divides the rates among them.
    """

    def __init__(  # noqa: PLR0913 - callbacks, and what tests put in the place of time and chance
        self,
        model: Model,
        choice: ModelChoice,
        *,
        on_send: OnSend | None = None,
        on_try: OnTry | None = None,
        on_event: OnEvent | None = None,
        policy: RetryPolicy | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] | None = None,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """Schedule a model.

        Args:
            model: tries once per call.
            choice: its tries, concurrency and rates.
            on_send: called right before each try is sent.
            on_try: called after each try that gave no reply.
            on_event: receives tries that failed and waits.
            policy: the waits between tries.
            clock: seconds of a clock that never goes back.
            sleep: waits some seconds; `close` ends the default one.
            chance: a number from 0 to 1, for jitter.
        """
        self._model = model
        self._tries = choice.tries
        self._on_send = on_send or _ignore
        self._on_try = on_try or _ignore
        self._on_event = on_event or _ignore
        self._policy = policy or RetryPolicy()
        self._clock = clock
        self._stopped = threading.Event()
        # Waiting on the event instead of sleeping lets `close` end every wait at once.
        self._sleep = sleep or self._stopped.wait
        self._chance = chance
        self._rates = RateLimiter(requests=choice.requests_per_minute, tokens=choice.tokens_per_minute)
        self._concurrency = ConcurrencyLimiter(choice.concurrency)
        self._pause_lock = threading.Lock()
        self._paused_until = 0.0

    @property
    def name(self) -> str:
        """The name of the model whose calls are repeated."""
        return self._model.name

    @property
    def fingerprint(self) -> str:
        """The model's own: retries change no reply."""
        return self._model.fingerprint

    @property
    def concurrency(self) -> int:
        """The number of calls that may be under way now."""
        return self._concurrency.limit

    def close(self) -> None:
        """End all waits with `CallsStoppedError`, and let no further try begin; the model itself stays open."""
        # Waiting threads first: one that woke up later could still begin a try.
        self._stopped.set()
        self._concurrency.stop()

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return a reply, after as many tries as are worth it.

        Raises:
            CallError: there is none; the message names the request, the tries and the end of the last one.
            CallsStoppedError: `close` was called meanwhile.
        """
        failures: Counter[Failure] = Counter()
        usage = TokenUsage()
        while True:
            try:
                return self._try(request, on_text)
            except CallError as error:
                failures[error.failure] += 1
                usage += error.usage
                # Reported before it is decided about: the last try was paid like the others.
                self._on_try(request, error)
                reason = self._reason_to_stop(error, failures)
                if reason is not None:
                    raise self._final(request, error, failures, reason, usage) from error
                self._wait(request, self._delay(error, failures.total()), "before the next try")

    def _try(self, request: Request, on_text: OnText | None) -> Reply:
        round_ = self._concurrency.enter()
        answered = overloaded = False
        try:
            slot = self._await_turn(request)
        except BaseException:
            # The place must be free again, or other threads would wait for it for ever.
            self._concurrency.leave(round_, answered=False)
            raise
        try:
            self._on_send(request)
            reply = self._model.complete(request, on_text=on_text)
            self._account(slot, reply.usage)
            answered = True
        except CallError as error:
            overloaded = error.failure in OVERLOAD
            self._account(slot, error.usage)
            # Before the place is free, so that no call that waits for it slips through the pause.
            self._pause_all(error)
            raise
        else:
            return reply
        finally:
            self._concurrency.leave(round_, answered=answered, overloaded=overloaded)

    def _account(self, slot: RateSlot, usage: TokenUsage) -> None:
        if usage.prompt or usage.output:
            self._rates.settle(slot, usage.prompt + usage.output)

    def _await_turn(self, request: Request) -> RateSlot:
        """Wait until no pause is on and the rates allow a try."""
        tokens = estimate_prompt(request) + request.max_output
        while True:
            pause = self._paused_until - self._clock()
            if pause > 0:
                # Not all at once: a tenth more for some than for others.
                self._wait(request, pause * (1 + self._chance() / 10), "the server asked to wait")
                continue
            slot = self._rates.acquire(tokens, self._clock())
            self._wait(request, slot.at - self._clock(), "keeps to requests_per_minute and tokens_per_minute")
            # A server may have asked for a pause while this call waited for its slot; the slot is given back then.
            if self._paused_until <= self._clock():
                return slot
            self._rates.release(slot)

    def _pause_all(self, error: CallError) -> None:
        if error.failure is not Failure.RATE_LIMIT and error.retry_after is None:
            return
        pause = self._policy.initial if error.retry_after is None else error.retry_after
        # A longer one ends this call alone; the others find out by themselves.
        if pause <= self._policy.longest_retry_after:
            with self._pause_lock:
                self._paused_until = max(self._paused_until, self._clock() + pause)

    def _reason_to_stop(self, error: CallError, failures: Counter[Failure]) -> str | None:
        """Return the reason against a further try; None where one follows."""
        if not error.failure.passing:
            return "another try would give the same"
        if sum(failures[failure] for failure in RARELY_CURED) >= MOST_RARELY_CURED:
            return "it said nothing usable twice"
        if failures.total() >= self._tries:
            return "no more tries are allowed"
        if (error.retry_after or 0.0) > self._policy.longest_retry_after:
            longest = self._policy.longest_retry_after
            return f"the server asks to wait {error.retry_after:,.0f} s, more than {longest:,.0f} s"
        return None

    def _delay(self, error: CallError, tries: int) -> float:
        if error.retry_after is not None:
            # Never less than was asked for, and a little more by chance, so that not all come back at once.
            return error.retry_after * (1 + self._chance() / 10)
        # From the 64th try on the power would exceed a float; `maximum` is reached long before.
        delay = min(self._policy.maximum, self._policy.initial * 2.0 ** min(tries - 1, 63))
        return delay * (1 - self._chance() / 2)

    def _final(
        self, request: Request, error: CallError, failures: Counter[Failure], reason: str, usage: TokenUsage
    ) -> CallError:
        tries = failures.total()
        summary = ", ".join(f"{failure} {count}x" if count > 1 else failure for failure, count in failures.items())
        counted = "1 try" if tries == 1 else f"{tries} tries"
        return CallError(
            f"{request_label(request)}: no reply from {self.name} after {counted} ({summary}); {reason}; "
            f"the last: {error.message.removeprefix(request_label(request)).removeprefix(': ')}",
            failure=error.failure,
            hint=error.hint or HINTS.get(error.failure, ""),
            retry_after=error.retry_after,
            tries=tries,
            usage=usage,
        )

    def _wait(self, request: Request, seconds: float, reason: str) -> None:
        until = self._clock() + seconds
        while True:
            if self._stopped.is_set():
                raise CallsStoppedError(
                    f"{request_label(request)}: the run was stopped", hint="run the same command again to go on"
                )
            left = until - self._clock()
            if left <= 0:
                return
            if left >= REPORTED_WAIT:
                text = f"{request_label(request)}: waits {left:,.0f} s: {reason}"
                self._on_event(CallEvent("waits", request, text, seconds=left))
            self._sleep(min(left, REPORT_INTERVAL))


def _ignore(*_arguments: object) -> None:
    """Stand in for a callback that the caller did not give."""
