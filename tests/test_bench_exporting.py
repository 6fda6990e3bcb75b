"""What exports cost is measured: every format gives its share of problems, and a figure for many sets."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.exhaustive
@pytest.mark.slow
def test_exporting_is_measured() -> None:
    """Share and cost are told, each with the counts it is made of."""
    command = [sys.executable, "-m", "bench.exporting", "--formats", "dseval", "--sets", "3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    share, *reasons, floor, cost = done.stdout.splitlines()
    assert share.startswith("dseval")
    assert all(line.split()[1].startswith("DS") for line in reasons)
    assert floor.startswith("3 sets, 1 at a time: ")
    assert cost.startswith("dseval")
    assert cost.endswith("x reading")
