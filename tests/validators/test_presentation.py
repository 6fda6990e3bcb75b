"""Inferring a value that was not returned."""

from typing import Any

import pytest

from authoring.validators.base import Opaque
from authoring.validators.presentation import answer_in_source, infer_value, shown_values

NAMES = {"x": [3, 4], "d": {"k": 1}, "total": 7}


def inferred(source: str, names: dict[str, Any], expected: object) -> Any:
    """Return what is inferred on one side from what the other side shows."""
    return infer_value(shown_values(source, names), expected)


@pytest.mark.parametrize(
    ("source", "expected", "value"),
    [
        ("print('total', total)", 0, 7),
        ("print(f'{total:>{len(x)}} of {x[0]}')", (), (7, 2, 3)),
        ("print(total, x)", [], [7, [3, 4]]),
        ("print(total, x)", 0, [3, 4]),
        ("print(1, x, total)", {"a": 0}, {"a": 7}),
        ("print(total, x)", {"a": 0, "b": 0, "c": 0}, {"a": None, "b": 7, "c": [3, 4]}),
        ("total = 7", 0, 7),
        ("total = 1\nprint('done')", 0, 7),
        ("d['k'] = 1", {}, {"k": 1}),
        ("total += 1\nx = 1\nif total: pass", 0, [3, 4]),
        ("def f(): print(total)", 0, None),
        ("print('nothing')", 0, None),
        ("", 0, None),
    ],
)
def test_what_the_code_shows(source: str, expected: object, value: object) -> None:
    """Prints come first, then the last assignment; several values are packed as the reference is."""
    assert inferred(source, NAMES, expected) == value


def test_evaluating_again_changes_nothing() -> None:
    """Expressions that take, sort or bind do so on copies."""
    names: dict[str, Any] = {"x": [4, 3]}

    assert shown_values("print(x.pop())", names) == [3]
    assert shown_values("print((y := x.sort()) or x)", names) == [[3, 4]]
    assert names == {"x": [4, 3]}


def test_one_object_under_two_names_stays_one() -> None:
    """Copies keep what the names share."""
    shared = [1]

    assert shown_values("print(a is b)", {"a": shared, "b": shared}) == [True]


@pytest.mark.parametrize("source", ["print(", "print(missing)", "print(*x)"])
def test_what_cannot_be_evaluated(source: str) -> None:
    """Failing to parse or to evaluate is told by raising."""
    with pytest.raises((SyntaxError, NameError)):
        shown_values(source, NAMES)


# Finding the answer in the source.


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
