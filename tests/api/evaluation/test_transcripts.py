"""A model plays a CIBench tree in our session, and what it did is scored as a run of OpenCompass is."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.api.evaluation.report import EvaluationReport
from authoring.api.evaluation.solvers import AskingRequest
from authoring.api.models import ModelAccess
from authoring.api.results import select_results
from authoring.errors import BenchmarkError, UsageError
from authoring.formats.cibench.score.records import Metric
from authoring.formats.cibench.score.run import score_cibench
from authoring.records.results import EvaluationOptions, StepMode
from authoring.workspace import Workspace
from tests.formats.cibench.score.trees import notebook, stream, value
from tests.llm.planner_models import Planner
from tests.llm.server import LoopbackServer
from tests.llm.solver_models import Player, fenced_code, observations_in
from tests.llm.wire import Answer, Call

STEPS: tuple[tuple[str, str, str, list[dict[str, Any]]], ...] = (
    ("exec", "Read the lines of `data/a.txt` into `rows`.", "rows = open('data/a.txt').read().split()", []),
    ("num", "Append `x` to `rows` and print their number.", "rows.append('x')\nprint(len(rows))", [stream("4\n")]),
    ("text", "Show `rows`.", "rows", [value("['adelie', 'gentoo', 'chinstrap', 'x']")]),
)
SUFFIX = "Please use pandas and numpy modules."
ANSWERS = {
    f"{question}{SUFFIX}".replace("data/", "inputs/"): code.replace("data/", "inputs/")
    for _, question, code, _ in STEPS
}
"""Right code by question, as OpenCompass words it, with the paths of a session."""


def make_tree(folder: Path) -> Path:
    """Write a tree of two notebooks in two suites."""
    (folder / "datasources" / "data").mkdir(parents=True)
    (folder / "datasources" / "data" / "a.txt").write_text("adelie gentoo chinstrap")
    for path in ("cibench_generation/pandas/rows.ipynb", "cibench_template_chinese/pandas/rows.ipynb"):
        (folder / path).parent.mkdir(parents=True)
        (folder / path).write_text(json.dumps(notebook(STEPS)))
    return folder


@pytest.fixture
def workspace(bare: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Return a workspace with a tree, in which a failed call is tried once."""
    make_tree(bare.root / "tree")
    settings = bare.root / "authoring.toml"
    settings.write_text(re.sub(r"(?m)^tries = \d+", "tries = 1", settings.read_text()))
    monkeypatch.chdir(bare.root)
    return bare


def request_of(server: LoopbackServer, solver: str, mode: StepMode, **options: Any) -> EvaluationRequest:
    """Return a request for the English notebook and its transcripts."""
    access = ModelAccess(base_url=server.url, default_key="sk-none", default_base_url=server.url)
    request = EvaluationRequest(Path("tree"), None, solver, AskingRequest(access, context="code,outputs"), jobs=1)
    chosen = ("cibench_generation/pandas/rows",)
    return replace(
        request, sets=chosen, options=EvaluationOptions(mode=mode, **options), transcripts=Path(f"run-{mode}")
    )


def played(solver: str, mode: StepMode, answers: dict[str, str], kind: str = "final") -> EvaluationReport:
    """Have a model answer the tree in a mode."""
    codes = {question: answers.get(question.removesuffix(SUFFIX), code) for question, code in ANSWERS.items()}
    with LoopbackServer(getattr(Player(codes), kind)) as server:
        return evaluate(request_of(server, solver, mode))


def scores(mode: StepMode) -> tuple[float | None, ...]:
    """Return tool rate, executable rate, numbers and texts of a run, as `score cibench` counts them."""
    total = score_cibench(Path(f"run-{mode}"), Path("tree")).total
    shown = select_results(next(Path("results", "tree").glob(f"*-{mode}.jsonl"))).record
    assert isinstance(shown, EvaluationReport)
    assert shown.scores is not None
    assert shown.scores.cibench is not None
    assert shown.scores.cibench.total == total
    return tuple(total.score(metric) for metric in (Metric.TOOL, Metric.EXECUTABLE, Metric.NUMERIC, Metric.TEXT))


@pytest.mark.usefixtures("workspace")
def test_modes_of_a_model_that_is_right() -> None:
    """End-to-end it gets everything; in the oracle mode a step that is not idempotent is applied twice."""
    report = played("model:m", StepMode.END_TO_END, {})

    assert [outcome.verdict for outcome in report.problems] == ["CORRECT"] * 3
    assert report.transcripts is not None
    assert report.transcripts.folders == ("run-end-to-end",)
    assert report.transcripts.notes == ("cibench_template_chinese/pandas: 0 of 1 notebooks were answered: left out",)
    assert report.out.endswith("model-m-end-to-end.jsonl")
    assert scores(StepMode.END_TO_END) == (100.0, 100.0, 100.0, 100.0)

    played("model:m", StepMode.ORACLE, {})
    assert (Path("run-oracle") / "cibench_generation_oracle" / "pandas.json").is_file()
    tool, executable, numbers, texts = scores(StepMode.ORACLE)
    assert (tool, executable, numbers) == (100.0, 100.0, 100.0)
    assert texts is not None
    assert texts < 100


