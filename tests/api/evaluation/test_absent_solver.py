"""Models asked by this machine about sets that the workers of a real Dask cluster run: what this machine would find."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.api.evaluation.report import EvaluationReport
from authoring.api.evaluation.solver_comparison import compare_solvers
from authoring.errors import BudgetError
from authoring.evaluation.solvers.base import ContextPart
from authoring.records.results import EvaluationOptions, StepMode
from authoring.records.solvers.task_graph import TaskReview
from authoring.workspace import Workspace
from tests.api.evaluation.test_solvers import ANSWERS, limit_tries, request_for, verdicts, workspace
from tests.api.executors.machines import Machines, machines_in
from tests.llm.planner_models import Planner
from tests.llm.server import LoopbackServer
from tests.llm.solver_models import Player, Script
from tests.llm.wire import Answer, Call

__all__ = ["workspace"]
MEASURED = re.compile(r'"(\w*seconds|peak_memory|amount)":[^,}]+')
"""What two runs on one machine differ in, too."""
TABLES = """a,b
1,x
2,y
"""


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Share two workers."""
    with machines_in(tmp_path_factory.mktemp("machines"), workers=2) as machines:
        yield machines


def findings_of(report: EvaluationReport) -> list[str]:
    """Return the evidence of a report, without what is measured; sets may be done in any order."""
    return sorted(MEASURED.sub(r'"\1":0', Path(report.evidence).read_text()).splitlines()[1:])


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("solver", "script", "options"),
    [
        ("selfdebug:m", Player(ANSWERS).repairing, EvaluationOptions()),
        ("model:m", Player(ANSWERS).varied, EvaluationOptions(samples=3)),
        ("model:m", Player(ANSWERS).wrong, EvaluationOptions(max_attempts=2, retry_hint=True)),
        ("react:m", Player(ANSWERS).looking, EvaluationOptions(error_propagation=True)),
        ("react:m", Player(ANSWERS).looking, EvaluationOptions(mode=StepMode.ORACLE)),
        ("taskgraph:m", Planner(ANSWERS).correcting, EvaluationOptions()),
        ("taskgraph:m", Planner(ANSWERS).stubborn, EvaluationOptions()),
    ],
)
def test_a_cluster_asks_what_this_machine_asks(
    solver: str, script: Script, options: EvaluationOptions, workspace: Workspace, machines: Machines
) -> None:
    """Answers, runs and verdicts are the same, and so is every prompt: the ledger has a reply to each already."""
    for name in ("a-first", "b-second"):
        (workspace.root / "tiny" / "_inputs" / name).mkdir(parents=True)
        (workspace.root / "tiny" / "_inputs" / name / "table.csv").write_text(TABLES)
    with LoopbackServer(script) as server:
        request = request_for(server, solver, context=",".join(ContextPart))
        request = replace(request, options=options, max_attempts=options.max_attempts)
        there = evaluate(replace(request, cluster=machines.address, out=Path("there.jsonl")))
        calls = len(server.calls)
        here = evaluate(replace(request, out=Path("here.jsonl")))

    assert calls
    assert len(server.calls) == calls
    assert findings_of(there) == findings_of(here)
    assert verdicts(there) == verdicts(here)
    assert "2 rows" in server.calls[0].call.prompt
    assert (there.spending and there.spending.new_calls, here.spending and here.spending.new_calls) == (calls, 0)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_solvers_side_by_side_on_a_cluster(machines: Machines) -> None:
    """Several solvers, one of which asks nobody, are compared as they are here."""
    with LoopbackServer(Player(ANSWERS).repairing) as server:
        request = replace(request_for(server, "model:m"), cluster=machines.address)
        comparison = compare_solvers(request, ["model:m", "selfdebug:m", "reference"])

    assert [report.metrics.pass_rate for report in comparison.reports] == [0.0, 1.0, 1.0]
    assert {served.call.body["model"] for served in server.calls} == {"m"}


