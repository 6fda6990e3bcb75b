"""The earlier cells that each cell of a notebook needs, as far as its code shows; nothing is run.

A cell needs an earlier one if it reads a variable, an object or a file that the earlier one left or changed, or needs a
cell that does. A cell that only uses what an earlier one imported does not need it. Where the code does not show it, a
cell is taken to need the earlier one (see `authoring.dseal.analysis.dependencies`).
"""

import ast
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from authoring.dseal.analysis.dependencies import effects_of
from authoring.dseal.analysis.taint import TaintTracker
from authoring.dseal.python_code import parse_code

LINE_OF_KERNEL: Final = re.compile(r"^[ \t]*[%!].*$", re.MULTILINE)
"""Lines that only a notebook's kernel understands; they leave no variables."""


def needed_steps(codes: Sequence[str]) -> tuple[frozenset[int], ...]:
    """Return for each cell the cells before it that it needs, directly or through others; counted from 0."""
    effects = [effects_of(LINE_OF_KERNEL.sub("", code)) for code in codes]
    # A cell that only uses what an earlier one imported does not need it, so imports bind nothing here.
    effects = [replace(cell, binds=cell.binds - cell.imports) for cell in effects]
    needed: list[set[int]] = [set() for _ in codes]
    # Each cell is left out in turn: what cannot run then, directly or after another that cannot, needs it.
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


def only_imports(code: str) -> bool:
    """Return whether code does nothing but import."""
    return all(isinstance(node, ast.Import | ast.ImportFrom) for node in parse_code(code).tree.body)
