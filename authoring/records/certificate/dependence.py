"""What results of a problem set depend on, as running it in other surroundings shows."""

from typing import Literal

from authoring.records.base import Record

BY_ITSELF = "by itself"
"""Stands for a result that differs when nothing is varied: it depends on what cannot be pinned, as a clock."""
TOGETHER = "together"
"""Stands for a result that differs when all are varied, and not when each is alone."""
Effect = Literal["ends otherwise", "is refused", "differs"]


class Dependence(Record):
    """A cell whose result depends on what surrounds it."""

    cell: int
    """Index into ProblemSet.cells."""
    number: int | None
    """The problem's number; None for context."""
    on: str
    """A pin, ``by itself`` or ``together``."""
    value: str
    """What the pin was varied to."""
    effect: Effect
    """``ends otherwise``, ``is refused`` by the problem's own validator, or ``differs`` and is accepted."""
    usual: str
    """What came out under the usual pins, as short text."""
    varied: str
    reason: str = ""
    """Why the validator refuses it, where what came out is the same as short text."""

    @property
    def matters(self) -> bool:
        """Whether a right answer can be judged as wrong because of it."""
        return self.effect != "differs"
