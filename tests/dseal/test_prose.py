"""What counts as the prose of a question, and what as code."""

import pytest

from authoring.dseal.prose import MASK, code_pieces, prose, without_code


@pytest.mark.parametrize(
    "question",
    ["Give `mass`.", 'Give "mass".', "a\n```\nx = (\n```\nb", "“重量”的平均值", "```\nopen", "`a", "x = 1\n\n  y\tz"],
)
def test_every_character_keeps_its_place(question: str) -> None:
    """Masks are as long as what they stand for, and lines stay lines."""
    for text in (without_code(question), prose(question)):
        assert len(text) == len(question)
        assert all(new in {old, MASK} for new, old in zip(text, question, strict=True))
        assert text.count("\n") == question.count("\n")


def test_code_and_quotes_are_no_prose() -> None:
    """Fences, backticks, lines of code, printed tables and quoted texts are masked, and nothing else is."""
    question = "Sum `a` and \"b\":\n```python\nc = 1\n```\ntotal = d.sum()\ne   f   g\nDon't round the animals' mean."

    words = prose(question).replace(MASK, " ").split()

    assert words == ["Sum", "and", ":", "Don't", "round", "the", "animals'", "mean."]
    assert '"b"' in without_code(question)


@pytest.mark.parametrize(
    ("line", "is_code"),
    [
        ("return a DataFrame with `a` (the mean", False),
        ("return `a` and `b`", False),
        ("import the file", False),
        ("return the mean", False),
        ("import pandas as pd", True),
        ("return a if b else c", True),
        ("return total / n", True),
        ("ddof=1), take the mean of it", False),
        ("x = 0; import os", True),
        ("x = a, not b", True),
        ("n = 3", True),
        ("n = a if b else c", True),
        ("n = lambda a: a", True),
        ("n = not a", True),
        ("n = f(a), b", True),
    ],
)
def test_words_of_code_begin_sentences_too(line: str, *, is_code: bool) -> None:
    """A sentence that a line break cuts before `return` or an argument is prose, and a statement is code."""
    assert prose(f"Sum it;\n{line}\n").splitlines()[1].startswith(MASK) is is_code


def test_pieces_stand_between_backticks() -> None:
    """Pieces come in order without their backticks; what is fenced is no piece."""
    assert code_pieces("Sum `a b` and ``c``.\n```\n`d`\n```\n") == ("a b", "c")
