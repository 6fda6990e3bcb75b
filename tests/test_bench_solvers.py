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
    first, _, *lines = done.stdout.splitlines()
    problems = int(first.split()[0])
    assert [line.split()[:3] for line in lines] == [
        ["model", "100%", f"{problems}"],
        ["selfdebug", "100%", f"{2 * problems}"],
        ["react", "100%", f"{2 * problems}"],
        ["taskgraph", "100%", f"{4 * problems}"],
    ]
