"""Models that plan solve a benchmark over the real client: verdicts, bounds, kills, and what they are shown."""

import os
import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from authoring.api.evaluation import evaluate
from authoring.api.evaluation.estimates import estimate_evaluation
from authoring.api.evaluation.pilot import pilot
from authoring.api.evaluation.solvers import refuse_confirmation
from authoring.api.results import select_results, task_graph_of
from authoring.errors import UsageError
from authoring.evaluation.solvers.base import ContextPart
from authoring.records.progress import Notice, PartialResult, ProgressEvent
from authoring.records.results import EvaluationOptions, ProblemResult, StepMode
from authoring.records.solvers.task_graph import LiveGraph, TaskGraph, TaskReview
from authoring.workspace import Workspace
from authoring.workspace.evaluation_file import read_evaluation
from tests.api.evaluation.pilot_scene import request_for as pilot_request
from tests.api.evaluation.pilot_scene import with_set
from tests.api.evaluation.test_solvers import (
    ANSWERS,
    MARKED,
    UNSEEN,
    KillingScript,
    assert_paid_once,
    judged,
    limit_concurrency,
    request_for,
    workspace,
)
from tests.cli.conftest import TWO_PROBLEMS
from tests.llm.planner_models import Planner
from tests.llm.server import LoopbackServer

__all__ = ["workspace"]
OUT = Path("results/tiny/taskgraph-m.jsonl")


def graphs_in(file: Path) -> list[TaskGraph]:
    """Return the graph of each answer in a file of results."""
    evaluation = read_evaluation(file)
    assert evaluation is not None
    graphs = [task_graph_of(problem) for result in evaluation.sets for problem in result.problems]
    return [graph for graph in graphs if graph is not None]


@pytest.mark.parametrize(
    ("kind", "rate", "calls", "outcome"),
    [
        ("planning", 1.0, 6, "done"),
        ("preparing", 1.0, 12, "done"),
        ("correcting", 1.0, 8, "done"),
        ("replanning", 1.0, 14, "done"),
        ("circling", 1.0, 8, "done"),
        ("misnaming", 1.0, 8, "done"),
        ("overplanning", 1.0, 8, "done"),
        ("babbling", 0.0, 6, "no-plan"),
        ("stubborn", 0.0, 22, "unfinished"),
    ],
)
@pytest.mark.exhaustive(sample=2)
def test_kinds_of_planners(kind: str, rate: float, calls: int, outcome: str, workspace: Workspace) -> None:
    """Each is judged by what its code does, and is asked a bounded number of times; two problems, equal in two sets."""
    report, server = judged(getattr(Planner(ANSWERS), kind), "taskgraph:m")
    graphs = graphs_in(workspace.root / report.out)

    assert (report.metrics.pass_rate, len(server.calls)) == (rate, calls)
    assert {graph.outcome for graph in graphs} == {outcome}
    assert len(graphs) == 4
    # What the sandbox has installed is offered, to tasks that it is for.
    assert any('"SimpleImputer"' in served.call.prompt for served in server.calls) == (kind == "preparing")
    assert report.setup is not None
    assert (report.setup.solver, report.setup.turns, report.setup.person) == ("taskgraph", 30, False)


@pytest.mark.exhaustive
def test_rounds_without_a_plan(workspace: Workspace) -> None:
    """Each problem takes two rounds and a last thought; they stand in the results, as does how the solver was asked."""
    report, server = judged(Planner(ANSWERS).thinking, "thinkact:m")
    graphs = graphs_in(workspace.root / report.out)

    assert (report.metrics.pass_rate, len(server.calls)) == (1.0, 10)
    assert {(graph.outcome, len(graph.plan.tasks), len(graph.steps)) for graph in graphs} == {("done", 2, 5)}
    assert report.setup is not None
    assert (report.setup.solver, report.setup.turns) == ("thinkact", 40)
    assert "taskgraph/think" in dict(report.setup.prompts)


