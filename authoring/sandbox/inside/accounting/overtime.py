"""What an answer's process does once its cell has ended: looked at by the kernel's counters, and bounded.

Looking at what a cell left behind runs in its own process, where its code may have put itself in the place of ours: an
object that computes when it is looked at, a thread that goes on, a child that answers. So the end of a cell that its
process reports is the beginning of a bounded time, and no proof of anything.

This runs in the process that watches: the client of a session, or the `standalone` program.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from authoring.sandbox.inside.accounting.processes import processor_seconds, waiting_seconds
from authoring.sandbox.inside.kernel import kill
from authoring.sandbox.inside.protocol import DeadlineError

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
        self._used_by_forks = 0.0
        self._idle = 0.0

    @contextlib.contextmanager
    def bounded(self, grace: float, *, fork: int | None = None, forking: bool = False) -> Iterator[None]:
        """Kill the process, or the fork that works for it, once more is used; what the answer started dies at once.

        While it is `forking` nothing else is killed, because its new child is one of those that it started.

        Raises:
            DeadlineError: it was killed, which whoever waited for it has met as its end.
        """
        worker = self._process if fork is None else fork
        finished, exceeded = threading.Event(), threading.Event()
        numbers = None if forking else [worker, self._process]
        watch = threading.Thread(target=self._watch, args=(worker, numbers, grace, finished, exceeded), daemon=True)
        watch.start()
        try:
            yield
        finally:
            finished.set()
            watch.join()
            if fork is not None:
                self._used_by_forks += processor_seconds(fork) or 0.0
            if exceeded.is_set():
                raise DeadlineError

    def _watch(
        self,
        worker: int,
        spared: Sequence[int] | None,
        grace: float,
        finished: threading.Event,
        exceeded: threading.Event,
    ) -> None:
        began, waited_before, idle_before = time.monotonic(), waiting_seconds(worker), self._idle
        used_before, late = self._used(worker), 0.0
        is_last_look = False
        while not is_last_look:
            slept = time.monotonic()
            # Once more after the answer has come: it may have been the first thing in a while that the machine ran.
            is_last_look = finished.wait(INTERVAL)
            # On a busy machine this process waits for a processor too, and whoever it reads from waits for it.
            late += max(0.0, time.monotonic() - slept - INTERVAL)
            for stray in () if spared is None else self._strays(spared):
                kill(stray)
            elapsed, used = time.monotonic() - began, self._used(worker)
            waited = waiting_seconds(worker) - waited_before
            self._idle = idle_before + max(0.0, elapsed - waited - late - (used - used_before))
            if used > grace or self._idle > grace + IDLE or elapsed > grace + MOST:
                exceeded.set()
                kill(worker)
                return

    def _used(self, worker: int) -> float:
        used = (processor_seconds(self._process) or 0.0) - self._used_before + self._used_by_forks
        return used + ((processor_seconds(worker) or 0.0) if worker != self._process else 0.0)