@pytest.mark.usefixtures("workspace")
def test_a_failed_step_and_a_reply_without_code() -> None:
    """A failed step ends no run, and the next one goes on with what it left; a refusal uses no interpreter."""
    failed = {STEPS[1][1]: "rows.append('x')\n1 / 0", STEPS[2][1]: "rows"}
    played("model:m", StepMode.END_TO_END, failed)
    steps = json.loads((Path("run-end-to-end") / "cibench_generation" / "pandas.json").read_text())["0"]

    assert scores(StepMode.END_TO_END) == (100.0, 2 / 3 * 100, 0.0, 100.0)
    assert [len(actions) for actions in steps["steps"]] == [1, 1, 1]
    assert steps["steps"][1][0]["result"] is None
    assert "ZeroDivisionError" in steps["steps"][1][0]["errmsg"]
    assert steps["origin_prompt"][1] == f"{STEPS[1][1]}{SUFFIX}"
    assert steps["prediction"][2] == "execute_result:\n\n```\n['adelie', 'gentoo', 'chinstrap', 'x']\n```"

    played("model:other", StepMode.ORACLE, {}, kind="refusing")
    assert scores(StepMode.ORACLE) == (0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("solver", ["selfdebug:m", "react:m"])
@pytest.mark.exhaustive(sample=1)
@pytest.mark.usefixtures("workspace")
def test_solvers_of_several_turns_run_once_in_the_session(solver: str) -> None:
    """What is tried on a scratchpad, forked from what the answers left, leaves nothing there."""
    played(solver, StepMode.END_TO_END, {}, kind="repairing" if solver == "selfdebug:m" else "looking")

    assert scores(StepMode.END_TO_END) == (100.0, 100.0, 100.0, 100.0)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_silence_ends_a_step() -> None:
    """A step that goes on printing may take longer than one that is silent, as in CIBench's interpreter."""
    first, second = (question.replace("data/", "inputs/") for _, question, _, _ in STEPS[:2])
    printing = "import time\nfor _ in range(4):\n    time.sleep(3)\n    print('.')\n"
    silent = "import time\ntime.sleep(13)\n"
    answers = {first: printing + ANSWERS[first + SUFFIX], second: silent + ANSWERS[second + SUFFIX]}
    report = played("model:m", StepMode.ORACLE, answers)
    steps = json.loads((Path("run-oracle") / "cibench_generation_oracle" / "pandas.json").read_text())["0"]["steps"]

    assert [outcome.verdict for outcome in report.problems][:2] == ["CORRECT", "TIMEOUT"]
    assert [step[0]["errmsg"] is None for step in steps[:2]] == [True, False]


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_silence_ends_a_look() -> None:
    """What `react` tries is given up after ten seconds of silence, and its model is shown why."""

    def script(call: Call) -> Answer:
        look = Answer(fenced_code("import time\ntime.sleep(13)\nprint('awake')"))
        return Player(ANSWERS).final(call) if observations_in(call) else look

    with LoopbackServer(script) as server:
        evaluate(request_of(server, "react:m", StepMode.END_TO_END))
        shown = server.delivered[1].call.prompt

    assert "wrote nothing for 10 seconds" in shown
    assert "\nawake" not in shown


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_given_again_nothing_is_asked_and_the_same_is_written() -> None:
    """What was played stands in the evidence; of what was not, an outage is made up for by the same command."""
    file, down = Path("run-end-to-end") / "cibench_generation" / "pandas.json", {True}

    def script(call: Call) -> Answer:
        is_down = down and "Append" in call.prompt.rpartition("which you answer now:")[2]
        return Answer(status=503) if is_down else Player(ANSWERS).right(call)

    with LoopbackServer(script) as server:
        request = replace(request_of(server, "model:m", StepMode.END_TO_END), max_attempts=1)
        broken = evaluate(request)
        assert (broken.metrics.outages, file.exists()) == (2, False)
        down.clear()
        evaluate(request)
        written, calls = file.read_bytes(), len(server.delivered)
        evaluate(request)
        assert (file.read_bytes(), len(server.delivered), calls) == (written, calls, 3)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_a_planner_plays_a_tree() -> None:
    """Tasks are run on a scratchpad; their code, joined, is the answer that stays in the session."""
    with LoopbackServer(Planner(ANSWERS).planning) as server:
        evaluate(request_of(server, "taskgraph:m", StepMode.END_TO_END))

    assert scores(StepMode.END_TO_END) == (100.0, 100.0, 100.0, 100.0)


@pytest.mark.parametrize(
    ("options", "transcripts", "message"),
    [
        ({}, "run", "one of CIBench's modes"),
        ({"mode": StepMode.ORACLE, "error_propagation": True}, None, "--error-propagation"),
        ({"mode": StepMode.ORACLE, "retry_reset": True}, None, "--retry-reset"),
        ({"mode": StepMode.ORACLE}, "tree/run", "lies in the tree"),
    ],
)
@pytest.mark.usefixtures("workspace")
def test_what_does_not_go_together(options: dict[str, Any], transcripts: str | None, message: str) -> None:
    """Options that contradict each other are refused before anything runs."""
    request = EvaluationRequest(Path("tree"), None, "reference", options=EvaluationOptions(**options))
    with pytest.raises(UsageError, match=message):
        evaluate(replace(request, transcripts=Path(transcripts) if transcripts else None))


def test_a_tree_that_cannot_be_played(workspace: Workspace) -> None:
    """Cells out of turn and copies of editors are refused, by the file."""
    path = workspace.root / "tree" / "cibench_generation" / "pandas" / "rows.ipynb"
    book = notebook(STEPS)
    path.write_text(json.dumps({**book, "cells": [book["cells"][0], *book["cells"]]}))
    with pytest.raises(BenchmarkError, match=r"rows\.ipynb"):
        evaluate(EvaluationRequest(Path("tree"), None, "reference"))

    path.write_text(json.dumps(book))
    path.with_name("rows.ipynb.bak").write_text(json.dumps(book))
    with pytest.raises(BenchmarkError, match="experiment of its own"):
        evaluate(EvaluationRequest(Path("tree"), None, "reference"))
