"""Lines with which a model leaves a problem as it is are taken out of a reply, and nothing else is."""

import pytest

from authoring.drafting.replies.reasons import LeftProblem, read_reasons

LEAVABLE = {3: frozenset({"DS703", "DS694"}), 4: frozenset({"DS601"})}
CELL = '# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 + 2\n'
LEFT = LeftProblem(3, "DS703", "the union is of workers")


@pytest.mark.parametrize(
    "line",
    [
        "# as it is: DS703 the union is of workers",
        "as it is: DS703: the union is of workers",
        "# As it is - warning DS703, the union is of workers",
        "# unchanged: ds703 the union is of workers",
        "## left as it is: DS703 the union is of workers",
    ],
)
@pytest.mark.parametrize("fence", ["", "```python\n"])
def test_a_problem_is_left(line: str, fence: str) -> None:
    """Its number line goes with the reason; the cells of other problems stay word for word."""
    end = "```\n" if fence else ""
    text, left = read_reasons(f"{fence}# problem 3\n{line}\n\n# problem 4\n{CELL}{end}", LEAVABLE)

    assert left == (LEFT,)
    assert text == f"{fence}# problem 4\n{CELL}{end}"


def test_the_last_reason_leaves_what_closes_the_fence() -> None:
    """Otherwise the fence of the cells before it would stay open."""
    text, _ = read_reasons(f"```\n# problem 4\n{CELL}\n# problem 3\n# as it is: DS703 no\n```", LEAVABLE)

    assert text == f"```\n# problem 4\n{CELL}\n```"


def test_a_reason_beside_a_new_version() -> None:
    """One warning is mended, the other one answered."""
    text, left = read_reasons(f"# problem 3\n# as it is: DS703, DS694 both are right\n{CELL}", LEAVABLE)

    assert text == f"# problem 3\n{CELL}"
    assert [problem.code for problem in left] == ["DS703", "DS694"]


@pytest.mark.parametrize(
    "reply",
    [
        "# problem 3\n# as it is: DS401 it raises nothing\n",
        "# problem 3\n# as it is: DS703\n",
        "# problem 9\n# as it is: DS703 no\n",
        "# as it is: DS703 no\n",
        f"# problem 3\n{CELL}# as it was\n",
    ],
    ids=["not among its warnings", "no reason", "another problem", "no problem", "a comment"],
)
def test_other_lines_are_no_reasons(reply: str) -> None:
    """They stay in the reply, and are read like the rest of it."""
    assert read_reasons(reply, LEAVABLE) == (reply, ())
