"""The level of each problem of a chain, measured: DSEval's difficulty of its reference, and the steps it rests on."""

from collections.abc import Sequence

from authoring.dseal.analysis.complexity import difficulty
from authoring.dseal.analysis.dependencies import effects_of
from authoring.records.sketch import LevelName

STEP = 7.0
"""What a step that a problem rests on adds: about a call and a look at a column."""
MOST_STEPS = 2
"""Steps that add to a problem: what stands in the session is there, however long the way to it was. Otherwise the
second half of any chain in which each step goes on from the one before would be hard, whatever it asks."""
MEDIUM, HARD = 36.0, 54.0
"""Points from which on a problem is of medium level, and hard: about a third of what templates ask lies on each side.
References do more than most of the released sets of DSEval, whose quartiles are 11, 19 and 35: they convert, round and
break ties."""


def level_of(points: float) -> LevelName:
    """Return the level of a problem of so many points."""
    return "easy" if points < MEDIUM else "medium" if points < HARD else "hard"


def measured_levels(codes: Sequence[str]) -> tuple[LevelName, ...]:
    """Return the level of each reference of a chain, in order."""
    depths: dict[str, int] = {}
    levels: list[LevelName] = []
    for code in codes:
        effects = effects_of(code)
        depth = max((depths[name] for name in effects.reads if name in depths), default=0)
        # An import is no step that anything rests on.
        depths |= dict.fromkeys((effects.binds | effects.mutates) - effects.imports, depth + 1)
        levels.append(level_of(difficulty(code) + STEP * min(depth, MOST_STEPS)))
    return tuple(levels)
