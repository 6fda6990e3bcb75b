"""Whether a cell is in time, by the clock on the wall and by the kernel's counters of all that it started.

A busy machine makes an answer wait for a processor, and on the wall that looks like an answer that is slow. So where it
is asked for, a cell that is late by the clock on the wall is in time all the same as long as it has computed for less
than its limit, up to a multiple of that limit. Nothing that a process says of itself counts.
"""

import contextlib
import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import Self

from authoring.records.evidence import Limits, Outcome, Patience
from authoring.sandbox import limits as cell_limits
from authoring.sandbox.client.clock import SetClock
from authoring.sandbox.client.memory_file import MemoryFile
from authoring.sandbox.client.process import Process, ProcessLateError
from authoring.sandbox.inside.accounting.processes import processor_seconds, waiting_seconds
from authoring.sandbox.inside.kernel import LINUX, kill
from authoring.sandbox.inside.protocol import Observer
from authoring.sandbox.limits import LimitExceeded
from authoring.sandbox.proc import is_alive, start_time, waited_for_seconds

INTERVALS = 0.01, 0.03
"""Seconds between two looks at the counters, at least and at most; drawn anew each time, so that no process can end
just before it would be seen."""
CHANCE = SystemRandom()
UNHURRIED = 5.0
"""How many times longer the first half of a cell's time goes between looks: what is hidden there is little of it."""


@dataclass(frozen=True, slots=True)
class CellTime:
    """The time that a cell may take."""

    seconds: float
    """A cell that takes no longer than this by the clock on the wall is in time, on however many processors."""
    wall: float
    """Within this by the clock on the wall a cell is in time if it computed no longer than `seconds`."""
    limit: str
    """The name of the limit."""
    max_silence: float | None = None
    """Seconds without output after which it is late all the same."""

    @classmethod
    def of(cls, clock: SetClock, limits: Limits, patience: Patience) -> Self:
        """Return what the limits give the next cell; what is left to its set is left by the clock on the wall."""
        seconds, limit = clock.left(limits)
        longest = patience.wall_factor * seconds if limit == "max_time" and LINUX else seconds
        wall = max(seconds, min(longest, limits.max_set_time - clock.spent))
        return cls(seconds, wall, limit, patience.max_silence)

    @property
    def is_extended(self) -> bool:
        """Whether processor time counts at all."""
        return self.wall > self.seconds

    @property
    def is_watched(self) -> bool:
        """Whether more counts than the clock on the wall."""
        return self.is_extended or self.max_silence is not None

    def is_over(self, elapsed: float, computed: float) -> bool:
        """Return whether a cell is too late, so long after its beginning, with so much processor time."""
        return elapsed > self.wall or (elapsed > self.seconds and computed > self.seconds)

    def exceeded(self, limits: Limits, elapsed: float, *, is_silent: bool = False) -> LimitExceeded:
        """Return the limit that a cell exceeded which was ended so long after its beginning."""
        if is_silent:
            return LimitExceeded(Outcome.TIMEOUT, f"wrote nothing for {self.max_silence:g} seconds")
        exceeded = cell_limits.limit_exceeded(self.limit, limits)
        if not self.is_extended or elapsed < self.wall:
            return exceeded
        text = f"{exceeded.text}, nor, with less computing than that, within {self.wall:.3g} seconds"
        return LimitExceeded(exceeded.outcome, text, exceeded.limit)


class ProcessorClock:
    """The processor time of a process and of all that it started, from now on.

    The counter of a process that ends goes to its parent if that waits for it, and to nobody if not. So a process that
    was seen at one look and has ended at the next counts as if it had computed all the time between the two: over many
    looks that adds up to what processes that live for moments only really took.

    Args:
        process: its number.
        strays: returns the numbers of the processes that it started.
    """

    def __init__(self, process: int, strays: Callable[[], Sequence[int]]) -> None:
        self._process, self._strays = process, strays
        self._used_before = processor_seconds(process) or 0.0
        self._waited_before = waited_for_seconds(process)
        self._used = self._waited = self._ended = 0.0
        # What an earlier cell left running has counted before.
        self._began = time.clock_gettime(time.CLOCK_BOOTTIME) * os.sysconf("SC_CLK_TCK")
        self._measured_at = time.monotonic()
        self._running: dict[tuple[int, int], _Stray] = {}

    def measure(self) -> float:
        """Return the seconds of all of them together."""
        now = time.monotonic()
        pause, self._measured_at = now - self._measured_at, now
        self._used = max(self._used, (processor_seconds(self._process) or 0.0) - self._used_before)
        self._waited = max(self._waited, waited_for_seconds(self._process) - self._waited_before)
        running = dict(self._measure_strays())
        for stray in (stray for key, stray in self._running.items() if key not in running):
            self._ended += stray.used + (pause if stray.is_alive else 0.0)
        self._running = running
        seen = self._ended + sum(stray.used for stray in running.values())
        return self._used + max(seen, self._waited)

    def _measure_strays(self) -> Iterator[tuple[tuple[int, int], "_Stray"]]:
        for number in self._strays():
            started, used = start_time(number), processor_seconds(number)
            if used is not None:
                key = number, started
                earlier = self._running.get(key)
                before = earlier.before if earlier is not None else 0.0 if started >= self._began else used
                yield key, _Stray(before, used - before, is_alive=is_alive(number))


