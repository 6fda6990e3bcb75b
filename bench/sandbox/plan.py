"""What the steps are asked to measure, and where."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from bench.processes import Counter


@dataclass(frozen=True, slots=True)
class Plan:
    """The arguments of the command."""

    counter: Counter
    sets: Sequence[Path]
    """Problem sets beside those that are made for a step."""
    folder: Path
    """Where sets are laid out; empty, and removed in the end."""
    rounds: int | None
    """How often each way has its turn; None for what a step holds for enough."""
    brief: bool
    """Do everything once and on as little as will do: to see that it works, not to measure."""
    long: bool
    """Measure 5,000 sets as well, which takes some minutes."""
    most: Level | None
    """The level of isolation to stop at; None for the best that this machine gives."""
    dseval: Path | None
    """A checkout of the public DSEval repository."""
    then_python: Path | None
    """An interpreter with DSEval and the packages of its time; None to make one."""
    sample: int | None
    """Sets of each of its benchmarks, at most."""

    def turns(self, usual: int) -> int:
        """Return how often each way has its turn."""
        return 1 if self.brief else self.rounds or usual

    def times(self, usual: int) -> int:
        """Return how often a way does its work in one turn."""
        return 1 if self.brief else usual

    def sandbox(self) -> LocalSandbox:
        """Return a sandbox of the level that is measured."""
        return LocalSandbox(maximum_level=self.most)
