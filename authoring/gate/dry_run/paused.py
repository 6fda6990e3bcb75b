"""States that are kept as paused processes, and which of them to give up when they take too much."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from authoring.gate.dry_run.pair import Pair
from authoring.records.evidence import ProblemRun

PAIRS = 30
"""States that are kept at most; each is a pair of processes."""
SIZE = 512_000_000
"""Bytes that they may take together, beyond what the sessions that go on take anyway."""
OPENING = 0.1
"""Seconds that opening a pair of sessions takes, roughly."""
RUNNING = 0.02
"""Seconds that running a cell takes besides its own, roughly."""
LITTLE = 1_000_000
"""Bytes; a state that holds less than this is as cheap as one that holds nothing."""


@dataclass(slots=True)
class Step:
    """A cell that ran: what decides its result, the result, and the state before it as far as it is kept."""

    key: str
    found: ProblemRun
    before: Pair | None

    @property
    def seconds(self) -> float:
        """What it takes to run the cell again."""
        repeat = self.found.repeat.seconds if self.found.repeat else 0.0
        return max(self.found.run.seconds, repeat) + RUNNING


@dataclass(slots=True)
class Budget:
    """Keeps the paused states within bounds.

    A fork takes nothing at first. It comes to take what the sessions that go on let go of: the pages they change and
    free. Looking at every paused process takes longer than most cells, so that is added up, and all are looked at only
    when the sum says that they may take too much.
    """

    pairs: int = PAIRS
    size: int = SIZE
    taken: int = 0
    """Bytes that the states take at most."""

    def hold(self, steps: Sequence[Step], live: Pair) -> None:
        """Give up states until they are within bounds and there is room for one more.

        Args:
            steps: all that ran so far.
            live: the sessions that go on; the state they are in is to be kept next.
        """
        kept = _kept(steps)
        if not kept:
            self.taken = 0
            return
        while len(kept) >= self.pairs:
            _give_up(steps, kept, lambda _: 1)
        newest, now = steps[kept[-1]].before if kept else None, live.memory
        before = newest.memory if newest is not None else None
        if before is None or now is None:
            return
        self.taken += max(0, before.whole - (now.whole - now.alone))
        while kept and self.taken > self.size:
            self.taken = _measured(steps, kept, live)
            if self.taken > self.size:
                _give_up(steps, kept, _share)


def _kept(steps: Sequence[Step]) -> list[int]:
    return [number for number, step in enumerate(steps) if step.before is not None]


def _measured(steps: Sequence[Step], kept: Sequence[int], live: Pair) -> int:
    """Return the bytes that would be free if no state were kept.

    Every process's share of what it shares adds up to what all take; without the states, what the live sessions share
    with them would be theirs alone.
    """
    shares = sum(_share(steps[number]) for number in kept)
    now = live.memory
    return shares if now is None else max(0, shares - (now.whole - now.share))


def _share(step: Step) -> int:
    memory = step.before.memory if step.before is not None else None
    return LITTLE if memory is None else max(memory.share, LITTLE)


def _give_up(steps: Sequence[Step], kept: list[int], worth: Callable[[Step], int]) -> None:
    """Give up the state whose loss costs the least for what it is worth; of equals the oldest.

    Without it, an edit of a cell up to the next kept state begins at the kept state before it, or at the start. So
    states stay spread, and where cells take long they stay close.
    """

    def loss(place: int) -> float:
        number = kept[place]
        follower = kept[place + 1] if place + 1 < len(kept) else len(steps)
        origin = kept[place - 1] if place else 0
        replayed = sum(step.seconds for step in steps[origin:number]) + (0.0 if place else OPENING)
        return replayed * (follower - number) / worth(steps[number])

    step = steps[kept.pop(min(range(len(kept)), key=loss))]
    if step.before is not None:
        step.before.close()
        step.before = None
