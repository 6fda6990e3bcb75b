"""What an answer binds, what of it a question speaks of, and which data it writes down."""

import pytest

from authoring.formats.base.exercises.names import (
    bound_in,
    changed_in,
    holds_written_data,
    intermediate,
    mentioned_names,
    requested_names,
)


def test_outer_bindings_are_told_apart() -> None:
    """Data and functions are listed in their order; loops and names with an underscore leave nothing to judge."""
    functions = "def f():\n    inner = 1\ng = lambda: 1\n"
    bound = bound_in(f"a, b = 1, 2\n{functions}_hidden = 3\nfor i in a:\n    c = i\nwith x as y:\n    d = 1")

    assert (bound.data, bound.functions) == (("a", "b", "c", "d"), ("f", "g"))
    assert "a" not in bound.values
    assert bound_in("x = 1\nx = 2").values["x"].value == 2  # type: ignore[attr-defined]  # a constant


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("df['a'] = 1", {"df"}),
        ("df.columns = ['a']", {"df"}),
        ("df.drop(columns='a', inplace=True)", {"df"}),
        ("df.drop(columns='a', inplace=False)", set()),
        ("x = df.drop(columns='a')", set()),
        ("rows.append(1)", {"rows"}),
        ("y = rows.append(1)", set()),
        ("model.fit(X, y)", {"model"}),
        ("n += 1", {"n"}),
    ],
)
def test_changes_in_place_are_seen(code: str, names: set[str]) -> None:
    """What changes an object is told from what gives a new one."""
    assert changed_in(code) == names


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Make a Series called `ages`.", {"ages"}),
        ("Create a list named evens", {"evens"}),
        ("Write a function that adds", set()),
        ("Make a DataFrame called the best", set()),
    ],
)
def test_names_that_are_asked_for(question: str, names: set[str]) -> None:
    """A question that says what to call something is taken at its word; grammar is no name."""
    assert requested_names(question) == names


def test_plain_words_have_to_stand_like_names() -> None:
    """A quoted name always counts, an odd one as a whole word, and an English one only where it is called so."""
    names = frozenset({"df2", "result", "mean"})

    assert mentioned_names("Keep the result of df2, by its mean.", names) == {"df2"}
    assert mentioned_names("Store the mean in a variable called result", names) == {"result"}
    assert mentioned_names("What is `mean`?", names) == {"mean"}


def test_steps_on_the_way_are_intermediate() -> None:
    """A variable that only serves another one is not what is asked for."""
    assert intermediate("a = 1\nb = a + 1\nc = b") == {"a", "b"}


def test_written_data_must_be_told() -> None:
    """Nobody can answer where the data stand in the answer alone; a few parameters are no data."""
    code = "x = [3, 1, 4, 15, 9, 26]"

    assert not holds_written_data("Sort the list.", code)
    assert holds_written_data("Sort 3, 1, 4, 15, 9, 26.", code)
    assert holds_written_data("Sort the list.", "x = [3, 1]")