def test_no_reference_reaches_a_prompt_of_a_planner(workspace: Workspace) -> None:
    """Not with all of the context, in a plan, a look, a code or a reflection: no reference, validator or value."""
    for name in ("a-first", "b-second"):
        (workspace.root / "tiny" / f"{name}.py").write_text(MARKED)
    context = ",".join(ContextPart)
    _, failing = judged(Planner(ANSWERS).stubborn, "taskgraph:m", context=context, turns=9)
    for served in failing.calls:
        question = next(
            question for question in ANSWERS if question in served.call.prompt.rpartition("which you answer now:")[2]
        )

        assert [mark for mark in UNSEEN[question] if mark in str(served.call.body)] == []


@pytest.mark.exhaustive
def test_graphs_are_reported_and_kept(workspace: Workspace) -> None:
    """Whoever listens sees the graph grow step by step; the last one of each answer is the one in the results."""

    class Listener:
        graphs: list[TaskGraph] = []  # noqa: RUF012 - one listener

        def report(self, event: ProgressEvent, /) -> None:
            if isinstance(event, PartialResult) and isinstance(event.record, LiveGraph):
                self.graphs.append(event.record.graph)

    listener = Listener()
    with LoopbackServer(Planner(ANSWERS).planning) as server:
        report = evaluate(request_for(server, "taskgraph:m"), reporter=listener)
    kept = graphs_in(workspace.root / report.out)
    numbers = [len(graph.steps) for graph in listener.graphs if graph.problemset == "a-first" and graph.index == 1]

    assert numbers == sorted(numbers)
    assert numbers[-1] == 3
    # Problems are asked side by side, and end in any order.
    done = [graph for graph in listener.graphs if graph.outcome == "done"]
    assert sorted(done, key=lambda graph: (graph.problemset, graph.index)) == kept


@pytest.mark.exhaustive
def test_every_mode_and_every_way_without_the_data_has_a_page(workspace: Workspace) -> None:
    """In oracle mode and in a pilot, which names each of its three pages, none is written over another's."""
    graphs = workspace.root / ".authoring" / "graphs"
    judged(Planner(ANSWERS).babbling, "taskgraph:m")
    judged(Planner(ANSWERS).babbling, "taskgraph:m", options=EvaluationOptions(mode=StepMode.ORACLE))
    with_set(workspace, "alone", TWO_PROBLEMS)
    notices: list[str] = []

    class Listener:
        def report(self, event: ProgressEvent, /) -> None:
            if isinstance(event, Notice):
                notices.append(event.text.rpartition("/")[2])

    with LoopbackServer(Planner(ANSWERS).babbling) as server:
        request = pilot_request(server, workspace, "alone", solvers=("taskgraph:m",), samples=1)
        pilot(request, reporter=Listener())
    pages = ["taskgraph-m-without-data-columns.html", "taskgraph-m-without-data-profile.html", "taskgraph-m.html"]

    assert sorted(page.name for page in (graphs / "alone").glob("*.html")) == sorted(notices) == pages
    assert sorted(page.name for page in (graphs / "tiny").glob("*.svg")) == [
        "taskgraph-m-oracle.svg",
        "taskgraph-m.svg",
    ]


@pytest.mark.exhaustive
def test_a_graph_is_drawn(workspace: Workspace) -> None:
    """As a picture of the problem's last answer; where there is none, that is said."""
    report, _ = judged(Planner(ANSWERS).replanning, "taskgraph:m")
    out, picture = workspace.root / report.out, workspace.root / "graph.svg"
    record = select_results(out, "a-first", 1, plot=picture).record

    assert isinstance(record, ProblemResult)
    assert picture.read_bytes().startswith(b"<?xml")
    with pytest.raises(UsageError, match="no task graph"):
        select_results(out, "a-first", plot=picture)
    with pytest.raises(UsageError, match="no known kind of picture"):
        select_results(out, "a-first", 1, plot=workspace.root / "graph.txt")


