"""Models solve a benchmark over the real client: verdicts, outages, kills, what they are shown and what it costs."""

import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.api.evaluation.estimates import estimate_evaluation
from authoring.api.evaluation.report import EvaluationReport
from authoring.api.evaluation.solvers import AskingRequest, asks_model, split_solver
from authoring.api.models import ModelAccess
from authoring.cli.views.evaluation.setup import setup_words
from authoring.errors import BudgetError, ModelError, UsageError, WorkspaceError
from authoring.evaluation.solvers.base import ContextPart
from authoring.records.evidence import CellRun
from authoring.records.results import EvaluationOptions
from authoring.records.solvers.person import PersonQuestion
from authoring.workspace import Workspace
from authoring.workspace.evaluation_file import read_evaluation
from tests.cli.conftest import PENGUINS, TWO_PROBLEMS
from tests.llm.server import LoopbackServer
from tests.llm.solver_models import Player, Script
from tests.llm.wire import Answer, Call

ANSWERS = {"How many?": "len(x)", "Sort `x` into `y`.": "y = sorted(x)"}
MARKED = '''# %%
x = [3, 1, 2]

# %%
"""
question: How many?
validator:
  result:
    atol: 0.000777001
"""
MARK_REFERENCE_1 = 0
len(x)

# %%
"""
question: Sort `x` into `y`.
validator:
  namespace_check:
    y:
      compare_fn: |
        def compare_fn(ref, sub):
          MARK_VALIDATOR = 2
          return {"match": ref == sub, "reason": "MARK_VALIDATOR"}
"""
MARK_REFERENCE_2 = 0
y = sorted(x)
'''
"""A set whose references and validators hold words that stand nowhere else."""
UNSEEN = {
    "How many?": ("MARK_REFERENCE", "MARK_VALIDATOR", "000777"),
    "Sort `x` into `y`.": ("MARK_REFERENCE_2", "MARK_VALIDATOR", "000777", "[1, 2, 3]"),
}
"""What no prompt about a question may hold: its own reference, those of later problems, every validator, the value."""


