"""The answer is right, as text."""

from collections.abc import Iterator

from authoring.dseal.analysis.unordered import is_text
from authoring.dseal.mutation.base import Code, Edit, wrapped

SUMMARY = "turns the answer, or every element of it, into text"


def edits(code: Code) -> Iterator[Edit]:
    """Put each answer through a function that makes text of it."""
    body = 'value.astype(str) if hasattr(value, "astype") else str(value)'
    yield from wrapped(code, body, "becomes text", spares=is_text)
