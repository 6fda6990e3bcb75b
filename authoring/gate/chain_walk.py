"""Walks of a set's cells by two walkers at once, which share the problems between them.

Trying answers takes many times as long as the references take, and only forks of one state can be tried one after the
other: so each walker has sessions of its own, runs every cell, and examines the problems that the other has not begun.
"""

import math
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from authoring.dseal.model import Cell, Problem, ProblemSet
from authoring.records.evidence import Limits
from authoring.records.job import limits_of
from authoring.records.progress import ProgressCallback

Examined = TypeVar("Examined")
Examined_co = TypeVar("Examined_co", covariant=True)
WALKERS = 2
"""Half as many sets are checked at once as there are processors, so that each set has two of them."""


class Walker(Protocol[Examined_co]):
    """The sessions that one walker runs cells in."""

    def walk(self, cell: Cell, limits: Limits) -> bool:
        """Run a cell for the state that it leaves; tell whether it ended well."""
        ...

    def examine(self, index: int, cell: Cell, problem: Problem, limits: Limits) -> Examined_co | None:
        """Examine a problem, and leave the state that its reference leaves; None where that did not end well."""
        ...


def examine_problems(
    problemset: ProblemSet,
    limits: Limits,
    open_walker: Callable[[threading.Event], AbstractContextManager[Walker[Examined]]],
    *,
    numbers: Collection[int] | None = None,
    ends: float = math.inf,
    progress: ProgressCallback | None = None,
) -> tuple[Examined, ...]:
    """Examine problems, and return what came of each, in their order up to the first reference that does not end well.

    Args:
        problemset: the set that is walked.
        limits: of a cell, unless it has its own.
        open_walker: opens the sessions of a walker, in the thread that uses them. The event is set when a
            failure or an interrupt has ended another walker, so that what takes long can end early.
        numbers: of the problems that are examined; all if None.
        ends: when no further problem is begun, by the monotonic clock, in seconds.
        progress: told how many cells the foremost walker has behind it.

    Raises:
        SandboxError: the sandbox failed.
    """
    cells = tuple((index, cell) for index, cell in enumerate(problemset.cells) if cell in problemset.runnable)
    chosen = frozenset(
        cell.problem.number
        for _, cell in cells
        if cell.problem is not None and (numbers is None or cell.problem.number in numbers)
    )
    if not chosen:
        return ()
    walk = _SharedWalk[Examined](cells, limits, chosen, ends, progress)
    further = min(WALKERS, len(chosen)) - 1
    with ThreadPoolExecutor(max(further, 1)) as executor:
        futures = [executor.submit(walk.go, open_walker) for _ in range(further)]
        try:
            walk.go(open_walker)
            for future in futures:
                future.result()
        except BaseException:
            # An interrupt reaches this thread alone, and the others are not to go on without it.
            walk.stopped.set()
            raise
    return walk.results()


@dataclass(slots=True)
class _SharedWalk(Generic[Examined]):
    """What the walkers of a set know of each other."""

    cells: tuple[tuple[int, Cell], ...]
    limits: Limits
    chosen: frozenset[int]
    ends: float
    progress: ProgressCallback | None
    stopped: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _begun: set[int] = field(default_factory=set)
    _examined: dict[int, Examined] = field(default_factory=dict)
    """By the index of the cell."""
    _last: float = math.inf
    """The index of the first cell that did not end well."""
    _foremost: int = 0

    def go(self, open_walker: Callable[[threading.Event], AbstractContextManager[Walker[Examined]]]) -> None:
        """Walk with one walker as far as there are problems for it."""
        try:
            with open_walker(self.stopped) as walker:
                self._walk(walker)
        except BaseException:
            # Nobody will see what the others find.
            self.stopped.set()
            raise

    def _walk(self, walker: Walker[Examined]) -> None:
        for position, (index, cell) in enumerate(self.cells, start=1):
            is_over = index >= self._last or time.monotonic() > self.ends or not self.chosen - self._begun
            if self.stopped.is_set() or is_over:
                return
            limits, problem = limits_of(cell, self.limits), cell.problem
            if problem is None or not self._begins(problem.number):
                ended_well = walker.walk(cell, limits)
            else:
                examined = walker.examine(index, cell, problem, limits)
                ended_well = examined is not None
                if examined is not None:
                    self._examined[index] = examined
            if not ended_well:
                # What follows would be examined in a state that nobody checked; what stands before it, the others
                # examine to its end.
                with self._lock:
                    self._last = min(self._last, index)
                return
            self._report(position)

    def _begins(self, number: int) -> bool:
        with self._lock:
            begins = number in self.chosen and number not in self._begun
            if begins:
                self._begun.add(number)
            return begins

    def _report(self, position: int) -> None:
        with self._lock:
            if self.progress is not None and position > self._foremost:
                self._foremost = position
                self.progress(position, len(self.cells))

    def results(self) -> tuple[Examined, ...]:
        return tuple(examined for index, examined in sorted(self._examined.items()) if index < self._last)
