"""Worked examples are read from questions as people write them, and prose is no example."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.dseal.analysis.worked_examples import worked_examples
from tests.examples import examples

CODE = "def f(x):\n    return x * x\n"
PAIR = "def g(values, target=0):\n    return values\n"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("for example `f(3)` gives 9.", ("f(3)", "9")),
        ("e.g. `[1, 2]` -> 3", ("f([1, 2])", "3")),
        ("e.g. f([1,2]) = 3", ("f([1,2])", "3")),
        ("例如 `f(3)` 返回 `9`。", ("f(3)", "9")),
        ("例如 [1,2] 得到 3", ("f([1,2])", "3")),
        ("`f('a')` should return `'b'`", ("f('a')", "'b'")),
        (">>> f(3)\n9\n", ("f(3)", "9")),
        ("For example, given [1, 2, 3], return 6.", ("f([1, 2, 3])", "6")),
        ("f(3) returns 9.5.", ("f(3)", "9.5")),
        ("It returns 9 for `f(3)`.", ("f(3)", "9")),
        ("f(3) == 9", ("f(3)", "9")),
        ("**Input:** x = [2, 7]\n**Output:** [4, 49]", ("f(x=[2, 7])", "[4, 49]")),
    ],
)
def test_examples_are_read(question: str, expected: tuple[str, str]) -> None:
    """A call or arguments, with what they give behind an arrow or a verb, in English and Chinese, or a session."""
    (example,) = worked_examples(question, CODE)

    assert (example.call, example.output) == expected


def test_arguments_are_given_by_place_and_by_name() -> None:
    """As many as the function takes, and no more than it knows."""
    question = "Input: values = [2, 7], target = 9. Output: [0, 1]"

    assert [example.call for example in worked_examples(question, PAIR)] == []
    assert [e.call for e in worked_examples("Input: values = [2, 7], target = 9\nOutput: [0, 1]", PAIR)] == [
        "g(values=[2, 7], target=9)"
    ]


@pytest.mark.parametrize(
    "question",
    ["Write `f(x)` that is 3.", "f(x) -> 2", "so f(10) is about 3", "f(3) gives the square", "`f` gives 9 rows", "f(3"],
)
def test_prose_is_no_example(question: str) -> None:
    """What has no literal on both sides shows nothing, and code without a function has no examples."""
    assert worked_examples(question, CODE) == ()
    assert worked_examples("`f(3)` gives 9", "9") == ()


@settings(max_examples=examples(100), derandomize=True)
@given(st.text(max_size=60), st.sampled_from(["f(", "e.g. ", ">>> f(3)\n", "f([1]) -> "]))
def test_any_question_is_read(text: str, start: str) -> None:
    """Whatever a question holds, reading it ends well."""
    worked_examples(start + text, CODE)