@pytest.fixture
def workspace(bare: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Return a workspace with a benchmark of two sets of two problems, in which a failed call is tried once."""
    folder = bare.root / "tiny"
    folder.mkdir()
    (folder / "_manifest.yaml").write_text("name: tiny\nversion: 1\n")
    for name in ("a-first", "b-second"):
        (folder / f"{name}.py").write_text(TWO_PROBLEMS)
    monkeypatch.chdir(bare.root)
    limit_tries(bare, 1)
    return bare


def limit_tries(workspace: Workspace, tries: int) -> None:
    """Set how often a call is tried."""
    settings = workspace.root / "authoring.toml"
    settings.write_text(re.sub(r"(?m)^tries = \d+", f"tries = {tries}", settings.read_text()))


def limit_concurrency(workspace: Workspace, calls: int) -> None:
    """Set how many calls may be under way at once."""
    settings = workspace.root / "authoring.toml"
    settings.write_text(re.sub(r"(?m)^concurrency = \d+", f"concurrency = {calls}", settings.read_text()))


def request_for(server: LoopbackServer, solver: str, **asking: Any) -> EvaluationRequest:
    """Return a request in which a model of a server answers the benchmark."""
    access = ModelAccess(
        base_url=server.url, default_key="sk-none", default_base_url=server.url, budget=asking.pop("budget", None)
    )
    return EvaluationRequest(Path("tiny"), None, solver, AskingRequest(access, **asking), jobs=1)


def judged(
    script: Script, solver: str, *, options: EvaluationOptions | None = None, **asking: Any
) -> tuple[EvaluationReport, LoopbackServer]:
    """Have a kind of model answer, and return what came of it, with the server that played it."""
    with LoopbackServer(script) as server:
        request = request_for(server, solver, **asking)
        report = evaluate(replace(request, options=options or EvaluationOptions()))
    return report, server


def verdicts(report: EvaluationReport) -> list[str]:
    """Return the verdict of each problem; a dash where there is none."""
    return [problem.verdict.value if problem.verdict else "-" for problem in report.problems]


@pytest.mark.parametrize(
    ("kind", "solver", "rate", "calls"),
    [
        ("right", "model", 1.0, 2),
        ("chatty", "model", 1.0, 2),
        ("slow", "model", 1.0, 2),
        ("wrong", "model", 0.0, 2),
        ("truncated", "model", 0.0, 2),
        ("refusing", "model", 0.0, 2),
        ("repairing", "model", 0.0, 2),
        ("repairing", "selfdebug", 1.0, 4),
        ("looking", "react", 1.0, 4),
        ("final", "react", 1.0, 2),
    ],
)
@pytest.mark.exhaustive(sample=1)
@pytest.mark.usefixtures("workspace")
def test_kinds_of_models(kind: str, solver: str, rate: float, calls: int) -> None:
    """A model is judged by what its code does, and asked no more often than it needs: equal prompts share a reply."""
    report, server = judged(getattr(Player(ANSWERS), kind), f"{solver}:m")

    assert (report.metrics.pass_rate, len(server.calls)) == (rate, calls)
    assert report.metrics.outages == 0
    assert report.setup is not None
    assert (report.setup.solver, report.setup.model, report.setup.context) == (solver, "m", ("code", "variables"))
    assert report.spending is not None
    assert report.spending.new_calls == calls


@pytest.mark.usefixtures("workspace")
def test_each_sample_is_drawn_by_a_seed_of_its_own() -> None:
    """The seed counts up with the samples, and the results name the first; without one they say nothing of it."""
    report, server = judged(Player(ANSWERS).right, "model:m", options=EvaluationOptions(samples=2), seed=5)

    assert sorted(served.call.body["seed"] for served in server.calls) == [5, 5, 6, 6]
    assert report.setup is not None
    assert report.setup.model_dump(mode="json")["seed"] == 5
    assert "seed" not in report.setup.model_copy(update={"seed": None}).model_dump(mode="json")


@pytest.mark.usefixtures("workspace")
def test_settings_that_the_server_does_not_take_are_in_no_result() -> None:
    """Each answer says what it went without, and the report does; what was sent stands in both."""

    def refusing(call: Call) -> Answer:
        refused = next((name for name in ("temperature", "seed") if name in call.body), "")
        return Answer(status=400, message=f"Unsupported parameter: {refused}") if refused else player.right(call)

    player = Player(ANSWERS)
    for script, left_out in ((refusing, ("seed", "temperature")), (player.right, ())):
        report, _ = judged(script, f"model:m{len(left_out)}", temperature=0.3, seed=5)
        stats = [line["agent_stats"] for line in map(json.loads, Path(report.out).read_text().splitlines())]

        assert report.spending is not None
        assert report.spending.left_out == left_out
        assert {(entry["temperature"], entry.get("seed")) for entry in stats} == {
            (None, None) if left_out else (0.3, 5)
        }
        assert {tuple(entry.get("left_out", ())) for entry in stats} == {left_out}
        assert ("without seed and temperature" in setup_words(report)) == bool(left_out)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_form_is_told_from_value() -> None:
    """The right value as a text is wrong, and no failure of the model's."""
    report, _ = judged(Player({"How many?": "len(x)", "Sort `x` into `y`.": "y = 1\ny"}).other_form, "model:m")

    assert report.metrics.pass_rate == 0
    assert {problem.failure for problem in report.problems} == {""}


def test_no_reference_reaches_a_prompt(workspace: Workspace) -> None:
    """No prompt about a problem holds its reference or that of a later one, a validator, or the expected value."""
    for name in ("a-first", "b-second"):
        (workspace.root / "tiny" / f"{name}.py").write_text(MARKED)
    for solver, kind in (("selfdebug", "wrong"), ("react", "looking")):
        context = ",".join(ContextPart)
        _, server = judged(getattr(Player(ANSWERS), kind), f"{solver}:m", context=context)
        for served in server.calls:
            question = next(
                question
                for question in ANSWERS
                if question in served.call.prompt.rpartition("which you answer now:")[2]
            )
            body = str(served.call.body)

            assert [mark for mark in UNSEEN[question] if mark in body] == []


@pytest.mark.exhaustive
def test_profile_of_the_inputs_is_shown(workspace: Workspace) -> None:
    """It is computed from the set's own files; what is no table, and a set without files, has none."""
    inputs = workspace.root / "tiny" / "_inputs" / "a-first"
    inputs.mkdir(parents=True)
    (inputs / "penguins.csv").write_text(PENGUINS)
    (inputs / "noise.bin").write_bytes(bytes(range(256)))
    _, server = judged(Player(ANSWERS).right, "model:m", context="profile")
    with_profile = [served.call.prompt for served in server.calls if '"species"' in served.call.prompt]

    assert len(with_profile) == 2
    assert "penguins.csv" in with_profile[0]
    assert len(server.calls) == 4


def test_an_outage_is_no_wrong_answer(workspace: Workspace) -> None:
    """It is counted apart, and the same command asks again for what did not come, and for nothing else."""
    player, down = Player(ANSWERS), {"Sort `x` into `y`."}

    def script(call: Call) -> Answer:
        is_down = any(question in call.prompt.rpartition("which you answer now:")[2] for question in down)
        return Answer(status=503) if is_down else player.right(call)

    with LoopbackServer(script) as server:
        request = request_for(server, "model:m")
        broken = evaluate(request)
        down.clear()
        whole = evaluate(request)
        paid = len(server.delivered)
        again = evaluate(request)

    assert (verdicts(broken), broken.metrics.outages, broken.exit_code(None)) == (["CORRECT", "-"] * 2, 2, 1)
    assert broken.metrics.pass_rate == 1
    assert "no reply from m" in broken.problems[1].outages[0]
    assert (verdicts(whole), whole.metrics.outages, whole.exit_code(None)) == (["CORRECT"] * 4, 0, 0)
    assert (paid, len(server.delivered)) == (2, 2)
    assert whole.metrics == again.metrics
    evaluation = read_evaluation(workspace.root / whole.out)
    assert evaluation is not None
    assert [result.name for result in evaluation.sets] == ["a-first", "b-second"]


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_a_history_waits_for_its_answers() -> None:
    """With the solver's own answers in view, nothing is asked behind an answer that did not come."""
    options = EvaluationOptions(error_propagation=True)
    report, server = judged(Player(ANSWERS).unreachable, "model:m", options=options)

    assert report.metrics.outages == 4
    assert "needs the answer to problem 1" in report.problems[1].outages[0]
    assert len(server.calls) == 2


@pytest.mark.exhaustive
def test_a_dead_server_is_not_asked_for_ever(workspace: Workspace) -> None:
    """After three outages in a row the others are told of without a call, but for those that are under way."""
    limit_concurrency(workspace, 1)
    for number in range(3):
        (workspace.root / "tiny" / f"c{number}.py").write_text(TWO_PROBLEMS)
    report, server = judged(Player(ANSWERS).unreachable, "model:m")

    assert (report.metrics.outages, len(server.calls)) == (10, 3)


@pytest.mark.exhaustive
def test_a_busy_server_costs_no_answer(workspace: Workspace) -> None:
    """Of calls that fail three times in ten each is made again until it is answered."""
    limit_tries(workspace, 20)
    report, _ = judged(Player(ANSWERS).failing, "model:m")

    assert report.metrics.pass_rate == 1


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_samples_are_counted() -> None:
    """Each is an answer of its own; pass@k follows without bias, and DSEval's lines number them as attempts."""
    report, server = judged(Player(ANSWERS).varied, "model:m", options=EvaluationOptions(samples=3))
    lines = Path(report.out).read_text().splitlines()

    # Two sets ask the same questions, and a prompt's answers are shared between them: 1 of 3 is right.
    assert (report.metrics.pass_rate, len(server.calls), len(lines)) == (1 / 3, 6, 12)
    assert [round(entry.rate, 4) for entry in report.metrics.pass_at] == [round(1 / 3, 4), round(2 / 3, 4), 1]


CALLS_TOOL = '<tool_call>{"name": "python", "arguments": {"code": "len(x)"}}</tool_call>'


@pytest.mark.parametrize(
    ("solver", "answer", "calls", "words"),
    [
        ("model", Answer(fault="tool"), 2, "called a tool that nobody offered"),
        ("taskgraph", Answer(fault="tool"), 2, "called a tool that nobody offered"),
        ("model", Answer(CALLS_TOOL), 2, "calls a tool that nobody offered"),
        ("selfdebug", Answer(CALLS_TOOL), 8, "calls a tool that nobody offered"),
        ("react", Answer(CALLS_TOOL), 6, "calls a tool that nobody offered"),
    ],
)
@pytest.mark.exhaustive(sample=1)
@pytest.mark.usefixtures("workspace")
def test_calls_of_tools_that_nobody_offered(solver: str, answer: Answer, calls: int, words: str) -> None:
    """Each is an outcome at a bounded cost, which is told in full, and is neither paid nor forgotten another time."""
    with LoopbackServer(lambda _: answer) as server:
        request = request_for(server, f"{solver}:m")
        report, again = evaluate(request), evaluate(replace(request, fresh=True))

    assert (report.metrics.pass_rate, report.metrics.outages, len(server.calls)) == (0, 0, calls)
    assert all(words in problem.failure for problem in report.problems)
    assert report.spending is not None
    assert again.spending is not None
    # Both sets ask the same, and share what came.
    assert report.spending.prompt == 2 * sum(served.tokens.prompt for served in server.calls)
    assert (again.spending.calls, again.spending.prompt) == (report.spending.calls, report.spending.prompt)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_a_person_begins_anew() -> None:
    """After --fresh, going on takes up no answer from before, however far the new beginning came."""
    asked: list[str] = []

    def answerer(question: PersonQuestion, run: Callable[[str], CellRun]) -> str:
        del run
        asked.append(question.question)
        if len(asked) == 6:
            raise KeyboardInterrupt
        return "len(x)"

    request = EvaluationRequest(Path("tiny"), None, "person", AskingRequest(answerer=answerer))
    evaluate(request)
    with pytest.raises(KeyboardInterrupt):
        evaluate(replace(request, fresh=True))
    evaluate(request)
    last = evaluate(replace(request, out=Path("again.jsonl")))

    assert last.person_time is not None
    assert last.person_time.answers == 4
    assert 0 <= last.person_time.median <= last.person_time.total
    # Four at first, one anew and a second that was left, and then the three that were missing.
    assert len(asked) == 4 + 2 + 3


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_hostile_answers_are_outcomes() -> None:
    """Code that ends its process or removes what is there is judged like any other, and asked about no more often."""
    codes = itertools.cycle(
        ["import os; os._exit(1)", "for n in list(globals()): del globals()[n]", "def f(): f()\nf()"]
    )

    def script(_: Call) -> Answer:
        return Answer(f"```python\n{next(codes)}\n```")

    report, server = judged(script, "selfdebug:m", turns=3)

    assert report.metrics.judged == 4
    assert report.metrics.pass_rate == 0
    assert len(server.calls) <= 3 * 4


def test_budget_stops_before_it_is_exceeded(workspace: Workspace) -> None:
    """What was paid is kept: a larger budget goes on from there."""
    with LoopbackServer(Player(ANSWERS).right) as server:
        with pytest.raises(BudgetError):
            evaluate(request_for(server, "model:m", budget="9000"))
        first = len(server.delivered)
        report = evaluate(request_for(server, "model:m"))

        assert (first, len(server.delivered)) == (1, 2)
    assert report.metrics.pass_rate == 1
    del workspace


@pytest.mark.usefixtures("workspace")
def test_estimate_asks_nothing() -> None:
    """Calls are counted from one turn to all of them, for every sample and attempt."""
    with LoopbackServer(Player(ANSWERS).right) as server:
        request = request_for(server, "react:m", context="code,questions,outputs,profile")
        estimate = estimate_evaluation(replace(request, options=EvaluationOptions(samples=2)))

        assert (estimate.calls_least, estimate.calls_most, len(server.calls)) == (8, 24, 0)
        with pytest.raises(UsageError, match="nothing to estimate"):
            estimate_evaluation(replace(request, solver="reference"))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"solver": "mode:m"}, "no solver is called mode:m"),
        ({"solver": "reference:m"}, "no solver is called reference:m"),
        ({"solver": "model:m", "asking": AskingRequest(context="all")}, "nothing is called all"),
        ({"solver": "reference", "asking": AskingRequest(turns=3)}, "reference asks no model"),
        ({"solver": "model"}, "--solver model: names no model"),
        (
            {"solver": "model:m", "options": EvaluationOptions(samples=2), "max_attempts": 2},
            "--samples and --max-attempts",
        ),
    ],
)
@pytest.mark.usefixtures("workspace")
def test_what_does_not_fit_is_refused(changes: dict[str, Any], message: str) -> None:
    """Before anything runs, and before anything is paid."""
    with pytest.raises(UsageError, match=message):
        evaluate(replace(EvaluationRequest(Path("tiny")), **changes))


