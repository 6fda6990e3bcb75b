"""The answer is of the right type, and empty."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit, wrapped

SUMMARY = "empties the answer: no rows, no elements, or a new object of its type"
# Frames lose their rows, lists and texts their elements; a number becomes the 0 of its type.
_SLICED = 'value[:0] if hasattr(value, "iloc") or isinstance(value, (list, tuple, str)) else type(value)()'


def edits(code: Code) -> Iterator[Edit]:
    """Put each answer through a function that keeps nothing of it."""
    yield from wrapped(code, _SLICED, "is emptied", spares=_is_empty)


def _is_empty(node: ast.expr) -> bool:
    try:
        return not ast.literal_eval(node)
    # No literal, or a set that holds a list.
    except (ValueError, TypeError):
        return False
