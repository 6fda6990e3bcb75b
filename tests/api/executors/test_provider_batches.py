"""Answers of an evaluation come through a provider's batch mode: asked by one command, judged by a later one."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.api.evaluation.estimates import estimate_evaluation
from authoring.api.evaluation.report import EvaluationReport
from authoring.api.evaluation.solvers import AskingRequest
from authoring.api.executors.provider_batches import submission_path
from authoring.api.models import ModelAccess
from authoring.errors import BudgetError, UsageError
from authoring.records.model_config import ModelChoice
from authoring.records.results import EvaluationOptions, StepMode
from authoring.workspace import Workspace
from tests.cli.conftest import TWO_PROBLEMS
from tests.llm.server import Answer, Call, Course, LoopbackServer
from tests.llm.solver_models import Player

ANSWERS = {"How many?": "len(x)", "Sort `x` into `y`.": "y = sorted(x)"}
DONE = Course(("in_progress", "completed"))
"""A batch that is done when it is looked at first."""
CUT = Course(("in_progress", "expired"), done=1)
"""A batch whose time is over after its first request."""


@pytest.fixture
def workspace(bare: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Return a workspace with a benchmark of one set of two problems."""
    folder = bare.root / "tiny"
    folder.mkdir()
    (folder / "_manifest.yaml").write_text("name: tiny\nversion: 1\n")
    (folder / "first.py").write_text(TWO_PROBLEMS)
    monkeypatch.chdir(bare.root)
    return bare


def batch_request(server: LoopbackServer, solver: str = "model:gpt-5.6-luna", **access: Any) -> EvaluationRequest:
    """Return a request in which a model of a server answers the benchmark by batches."""
    model_access = ModelAccess(base_url=server.url, default_key="sk-none", default_base_url=server.url, **access)
    return EvaluationRequest(Path("tiny"), None, solver, AskingRequest(model_access, in_batches=True))


def asking_now(request: EvaluationRequest) -> EvaluationRequest:
    """Return the same request without batches."""
    return replace(request, asking=replace(request.asking, in_batches=False))


def counts(report: EvaluationReport) -> tuple[int, int, tuple[str, ...], int]:
    """Return how many answers are judged and still to come, the batches under way, and the exit code."""
    return report.metrics.judged, report.metrics.outages, report.batches, report.exit_code(None)


def test_each_model_has_its_own_record_of_submissions(bare: Workspace) -> None:
    """Other parameters are another model, whose replies are other replies."""
    configs = [ModelChoice(name="a"), ModelChoice(name="b"), ModelChoice(name="a", temperature=0.5)]

    assert len({submission_path(bare, config) for config in configs}) == 3


