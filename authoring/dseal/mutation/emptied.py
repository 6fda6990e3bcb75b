"""The answer is of the right type, and empty."""

from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit, wrapped

SUMMARY = "empties the answer: no rows, no elements, or a new object of its type"
# Frames lose their rows, lists and texts their elements; a number becomes the 0 of its type.
_SLICED = 'value[:0] if hasattr(value, "iloc") or isinstance(value, (list, tuple, str)) else type(value)()'


def edits(code: Code) -> Iterator[Edit]:
    """Put each answer through a function that keeps nothing of it."""
    yield from wrapped(code, _SLICED, "is emptied")