def test_workspace_is_needed(folder: Path) -> None:
    """The replies of a model are kept in the ledger of one."""
    del folder
    with pytest.raises(WorkspaceError, match="no workspace here"):
        evaluate(EvaluationRequest(Path("tiny"), solver="model:m"))


@pytest.mark.exhaustive
def test_changed_prompts_are_another_solver(workspace: Workspace) -> None:
    """Verdicts on answers to different words do not belong into one file."""
    page = workspace.root / "templates" / "prompts" / "solvers" / "rules.md"
    with LoopbackServer(Player(ANSWERS).right) as server:
        evaluate(request_for(server, "model:m"))
        page.write_text("Be quick.\n")
        with pytest.raises(Exception, match="the solver or its submissions changed"):
            evaluate(request_for(server, "model:m"))


@pytest.mark.exhaustive
def test_recorded_model_replays(workspace: Workspace) -> None:
    """A recorded conversation gives the same verdicts without a server."""
    del workspace
    with LoopbackServer(Player(ANSWERS).right) as server:
        recorded = evaluate(request_for(server, "model:record:calls=m"))
    request = EvaluationRequest(Path("tiny"), None, "model:recorded:calls", jobs=2)

    assert verdicts(evaluate(request)) == verdicts(recorded) == ["CORRECT"] * 4


