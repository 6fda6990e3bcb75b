"""A graph of tasks is shown as lines, whatever its texts hold and in whatever order its tasks stand."""

from rich.console import Console

from authoring.cli.views.evaluation.task_graph import GraphsUnderWay, graph_lines, graph_view
from authoring.records.solvers.task_graph import GraphStep, LiveGraph, PlanTask, TaskGraph, TaskPlan

TASKS = (
    PlanTask(task_id="1", instruction="Load the table.", is_finished=True, is_success=True),
    PlanTask(task_id="2", dependent_task_ids=("1",), instruction="Fit\x1b[31m it.\nThen more."),
    PlanTask(task_id="3", dependent_task_ids=("2", "1"), instruction="Say it."),
)
STEPS = (
    GraphStep(kind="plan", is_success=True, verdict="accepted", prompt_tokens=1_000, output_tokens=20),
    GraphStep(kind="code", task_id="2", verdict="NameError"),
    GraphStep(kind="reflection", task_id="2", attempt=2, verdict="ValueError"),
)
GRAPH = TaskGraph(
    problemset="gulls", index=2, plan=TaskPlan(goal="g", tasks=TASKS, current_task_id="2"), steps=STEPS, rebuilds=1
)


def text_of(graph: TaskGraph) -> str:
    """Return what a person sees of a graph."""
    console = Console(width=100, markup=False, highlight=False)
    with console.capture() as capture:
        console.print(*graph_view(graph), sep="\n")
    return capture.get()


def test_a_line_for_each_task() -> None:
    """State, place, instruction on one line without anything that steers the terminal, dependencies and tries."""
    lines = [line.plain for line in graph_lines(GRAPH)]

    assert lines == [
        "    ✓ 1  Load the table.",
        "      ▶ 2  Fit\\x1b[31m it.  ← 1  2 tries",
        "        · 3  Say it.  ← 2, 1",
    ]


def test_an_ended_graph_shows_where_it_failed() -> None:
    """The current task of work that has ended is the one that failed, with the reason below."""
    text = text_of(GRAPH.model_copy(update={"outcome": "unfinished", "detail": "task 2 failed"}))

    assert "✗ 2" in text
    assert "unfinished: task 2 failed" in text
    assert "1,000 + 20" in text
    assert "finished code was run again 1 time" in text


def test_graphs_under_way_keep_their_places() -> None:
    """Whatever changes first, graphs stand in the order of their problems, and one that has ended is gone."""
    shown, graphs = GraphsUnderWay(), [GRAPH.model_copy(update={"index": index}) for index in (3, 1, 2)]
    for graph in graphs:
        shown.note("taskgraph:m", LiveGraph(solver="taskgraph:m", page="p.html", graph=graph))
    lines = [line.plain.split()[1] for line in shown.lines()]
    ended = graphs[0].model_copy(update={"outcome": "answered"})
    shown.note("taskgraph:m", LiveGraph(solver="taskgraph:m", page="p.html", graph=ended))

    assert lines == ["1", "2", "3"]
    assert [line.plain.split()[1] for line in shown.lines()] == ["1", "2"]
