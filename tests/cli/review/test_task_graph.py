"""A person at the terminal sees a plan or a task and says what is to become of it; without one, runs decide."""

import io

import pytest

from authoring.cli.review.task_graph import ask_about, terminal_reviewer
from authoring.records.solvers.task_graph import PlanTask, TaskGraph, TaskPlan, TaskReview

TASK = PlanTask(task_id="1", instruction="Load it.", code="a = 1", result="NameError: a", task_type="eda")
GRAPH = TaskGraph(problemset="gulls", index=2, plan=TaskPlan(goal="How many?", tasks=(TASK,), current_task_id="1"))


@pytest.mark.parametrize(
    ("review", "shown"),
    [
        (TaskReview(graph=GRAPH, subject="plan"), ("gulls 2: the plan", "How many?", "Load it.")),
        (
            TaskReview(graph=GRAPH, subject="task", task=TASK),
            ("gulls 2: task 1", "a = 1", "NameError: a", "its last run failed"),
        ),
    ],
)
def test_words_are_asked_for(
    review: TaskReview, shown: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is decided about stands above the question, on standard error, and the line is returned as it is."""
    monkeypatch.setattr("sys.stdin", io.StringIO("redo it with care\n"))

    assert ask_about(review) == "redo it with care"
    captured = capsys.readouterr()
    assert all(text in captured.err for text in (*shown, "confirm, redo, exit"))
    assert captured.out == ""


def test_nobody_there_accepts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A closed terminal does not end the work, and without one nobody is asked."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))

    assert ask_about(TaskReview(graph=GRAPH, subject="plan")) == "confirm"
    assert terminal_reviewer() is None