def test_names_of_solvers() -> None:
    """The kind stands before the first colon; what follows may hold further ones."""
    assert split_solver("model:llama3:8b") == ("model", "llama3:8b")
    assert (asks_model("react:m"), asks_model("command:model"), asks_model(None)) == (True, False, False)


def test_a_refused_key_ends_the_command(workspace: Workspace) -> None:
    """No problem is judged by it."""
    with LoopbackServer(Player(ANSWERS).right, key="sk-other") as server, pytest.raises(ModelError, match="key"):
        evaluate(request_for(server, "model:m"))
    del workspace


class KillingScript:
    """Plays a model, and kills its client when some calls come in, before they are answered."""

    def __init__(self, play: Callable[[Call], Answer], kills: set[int]) -> None:
        self.client = 0
        self._play, self._kills = play, kills

    def __call__(self, call: Call) -> Answer:
        """Answer, unless the client is to die of this call."""
        if call.number in self._kills:
            os.kill(self.client, signal.SIGKILL)
            return Answer(fault="reset")
        return self._play(call)


def killed_and_resumed(workspace: Workspace, kills: set[int], *options: str) -> tuple[list[int], LoopbackServer]:
    """Evaluate in processes of their own until one ends by itself; return their exit statuses and the server.

    One call is under way at a time, so that a kill leaves no other behind.
    """
    limit_concurrency(workspace, 1)
    script = KillingScript(Player(ANSWERS).repairing, kills)
    statuses: list[int] = []
    with LoopbackServer(script) as server:
        command = ["evaluate", "tiny", "--solver", "selfdebug:m", "--base-url", server.url, *options]
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


