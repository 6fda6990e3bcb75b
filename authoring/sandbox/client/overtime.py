"""What an answer's process does once its cell has ended: looked at by the kernel's counters, and bounded.

Looking at what a cell left behind runs in its own process, where its code may have put itself in the place of ours: an
object that computes when it is looked at, a thread that goes on, a child that answers. So the end of a cell that its
process reports is the beginning of a bounded time, and no proof of anything.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from authoring.sandbox.client.process import Process, ProcessLateError
from authoring.sandbox.inside.kernel import kill
from authoring.sandbox.proc import processor_seconds, waiting_seconds

GRACE = 0.5
"""Seconds of processor time for looking at what any answer left behind."""
GRACE_SHARE = 0.1
"""The same as a share of the answer's time limit, where that is more."""
REFERENCE_FACTOR = 3.0
"""How many times as long as for the reference it may take, where that is more still: large frames take time to read."""
IDLE = 1.0
"""Seconds that it may take longer by the clock on the wall, time spent waiting for a processor not counted."""
MOST = 30.0
"""Seconds by the clock on the wall after which nobody waits any longer, however busy the machine is."""
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
        process: the answer's, or one that judges it.
        strays: returns the numbers of the processes that the answer started, but for those given.
    """

    def __init__(self, process: Process, strays: Callable[[Sequence[int]], Sequence[int]]) -> None:
        self._process = process
        self._strays = strays
        self._used_before = processor_seconds(process.number) or 0.0
        self._used_by_forks = 0.0
        self._idle = 0.0

    @contextlib.contextmanager
    def bounded(self, grace: float, *, fork: Process | None = None, forking: bool = False) -> Iterator[None]:
        """Kill the process, or the fork that works for it, once more is used; what the answer started dies at once.

        While it is `forking` nothing else is killed, because its new child is one of those that it started.

        Raises:
            ProcessLateError: it was killed, which whoever waited for it has met as its end.
        """
        worker = fork or self._process
        finished, exceeded = threading.Event(), threading.Event()
        numbers = None if forking else [worker.number, self._process.number]
        watch = threading.Thread(target=self._watch, args=(worker, numbers, grace, finished, exceeded), daemon=True)
        watch.start()
        try:
            yield
        finally:
            finished.set()
            watch.join()
            if fork is not None:
                self._used_by_forks += processor_seconds(fork.number) or 0.0
            if exceeded.is_set():
                raise ProcessLateError

    def _watch(
        self,
        worker: Process,
        spared: Sequence[int] | None,
        grace: float,
        finished: threading.Event,
        exceeded: threading.Event,
    ) -> None:
        began, waited_before, idle_before = time.monotonic(), waiting_seconds(worker.number), self._idle
        used_before = self._used(worker)
        is_last_look = False
        while not is_last_look:
            # Once more after the answer has come: it may have been the first thing in a while that the machine ran.
            is_last_look = finished.wait(INTERVAL)
            for stray in () if spared is None else self._strays(spared):
                kill(stray)
            elapsed, used = time.monotonic() - began, self._used(worker)
            waited = waiting_seconds(worker.number) - waited_before
            self._idle = idle_before + max(0.0, elapsed - waited - (used - used_before))
            if used > grace or self._idle > grace + IDLE or elapsed > MOST:
                exceeded.set()
                kill(worker.number)
                return

    def _used(self, worker: Process) -> float:
        used = (processor_seconds(self._process.number) or 0.0) - self._used_before + self._used_by_forks
        return used + ((processor_seconds(worker.number) or 0.0) if worker is not self._process else 0.0)
