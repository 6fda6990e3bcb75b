"""How many requests and tokens a minute may take."""

import threading
from collections import deque
from dataclasses import dataclass
from typing import Final

MINUTE: Final = 60.0


@dataclass(slots=True)
class Taken:
    """What one try took."""

    at: float
    """When it may be sent, on the clock of whoever asked."""
    tokens: int


class Bucket:
    """A bucket of requests and of tokens; what is taken comes back a minute later.

    So in no minute, wherever it begins, more is sent than the limits say, and a server that counts by the clock's
    minute or by a bucket of its own sees no more either. Callers are served in the order in which they came: each is
    told its time, later than that of all before it. A try that alone takes more than the limit waits for a full bucket.
    """

    def __init__(self, *, requests: int, tokens: int, period: float = MINUTE) -> None:
        """Fill a bucket.

        Args:
            requests: per period; 0 for no limit.
            tokens: as above.
            period: seconds after which what was taken is back.
        """
        self._requests = requests
        self._tokens = tokens
        self._period = period
        self._taken: deque[Taken] = deque()
        self._lock = threading.Lock()

    def take(self, tokens: int, now: float) -> Taken:
        """Take one request and its tokens; the try may be sent at `Taken.at`, which is not before `now`."""
        if not self._requests and not self._tokens:
            return Taken(at=now, tokens=tokens)
        with self._lock:
            while self._taken and self._taken[0].at <= now - self._period:
                self._taken.popleft()
            at = max(now, self._taken[-1].at) if self._taken else now
            taken = Taken(at=self._earliest(at, tokens), tokens=tokens)
            self._taken.append(taken)
            return taken

    def _earliest(self, at: float, tokens: int) -> float:
        count = len(self._taken)
        held = sum(one.tokens for one in self._taken)
        for one in self._taken:
            free = not self._requests or count < self._requests
            if one.at + self._period > at and free and (not self._tokens or held + tokens <= self._tokens):
                return at
            at = max(at, one.at + self._period)
            count -= 1
            held -= one.tokens
        return at

    def settle(self, taken: Taken, tokens: int) -> None:
        """Say how many tokens a try really took, once that is known."""
        with self._lock:
            taken.tokens = tokens

    def give_back(self, taken: Taken) -> None:
        """Say that a try was not sent."""
        with self._lock:
            self._taken = deque(one for one in self._taken if one is not taken)
