"""What profiling costs is measured: every way of every table gives a figure, and a ratio to `read_csv`."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.exhaustive
def test_profiling_is_measured() -> None:
    """One small table is written, read and profiled; both are told beside the floor, with the aim."""
    command = [sys.executable, "-m", "bench.profiling", "--sizes", "1", "--kinds", "invoices", "--rounds", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    _, floor, reading, profiling, total = done.stdout.splitlines()
    assert [line.split()[3] for line in (floor, reading, profiling)] == ["read_csv", "reading", "profiling"]
    assert reading.endswith("x")
    assert profiling.endswith("x")
    assert total.endswith("of 2 at most 3 times read_csv")
