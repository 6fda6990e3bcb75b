"""What an answer rests on, of what a solver is shown who sees no code."""

import pytest

from authoring.evaluation.pilot.answer_basis import basis_of
from authoring.evaluation.solvers.base import Task
from authoring.records.evidence import Variable


def variable(name: str, text: str = "1") -> Variable:
    """Return a variable of the session."""
    return Variable(name=name, type="int", size=1, text=text)


TASK = Task(
    problemset="s",
    index=3,
    question="What is `y` plus 1?",
    history=("import numpy as np\nx = 1", "def half(value):\n    return value / 2\nhalf(x)", "i = 1\ny = x + i"),
    questions=("", "Write a function `half` and give it `x`.", "Make `y` of `x` as before."),
    outputs=("", "", ""),
    variables=(variable("i"), variable("x"), variable("y", "2")),
)


SAME = [
    {"index": 9, "problemset": "t", "outputs": ("1", "2", "3")},
    {"variables": (variable("i_3"), variable("x"), variable("y", "2"))},
    {"questions": ("", "Write `half`, and use it for `x`.", TASK.questions[2])},
    {"history": (TASK.history[0], TASK.history[1].replace("(value)", "(v)"), TASK.history[2])},
]
OTHER = [
    {"variables": (variable("i"), variable("x"), variable("y", "3"))},
    {"questions": ("", TASK.questions[1], "Make `y` of `x`.")},
    {"history": (TASK.history[0].replace("numpy", "math"), *TASK.history[1:])},
    {"question": "What is `y` plus 2?"},
    {"conventions": ("Counts are integers.",)},
    {"last_code": "y", "attempt": 2},
]


@pytest.mark.parametrize("update", SAME)
def test_what_an_answer_does_not_rest_on(update: dict[str, object]) -> None:
    """Names of helpers, questions that made nothing of what it names, its number and what was printed."""
    assert basis_of(TASK.model_copy(update=update)).text == basis_of(TASK).text


@pytest.mark.parametrize("update", OTHER)
def test_what_an_answer_rests_on(update: dict[str, object]) -> None:
    """Question, conventions, imports, the questions that made what it names, and the values of these."""
    assert basis_of(TASK.model_copy(update=update)).text != basis_of(TASK).text


REWORDED = ("", "Write `half`, and use it for `x`.", TASK.questions[2])


@pytest.mark.parametrize(
    "question",
    ["Do as in question 1, for `y`.", "And `y`, with all as above?", "Do it again for `y`.", "照旧计算 `y`。"],
)
def test_a_question_that_speaks_of_others_rests_on_all(question: str) -> None:
    """Which of them it means is not guessed."""
    task = TASK.model_copy(update={"question": question})

    assert basis_of(task).text != basis_of(task.model_copy(update={"questions": REWORDED})).text


@pytest.mark.parametrize("question", ["Is `y` above 3.5?", "Is `y` before 1990?", "How many of `y` are above `x`?"])
def test_words_of_comparisons_speak_of_no_question(question: str) -> None:
    """Only what stands for itself points back."""
    task = TASK.model_copy(update={"question": question})

    assert basis_of(task).text == basis_of(task.model_copy(update={"questions": REWORDED})).text


@pytest.mark.parametrize("code", ["y + 1", "total = y + 1\ntotal"])
def test_answers_that_rest_on_nothing_else(code: str) -> None:
    """Names that questions say, and names of their own."""
    assert basis_of(TASK).carries(code)


@pytest.mark.parametrize("code", ["y + i", "[i for i in range(y)]", "half(y)", "exec('y')", "table.query('a > @i')"])
def test_answers_that_rest_on_more(code: str) -> None:
    """An answer that uses or binds a name that no question says may fail where that name is another one."""
    assert not basis_of(TASK).carries(code)
