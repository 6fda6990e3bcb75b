"""The page of task graphs shows each state as soon as it is reported, and is told of once."""

from pathlib import Path

from authoring.api.evaluation.live_graphs import MOST_GRAPHS, LiveGraphs
from authoring.records.progress import Notice, PartialResult, ProgressEvent
from authoring.records.solvers.task_graph import PlanTask, TaskGraph, TaskPlan


class Listener:
    """Keeps events, and what the page held when each came."""

    def __init__(self, page: Path) -> None:
        self.page = page
        self.events: list[ProgressEvent] = []

    def report(self, event: ProgressEvent, /) -> None:
        """Take one event."""
        self.events.append(event)


def graph(index: int, outcome: str = "working", *, finished: bool = False) -> TaskGraph:
    """Return a graph of one task."""
    task = PlanTask(task_id="1", instruction=f"Count {index}.", is_finished=finished, is_success=finished)
    plan = TaskPlan(goal="g", tasks=(task,), current_task_id="1")
    return TaskGraph.model_validate({"problemset": "gulls", "index": index, "plan": plan, "outcome": outcome})


def test_each_state_is_on_the_page(tmp_path: Path) -> None:
    """Page and picture change with every state, and the first one says where the page is."""
    page = tmp_path / ".authoring" / "graphs" / "birds" / "taskgraph-m.html"
    listener = Listener(page)
    graphs = LiveGraphs(tmp_path, "birds", "taskgraph:m", listener)
    shown = []
    for state in (graph(1), graph(1, finished=True), graph(1, "done", finished=True)):
        graphs.show(state)
        shown.append((page.read_text(), page.with_suffix(".svg").read_text()))

    assert ["1 of 1 tasks finished, done" in text for text, _ in shown] == [False, False, True]
    assert len({picture for _, picture in shown}) == 3
    assert all(picture.strip() in text for text, picture in shown)
    notices = [event.text for event in listener.events if isinstance(event, Notice)]
    assert len(notices) == 1
    assert notices[0].endswith("taskgraph-m.html")
    assert sum(isinstance(event, PartialResult) for event in listener.events) == 3


def test_a_page_loads_itself_until_the_work_has_ended(tmp_path: Path) -> None:
    """The last state is written without it; where nothing was drawn, no page is made."""
    page = tmp_path / ".authoring" / "graphs" / "birds" / "taskgraph-m.html"
    graphs = LiveGraphs(tmp_path, "birds", "taskgraph:m", Listener(page))
    graphs.close()
    drawn_nothing = not page.exists()
    graphs.show(graph(1))
    live = page.read_text()
    graphs.close()
    graphs.close()

    assert drawn_nothing
    assert live.replace('<meta http-equiv="refresh" content="2">', "") == page.read_text() != live


def test_what_is_worked_on_comes_first(tmp_path: Path) -> None:
    """Of many graphs those under way stay, and of those that ended the last ones."""
    graphs = LiveGraphs(tmp_path, "birds", "taskgraph:m", Listener(tmp_path))
    graphs.show(graph(0))
    for index in range(1, MOST_GRAPHS + 3):
        graphs.show(graph(index, "done"))
    picture = (tmp_path / ".authoring" / "graphs" / "birds" / "taskgraph-m.svg").read_text()

    assert picture.count("<rect") == MOST_GRAPHS
    assert picture.index("gulls 0:") < picture.index(f"gulls {MOST_GRAPHS + 2}:") < picture.index("gulls 4:")
    assert "gulls 3:" not in picture


def test_a_folder_that_cannot_be_written_stops_no_solver(tmp_path: Path) -> None:
    """States are reported all the same, and no page is told of."""
    (tmp_path / ".authoring").write_text("a file")
    listener = Listener(tmp_path)
    LiveGraphs(tmp_path, "birds", "taskgraph:m", listener).show(graph(1))

    assert [type(event) for event in listener.events] == [PartialResult]