@pytest.mark.usefixtures("workspace")
def test_estimate_counts_all_turns() -> None:
    """From a plan and its code to every reply that there may be, without asking any."""
    with LoopbackServer(Planner(ANSWERS).planning) as server:
        estimate = estimate_evaluation(request_for(server, "taskgraph:m"))

        assert (estimate.calls_least, estimate.calls_most, len(server.calls)) == (8, 120, 0)


@pytest.mark.usefixtures("workspace")
def test_what_a_person_ends_has_no_kind_of_fault() -> None:
    """It is no answer and counts as wrong, but nobody's model has failed to do what was asked."""
    ended, _ = judged(Planner(ANSWERS).planning, "taskgraph:m", reviewer=lambda _: "exit")
    babbled, _ = judged(Planner(ANSWERS).babbling, "taskgraph:n")

    assert (ended.metrics.pass_rate, ended.metrics.by_error_mode) == (0.0, ())
    assert [(tally.name, tally.count) for tally in babbled.metrics.by_error_mode] == [("instruction", 4)]


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_a_person_decides() -> None:
    """Their words are asked for once for each plan and task, one set after the other, and stand in the setup."""
    reviews: list[TaskReview] = []

    def reviewer(review: TaskReview) -> str:
        reviews.append(review)
        return "yes"

    report, _ = judged(Planner(ANSWERS).planning, "taskgraph:m", reviewer=reviewer)

    # Plan and two tasks of four problems.
    assert (len(reviews), report.metrics.pass_rate) == (12, 1)
    assert report.setup is not None
    assert report.setup.person


@pytest.mark.usefixtures("workspace")
def test_only_a_planner_is_reviewed() -> None:
    """Other solvers have nothing that a person could confirm."""
    with LoopbackServer(Planner(ANSWERS).right) as server:
        request = request_for(server, "model:m", reviewer=lambda _: "yes")
        with pytest.raises(UsageError, match="model has no tasks that a person"):
            evaluate(request)
    with pytest.raises(UsageError, match="reference and react have no tasks"):
        refuse_confirmation(["reference", "react:m"])
    refuse_confirmation(["model:m", "taskgraph:m"])


def killed_and_resumed(workspace: Workspace, kills: set[int], *options: str) -> tuple[list[int], LoopbackServer]:
    """Evaluate in processes of their own until one ends by itself; return their exit statuses and the server.

    One call is under way at a time, so that a kill leaves no other behind.
    """
    limit_concurrency(workspace, 1)
    script = KillingScript(Planner(ANSWERS).correcting, kills)
    statuses: list[int] = []
    with LoopbackServer(script) as server:
        command = ["evaluate", "tiny", "--solver", "taskgraph:m", "--base-url", server.url, *options]
        while not statuses or statuses[-1] < 0:
            process = subprocess.Popen(
                [sys.executable, "-m", "authoring", *command],
                cwd=workspace.root,
                env=os.environ | {"OPENAI_API_KEY": "sk-none", "OPENAI_BASE_URL": server.url},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            script.client = process.pid
            statuses.append(process.wait(timeout=300))
    return statuses, server


@pytest.mark.exhaustive
def test_kills_cost_no_plan_and_no_money(workspace: Workspace) -> None:
    """Killed while it corrects a task and given again, the command goes on there and pays for no reply twice."""
    statuses, server = killed_and_resumed(workspace, {4, 7})

    assert statuses == [-signal.SIGKILL, -signal.SIGKILL, 0]
    assert_paid_once(server, 8)
    assert {graph.outcome for graph in graphs_in(workspace.root / OUT)} == {"done"}


@pytest.mark.soak
def test_twenty_kills_of_a_planner(workspace: Workspace) -> None:
    """As above, with twenty kills at random calls and many samples."""
    kills = set(random.Random().sample(range(1, 100), 20))
    statuses, server = killed_and_resumed(workspace, kills, "--samples", "10", "--jobs", "1")
    answered = Counter(served.call.prompt for served in server.delivered)

    assert statuses.count(-signal.SIGKILL) == 20
    assert set(answered.values()) == {10}
    assert len(graphs_in(workspace.root / OUT)) == 4
