"""How a pilot is shown: lines while it works, and the command that comes next."""

from dataclasses import replace
from pathlib import Path

from authoring.api.evaluation.pilot import PilotRequest
from authoring.api.evaluation.pilot_report import PilotReport, PilotStep
from authoring.api.evaluation.solvers import AskingRequest
from authoring.cli.views.evaluation.pilot import PilotBoard, command_of, next_of_pilot, outages_view, problems_table
from authoring.cli.views.render import plain
from authoring.records.pilot import PilotProblem
from authoring.records.progress import PartialResult, Started
from authoring.records.solvers.task_graph import LiveGraph, PlanTask, TaskGraph, TaskPlan
from tests.records.test_pilot import ITEM
from tests.workspace.test_pilots import RECORD

REQUEST = PilotRequest("gulls", ("model:m", "command:a b"), samples=2, blind=False, workspace=Path("w"))
REPORT = PilotReport(record=RECORD, path="p", is_draft=False)


def test_a_line_for_each_solver() -> None:
    """It counts problems and right answers, and is given when the solver is done; there may be none at all."""
    board = PilotBoard()
    board.handle(Started((("model:m", 2), ("model:n", 2))))
    step = PilotStep(solver="model:m", number=1, right=1, answers=2, outages=0)
    first = board.handle(PartialResult(step))
    last = board.handle(PartialResult(step.model_copy(update={"number": 2, "right": 0, "answers": 1, "outages": 1})))
    finished, working = board.lines(20)

    assert first is None
    assert last is not None
    assert "1 of 3 answers right  1 answer did not come" in last.plain
    assert (len(finished), len(working), board.steps) == (1, 1, (2, 4))
    assert board.summary()[0] == "2 solvers, 3 answers"
    assert PilotBoard().summary()[0] == "pilot"


def test_graphs_of_a_pilot() -> None:
    """One that is worked on is drawn, several have a line each with their page, and what has ended is gone."""
    board = PilotBoard()
    board.handle(Started((("taskgraph:m", 2),)))
    graph = TaskGraph(
        problemset="gulls", index=1, plan=TaskPlan(goal="g", tasks=(PlanTask(task_id="1", instruction="Do."),))
    )
    states = [LiveGraph(solver=f"taskgraph:m{label}", page=f"{label}.html", graph=graph) for label in ("", " columns")]
    shown = []
    for state in states:
        board.handle(PartialResult(state))
        shown.append([line.plain for line in board.lines(11)[1][1:]])
    board.handle(PartialResult(PilotStep(solver="taskgraph:m", number=1, right=0, answers=0, outages=1)))
    shown.append([line.plain for line in board.lines(11)[1][1:]])
    board.handle(PartialResult(states[1].model_copy(update={"graph": graph.model_copy(update={"outcome": "done"})})))

    assert shown == [
        ["    · 1  Do."],
        ["    gulls 1 (1)  0/1 task  .html", "    gulls 1 (1)  0/1 task   columns.html"],
        ["    · 1  Do."],
    ]
    assert len(board.lines(11)[1]) == 1


def test_the_next_command() -> None:
    """The same one where answers did not come, the review of a draft, figures where nothing was found."""
    problem = PilotProblem(number=1, question="q", reference="1", outages=1)
    waiting = REPORT.model_copy(update={"record": RECORD.model_copy(update={"problems": (problem,)})})

    assert command_of(REQUEST) == (
        "authoring pilot gulls --solver model:m --solver 'command:a b' --samples 2 --workspace w --no-blind"
    )
    assert "--seed 7 " in command_of(replace(REQUEST, asking=AskingRequest(seed=7)))
    assert next_of_pilot(REQUEST, waiting) == command_of(REQUEST)
    assert next_of_pilot(REQUEST, REPORT.model_copy(update={"is_draft": True})) == "authoring review gulls"
    assert next_of_pilot(REQUEST, REPORT) == "authoring stats"
    assert len(list(outages_view(waiting.record))) == 1


def test_levels_stand_beside_the_claim() -> None:
    """The claimed level leads to the one that follows, where they differ."""
    problem = PilotProblem(number=1, question="q", reference="1", level="hard", statistics=ITEM)
    listing = problems_table(RECORD.model_copy(update={"problems": (problem,)}))

    assert "hard -> medium" in [str(cell) for cell in listing.columns[5].cells]
    assert plain("2/4").plain in [str(cell) for cell in listing.columns[1].cells]
