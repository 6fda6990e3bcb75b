"""The answer holds more than was asked for."""

from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit, wrapped

SUMMARY = "adds a column to the answer; what is no frame becomes a tuple of it and 0"


def edits(code: Code) -> Iterator[Edit]:
    """Put each answer through a function that adds to it."""
    body = 'value.assign(extra=0) if hasattr(value, "assign") else (value, 0)'
    yield from wrapped(code, body, "gets something extra")
