"""An answer is judged by what its question asks for: a value, a variable, a print, or a figure."""

from typing import Any

import pytest

from authoring.formats.base.exercises.validator_choice import (
    SessionNames,
    ValidatorChoice,
    choose_validator,
    choose_vis,
)


def chosen(question: str, code: str, *, before: tuple[str, ...] = (), later: tuple[str, ...] = ()) -> ValidatorChoice:
    """Choose for an answer in a session with these names."""
    names = SessionNames(frozenset(before), frozenset(later), {"np": "numpy", "random": "random"})
    return choose_validator(code, question, names)


@pytest.mark.parametrize(
    ("question", "code", "block"),
    [
        ("What is the sum of x?", "sum(x)", None),
        ("Keep the sum in `total`.", "total = sum(x)", {"namespace_check": {"total": None}}),
        ("Print the sum of x.", "print(sum(x))", None),
        ("Print each of x.", "for n in x:\n    print(n)", {"stream": None}),
        ("What are the columns?", "df.columns", {"result": {"value_only": True}}),
        ("Draw a number.", "np.random.rand()", {"result": {"type_only": True}}),
    ],
)
def test_the_way_follows_the_answer(question: str, code: str, block: dict[str, Any] | None) -> None:
    """A value is compared as it is, printed or not, a variable by its name, lines to the letter, chance by its type."""
    choice = chosen(question, code, before=("x", "df"))

    assert (choice.kind, choice.validator) == ("problem", block)


def test_a_look_at_a_variable_is_taken_away() -> None:
    """Where a variable counts, the line that shows it is left out, and that is told."""
    choice = chosen("Keep the first rows in `top`.", "top = x[:2]\ntop", before=("x",))

    assert (choice.code.strip(), choice.validator) == ("top = x[:2]", {"namespace_check": {"top": None}})
    assert choice.findings


def test_an_unnamed_variable_is_named() -> None:
    """Nobody can be judged by a name that the question does not tell."""
    choice = chosen("Sort x for later.", "ranks = sorted(x)", before=("x",), later=("ranks",))

    assert "`ranks`" in choice.question
    assert choice.validator == {"namespace_check": {"ranks": None}}


@pytest.mark.parametrize(
    ("code", "kind"), [("def f():\n    return 1", "context"), ("pass", "nothing"), ("g = df.groupby('a')", "context")]
)
def test_what_cannot_be_judged_is_no_problem(code: str, kind: str) -> None:
    """Functions, nothing at all, and objects that equal only themselves are not asked for."""
    assert chosen("Do it, please.", code, before=("df",)).kind == kind


def test_untold_data_cannot_be_asked_for() -> None:
    """An answer that writes down data which the question keeps to itself is context."""
    assert chosen("Make the table.", "x = [31, 14, 15, 92, 65, 35]").kind == "context"


def test_figures_are_judged_by_what_they_show() -> None:
    """The value of the last call is matplotlib's own and says nothing."""
    choice = choose_vis("plt.plot(x)", "Plot x.")

    assert choice.validator == {"template": "intact", "vis": None}
    assert choice.findings
