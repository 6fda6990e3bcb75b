"""A cell is in time by the clock on the wall, or else by the kernel's counters of all that it started."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.records.evidence import EXACT, Limits, Outcome, Patience
from authoring.sandbox.client.cell_time import CellTime, ProcessorClock
from authoring.sandbox.client.clock import SetClock
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.inside.accounting.processes import children_of
from authoring.sandbox.proc import waited_for_seconds
from authoring.validators.verdicts import VerdictName, classify

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "sandbox" / "in-time.yaml").read_text("utf-8"))
LIMIT, FACTOR = 1.0, 6.0
LONG_FACTOR = 60.0
"""For what is in time: on a busy machine a few tenths of a second of computing take many seconds."""
HELP = """
import os, time
def work(seconds):
    start = time.process_time()
    while time.process_time() < start + seconds:
        pass
"""
PARENT = """
import os, sys, time
if os.fork() == 0:
    while time.process_time() < 0.3: pass
    os._exit(0)
{wait}
print(flush=True)
time.sleep(60)
"""


def busyness() -> float:
    """Return how many times longer than on an idle machine things may take."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["idea"])
def test_answer_is_in_time_by_what_it_computes(case: dict[str, Any], local: LocalSandbox) -> None:
    """An answer that is late on the wall has some times its limit if all it started computed no longer than that."""
    with local.session() as truth, truth.branch() as answer:
        truth.prepare({})
        truth.run("42", limits=Limits())
        answer.confine()
        began = time.monotonic()
        factor = FACTOR if case["late"] else LONG_FACTOR
        run = answer.run(
            f"{HELP}{case['code']}\n6 * 7", limits=Limits(max_time=LIMIT), patience=Patience(wall_factor=factor)
        )
        judgement = truth.judge(answer)
        elapsed = time.monotonic() - began

    assert (run.outcome is Outcome.TIMEOUT) == case["late"], run
    assert classify(judgement, "dseval").verdict is (VerdictName.TIMEOUT if case["late"] else VerdictName.CORRECT)
    assert not case["late"] or "did not end within max_time = 1 seconds" in judgement.parts[0].reason
    assert elapsed < (FACTOR * LIMIT + 5) * busyness()


def test_without_a_factor_the_wall_decides(local: LocalSandbox) -> None:
    """Waiting is no excuse where nobody asked for it, as in DSEval's loop."""
    with local.session() as session:
        run = session.run("import time\ntime.sleep(5)", limits=Limits(max_time=0.2))

    assert run.outcome is Outcome.TIMEOUT
    assert run.detail.startswith("did not end within max_time = 0.2 seconds; raise ")


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize(
    ("code", "is_late"),
    [
        ("print('a')\ntime.sleep(60)", True),
        ("work(60)", True),
        ("for _ in range(8):\n    time.sleep(0.25)\n    print('a')", False),
        ("for _ in range(8):\n    time.sleep(0.25)\n    os.write(2, b'a')", False),
    ],
)
@pytest.mark.parametrize("wall_factor", [1.0, 3.0])
def test_silence_ends_a_cell(code: str, *, is_late: bool, wall_factor: float, local: LocalSandbox) -> None:
    """Where silence is bounded, a cell that prints nothing for so long is ended, and one that prints goes on."""
    patience = Patience(wall_factor=wall_factor, max_silence=1)
    with local.session() as session:
        run = session.run(f"{HELP}{code}\n6 * 7", limits=Limits(max_time=300), patience=patience)

    assert (run.outcome, run.detail) == (
        (Outcome.TIMEOUT, "wrote nothing for 1 seconds") if is_late else (Outcome.OK, "")
    )
    assert run.seconds < 10 * busyness()
    assert not is_late or run.seconds > 1


def test_two_bounds() -> None:
    """On time by the wall is in time, whatever was computed; after that processor time counts, up to the last bound."""
    bounds = CellTime.of(SetClock(), Limits(max_time=2), Patience(wall_factor=3))

    assert not bounds.is_over(1.9, 3.8)
    assert not bounds.is_over(5.9, 1.9)
    assert bounds.is_over(2.1, 2.05)
    assert bounds.is_over(6.1, 0)
    assert bounds.exceeded(Limits(max_time=2), 2.5).text == "did not end within max_time = 2 seconds"
    assert bounds.exceeded(Limits(max_time=2), 6).text == (
        "did not end within max_time = 2 seconds, nor, with less computing than that, within 6 seconds"
    )


def test_set_bounds_the_wall() -> None:
    """What is left to a set is left by the clock on the wall, whatever its cells compute."""
    assert CellTime.of(SetClock(spent=6), Limits(max_time=2, max_set_time=10), Patience(wall_factor=3)).wall == 4
    assert CellTime.of(SetClock(spent=9), Limits(max_time=2, max_set_time=10), Patience(wall_factor=3)).wall == 1
    assert not CellTime.of(SetClock(), Limits(max_time=2), EXACT).is_extended


@pytest.mark.parametrize("wait", ["os.wait()", "import signal; signal.signal(17, signal.SIG_IGN); time.sleep(1)"])
def test_children_count(wait: str) -> None:
    """The processor time of a child counts whether its parent waits for it or not, and once."""
    with subprocess.Popen([sys.executable, "-c", PARENT.format(wait=wait)], stdout=subprocess.PIPE) as process:
        clock, used = ProcessorClock(process.pid, lambda: children_of(process.pid)), 0.0
        deadline = time.monotonic() + 30
        while (used := clock.measure()) < 0.3 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert process.stdout is not None
        process.stdout.readline()
        used, waited = clock.measure(), waited_for_seconds(process.pid)
        process.kill()

    assert 0.3 <= used < 1.2
    assert (waited >= 0.29) == (wait == "os.wait()")


def test_what_ran_before_does_not_count() -> None:
    """A process that somebody left running long ago counts with what it computes from now on."""
    code = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True)\ntime.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        clock = ProcessorClock(os.getpid(), lambda: [process.pid])
        used = clock.measure()
        process.kill()

    assert used < 0.25
