"""A graph with its steps survives being written and read, as the statistics of an answer hold it."""

import pytest
from pydantic import ValidationError

from authoring.records.solvers.task_graph import GraphStep, PlanTask, TaskGraph, TaskPlan


def test_round_trip() -> None:
    """Nothing is lost, and what is unknown is refused."""
    task = PlanTask(task_id="1", dependent_task_ids=("0",), instruction="Load.", code="a = 1", is_success=True)
    step = GraphStep(kind="reflection", task_id="1", attempt=2, code="a = 1", verdict="accepted", output_tokens=3)
    graph = TaskGraph(problemset="s", index=1, plan=TaskPlan(goal="g", tasks=(task,)), steps=(step,), outcome="done")

    assert TaskGraph.model_validate_json(graph.model_dump_json()) == graph
    with pytest.raises(ValidationError):
        TaskGraph.model_validate(graph.model_dump() | {"colour": "red"})


def test_depths_of_any_order() -> None:
    """Tasks may stand in any order, and a record of somebody else's may hold a circle."""
    first = PlanTask(task_id="1", instruction="Load.")
    second = PlanTask(task_id="2", dependent_task_ids=("1",), instruction="Fit.")
    third = PlanTask(task_id="3", dependent_task_ids=("2", "1", "nowhere"), instruction="Say.")
    circle = first.model_copy(update={"dependent_task_ids": ("3",)})
    plan = TaskPlan(goal="g", tasks=(third, second, first))

    assert plan.depths == {"1": 0, "2": 1, "3": 2}
    assert plan.columns == ((first,), (second,), (third,))
    assert max(TaskPlan(goal="g", tasks=(circle, second, third)).depths.values()) <= 3