class ProcessSilentError(ProcessLateError):
    """The process was killed because it had written nothing for too long."""


class Silence:
    """How long a process has written nothing; the time in which it waits for a processor does not count."""

    def __init__(self, process: int, output: MemoryFile) -> None:
        self._process, self._output = process, output
        self._begin()

    def _begin(self) -> None:
        self._position = self._output.position
        self._began, self._waited_before = time.monotonic(), waiting_seconds(self._process)

    def measure(self) -> float:
        """Return the seconds since it last wrote something."""
        if self._output.position != self._position:
            self._begin()
        return time.monotonic() - self._began - (waiting_seconds(self._process) - self._waited_before)


@dataclass(frozen=True, slots=True)
class _Stray:
    """A process that was started by another one."""

    before: float
    """Seconds of processor time that do not count."""
    used: float
    """Seconds that do."""
    is_alive: bool


@contextlib.contextmanager
def kept_in_time(
    process: Process,
    strays: Callable[[], Sequence[int]],
    cell_time: CellTime,
    output: MemoryFile,
    *,
    is_answer: bool = False,
) -> Iterator[Observer | None]:
    """Give an observer to whoever waits, which kills a process and all that it started once its cell is not in time.

    None where the clock on the wall alone counts, which whoever waits looks at. The cell of an answer may stop this
    process until it has sent what is waited for.

    Raises:
        ProcessLateError: it was killed, or is too late now.
    """
    if not cell_time.is_watched:
        began = time.monotonic()
        yield None
        if is_answer and time.monotonic() - began > cell_time.wall:
            raise ProcessLateError
        return
    observer = _CellObserver(process, strays, cell_time, output)
    try:
        yield observer
    finally:
        # Once more after the cell has ended: this may be the first thing in a while that the machine runs.
        observer.finish()
        if observer.error is not None:
            raise observer.error


class _CellObserver(Observer):
    """Looks at a process that runs a cell; see `kept_in_time`."""

    def __init__(
        self, process: Process, strays: Callable[[], Sequence[int]], cell_time: CellTime, output: MemoryFile
    ) -> None:
        self._process, self._strays, self._cell_time = process, strays, cell_time
        self._clock, self._silence = ProcessorClock(process.number, strays), Silence(process.number, output)
        self._began = time.monotonic()
        self._next = self._next_look()
        self.error: type[ProcessLateError] | None = None
        """What is wrong with the cell, for which the process was killed."""

    def _next_look(self) -> float:
        now = time.monotonic()
        pace = UNHURRIED if now - self._began < self._cell_time.seconds / 2 else 1.0
        return now + pace * CHANCE.uniform(*INTERVALS)

    @property
    def due(self) -> float:
        """When it is to look next."""
        return math.inf if self.error else self._next

    def inspect(self) -> None:
        """Kill the process, and all that it started, once it is too late."""
        max_silence = self._cell_time.max_silence
        is_silent = max_silence is not None and self._silence.measure() > max_silence
        computed = self._clock.measure()
        if is_silent or self._cell_time.is_over(time.monotonic() - self._began, computed):
            self.error = ProcessSilentError if is_silent else ProcessLateError
            for number in (self._process.number, *self._strays()):
                kill(number)
        self._next = self._next_look()

    def finish(self) -> None:
        """Look for the last time."""
        # In time by the clock on the wall, whatever was computed; most cells end before the first look.
        in_time = time.monotonic() - self._began <= self._cell_time.seconds
        if not self.error and not (in_time and self._cell_time.max_silence is None):
            self.inspect()
