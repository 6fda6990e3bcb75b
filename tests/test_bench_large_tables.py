"""The bench of large tables makes the tables that it says, and tells how a command ended."""

import sys
from pathlib import Path

import pandas as pd

from bench.large_tables import measured, written


def test_tables_are_as_wide_and_large_as_is_asked_for(tmp_path: Path) -> None:
    """So many columns of all kinds, about so many bytes, the same every time."""
    path = written(24, 0.05, tmp_path)
    table, content = pd.read_csv(path), path.read_bytes()

    assert len(table.columns) == len(set(table.columns)) == 24
    assert {name.partition("_")[0] for name in table.columns} == {"area", "flag", "day", "name", "pieces", "value"}
    assert 40_000 < len(content) < 60_000
    assert written(24, 0.05, tmp_path).read_bytes() == content


def test_a_command_that_fails_is_told() -> None:
    """The exit status stands beside what it took."""
    cost = measured([sys.executable, "-c", "raise SystemExit(3)"])

    assert (cost.status, cost.seconds > 0) == (3, True)
