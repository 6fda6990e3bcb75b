"""A person at the terminal sees a plan or a task and says what is to become of it; without one, runs decide."""

import io
import os
import sys
from dataclasses import replace
from pathlib import Path

import pexpect
import pytest

from authoring.cli.review.task_graph import ask_about, terminal_reviewer
from authoring.records.solvers.task_graph import PlanTask, TaskGraph, TaskPlan, TaskReview
from authoring.workspace import Workspace
from tests.cli.conftest import TWO_PROBLEMS
from tests.llm.planner_models import Planner
from tests.llm.server import LoopbackServer
from tests.llm.wire import Answer, Call

ANSWERS = {"How many?": "len(x)", "Sort `x` into `y`.": "y = sorted(x)"}

TASK = PlanTask(task_id="1", instruction="Load it.", code="a = 1", result="NameError: a", task_type="eda")
GRAPH = TaskGraph(problemset="gulls", index=2, plan=TaskPlan(goal="How many?", tasks=(TASK,), current_task_id="1"))


@pytest.mark.parametrize(
    ("review", "shown"),
    [
        (TaskReview(graph=GRAPH, subject="plan"), ("gulls 2: the plan", "How many?", "Load it.")),
        (
            TaskReview(graph=GRAPH, subject="task", task=TASK),
            ("gulls 2: task 1", "a = 1", "NameError: a", "its last run failed"),
        ),
    ],
)
def test_words_are_asked_for(
    review: TaskReview, shown: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is decided about stands above the question, on standard error, and the line is returned as it is."""
    monkeypatch.setattr("sys.stdin", io.StringIO("redo it with care\n"))

    assert ask_about(review) == "redo it with care"
    captured = capsys.readouterr()
    assert all(text in captured.err for text in (*shown, "confirm, redo, exit"))
    assert captured.out == ""


def test_nobody_there_accepts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A closed terminal does not end the work, and without one nobody is asked."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))

    assert ask_about(TaskReview(graph=GRAPH, subject="plan")) == "confirm"
    assert terminal_reviewer() is None


@pytest.fixture
def benchmark(bare: Workspace) -> Path:
    """Return a workspace with a benchmark of one set of two problems."""
    folder = bare.root / "tiny"
    folder.mkdir()
    (folder / "_manifest.yaml").write_text("name: tiny\nversion: 1\n")
    (folder / "a-first.py").write_text(TWO_PROBLEMS)
    return bare.root


def at_terminal(folder: Path, server: LoopbackServer, *options: str) -> "pexpect.spawn[str]":
    """Start an evaluation at a terminal."""
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", "OPENAI_API_KEY": "sk-none"}
    command = ["-m", "authoring", "evaluate", "tiny", "--solver", "taskgraph:m", "--base-url", server.url, *options]
    return pexpect.spawn(
        sys.executable, command, cwd=str(folder), env=environment, dimensions=(40, 100), encoding="utf-8", timeout=120
    )


@pytest.mark.exhaustive
def test_a_person_at_a_terminal(benchmark: Path) -> None:
    """They see plan and task, give advice, see the plan that follows, and end one problem; the report comes last."""
    with LoopbackServer(Planner(ANSWERS).planning) as server:
        program = at_terminal(benchmark, server, "--confirm")
        program.expect("a-first 1: the plan.*confirm, redo, exit, or advice for the model: ")
        program.sendline("in two tasks, please")
        program.expect("a-first 1: the plan.*advice for the model: ")
        program.sendline("confirm")
        for task in ("1", "2"):
            program.expect(f"a-first 1: task {task}.*its last run ended well.*advice for the model: ")
            program.sendline("y")
        program.expect("a-first 2: the plan.*advice for the model: ")
        program.sendline("exit")
        program.expect("next: ")
        program.expect(pexpect.EOF)
        program.close()

        assert any("in two tasks, please" in served.call.prompt for served in server.calls)
    assert program.exitstatus == 0


@pytest.mark.exhaustive
def test_the_graph_is_drawn_while_it_grows(benchmark: Path) -> None:
    """On a terminal each task stands below its set, with what has become of it so far."""
    planner = Planner(ANSWERS)

    def slow(call: Call) -> Answer:
        return replace(planner.planning(call), delay=1.0)

    with LoopbackServer(slow) as server:
        program = at_terminal(benchmark, server)
        # Bold and dim text has codes between its parts.
        program.expect("▶.*Do part 1.*·.*Do part 2.*← 1")
        program.expect("✓.*Do part 1.*▶.*Do part 2.*← 1")
        program.expect("next: ")
        program.expect(pexpect.EOF)
        program.close()
    assert program.exitstatus == 0
