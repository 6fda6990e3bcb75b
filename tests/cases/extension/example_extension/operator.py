"""The answer is given twice, as a pair."""

from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit, wrapped

SUMMARY = "gives the answer twice"


def edits(code: Code) -> Iterator[Edit]:
    """Put each answer into a pair with itself."""
    yield from wrapped(code, "(value, value)", "is given twice")
