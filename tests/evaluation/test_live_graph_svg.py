"""Graphs that grow are well-formed SVG whatever their texts hold, and their page runs nothing and loads nothing."""

import re
from xml.etree import ElementTree as ET

import pytest

from authoring.evaluation.live_graph_svg import COLOURS, MOST_TASKS, graphs_page, graphs_svg
from authoring.records.solvers.task_graph import GraphStep, PlanTask, TaskGraph, TaskPlan

EVIL = '</text><script>alert(1)</script> & "q" \x00\x1b[31m \ufffe \ud800 ]]> 测'
GRAPH = TaskGraph(
    problemset="gulls",
    index=2,
    plan=TaskPlan(
        goal="g",
        tasks=(
            PlanTask(task_id="1", instruction="Load.", is_finished=True, is_success=True),
            PlanTask(task_id="2", dependent_task_ids=("1",), instruction=EVIL, task_type=EVIL),
            PlanTask(task_id="3", dependent_task_ids=("1", "2", "nowhere"), instruction="long " * 400),
        ),
        current_task_id="2",
    ),
    steps=(GraphStep(kind="code", task_id="2"), GraphStep(kind="reflection", task_id="2")),
)
SVG = "{http://www.w3.org/2000/svg}"


def test_a_box_for_each_task_in_the_colour_of_its_state() -> None:
    """In columns by what it needs, with an arrow for each dependency that is there, and with its tries."""
    root = ET.fromstring(graphs_svg([GRAPH, GRAPH]))  # noqa: S314 - our own picture
    boxes = [(box.get("x"), box.get("stroke")) for box in root.iter(f"{SVG}rect")]

    assert len(set(boxes)) == 3
    assert [stroke for _, stroke in boxes[:3]] == [COLOURS[state][0] for state in ("finished", "current", "open")]
    assert len([*root.findall(f"{SVG}path")]) == 2 * 3
    assert "2 tries" in "".join(root.itertext())
    assert "gulls 2: 1 of 3 tasks finished, working" in "".join(root.itertext())


def test_texts_of_models_stay_texts() -> None:
    """Markup, control characters and half characters are written as what can be read; no script is on the page."""
    page = graphs_page(EVIL, [GRAPH], is_live=True)

    page.encode()
    assert "<script" not in page
    assert re.search(r"\b(?:src|href|onload)=", page) is None
    assert ET.fromstring(graphs_svg([GRAPH])).tag == f"{SVG}svg"  # noqa: S314 - our own picture
    assert '<meta http-equiv="refresh"' in page
    assert "default-src 'none'" in page


@pytest.mark.parametrize("number", [0, 3, 500])
def test_circles_and_many_tasks_end(number: int) -> None:
    """A stranger's circle is drawn as well; of many tasks the first ones are, which is said."""
    tasks = tuple(
        PlanTask(task_id=str(task), dependent_task_ids=(str((task + 1) % number),), instruction="i")
        for task in range(number)
    )
    picture = graphs_svg([GRAPH.model_copy(update={"plan": TaskPlan(goal="g", tasks=tasks), "outcome": "no-plan"})])

    assert picture.count("<rect") == min(number, MOST_TASKS)
    assert ("the first" in picture) == (number > MOST_TASKS)
