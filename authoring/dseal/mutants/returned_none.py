"""There is no answer."""

from collections.abc import Iterator

from authoring.dseal.mutants.answers import answers
from authoring.dseal.mutants.base import Code, Edit

WHAT = "gives None in place of the answer"


def edits(code: Code) -> Iterator[Edit]:
    """Put None where an answer stands."""
    for node, words in answers(code):
        yield code.replace(node, "None", f"{words} is None")
