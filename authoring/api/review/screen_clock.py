"""How long a reviewer uses the screen of a review."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LONGEST_PAUSE = 300.0
"""Seconds between two things that a reviewer does that count as work; a longer pause counts as this much."""


class ScreenClock:
    """Adds up the time in which a reviewer reads, types or edits; what the machine takes for its work is left out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Take a clock that gives seconds."""
        self._clock = clock
        self._seconds = 0.0

    @contextmanager
    def running(self, *, is_live: bool = True) -> Iterator[None]:
        """Count the time until the reviewer does the next thing; that of a script, which is not live, is left out."""
        began = self._clock()
        try:
            yield
        finally:
            if is_live:
                self._seconds += min(self._clock() - began, LONGEST_PAUSE)

    def read_out(self) -> float:
        """Return the seconds since they were taken last."""
        seconds, self._seconds = self._seconds, 0.0
        return seconds
