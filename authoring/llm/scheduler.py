"""A model asked with patience: within its rates, no more at once than it can bear, and again where that helps."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from authoring.llm.concurrency import Concurrency, StoppedError
from authoring.llm.events import Event, OnEvent, named
from authoring.llm.port import CallError, Failure, Model, OnText, Reply, Request, Usage
from authoring.llm.rate_limit import Bucket, Taken
from authoring.llm.tokens import estimate_prompt
from authoring.records.model_config import ModelChoice

CROWDED: Final = frozenset({Failure.RATE_LIMIT, Failure.SERVER, Failure.TIMEOUT})
"""What a server that has enough answers with, or does not."""
SELDOM: Final = frozenset({Failure.EMPTY, Failure.REFUSED})
"""What a model most often says again: tried twice at most."""
TWICE: Final = 2
TELL: Final = 2.0
"""Seconds from which on a wait is told."""
AGAIN: Final = 30.0
"""Seconds after which it is told again."""
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
"""Told each try that gave no reply, the last one too, before anything else is done about it."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long is waited between tries; seconds."""

    first: float = 1.0
    """After the first try; twice as long after each further one, less up to half of it by chance."""
    most: float = 60.0
    """Between two tries, where the server does not say how long."""
    longest: float = 900.0
    """What a server may ask for. When it asks for more, the call is given up, with what it asked for in the message."""


