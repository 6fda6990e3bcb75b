"""Several solvers answer one benchmark side by side: each as it does alone, held against each other, paid once."""

import os
import random
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
from authoring.api.evaluation.run_comparison import compare_runs
from authoring.api.evaluation.solver_comparison import SolverComparison, compare_solvers, estimate_solvers
from authoring.errors import BudgetError, UsageError
from authoring.records.progress import ProgressEvent, SolverEvent, Started
from authoring.records.results import EvaluationOptions
from authoring.workspace import Workspace
from authoring.workspace.evaluation_file import read_evaluation
from tests.api.evaluation.test_solvers import ANSWERS, KillingScript, limit_concurrency, limit_tries, request_for
from tests.cli.conftest import TWO_PROBLEMS
from tests.llm.server import LoopbackServer
from tests.llm.solver_models import Player
from tests.llm.wire import Answer, Call

SOLVERS = ("model:m", "selfdebug:m", "reference")
RESULTS = tuple(Path("results/tiny") / name for name in ("model-m.jsonl", "selfdebug-m.jsonl", "reference.jsonl"))


@pytest.fixture(autouse=True)
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


def compared(
    script: Callable[[Call], Answer],
    solvers: tuple[str, ...] = SOLVERS,
    *,
    options: EvaluationOptions | None = None,
    **asking: Any,
) -> tuple[SolverComparison, LoopbackServer]:
    """Have solvers answer, and return what came of it, with the server that played their model."""
    with LoopbackServer(script) as server:
        request = request_for(server, "", **asking)
        request = replace(request, solver=None, jobs=None, options=options or EvaluationOptions())
        result = compare_solvers(request, solvers)
    return result, server


def rates(result: SolverComparison) -> list[float | None]:
    """Return the pass rate of each solver."""
    return [report.metrics.pass_rate for report in result.reports]


def test_solvers_are_held_against_the_first() -> None:
    """Rates, intervals and power are those that `results compare` gives of the files, where each solver has its own."""
    result, _ = compared(Player(ANSWERS).repairing)

    assert rates(result) == [0, 1, 1]
    assert result.comparison == compare_runs(RESULTS).model_copy(
        update={
            "against": "model:m",
            "runs": tuple(
                run.model_copy(update={"name": name})
                for run, name in zip(compare_runs(RESULTS).runs, SOLVERS, strict=True)
            ),
        }
    )
    assert {problem.rates for problem in result.problems} == {(0, 1, 1)}


