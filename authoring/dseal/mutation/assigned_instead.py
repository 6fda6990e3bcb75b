"""The answer is kept, and not given back."""

from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit, last_value

SUMMARY = "assigns the value to a new name in place of giving it back"


def edits(code: Code) -> Iterator[Edit]:
    """Put an assignment where the value stands."""
    node = last_value(code)
    if node is not None:
        yield code.replace(node, f"kept_answer = {code.source(node)}", "the value is assigned")
