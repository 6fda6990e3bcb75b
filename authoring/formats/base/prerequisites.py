"""Split of authoring.formats.cibench.score.averages."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from authoring.dseal.analysis.dependencies import Effects, effects_of
from authoring.dseal.analysis.taint import Blocking

LINE_OF_KERNEL: Final = re.compile(r"^[ \t]*[%!].*$", re.MULTILINE)
"""What only a notebook's kernel understands; it leaves no variables."""


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
    return tuple(frozenset(indices) for indices in needed)


def _without_imports(effects: Effects) -> Effects:
    """Return what a cell does, were all its imports made beforehand."""
    return replace(effects, binds=effects.binds - effects.imports)
