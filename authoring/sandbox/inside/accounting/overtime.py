"""What an answer's process does once its cell has ended: looked at by the kernel's counters, and bounded.

Looking at what a cell left behind runs in its own process, where its code may have put itself in the place of ours: an
object that computes when it is looked at, a thread that goes on, a child that answers. So the end of a cell that its
process reports is the beginning of a bounded time, and no proof of anything.

This runs in the process that watches: the client of a session, or the `standalone` program.
"""

import contextlib
import math
import time
from collections.abc import Callable, Iterator, Sequence

from authoring.sandbox.inside.accounting.processes import processor_seconds, waiting_seconds
from authoring.sandbox.inside.kernel import kill
from authoring.sandbox.inside.protocol import DeadlineError, Observer

GRACE = 0.5
"""Seconds of processor time for looking at what any answer left behind."""
GRACE_SHARE = 0.1
"""The same as a share of the answer's time limit, where that is more."""
REFERENCE_FACTOR = 3.0
"""How many times as long as for the reference it may take, where that is more still: large frames take time to read."""
IDLE = 1.0
"""Seconds that it may take longer by the clock on the wall, without the time that it or its watcher waits to run."""
MOST = 30.0
"""Seconds more by the clock on the wall after which nobody waits any longer, however busy the machine is."""
ANSWER_JUDGING_TIME = 4.0
"""Seconds of processor time for judging an answer, which may hold values that take for ever to compare."""
INTERVAL = 0.02
"""Seconds between two looks at the counters."""


def grace_of(max_time: float, reference_seconds: float) -> float:
    """Return the seconds that looking at an answer may take.

    `reference_seconds` is what it took for the reference; functions that are called on test cases run in it.
    """
    return max(GRACE, GRACE_SHARE * max_time, REFERENCE_FACTOR * reference_seconds)


class Overtime:
    """The time that an answer's process uses after its cell, over all looks at what it left behind.

    Args:
        process: the number of the answer's, or of one that judges it.
        strays: returns the numbers of the processes that the answer started, but for those given.
        used_before: the processor time of the process when its cell ended, read before the cell's own time was looked
            at: an answer may stop the process that watches, and what it computes between the two would count nowhere.
            None for that of now.
    """

    def __init__(
        self, process: int, strays: Callable[[Sequence[int]], Sequence[int]], used_before: float | None = None
    ) -> None:
        self._process = process
        self._strays = strays
        self._used_before = (processor_seconds(process) or 0.0) if used_before is None else used_before
        self.used_by_forks = 0.0
        """Seconds of processor time of forks that worked for it, and are gone."""
        self.idle = 0.0
        """Seconds by the clock on the wall in which it was waited for, and neither computed nor waited to run."""

    @contextlib.contextmanager
    def bounded(self, grace: float, *, fork: int | None = None, forking: bool = False) -> Iterator[Observer]:
        """Give an observer to whoever waits, which kills the process, or a fork that works for it, once more is used.

        What the answer started dies at once. While it is `forking` nothing else is killed, because its new child is one
        of those that it started.

        Raises:
            DeadlineError: it was killed, which whoever waited for it has met as its end.
        """
        worker = self._process if fork is None else fork
        numbers = None if forking else (worker, self._process)
        observer = _AnswerObserver(self, worker, numbers, grace)
        try:
            yield observer
        finally:
            # Once more after the answer has come: it may have been the first thing in a while that the machine ran.
            if not observer.exceeded:
                observer.inspect()
            if fork is not None:
                self.used_by_forks += processor_seconds(fork) or 0.0
            if observer.exceeded:
                raise DeadlineError

    def used(self, worker: int) -> float:
        """Return the seconds of processor time since the cell ended; `worker` may be a fork that works for it now."""
        used = (processor_seconds(self._process) or 0.0) - self._used_before + self.used_by_forks
        return used + ((processor_seconds(worker) or 0.0) if worker != self._process else 0.0)

    def kill_strays(self, spared: Sequence[int]) -> None:
        """End what the answer started, but for the processes that are spared."""
        for stray in self._strays(spared):
            kill(stray)


class _AnswerObserver(Observer):
    """Looks at a process that works for somebody who waits, until it has used more than it may.

    Args:
        overtime: what the answer has used so far.
        worker: the process.
        spared: processes that are not killed as strays; None kills none at all.
        grace: seconds of processor time.
    """

    def __init__(self, overtime: Overtime, worker: int, spared: Sequence[int] | None, grace: float) -> None:
        self._overtime, self._worker, self._spared, self._grace = overtime, worker, spared, grace
        self._began, self._waited_before = time.monotonic(), waiting_seconds(worker)
        self._idle_before, self._used_before = overtime.idle, overtime.used(worker)
        self._delay, self._looked = 0.0, time.monotonic()
        self.exceeded = False

    @property
    def due(self) -> float:
        """When it is to look next."""
        return math.inf if self.exceeded else self._looked + INTERVAL

    def inspect(self) -> None:
        """Kill what the answer started, and the process itself once it has used too much."""
        # On a busy machine this process waits for a processor too, and whoever it reads from waits for it.
        self._delay += max(0.0, time.monotonic() - self._looked - INTERVAL)
        if self._spared is not None:
            self._overtime.kill_strays(self._spared)
        # Whoever waits for one that is gone learns how it ended.
        if processor_seconds(self._worker) is None:
            self._looked = time.monotonic()
            return
        elapsed, used = time.monotonic() - self._began, self._overtime.used(self._worker)
        waited = waiting_seconds(self._worker) - self._waited_before
        idle = max(0.0, elapsed - waited - self._delay - (used - self._used_before))
        self._overtime.idle = self._idle_before + idle
        if used > self._grace or self._overtime.idle > self._grace + IDLE or elapsed > self._grace + MOST:
            self.exceeded = True
            kill(self._worker)
        self._looked = time.monotonic()
