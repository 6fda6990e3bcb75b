"""States that are kept as paused processes, and which of them to give up when they take too much."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from authoring.gate.session_pair import SessionPair
from authoring.records.evidence import ProblemRun

MOST_SNAPSHOTS = 30
"""States that are kept at most; each is a pair of processes."""
MOST_SNAPSHOT_BYTES = 512_000_000
"""Bytes that they may take together, beyond what the sessions that go on take anyway."""
OPENING = 0.1
"""Seconds that opening a pair of sessions takes, roughly."""
RUNNING = 0.02
"""Seconds that running a cell takes besides its own, roughly."""
LONGEST_REPLAY = 0.2
"""Seconds of cells that may have to run again before an edited one; keeping more states makes every run longer."""
SMALL_STATE = 1_000_000
"""Bytes; a state that holds less than this is as cheap as one that holds nothing."""


@dataclass(slots=True)
class RunStep:
    """A cell that ran: what decides its result, the result, and the state before it as far as it is kept."""

    key: str
    run: ProblemRun
    before: SessionPair | None

    @property
    def seconds(self) -> float:
        """What it takes to run the cell again."""
        repeat = self.run.repeat.seconds if self.run.repeat else 0.0
        return max(self.run.run.seconds, repeat) + RUNNING

    @property
    def most_bytes(self) -> int | None:
        """What the state before it holds at most, for the cell that ran from there held that too; None if unknown."""
        peaks = [run.peak_memory for run in (self.run.run, self.run.repeat) if run is not None]
        return sum(peaks) if all(peaks) else None


@dataclass(slots=True)
class SnapshotBudget:
    """Keeps the paused states within bounds.

    A fork takes nothing at first. It comes to take what the sessions that go on let go of: the pages they change and
    free. Looking at a process takes as long as a quick cell, so nobody does while all that the states hold, shared or
    not, is within the bounds. From then on what they come to take is added up, and all are looked at only when the sum
    says that they may take too much.
    """

    pairs: int = MOST_SNAPSHOTS
    size: int = MOST_SNAPSHOT_BYTES
    bytes_taken: int = 0
    """Bytes that the states take at most."""

    def keep_within_bounds(self, steps: Sequence[RunStep], live: SessionPair) -> None:
        """Give up states until they are within bounds and there is room for one more.

        Args:
            steps: all that ran so far.
            live: the sessions that go on; the state they are in is to be kept next.
        """
        snapshots = [number for number, step in enumerate(steps) if step.before is not None]
        if not snapshots:
            self.bytes_taken = 0
            return
        while len(snapshots) >= self.pairs:
            _give_up(steps, snapshots, lambda _: 1)
        bounds = [steps[number].most_bytes for number in snapshots]
        known = [bound for bound in bounds if bound is not None]
        if len(known) == len(bounds) and sum(known) <= self.size:
            self.bytes_taken = sum(known)
            return
        newest, live_memory = steps[snapshots[-1]].before if snapshots else None, live.memory
        before = newest.memory if newest is not None else None
        # Where the system does not tell the memory, only the number of states is bounded.
        if before is None or live_memory is None:
            return
        # An upper bound: what the live sessions no longer share with the newest state, that state may hold alone.
        self.bytes_taken += max(0, before.total - (live_memory.total - live_memory.private))
        while snapshots and self.bytes_taken > self.size:
            # Looking at every process is slow, so it is done only when the sum says that it may be needed.
            self.bytes_taken = _measured(steps, snapshots, live)
            if self.bytes_taken > self.size:
                _give_up(steps, snapshots, _share)


def _measured(steps: Sequence[RunStep], snapshots: Sequence[int], live: SessionPair) -> int:
    """Return the bytes that would be free if no state were kept.

    Every process's share of what it shares adds up to what all take; without the states, what the live sessions share
    with them would be theirs alone.
    """
    shares = sum(_share(steps[number]) for number in snapshots)
    live_memory = live.memory
    return shares if live_memory is None else max(0, shares - (live_memory.total - live_memory.proportional))


def _share(step: RunStep) -> int:
    memory = step.before.memory if step.before is not None else None
    return SMALL_STATE if memory is None else max(memory.proportional, SMALL_STATE)


def _give_up(steps: Sequence[RunStep], snapshots: list[int], worth: Callable[[RunStep], int]) -> None:
    """Give up the state whose loss costs the least for what it is worth; of equals the oldest.

    Without it, an edit of a cell up to the next kept state begins at the kept state before it, or at the start. So
    states stay spread, and where cells take long they stay close.
    """

    def loss(place: int) -> float:
        number = snapshots[place]
        follower = snapshots[place + 1] if place + 1 < len(snapshots) else len(steps)
        origin = snapshots[place - 1] if place else 0
        replayed = sum(step.seconds for step in steps[origin:number]) + (0.0 if place else OPENING)
        return replayed * (follower - number) / worth(steps[number])

    step = steps[snapshots.pop(min(range(len(snapshots)), key=loss))]
    if step.before is not None:
        step.before.close()
        step.before = None
