"""There is no answer."""

from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit, answers

SUMMARY = "gives None in place of the answer"


def edits(code: Code) -> Iterator[Edit]:
    """Put None where an answer stands."""
    for node, words in answers(code):
        yield code.replace(node, "None", f"{words} is None")
