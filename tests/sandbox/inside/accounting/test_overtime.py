"""An answer wins no time by what it does after its cell, and holds nobody up."""

import os
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.records.evidence import Limits, Outcome
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.inside.accounting.overtime import GRACE, REFERENCE_FACTOR, Overtime, grace_of
from authoring.sandbox.inside.accounting.processes import processor_seconds

CASES = yaml.safe_load((Path(__file__).parents[3] / "cases" / "sandbox" / "overtime.yaml").read_text("utf-8"))
LIMIT = 1.0
HELP = """
import time
def work(seconds):
    start = time.process_time()
    while time.process_time() < start + seconds:
        pass
    return 42
def ours(name):
    import gc
    # What a process has warmed up before is frozen: Python's list of objects has it only when that has been undone.
    return next(item for item in (gc.unfreeze() or gc.get_objects()) if type(item).__name__ == name)
session = ours("InterpreterSession")
def line():
    return ours("FrameSocket"), __import__("authoring.sandbox.inside.protocol", fromlist=["Frame"]).Frame
"""
MOST_OF_IT = 0.7
"""Seconds that an answer computes before it is looked at; what is left of them would be within its grace."""
LOOKING = """
kind, before = type(session), type(session)._inspect
def look(self, result, *others):
    object.__setattr__(result, "value", work(1.0))
    return before(self, result, *others)
kind._inspect = look
0
"""


def is_stopped(process: int) -> bool:
    """Return whether every thread of a process stands still."""
    return all("State:\tT" in path.read_text() for path in Path(f"/proc/{process}/task").glob("*/status"))


def busyness() -> float:
    """Return how many times longer than on an idle machine things may take."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


@pytest.mark.exhaustive(sample=1, most=6)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["idea"])
def test_answer_wins_no_time_after_its_cell(case: dict[str, Any], local: LocalSandbox) -> None:
    """Four seconds of computing are not to be had with a limit of one; only a slow reference holds the judge up."""
    block: dict[str, Any] = {"result": {"ignore_order": True} if case.get("unordered") else None}
    with local.session() as truth, truth.branch() as answer:
        truth.prepare(block)
        truth.run("[[['x']] * 3000] * 300" if case.get("unordered") else "42", limits=Limits())
        answer.confine()
        began = time.monotonic()
        answer.run(HELP + case["code"], limits=Limits(max_time=LIMIT))
        judgement = truth.judge(answer)
        elapsed = time.monotonic() - began
        began = time.monotonic()
        repeated = truth.judge(truth)
        reference = time.monotonic() - began

    assert judgement.correct != "yes"
    # What takes long to compare for the reference may take several times as long for an answer.
    assert elapsed < (LIMIT + 5 + REFERENCE_FACTOR * reference) * busyness()
    assert repeated.correct == "yes"


@pytest.mark.exhaustive
def test_time_counts_from_the_end_of_the_cell(local: LocalSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an answer computes while whoever watches it is held up, before its look is bounded, counts all the same."""

    def held_up(process: int, *others: Any) -> Overtime:
        # It is a new branch, which has used next to nothing before.
        deadline = time.monotonic() + 10
        while (processor_seconds(process) or 0.0) < MOST_OF_IT and time.monotonic() < deadline:
            time.sleep(0.01)
        return Overtime(process, *others)

    monkeypatch.setattr("authoring.sandbox.client.session.Overtime", held_up)
    with local.session() as truth, truth.branch() as answer:
        truth.prepare({})
        truth.run("42", limits=Limits())
        answer.confine()
        answer.run(HELP + LOOKING, limits=Limits(max_time=LIMIT))
        judgement = truth.judge(answer)

    assert judgement.correct != "yes"


def test_threads_stand_still_between_cells(local: LocalSandbox) -> None:
    """A thread that an answer left running computes nothing while the next attempt is thought of."""
    counting = "import threading\ncount = 0\ndef go_on():\n    global count\n    while True:\n        count += 1\n"
    with local.session() as truth, truth.branch() as answer:
        truth.prepare({})
        truth.run("1", limits=Limits())
        answer.confine()
        answer.run(counting + "threading.Thread(target=go_on, daemon=True).start()\n1", limits=Limits())
        judgement = truth.judge(answer)
        # The kernel stops a thread when it runs next, or enters the kernel.
        deadline = time.monotonic() + 30
        while not (stopped := is_stopped(answer.number)) and time.monotonic() < deadline:
            time.sleep(0.01)
        after = answer.run("count", limits=Limits())

    assert judgement.correct == "yes"
    assert stopped
    assert after.outcome is Outcome.OK


@pytest.mark.exhaustive
def test_honest_answers_have_the_time_that_the_reference_took(local: LocalSandbox) -> None:
    """Test cases that take long for the reference's function may take as long for an answer's."""
    code = "import time\ndef f(x):\n    end = time.process_time() + 0.8\n"
    code += "    while time.process_time() < end:\n        pass\n    return x"
    block: dict[str, Any] = {"table_test": {"function_name": "f", "test_cases": [[1], [2]]}}
    with local.session() as truth, truth.branch() as answer:
        truth.prepare(block)
        truth.run(code, limits=Limits())
        answer.confine()
        run = answer.run(code, limits=Limits(max_time=LIMIT))
        judgement = truth.judge(answer)

    assert run.outcome is Outcome.OK
    assert judgement.correct == "yes"


def test_grace_is_bounded() -> None:
    """Half a second, or a tenth of the limit; more only as far as the reference needed it."""
    assert grace_of(1.0, 0.01) == GRACE
    assert grace_of(60.0, 0.01) == 6.0
    assert grace_of(1.0, 2.0) == 6.0
