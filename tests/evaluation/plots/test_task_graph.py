"""A task graph is drawn whatever its texts hold; the same graph gives the same bytes."""

import pytest

from authoring.evaluation.plots import draw_task_graph
from authoring.evaluation.plots.task_graph import task_graph_figure
from authoring.records.solvers.task_graph import GraphStep, PlanTask, TaskGraph, TaskPlan

TASKS = (
    PlanTask(task_id="1", instruction="Load $x_1 the table.", is_finished=True, is_success=True),
    PlanTask(task_id="2", instruction="\x1b[31m" + "very long " * 200, is_finished=True),
    PlanTask(task_id="3", dependent_task_ids=("1", "2"), instruction="Fit.", task_type="model train"),
    PlanTask(task_id="4", dependent_task_ids=("3",), instruction="测 it."),
)
GRAPH = TaskGraph(
    problemset="gulls",
    index=2,
    plan=TaskPlan(goal="g", tasks=TASKS, current_task_id="3"),
    steps=(GraphStep(kind="code", task_id="3"), GraphStep(kind="reflection", task_id="3")),
)


@pytest.mark.parametrize("kind", ["svg", "png", "html"])
def test_same_graph_same_bytes(kind: str) -> None:
    """Also with dollars, escapes, long texts and letters that the font lacks."""
    picture = draw_task_graph(GRAPH, kind)

    assert picture == draw_task_graph(GRAPH, kind)
    assert {"svg": b"<svg", "png": b"PNG", "html": b"<!doctype html>"}[kind] in picture


def test_tasks_stand_in_columns_by_what_they_need() -> None:
    """With an arrow for each dependency; a circle in a stranger's record is drawn as well, and so is no plan."""
    axes = task_graph_figure(GRAPH).axes[0]
    columns = {box.get_x() for box in axes.patches if hasattr(box, "get_x")}
    circle = TASKS[0].model_copy(update={"dependent_task_ids": ("4", "nowhere")})
    plans = (TaskPlan(goal="g", tasks=(circle, *TASKS[1:])), TaskPlan(goal="g"))

    assert len(columns) == 3
    assert sum(text.get_text() == "" for text in axes.texts) == 3
    for plan in plans:
        assert b"<svg" in draw_task_graph(GRAPH.model_copy(update={"plan": plan, "outcome": "no-plan"}), "svg")
