"""Letting ways of doing the same thing take turns, round by round, and what each of them took."""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bench.processes import Counter


@dataclass(frozen=True, slots=True)
class Spent:
    """What one turn took, for each time that the work was done."""

    wall: float
    """Seconds."""
    cpu: float
    """Seconds of user and system time, of this process and all below it."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way of doing the work of a round."""

    name: str
    work: Callable[[], object]
    times: int
    """How often it is done in one turn, so that a turn takes long enough to be counted well."""


@dataclass(frozen=True, slots=True)
class Turns:
    """What every turn of every way took."""

    spent: Mapping[str, Sequence[Spent]]

    def wall(self, name: str) -> float:
        """Return the median of a way's wall time, in seconds."""
        return statistics.median(one.wall for one in self.spent[name])

    def cpu(self, name: str) -> float:
        """Return the median of a way's CPU time, in seconds."""
        return statistics.median(one.cpu for one in self.spent[name])

    def plain(self) -> dict[str, Any]:
        """Return it for the file of ``--json``."""
        return {name: [asdict(one) for one in turns] for name, turns in self.spent.items()}


def spent(counter: Counter, work: Callable[[], object], times: int = 1) -> Spent:
    """Do something several times; return what one time took.

    What the processes below do afterwards, until they rest, is counted as CPU time and not as wall time. What this
    process uses to look whether they rest is not counted.
    """
    below = counter.settled()
    cpu, wall = time.process_time(), time.perf_counter()
    for _ in range(times):
        work()
    wall = time.perf_counter() - wall
    looking = time.thread_time()
    below = counter.settled() - below
    looking = time.thread_time() - looking
    return Spent(wall / times, (time.process_time() - cpu - looking + below) / times)


def take_turns(counter: Counter, ways: Sequence[Way], rounds: int) -> Turns:
    """Let ways take turns, after one round that counts for nothing."""
    found: dict[str, list[Spent]] = {way.name: [] for way in ways}
    for number in range(rounds + 1):
        for way in ways:
            one = spent(counter, way.work, way.times)
            # The first round loads libraries and fills caches.
            if number:
                found[way.name].append(one)
    return Turns(found)
