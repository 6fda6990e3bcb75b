"""How long a session has run, seen from outside it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from authoring.records.evidence import Limits

PROCESS_CLOCK = 2
"""The kernel's name of the clock that counts what all threads of a process have used: its low bits, beside a number."""


@dataclass(slots=True)
class SetClock:
    """The time that the cells of one problem set have taken so far in one session, and in those it branched from."""

    spent: float = 0.0
    """Wall-clock seconds."""

    def left(self, limits: Limits) -> tuple[float, str]:
        """Return the seconds that the next cell may take, and the name of the limit that says so."""
        of_set = max(0.0, limits.max_set_time - self.spent)
        return (limits.max_time, "max_time") if limits.max_time <= of_set else (of_set, "max_set_time")

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count the time of a ``with`` block."""
        began = time.monotonic()
        try:
            yield
        finally:
            self.spent += time.monotonic() - began

    def branch(self) -> "SetClock":
        """Return a clock of its own for a session that goes on from here."""
        return SetClock(self.spent)


def processor_seconds(process: int) -> float | None:
    """Return the processor time that a process has used, its threads together; None where it is not there."""
    try:
        return time.clock_gettime(~process << 3 | PROCESS_CLOCK)
    except OSError:
        return None
