"""Mutation operators: code made wrong in one place, to see whether a judge refuses it.

Each module of this folder but `base` is one operator; it is found by its name, and its cases stand under the same name
in ``tests/cases/mutation``. Installed packages add operators through entry points of the group
``authoring.dseal.mutation``. What decides which mutants are run belongs to the callers.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import cast

from authoring.dseal.mutation.base import Code, Edit, Mutant, Operator, read_code
from authoring.dseal.python_code import parse_code
from authoring.extensions import members

OPERATORS: Mapping[str, Operator] = cast("Mapping[str, Operator]", members(__name__))
"""Every operator by its name, the project's own first, in the order of the names."""


def mutants(code: str, *, limit: int = 3, columns: Sequence[str] = ()) -> tuple[Mutant, ...]:
    """Return wrong variants of code that is right, each with one edit; the same for the same arguments.

    A mutant parses, its tree differs from the original's, and its text is the original's but for the edit. That it
    gives another answer cannot be known without running it: ``head(6)`` of a table with five rows is ``head(5)``.

    Args:
        code: the original; code that is no Python has no mutants.
        limit: how many of each operator, those furthest down first: they are nearest to the answer.
        columns: names of columns of the session's tables, for wrong columns that the code does not name itself.
    """
    try:
        original = read_code(code, tuple(columns))
        if original is None:
            return ()
        # Trees are compared, not texts: a mutant that differs in spacing or brackets alone is the original.
        trees = {ast.dump(original.tree)}
        return tuple(
            mutant
            for name, operator in OPERATORS.items()
            for mutant in islice(_mutants(original, name, operator, trees), max(0, limit))
        )
    except RecursionError:
        # Code nested so deep that its tree cannot be written down is not worth spoiling.
        return ()


def _mutants(original: Code, name: str, operator: Operator, trees: set[str]) -> Iterator[Mutant]:
    """Give the mutants of one operator; `trees` holds the trees there are already."""
    for edit in sorted(operator.edits(original), key=_place):
        text = original.text[: edit.start] + edit.text + original.text[edit.end :]
        parsed = parse_code(text)
        if parsed.error is not None:
            continue
        tree = ast.dump(parsed.tree)
        # Two edits may come to the same code, which is run once.
        if tree not in trees:
            trees.add(tree)
            yield Mutant(name, text, edit.description)


def _place(edit: Edit) -> tuple[int, int, str, str]:
    # The end of the code is nearest to the answer; text and description only make the order certain.
    return -edit.end, -edit.start, edit.text, edit.description