def assert_paid_once(server: LoopbackServer, calls: int) -> None:
    """See that every prompt was answered as often as it has samples, and no more."""
    answered = Counter(served.call.prompt for served in server.delivered)

    assert sum(answered.values()) == calls
    assert len(set(answered.values())) == 1


@pytest.mark.exhaustive
def test_kills_cost_no_answer_and_no_money(workspace: Workspace) -> None:
    """Killed in the middle of a conversation and given again, the command pays for no reply twice and loses none."""
    # One set's questions are the other's too, so its replies come from the ledger.
    statuses, server = killed_and_resumed(workspace, {2})
    evaluation = read_evaluation(workspace.root / "results" / "tiny" / "selfdebug-m.jsonl")

    assert statuses == [-signal.SIGKILL, 0]
    assert_paid_once(server, 4)
    assert evaluation is not None
    assert [problem.verdict for result in evaluation.sets for problem in result.problems] == ["CORRECT"] * 4


@pytest.mark.soak
def test_twenty_kills(workspace: Workspace, pytestconfig: pytest.Config) -> None:
    """As above, with twenty kills at random calls and many samples."""
    del pytestconfig
    chance = random.Random()
    # Kills take numbers of calls as well, so that 40 replies have numbers up to 60.
    kills = set(chance.sample(range(1, 60), 20))
    statuses, server = killed_and_resumed(workspace, kills, "--samples", "10", "--jobs", "1")

    assert statuses.count(-signal.SIGKILL) == 20
    assert_paid_once(server, 40)
