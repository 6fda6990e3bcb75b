"""A judge says why answers are wrong, over the real client: ledger, budget, estimate, outages."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.api.evaluation.estimates import estimate_models
from authoring.api.evaluation.report import EvaluationReport
from authoring.api.evaluation.solvers import AskingRequest
from authoring.api.models import ModelAccess
from authoring.api.results import ExplainedProblem, select_results
from authoring.errors import BudgetError
from authoring.records.progress import Progress, ProgressEvent, Spent
from authoring.workspace import Workspace
from tests.cli.conftest import TWO_PROBLEMS
from tests.llm.server import LoopbackServer
from tests.llm.solver_models import Player
from tests.llm.wire import Answer, Call

WRONG = {"How many?": "len(x) + 1", "Sort `x` into `y`.": "y = x[2]["}


@pytest.fixture
def workspace(bare: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Return a workspace with a benchmark of one set of two problems."""
    folder = bare.root / "tiny"
    folder.mkdir()
    (folder / "_manifest.yaml").write_text("name: tiny\nversion: 1\n")
    (folder / "set.py").write_text(TWO_PROBLEMS)
    settings = bare.root / "authoring.toml"
    settings.write_text(settings.read_text().replace("tries = 6", "tries = 1"))
    monkeypatch.chdir(bare.root)
    return bare


class Heard:
    """Keeps what is reported."""

    def __init__(self) -> None:
        self.events: list[ProgressEvent] = []

    def report(self, event: ProgressEvent, /) -> None:
        """Take one event."""
        self.events.append(event)


def is_judging(call: Call) -> bool:
    """Tell whether a call is the judge's."""
    return "You sort wrong answers" in str(call.body)


def request_for(server: LoopbackServer, budget: str | None = None) -> EvaluationRequest:
    """Return a request with a solver and a judge on one server."""
    access = ModelAccess(base_url=server.url, default_key="sk-none", default_base_url=server.url, budget=budget)
    return EvaluationRequest(Path("tiny"), None, "model:m", AskingRequest(access), judge="j", jobs=1)


@pytest.mark.usefixtures("workspace")
def test_what_rules_leave_open_is_judged() -> None:
    """One of two wrong answers: by its quote; again or from the results it costs nothing; what is due is estimated."""
    player, quotes = Player(WRONG), ["len(x) + 1"]

    def script(call: Call) -> Answer:
        verdict = {"quote": quotes[0], "reason": "One too many.", "mode": "instruction"}
        return Answer(json.dumps(verdict)) if is_judging(call) else player.right(call)

    with LoopbackServer(script) as server:
        estimates = estimate_models(request_for(server))
        report = evaluate(request_for(server), reporter=(heard := Heard()))
        paid = len(server.calls)
        again = evaluate(request_for(server))
        without = evaluate(replace(request_for(server), judge=None))
        shown = select_results(Path("results/tiny/model-m.jsonl")).record
        wrong, broken = (select_results(Path(without.out), "set", index).record for index in (1, 2))
        fresh = evaluate(replace(request_for(server), judge=None, fresh=True))

        assert len(server.calls) == paid == 3
    assert [(estimate.model, estimate.calls_least, estimate.calls_most) for estimate in estimates] == [
        ("m", 2, 2),
        ("j", 0, 4),
    ]
    assert report.judged is not None
    assert (report.judged.model, report.judged.new_calls) == ("j", 1)
    assert [(tally.name, tally.part, tally.count) for tally in report.metrics.by_error_mode] == [
        ("instruction", "judge", 1),
        ("code", "rules", 1),
    ]
    assert again.judged == report.judged.model_copy(update={"new_calls": 0})
    assert len([event for event in heard.events if isinstance(event, Spent)]) == paid
    judging = [event for event in heard.events if isinstance(event, Progress) and not event.subject]
    assert judging[-1] == Progress("judging wrong answers", 1, 1)
    assert isinstance(shown, EvaluationReport)
    assert without.judged == shown.judged == again.judged
    assert shown.metrics.by_error_mode == report.metrics.by_error_mode
    assert isinstance(wrong, ExplainedProblem)
    assert isinstance(broken, ExplainedProblem)
    assert [(kind.mode, kind.is_judged, kind.quote) for kind in wrong.kinds] == [("instruction", True, quotes[0])]
    assert [(kind.mode, kind.is_judged) for kind in broken.kinds] == [("code", False)]
    assert wrong.judge == "j"
    assert [(tally.name, tally.part) for tally in fresh.metrics.by_error_mode] == [("reasoning", ""), ("code", "")]


@pytest.mark.usefixtures("workspace")
def test_a_judge_that_does_not_answer() -> None:
    """An outage leaves the answer unjudged and is told; the same command asks again."""
    player, down = Player(WRONG), {True}

    def script(call: Call) -> Answer:
        if not is_judging(call):
            return player.right(call)
        verdict = {"quote": "nowhere to be seen", "reason": "", "mode": "code"}
        return Answer(status=503) if down else Answer(json.dumps(verdict))

    with LoopbackServer(script) as server:
        report = evaluate(request_for(server))
        down.clear()
        again = evaluate(request_for(server))

    assert report.judged is not None
    assert again.judged is not None
    assert (report.judged.outages, again.judged.outages) == (1, 0)
    names = [[tally.name for tally in each.metrics.by_error_mode] for each in (report, again)]
    assert names == [["code", "not judged"]] * 2


@pytest.mark.usefixtures("workspace")
def test_solver_and_judge_have_one_budget() -> None:
    """What the judge would spend over it is refused; replies that are there cost nothing, and results stay."""
    with LoopbackServer(Player(WRONG).right) as server:
        evaluate(replace(request_for(server), judge=None))
        with pytest.raises(BudgetError):
            evaluate(request_for(server, budget="1"))
        assert len(server.calls) == 2
    assert Path("results/tiny/model-m.jsonl").is_file()
