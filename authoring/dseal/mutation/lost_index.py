"""The answer's rows lose their names."""

from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit, wrapped

SUMMARY = "numbers the rows of the answer anew; what has no index is left alone"


def edits(code: Code) -> Iterator[Edit]:
    """Put each answer through a function that resets its index."""
    body = 'value.reset_index(drop=True) if hasattr(value, "reset_index") else value'
    yield from wrapped(code, body, "loses its index")
