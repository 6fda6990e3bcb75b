"""What solvers cost beside their calls is measured: a line for each, with the figures that it is made of."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.soak
def test_solvers_are_measured() -> None:
    """Each answers every problem rightly, with as many calls as it needs."""
    command = [sys.executable, "-m", "bench.solvers", "--latency", "0.01"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    first, _, *lines = done.stdout.splitlines()[:6]
    problems = int(first.split()[0])
    assert [line.split()[:3] for line in lines] == [
        ["model", "100%", f"{problems}"],
        ["selfdebug", "100%", f"{2 * problems}"],
        ["react", "100%", f"{2 * problems}"],
        ["taskgraph", "100%", f"{4 * problems}"],
    ]


@pytest.mark.soak
def test_judging_is_measured_with_recorded_replies() -> None:
    """No call is made, every answer is right, and the rates are those of the seconds that stand beside them."""
    command = [sys.executable, "-m", "bench.solvers", "--recorded"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()[2:6]]
    assert [line[:2] for line in lines] == [[name, "100%"] for name in ("model", "selfdebug", "react", "taskgraph")]
    assert all(
        float(problems) / float(seconds) == pytest.approx(float(rate), abs=0.1)
        for _, _, problems, seconds, _, rate, _ in lines
    )