@pytest.mark.usefixtures("workspace")
@pytest.mark.exhaustive
def test_a_later_command_judges_what_came() -> None:
    """The first one asks all problems in one batch, and the next one judges them, at the price of a batch."""
    with LoopbackServer(Player(ANSWERS).right, courses=[DONE]) as server:
        request = batch_request(server)
        asked, judged = evaluate(request), evaluate(request)
        halved, whole = estimate_evaluation(request), estimate_evaluation(asking_now(request))

    assert counts(asked) == (0, 2, ("batch-1",), 1)
    assert "in a batch" in asked.problems[0].outages[0]
    assert [problem.is_pending for problem in (*asked.problems, *judged.problems)] == [True, True, False, False]
    assert counts(judged) == (2, 0, (), 0)
    assert judged.metrics.pass_rate == 1
    assert [served.call.batch for served in server.calls] == [True, True]
    assert list(server.batches.batches) == ["batch-1"]
    assert halved.cost_most is not None
    assert whole.cost_most is not None
    assert 2 * halved.cost_most == whole.cost_most


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_what_ran_out_of_time_is_asked_again() -> None:
    """An answer that came is judged, the next batch holds the other one alone, and then no way of asking pays again."""
    with LoopbackServer(Player(ANSWERS).right, courses=[CUT, DONE]) as server:
        reports = [evaluate(batch_request(server)) for _ in range(3)]
        now = evaluate(replace(asking_now(batch_request(server)), fresh=True))

    assert [counts(report) for report in reports] == [(0, 2, ("batch-1",), 1), (1, 1, ("batch-2",), 1), (2, 0, (), 0)]
    assert [batch["request_counts"]["total"] for batch in server.batches.batches.values()] == [2, 1]
    assert [served.call.batch for served in server.calls] == [True, True]
    assert reports[-1].spending is not None
    assert now.spending is not None
    assert (reports[-1].spending.calls, now.spending.new_calls, now.metrics.pass_rate) == (2, 0, 1)
    assert reports[-1].spending.amount != now.spending.amount


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_each_turn_takes_a_batch() -> None:
    """A solver that asks several times has its next turns in the next batch, and no turn twice."""
    with LoopbackServer(Player(ANSWERS).repairing, courses=[DONE]) as server:
        reports = [evaluate(batch_request(server, "selfdebug:m")) for _ in range(3)]

    assert [counts(report)[:2] for report in reports] == [(0, 2), (0, 2), (2, 0)]
    assert reports[-1].metrics.pass_rate == 1
    assert [batch["request_counts"]["total"] for batch in server.batches.batches.values()] == [2, 2]


@pytest.mark.exhaustive
def test_requests_that_fail_for_good_stop_no_other(workspace: Workspace) -> None:
    """However many fail, those behind them are asked, and what failed is neither right nor wrong."""
    settings = workspace.root / "authoring.toml"
    settings.write_text(re.sub(r"(?m)^tries = \d+", "tries = 2", settings.read_text()))
    for number in range(2):
        path = workspace.root / "tiny" / f"more{number}.py"
        path.write_text(TWO_PROBLEMS.replace("[3, 1, 2]", f"[3, 1, {number}]"))
    down = True

    def script(call: Call) -> Answer:
        return player.unreachable(call) if down else player.right(call)

    player = Player(ANSWERS)
    with LoopbackServer(script, courses=[DONE]) as server:
        reports = [evaluate(batch_request(server)) for _ in range(3)]
        down = False
        (workspace.root / "tiny" / "z-last.py").write_text(TWO_PROBLEMS.replace("[3, 1, 2]", "[3]"))
        reports += [evaluate(replace(batch_request(server), fresh=True)) for _ in range(2)]

    assert [(*counts(report)[:2], len(report.batches)) for report in reports] == [
        *((0, 6, 1), (0, 6, 1), (0, 6, 0)),
        *((0, 8, 1), (2, 6, 0)),
    ]
    assert "no reply in batch mode" in reports[-1].problems[0].outages[0]


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_a_budget_that_is_too_small_hands_nothing_over() -> None:
    """What would be submitted is added up before, with the longest replies that may come."""
    with LoopbackServer(Player(ANSWERS).right) as server, pytest.raises(BudgetError):
        evaluate(batch_request(server, budget="500"))

    assert server.batches.batches == {}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"solver": "reference"}, "reference asks no model"),
        ({"solver": "model:scripted:replies"}, "files have no batch mode"),
        ({"options": EvaluationOptions(error_propagation=True)}, "--batch asks all problems at once"),
        ({"options": EvaluationOptions(mode=StepMode.ORACLE)}, "--batch asks all problems at once"),
    ],
)
@pytest.mark.usefixtures("workspace")
def test_what_cannot_be_a_batch_is_refused(changes: dict[str, Any], message: str) -> None:
    """Nothing is asked where no model is, or where questions wait for answers."""
    request = EvaluationRequest(Path("tiny"), None, "model:m", AskingRequest(in_batches=True))

    with pytest.raises(UsageError, match=message):
        evaluate(replace(request, **changes))
