"""A plan is short text, one problem a line, whatever a model wrote into it."""

from hypothesis import given
from hypothesis import strategies as st

from authoring.drafting.prompts.plan import MOST_QUESTION, MOST_TASK, outline_of, plan_text
from authoring.dseal.compose import compose_problem
from authoring.records.draft import Example
from authoring.records.sketch import PlannedProblem, Sketch


def sketch(*problems: PlannedProblem) -> Sketch:
    """Return a sketch of these problems."""
    return Sketch(seed="penguins", knowledge=("grouping",), problems=problems)


def test_a_line_says_what_is_planned() -> None:
    """Level, knowledge, needed problems and given variables stand before the task."""
    first = PlannedProblem(task="Load it.", knowledge=("reading",), level="easy", gives=("df",))
    second = PlannedProblem(task="Mean mass.", knowledge=("grouping", "means"), level="hard", needs=(1,))

    assert plan_text(sketch(first, second)).splitlines() == [
        "1. [easy; reading; gives df] Load it.",
        "2. [hard; grouping + means; needs 1] Mean mass.",
    ]


@given(st.text(max_size=2_000), st.text(min_size=1, max_size=200))
def test_any_task_is_one_short_line(task: str, point: str) -> None:
    """Line breaks and length of a task change nothing about the plan's shape."""
    problem = PlannedProblem(task=task, knowledge=(point,), level="easy")
    lines = plan_text(sketch(problem, problem)).split("\n")

    assert [line[:3] for line in lines] == ["1. ", "2. "]
    assert all(len(line) < MOST_TASK + 200 for line in lines)


def test_an_outline_is_the_questions() -> None:
    """Of an admitted set the questions are shown, numbered and shortened, and no code."""
    text = compose_problem("How many rows?", "len(df)") + "\n" + compose_problem("Why " * 500 + "?", "df.secret()")
    first, second = outline_of(Example(name="old", text=text)).splitlines()

    assert first == "1. How many rows?"
    assert len(second) <= MOST_QUESTION + len("2. ")
    assert "secret" not in second
