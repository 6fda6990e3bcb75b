"""The earlier cells that each cell of a notebook needs, as far as its code shows; nothing is run.

A cell needs an earlier one if it reads a variable, an object or a file that the earlier one left or changed, or needs a
cell that does. A cell that only uses what an earlier one imported does not need it. Where the code does not show it, a
cell is taken to need the earlier one (see `authoring.dseal.analysis.dependencies`).
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from authoring.dseal.analysis.dependencies import Effects, effects_of
from authoring.dseal.analysis.taint import TaintTracker

LINE_OF_KERNEL: Final = re.compile(r"^[ \t]*[%!].*$", re.MULTILINE)
"""Lines that only a notebook's kernel understands; they leave no variables."""


def needed_steps(codes: Sequence[str]) -> tuple[frozenset[int], ...]:
    """Return for each cell the cells before it that it needs, directly or through others; counted from 0."""
    effects = [_without_imports(effects_of(LINE_OF_KERNEL.sub("", code))) for code in codes]
    needed: list[set[int]] = [set() for _ in codes]
    for lost in range(len(codes)):
        session = TaintTracker()
        for number, cell in enumerate(effects):
            if number == lost:
                session.failed(cell, lost)
            elif number > lost and session.blocker(cell) is not None:
                needed[number].add(lost)
                session.failed(cell, lost)
            else:
                session.ran(cell)
    return tuple(frozenset(indices) for indices in needed)


def _without_imports(effects: Effects) -> Effects:
    """Return what a cell does, were all its imports made beforehand."""
    return replace(effects, binds=effects.binds - effects.imports)
