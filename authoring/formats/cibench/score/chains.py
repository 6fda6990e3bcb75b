"""How many earlier steps each step of a notebook needs, as far as the code tells: CIBench's measure of difficulty.

The paper counts the steps that have to be taken for an answer, and says no more. Here a step needs an earlier one if
it reads a variable, an object or a file that the earlier one left or changed, or needs a step that does; a step that
only uses what an earlier one imported needs it not. Told by the reference code, without running it; where the code does
not tell, a step is taken to need the earlier one (authoring/dseal/dependencies.py).
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final

from authoring.dseal.blocking import Blocking
from authoring.dseal.dependencies import Effects, effects_of

LINE_OF_KERNEL: Final = re.compile(r"^[ \t]*[%!].*$", re.MULTILINE)
"""What only a notebook's kernel understands; it leaves no variables."""
EASY_BELOW: Final = 2
HARD_ABOVE: Final = 4


class Difficulty(StrEnum):
    """The paper's three levels, by the number of steps that a step depends on."""

    EASY = "fewer than 2 steps"
    MEDIUM = "2 to 4 steps"
    HARD = "more than 4 steps"


def difficulty_of(depends_on: int) -> Difficulty:
    """Return the level of a step that needs so many others."""
    if depends_on < EASY_BELOW:
        return Difficulty.EASY
    return Difficulty.MEDIUM if depends_on <= HARD_ABOVE else Difficulty.HARD


def needed_steps(codes: Sequence[str]) -> tuple[frozenset[int], ...]:
    """Return for each cell the cells before it that it needs, directly or through others; counted from 0."""
    effects = [_without_imports(effects_of(LINE_OF_KERNEL.sub("", code))) for code in codes]
    needed: list[set[int]] = [set() for _ in codes]
    for lost in range(len(codes)):
        session = Blocking()
        for number, cell in enumerate(effects):
            if number == lost:
                session.failed(cell, lost)
            elif number > lost and session.blocker(cell) is not None:
                needed[number].add(lost)
                session.failed(cell, lost)
            else:
                session.ran(cell)
    return tuple(frozenset(each) for each in needed)


def _without_imports(effects: Effects) -> Effects:
    """Return what a cell does, were all its imports made beforehand."""
    return replace(effects, binds=effects.binds - effects.imports)
