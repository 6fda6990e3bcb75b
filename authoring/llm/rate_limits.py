"""Limits on calls: requests and tokens per minute, and how many calls may be under way at once."""

import threading
from collections import deque
from dataclasses import dataclass
from typing import Final

from authoring.errors import ModelError

MINUTE: Final = 60.0


@dataclass(slots=True)
class RateSlot:
    """The share of the rate that one try takes."""

    at: float
    """When the try may be sent, on the caller's clock."""
    tokens: int


class RateLimiter:
    """A bucket of requests and of tokens, whose contents come back a minute after they were taken.

    So no minute, wherever it begins, sees more than the limits allow, and neither does a server that counts by the
    clock's minute or by a bucket of its own. Callers are served in order: each gets a time not before the caller
    ahead of it. A try that alone takes more than the limit waits for a full bucket.
    """

    def __init__(self, *, requests: int, tokens: int, period: float = MINUTE) -> None:
        """Fill a bucket.

        Args:
            requests: per period; 0 for no limit.
            tokens: as above.
            period: seconds after which a slot is free again.
        """
        self._requests = requests
        self._tokens = tokens
        self._period = period
        self._slots: deque[RateSlot] = deque()
        self._lock = threading.Lock()

    def acquire(self, tokens: int, clock: float) -> RateSlot:
        """Take one request and its tokens; the try may be sent at `RateSlot.at`, not before the time `clock`."""
        if not self._requests and not self._tokens:
            return RateSlot(at=clock, tokens=tokens)
        with self._lock:
            # Slots of more than a period ago limit nothing any more.
            while self._slots and self._slots[0].at <= clock - self._period:
                self._slots.popleft()
            # Not before the caller ahead: otherwise a small call would overtake a large one again and again.
            at = max(clock, self._slots[-1].at) if self._slots else clock
            slot = RateSlot(at=self._earliest(at, tokens), tokens=tokens)
            self._slots.append(slot)
            return slot

    def _earliest(self, at: float, tokens: int) -> float:
        count = len(self._slots)
        used = sum(slot.tokens for slot in self._slots)
        # Each slot that ends frees room; the first moment at which there is enough is the earliest.
        for slot in self._slots:
            free = not self._requests or count < self._requests
            if slot.at + self._period > at and free and (not self._tokens or used + tokens <= self._tokens):
                return at
            at = max(at, slot.at + self._period)
            count -= 1
            used -= slot.tokens
        return at

    def settle(self, slot: RateSlot, tokens: int) -> None:
        """Correct the tokens of a slot once the try's real number is known."""
        with self._lock:
            slot.tokens = tokens

    def release(self, slot: RateSlot) -> None:
        """Return the slot of a try that was not sent."""
        with self._lock:
            self._slots = deque(other for other in self._slots if other is not slot)


BACKOFF: Final = 0.5
"""Share of the limit that remains when a server is overloaded."""


class CallsStoppedError(ModelError):
    """The run was stopped while a call waited for its turn."""


class ConcurrencyLimiter:
    """Limits the calls under way: fewer as soon as a server is overloaded, slowly more as it answers.

    The limit is halved at most once for the calls of one round: calls that began before the last halving carry no news,
    as with the congestion window of TCP. It grows by one in a round, or by a sixteenth of the maximum where that is
    more: otherwise a server that fails one call in a hundred would stay at fifteen calls for ever, whatever it bears.
    """

    def __init__(self, maximum: int) -> None:
        self._maximum = maximum
        self._limit = float(maximum)
        self._growth = max(1.0, maximum / 16)
        self._busy = 0
        self._round = 0
        self._stopped = False
        self._change = threading.Condition()

    @property
    def limit(self) -> int:
        """The number of calls that may be under way now."""
        return int(self._limit)

    def enter(self) -> int:
        """Wait for a place and take it; return the round, which `leave` needs.

        Raises:
            CallsStoppedError: `stop` was called.
        """
        with self._change:
            while self._busy >= self.limit and not self._stopped:
                self._change.wait()
            if self._stopped:
                raise CallsStoppedError("the run was stopped", hint="run the same command again to go on")
            self._busy += 1
            return self._round

    def leave(self, round_: int, *, answered: bool, overloaded: bool = False) -> None:
        """Return a place.

        Args:
            round_: the result of `enter`.
            answered: whether there was a reply, which raises the limit a little.
            overloaded: whether the server showed that it has too many calls.
        """
        with self._change:
            self._busy -= 1
            if answered:
                # Each of the calls of a round adds its part, so that a whole round adds `_growth`.
                self._limit = min(self._maximum, self._limit + self._growth / self._limit)
            # Calls of an earlier round were sent under the old limit and say nothing about the new one.
            elif overloaded and round_ == self._round:
                self._limit = max(1.0, self._limit * BACKOFF)
                self._round += 1
            self._change.notify_all()

    def stop(self) -> None:
        """Admit no further calls, and wake those that wait."""
        with self._change:
            self._stopped = True
            self._change.notify_all()
