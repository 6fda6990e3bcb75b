"""Finding the answer in the source."""

import pytest

from authoring.validators.answer import answer_in_source
from authoring.validators.base import Opaque


@pytest.mark.parametrize(
    ("source", "value", "found"),
    [
        ("x = 42", 42, True),
        ("x = 421", 42, False),
        ("x = 'the dog'", "dog", True),
        ("x = 'dogma'", "dog", False),
        ("x = 1.5", 1.5, True),
        ("x = a.b", "a+b", False),
        ("x = None", None, False),
        ("x = text", Opaque("a.b", "text"), False),
    ],
)
def test_as_a_word(source: str, value: object, found: bool) -> None:  # noqa: FBT001 - the expected answer
    """The value's text counts where it stands as a word of its own."""
    assert bool(answer_in_source(source, value)) is found


def test_values_that_refuse_to_be_text() -> None:
    """What cannot be shown is not found."""

    class Mute:
        def __str__(self) -> str:
            raise RuntimeError("no")

    assert answer_in_source("x", Mute()) == ""


@pytest.mark.parametrize(
    ("source", "value", "found"),
    [
        ("x = 42", 42, True),
        ("x: int = 42", 42, True),
        ("print('so', 42)", 42, True),
        ("1\n42", 42, True),
        ("if (x := 42):\n    pass", 42, True),
        ("def f():\n    answer = -1.5", -1.5, True),
        ("x = [1, 'a']", [1, "a"], True),
        ("x = 'the dog'", "dog", False),
        ("x = 2  # 42", 42, False),
        ("f(42)", 42, False),
        ("42\n1", 42, False),
        ("x = df.sum(axis=1)", 1, False),
        ("print(a=42)", 42, False),
        ("x = 42 +", 42, False),
        ("x: int", 42, False),
        ("x = {[]: 1}\ny = 42", 42, True),
        ("x = " + "(" * 500 + "42", 42, False),
    ],
)
def test_as_a_literal(source: str, value: object, found: bool) -> None:  # noqa: FBT001 - the expected answer
    """Strictly, the value counts where it is assigned, printed or the last expression, and nothing else is."""
    assert bool(answer_in_source(source, value, "strict")) is found
