"""The time that a session has used, measured from outside it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from authoring.records.evidence import Limits


@dataclass(slots=True)
class SetClock:
    """The time that the cells of one problem set have taken so far in one session, and in those it branched from."""

    spent: float = 0.0
    """Wall-clock seconds."""

    def left(self, limits: Limits) -> tuple[float, str]:
        """Return the seconds that the next cell may take, and the name of the limit that says so."""
        set_time_left = max(0.0, limits.max_set_time - self.spent)
        return (limits.max_time, "max_time") if limits.max_time <= set_time_left else (set_time_left, "max_set_time")

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count the time of a ``with`` block."""
        start = time.monotonic()
        try:
            yield
        finally:
            self.spent += time.monotonic() - start

    def branch(self) -> "SetClock":
        """Return a clock of its own for a session that goes on from here."""
        # A copy: the branch's time is not the session's, and both began with what was spent before.
        return SetClock(self.spent)