@pytest.mark.exhaustive
def test_a_solver_among_others_answers_as_alone(workspace: Workspace) -> None:
    """Its file goes on with the same command for it alone, which finds nothing to ask, and the other way round."""
    with LoopbackServer(Player(ANSWERS).repairing) as server:
        request = request_for(server, "model:m")
        alone = evaluate(request)
        result = compare_solvers(replace(request, solver=None), SOLVERS)
        again = compare_solvers(replace(request, solver=None), SOLVERS)
        asked = len(server.calls)
        evaluate(replace(request, solver="selfdebug:m"))

    assert result.reports[0].model_copy(update={"spending": None}) == alone.model_copy(update={"spending": None})
    # The first question of both solvers is one prompt, and what one of them paid for costs the other nothing.
    assert (result.new_calls, again.new_calls) == (asked - alone.metrics.problems // 2, 0)
    assert len(server.calls) == asked
    del workspace


def test_events_say_whose_they_are() -> None:
    """Whoever shows progress hears which solver a problem and a set belong to."""
    events: list[ProgressEvent] = []

    class Listener:
        def report(self, event: ProgressEvent, /) -> None:
            events.append(event)

    compare_solvers(EvaluationRequest(Path("tiny"), jobs=1), ("reference", "command:cat"), reporter=Listener())

    assert events[0] == Started((("reference", 4), ("command:cat", 4)))
    assert Counter(event.solver for event in events if isinstance(event, SolverEvent)) == {
        "reference": 7,
        "command:cat": 7,
    }


def test_calls_of_one_model_share_its_limits(workspace: Workspace) -> None:
    """With one call at a time, two solvers of one model have one call under way, and not one each."""
    limit_concurrency(workspace, 1)
    player, under_way, most = Player(ANSWERS), Counter[str](), [0]

    def script(call: Call) -> Answer:
        under_way["calls"] += 1
        most[0] = max(most[0], under_way["calls"])
        answer = player.looking(call)
        under_way["calls"] -= 1
        return answer

    compared(script, ("react:m", "selfdebug:m"), options=EvaluationOptions(samples=2))

    assert most == [1]


@pytest.mark.exhaustive
def test_an_outage_of_one_solver_spoils_no_comparison() -> None:
    """What did not come is in no rate and in no pair; the same command asks for it alone."""
    player, broken = Player(ANSWERS), [True]

    def script(call: Call) -> Answer:
        is_repair = "<data observation " in call.prompt
        return Answer(status=503) if broken[0] and is_repair else player.repairing(call)

    with LoopbackServer(script) as server:
        request = replace(request_for(server, "model:m"), solver=None)
        first = compare_solvers(request, ("model:m", "selfdebug:m"))
        broken[0], asked = False, len(server.calls)
        whole = compare_solvers(request, ("model:m", "selfdebug:m"))

    assert (first.comparison, first.exit_code(None)) == (None, 1)
    assert (rates(whole), whole.exit_code(None)) == ([0, 1], 0)
    assert all("<data observation " in served.call.prompt for served in server.calls[asked:])


def test_one_budget_holds_for_all() -> None:
    """Where it is spent the command ends, and what was judged until then is kept."""
    with LoopbackServer(Player(ANSWERS).repairing) as server:
        request = replace(request_for(server, "model:m", budget="9000"), solver=None)
        with pytest.raises(BudgetError):
            compare_solvers(request, ("model:m", "selfdebug:m"))
        larger = replace(request, asking=request_for(server, "model:m", budget="500k").asking)
        result = compare_solvers(larger, ("model:m", "selfdebug:m"))

    assert rates(result) == [0, 1]


def test_folders_hold_a_file_for_each(tmp_path: Path) -> None:
    """Where a folder is named for results, each solver has a file of its name there."""
    request = EvaluationRequest(Path("tiny"), out=tmp_path / "out")
    compare_solvers(request, ("reference", "command:cat"))

    assert {"cat.jsonl", "reference.jsonl"} <= {path.name for path in (tmp_path / "out").iterdir()}


@pytest.mark.parametrize(
    ("solvers", "changes", "message"),
    [
        (("model:m", "model:m"), {}, "model:m is given twice"),
        (("reference",), {}, "two solvers"),
        (("reference", "selfdebg:m"), {}, "no solver is called selfdebg:m"),
        (("command:cat -u", "command:cat  -u"), {}, "would hold the results of two solvers"),
        (("reference", "command:cat"), {"out": Path("tiny/_manifest.yaml")}, "is a file"),
        (("reference", "command:cat"), {"submissions": Path("a.jsonl")}, "who answers"),
    ],
)
def test_what_does_not_fit_is_refused(
    solvers: tuple[str, ...], changes: dict[str, Any], message: str, workspace: Workspace
) -> None:
    """Before anything runs, and before anything is paid."""
    before = sorted(workspace.root.rglob("*.jsonl"))
    with pytest.raises(UsageError, match=message):
        compare_solvers(replace(EvaluationRequest(Path("tiny")), **changes), solvers)

    assert sorted(workspace.root.rglob("*.jsonl")) == before


def test_each_solver_takes_the_options_that_it_knows() -> None:
    """A number of turns is for the solvers that have several; where none has, it is refused."""
    result, _ = compared(Player(ANSWERS).right, ("model:m", "react:m", "reference"), turns=2)

    assert [report.setup and report.setup.turns for report in result.reports] == [1, 2, None]
    with pytest.raises(UsageError, match="--turns"):
        compared(Player(ANSWERS).right, ("model:m", "model:n"), turns=2)


def test_estimates_ask_nothing() -> None:
    """There is one for each solver that asks a model, and one for its judge."""
    with LoopbackServer(Player(ANSWERS).right) as server:
        request = replace(request_for(server, "model:m"), judge="j")
        estimates = estimate_solvers(replace(request, solver=None), SOLVERS)

    assert list(server.calls) == []
    assert [estimate.solver for estimate in estimates] == [
        "model:m",
        "model:m, judge",
        "selfdebug:m",
        "selfdebug:m, judge",
        "reference, judge",
    ]
    assert [estimate.estimate.calls_most for estimate in estimates[:3]] == [4, 8, 16]


def killed_and_resumed(workspace: Workspace, kills: set[int], *options: str) -> tuple[list[int], LoopbackServer]:
    """Compare in processes of their own until one ends by itself; return their exit statuses and the server."""
    limit_concurrency(workspace, 1)
    script = KillingScript(Player(ANSWERS).repairing, kills)
    statuses: list[int] = []
    with LoopbackServer(script) as server:
        solvers = ("--solver", "model:m", "--solver", "selfdebug:m", "--base-url", server.url)
        while not statuses or statuses[-1] < 0:
            process = subprocess.Popen(
                [sys.executable, "-m", "authoring", "evaluate", "tiny", *solvers, *options],
                cwd=workspace.root,
                env=os.environ | {"OPENAI_API_KEY": "sk-none", "OPENAI_BASE_URL": server.url},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            script.client = process.pid
            statuses.append(process.wait(timeout=600))
    return statuses, server


@pytest.mark.exhaustive
def test_kills_cost_no_answer_and_no_money(workspace: Workspace) -> None:
    """Killed in the middle and given again, the command pays for no reply twice and loses none, whosever it is."""
    kills = set(random.Random(1).sample(range(1, 7), 2))
    statuses, server = killed_and_resumed(workspace, kills)
    evaluations = [read_evaluation(workspace.root / path) for path in RESULTS[:2]]

    assert statuses == [-signal.SIGKILL, -signal.SIGKILL, 0]
    assert set(Counter(served.call.prompt for served in server.delivered).values()) == {1}
    assert [
        {problem.verdict and problem.verdict.value for result in evaluation.sets for problem in result.problems}
        for evaluation in evaluations
        if evaluation
    ] == [{"CRASH"}, {"CORRECT"}]