class ScheduledModel:
    """A model with rates, adaptive concurrency and bounded tries, shared by the threads of one process.

    Other processes are not known to it: who runs several at once divides the rates among them.
    """

    def __init__(  # noqa: PLR0913 - whom it tells, and what tests put in the place of time and chance
        self,
        model: Model,
        choice: ModelChoice,
        *,
        on_send: OnSend | None = None,
        on_try: OnTry | None = None,
        on_event: OnEvent | None = None,
        patience: Patience | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] | None = None,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """Schedule a model.

        Args:
            model: tries once whenever it is asked.
            choice: its tries, concurrency and rates.
            on_send: told each try right before it is sent.
            on_try: told each try that gave no reply.
            on_event: told tries that failed and waits.
            patience: how long to wait between tries.
            clock: seconds of a clock that never goes back.
            sleep: waits some seconds; the default is one that `close` ends.
            chance: a number from 0 to 1, for jitter.
        """
        self._model = model
        self._tries = choice.tries
        self._on_send = on_send or _nobody
        self._on_try = on_try or _nobody
        self._on_event = on_event or _nobody
        self._patience = patience or Patience()
        self._clock = clock
        self._stopped = threading.Event()
        self._sleep = sleep or self._stopped.wait
        self._chance = chance
        self._bucket = Bucket(requests=choice.requests_per_minute, tokens=choice.tokens_per_minute)
        self._places = Concurrency(choice.concurrency)
        self._pause = threading.Lock()
        self._paused_until = 0.0

    @property
    def name(self) -> str:
        """The model's own."""
        return self._model.name

    @property
    def fingerprint(self) -> str:
        """The model's own: patience changes no reply."""
        return self._model.fingerprint

    @property
    def concurrency(self) -> int:
        """How many calls may be under way now."""
        return self._places.limit

    def close(self) -> None:
        """End all waits with `StoppedError`, and let no further try begin; the model itself stays open."""
        self._stopped.set()
        self._places.stop()

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return a reply, after as many tries as are worth it.

        Raises:
            CallError: there is none; the message names what was asked, the tries and what ended the last one.
            StoppedError: `close` was called meanwhile.
        """
        failures: Counter[Failure] = Counter()
        while True:
            try:
                return self._try(request, on_text)
            except CallError as error:
                failures[error.failure] += 1
                self._on_try(request, error)
                reason = self._given_up(error, failures)
                if reason is not None:
                    raise self._final(request, error, failures, reason) from error
                self._wait(request, self._delay(error, failures.total()), "before the next try")

    def _try(self, request: Request, on_text: OnText | None) -> Reply:
        round_ = self._places.enter()
        answered = crowded = False
        try:
            taken = self._turn(request)
        except BaseException:
            self._places.leave(round_, answered=False)
            raise
        try:
            self._on_send(request)
            reply = self._model.complete(request, on_text=on_text)
            self._account(taken, reply.usage)
            answered = True
        except CallError as error:
            crowded = error.failure in CROWDED
            self._account(taken, error.usage)
            # Before the place is free, so that nobody who waits for it slips through.
            self._hold_all(error)
            raise
        else:
            return reply
        finally:
            self._places.leave(round_, answered=answered, crowded=crowded)

    def _account(self, taken: Taken, usage: Usage) -> None:
        if usage.prompt or usage.output:
            self._bucket.settle(taken, usage.prompt + usage.output)

    def _turn(self, request: Request) -> Taken:
        """Wait until nobody is held and the rates allow a try."""
        tokens = estimate_prompt(request) + request.max_output
        while True:
            held = self._paused_until - self._clock()
            if held > 0:
                # Not all at once: a tenth more for some than for others.
                self._wait(request, held * (1 + self._chance() / 10), "the server asked to wait")
                continue
            taken = self._bucket.take(tokens, self._clock())
            self._wait(request, taken.at - self._clock(), "keeps to requests_per_minute and tokens_per_minute")
            if self._paused_until <= self._clock():
                return taken
            self._bucket.give_back(taken)

    def _hold_all(self, error: CallError) -> None:
        if error.failure is not Failure.RATE_LIMIT and error.retry_after is None:
            return
        asked = self._patience.first if error.retry_after is None else error.retry_after
        if asked <= self._patience.longest:
            with self._pause:
                self._paused_until = max(self._paused_until, self._clock() + asked)

    def _given_up(self, error: CallError, failures: Counter[Failure]) -> str | None:
        """Return why there is no further try, None when there is one."""
        if not error.failure.passing:
            return "another try would give the same"
        if sum(failures[failure] for failure in SELDOM) >= TWICE:
            return "it said nothing usable twice"
        if failures.total() >= self._tries:
            return "no more tries are allowed"
        if (error.retry_after or 0.0) > self._patience.longest:
            return f"the server asks to wait {error.retry_after:,.0f} s, more than {self._patience.longest:,.0f} s"
        return None

    def _delay(self, error: CallError, tries: int) -> float:
        if error.retry_after is not None:
            return error.retry_after * (1 + self._chance() / 10)
        # From the 64th try on the power would leave what a float can hold; `most` is reached long before.
        grown = min(self._patience.most, self._patience.first * 2.0 ** min(tries - 1, 63))
        return grown * (1 - self._chance() / 2)

    def _final(self, request: Request, error: CallError, failures: Counter[Failure], reason: str) -> CallError:
        tries = failures.total()
        said = ", ".join(f"{failure} {count}x" if count > 1 else failure for failure, count in failures.items())
        counted = "1 try" if tries == 1 else f"{tries} tries"
        return CallError(
            f"{named(request)}: no reply from {self.name} after {counted} ({said}); {reason}; "
            f"the last: {error.message.removeprefix(named(request)).removeprefix(': ')}",
            failure=error.failure,
            hint=error.hint or HINTS.get(error.failure, ""),
            retry_after=error.retry_after,
            tries=tries,
        )

    def _wait(self, request: Request, seconds: float, why: str) -> None:
        until = self._clock() + seconds
        while True:
            if self._stopped.is_set():
                raise StoppedError(f"{named(request)}: the run was stopped", hint="run the same command again to go on")
            left = until - self._clock()
            if left <= 0:
                return
            if left >= TELL:
                text = f"{named(request)}: waits {left:,.0f} s: {why}"
                self._on_event(Event("waits", request, text, seconds=left))
            self._sleep(min(left, AGAIN))


def _nobody(*_told: object) -> None:
    """Look on."""
