"""The answer is right, as text."""

from collections.abc import Iterator

from authoring.dseal.analysis.unordered import is_text
from authoring.dseal.mutation.base import Code, Edit, wrapped

SUMMARY = "turns the answer, or every element of it, into text"
AS_TEXT = 'value.astype(str) if hasattr(value, "astype") else str(value)'


def edits(code: Code) -> Iterator[Edit]:
    """Put each answer through a function that makes text of it."""
    yield from wrapped(code, AS_TEXT, "becomes text", spares=is_text)