@pytest.mark.exhaustive
def test_a_program_here_answers_for_there(workspace: Workspace, machines: Machines) -> None:
    """A program runs on this machine and no other: it finds what stands here."""
    reply = "print(json.dumps({'code': open('code').read()}), flush=True)"
    program = f"import json, sys\nfor line in sys.stdin:\n    {reply}\n"
    (workspace.root / "answer.py").write_text(program)
    (workspace.root / "code").write_text("len(x)")
    request = EvaluationRequest(Path("tiny"), None, f"command:{sys.executable} answer.py", cluster=machines.address)
    report = evaluate(request)

    assert [verdict == "CORRECT" for verdict in verdicts(report)] == [True, False] * 2


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_a_person_confirms_one_plan_after_the_other(machines: Machines) -> None:
    """However many workers there are, a person here is asked one thing at a time."""
    turn, reviewed = threading.Lock(), list[str]()

    def confirm(review: TaskReview) -> str:
        assert turn.acquire(blocking=False)
        reviewed.append(review.graph.problemset)
        turn.release()
        return "confirm"

    with LoopbackServer(Planner(ANSWERS).planning) as server:
        request = request_for(server, "taskgraph:m", reviewer=confirm)
        report = evaluate(replace(request, cluster=machines.address))

    assert reviewed == sorted(reviewed)
    assert set(reviewed) == {"a-first", "b-second"}
    assert report.metrics.pass_rate == 1.0


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_an_outage_there_is_no_wrong_answer(machines: Machines) -> None:
    """It is noted with its message, and the same command asks for the rest alone."""
    player, is_down = Player(ANSWERS), threading.Event()
    is_down.set()
    with LoopbackServer(lambda call: player.unreachable(call) if is_down.is_set() else player.right(call)) as server:
        request = replace(request_for(server, "model:m"), cluster=machines.address)
        first = evaluate(request)
        is_down.clear()
        second = evaluate(request)

    assert (first.metrics.outages, verdicts(first)) == (4, ["-"] * 4)
    assert (second.metrics.outages, second.metrics.pass_rate) == (0, 1.0)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_a_spent_budget_ends_the_evaluation(machines: Machines) -> None:
    """The error is the one that there is here, and the workers are free for others at once."""
    with LoopbackServer(Player(ANSWERS).right) as server:
        request = request_for(server, "model:m", budget="100")
        with pytest.raises(BudgetError):
            evaluate(replace(request, cluster=machines.address))
        report = evaluate(replace(request_for(server, "model:other"), cluster=machines.address))

    assert report.metrics.pass_rate == 1.0


@pytest.mark.exhaustive
def test_no_kill_pays_twice(workspace: Workspace, tmp_path: Path) -> None:
    """A worker that dies while its problem is asked costs nothing, and of the command the calls under way."""
    limit_tries(workspace, 3)
    player, machines_at_risk = Player(ANSWERS), list[Machines]()

    def script(call: Call) -> Answer:
        if call.number == 1:
            machines_at_risk[0].workers[0].kill()
        return player.looking(call)

    with machines_in(make_folder(tmp_path / "first"), workers=2) as machines, LoopbackServer(script) as server:
        machines_at_risk.append(machines)
        report = evaluate(replace(request_for(server, "react:m"), cluster=machines.address))
        prompts = [served.call.prompt for served in server.delivered]

        assert report.metrics.pass_rate == 1.0
        assert len(set(prompts)) == len(prompts)

    with machines_in(make_folder(tmp_path / "second"), workers=1) as machines:
        killed: list[subprocess.Popen[str]] = []

        def killing(call: Call) -> Answer:
            if call.number == 3:
                killed[0].kill()
            return player.looking(call)

        command = [sys.executable, "-m", "authoring", "evaluate", "tiny", "--solver", "react:n"]
        with LoopbackServer(killing) as server:
            command += ["--cluster", machines.address, "--base-url", server.url, "--json"]
            environment = {"OPENAI_API_KEY": "sk-none", "OPENAI_BASE_URL": server.url}
            with in_workspace(command, workspace, environment) as first:
                killed.append(first)
            with in_workspace(command, workspace, environment) as second:
                out, _ = second.communicate(timeout=300)
            prompts = [served.call.prompt for served in server.delivered]

    assert (first.returncode, second.returncode) == (-9, 0)
    assert '"pass_rate": 1.0' in out
    # Both problems of the set were asked when the command died.
    assert len(prompts) - len(set(prompts)) <= 2


def make_folder(folder: Path) -> Path:
    """Make a folder, and return it."""
    folder.mkdir()
    return folder


def in_workspace(command: list[str], workspace: Workspace, environment: dict[str, str]) -> "subprocess.Popen[str]":
    """Start a command."""
    return subprocess.Popen(
        command, cwd=workspace.root, env=os.environ | environment, stdout=subprocess.PIPE, text=True
    )
