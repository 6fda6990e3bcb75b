"""Sentences that are added to questions, and names in messages."""

from collections.abc import Sequence

_SHORT = 60
"""Characters of a line that is quoted."""


def with_sentence(question: str, sentence: str) -> str:
    """Return a question with one more sentence: on a line of its own where the question has several."""
    if "\n" in question:
        return f"{question}\n{sentence}"
    stop = "" if question.endswith((".", "?", "!", ":")) else "."
    return f"{question}{stop} {sentence}"


def listed(names: Sequence[str]) -> str:
    """Return names in backticks, as a sentence lists them."""
    quoted = [f"`{name}`" for name in names]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)


def quoted(text: str) -> str:
    """Return the first line of a text, cut where it is long."""
    line = text.strip().split("\n")[0]
    return line if len(line) <= _SHORT else f"{line[: _SHORT - 1]}\u2026"
