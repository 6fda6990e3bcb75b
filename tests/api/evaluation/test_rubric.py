"""A model judges drafts by the rubric over the real client: verb and function, review, budget, agreement."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from authoring.api.evaluation.pilot import PilotRequest, estimate_pilot, pilot
from authoring.api.evaluation.rubric import report_rubric
from authoring.api.evaluation.solvers import AskingRequest
from authoring.api.models import ModelAccess
from authoring.api.review.session import examine_draft
from authoring.api.runs.lifecycle import make_decision, resume_run
from authoring.errors import BudgetError
from authoring.records.decision import Action, Comment, Waiting
from authoring.workspace import Workspace
from authoring.workspace.pilots import read_pilot
from tests.api.evaluation.pilot_scene import record_answers, with_set
from tests.cli.conftest import TWO_PROBLEMS, Answer
from tests.llm.server import LoopbackServer
from tests.llm.solver_models import question_of
from tests.llm.wire import Answer as LoopbackAnswer
from tests.llm.wire import Call

Cli = Callable[..., Answer]
NAMES = re.compile(r'"enum": ?(\[[^]]*\])')


def script(call: Call) -> LoopbackAnswer:
    """Object to the first criterion wherever a question is short, and quote it."""
    question = question_of(call)
    [names] = [json.loads(names) for names in NAMES.findall(json.dumps(call.body))] or [["?"]]
    verdicts = [
        {"criterion": name, "quote": question, "reason": "So it is.", "holds": name != names[0] or len(question) > 12}
        for name in names
    ]
    return LoopbackAnswer(json.dumps({"verdicts": verdicts}))


def request_for(server: LoopbackServer, workspace: Workspace, name: str, budget: str | None = None) -> PilotRequest:
    """Return a request in which a model judges, and nobody answers."""
    access = ModelAccess(base_url=server.url, default_key="sk-none", default_base_url=server.url, budget=budget)
    return PilotRequest(name, (), asking=AskingRequest(access), rubric="j", jobs=1, workspace=workspace.root)


@pytest.fixture
def tiny(bare: Workspace) -> Workspace:
    """Return a workspace with a set of two problems."""
    return with_set(bare, "tiny", TWO_PROBLEMS)


def test_the_rubric_alone(tiny: Workspace, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """One call a problem, which is told; asked again it costs nothing; verb and function say the same."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    with LoopbackServer(script) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        request = request_for(server, tiny, "tiny")
        [estimated] = estimate_pilot(request)
        report = pilot(request)
        words = ("pilot", "tiny", "--rubric", "j", "--base-url", server.url, "--workspace", tiny.root)
        document = cli(*words, "--json").json
        text = cli(*words).out
        assert len(server.calls) == 2
        with pytest.raises(BudgetError):
            pilot(replace(request_for(server, tiny, "tiny", budget="1"), rubric="other"))

    record = report.record
    assert (estimated.solver, estimated.estimate.calls_least, estimated.estimate.calls_most) == ("rubric:j", 2, 4)
    assert report.exit_code(strict=False) == 0
    assert (report.new_calls, document["new_calls"]) == (2, 0)
    assert record.rubric is not None
    assert len(record.rubric.verdicts) == 2 * len(record.rubric.criteria) == 12
    assert [(finding.code, finding.problem) for finding in record.findings] == [("DS978", 1)]
    assert document["record"]["rubric"]["verdicts"] == record.rubric.model_dump(mode="json")["verdicts"]
    assert document["record"]["findings"] == record.model_dump(mode="json")["findings"]
    assert "by the rubric, j says" in text


def test_solvers_and_rubric_are_kept_for_one_text(tiny: Workspace, tmp_path: Path) -> None:
    """A later pilot without the rubric keeps its verdicts, and the rubric alone keeps what solvers did."""
    recorded = record_answers(tmp_path / "a.jsonl", ("len(x)", "y = x"), attempts=4, name="tiny")
    with LoopbackServer(script) as server:
        request = request_for(server, tiny, "tiny")
        pilot(request)
        answered = pilot(PilotRequest("tiny", (recorded,), 4, workspace=tiny.root)).record
        again = pilot(request).record

    assert answered.rubric is not None
    assert {finding.code for finding in answered.findings} >= {"DS971", "DS978"}
    assert (again.solvers, again.problems) == (answered.solvers, answered.problems)
    assert [finding.code for finding in again.findings] == [finding.code for finding in answered.findings]


def test_review_shows_it_and_decisions_are_counted(drafted: Workspace, cli: Cli) -> None:
    """Objections stand in the review as notes; a comment on the problem agrees, and none disagrees."""
    with LoopbackServer(script) as server:
        pilot(request_for(server, drafted, "penguins"))
    state = examine_draft(drafted, "penguins")
    assert isinstance(state, Waiting)
    record = read_pilot(drafted.root, "penguins")
    assert record is not None
    assert record.rubric is not None
    before = report_rubric(workspace=drafted.root)

    with resume_run(drafted, "penguins") as journal:
        comment = Comment(problem=1, text="two things")
        journal.decide(make_decision(record.draft, Action.REVISE, "Ada", comments=(comment,), accepted=(2,)))
    report = report_rubric(workspace=drafted.root)

    codes = {finding.code for finding in state.evidence.diagnostics}
    assert ("DS978" in codes) == bool([finding for finding in record.findings if finding.code == "DS978"])
    assert (before.texts, before.undecided) == (0, 1)
    assert (report.texts, report.undecided) == (1, 0)
    total = report.total
    assert total.by_both + total.by_model + total.by_person + total.by_nobody == 2
    assert report.model_dump(mode="json") == cli("report", "rubric", "--json", "--workspace", drafted.root).json
