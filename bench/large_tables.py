"""What large tables cost a person at the terminal: ``python -m bench.large_tables``.

Tables of 10, 100 and 2,000 columns with as many rows as a size in megabytes allows are made with a fixed seed, half of
the columns numbers, the others classes, flags, dates and texts. For each, `seed add`, `seed show` and `draft` from
templates run once as whole processes; printed are seconds and the peak of memory, the command and all that it starts
added up (proportional set sizes, looked at twenty times a second).
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from bench.processes import descendants, memory_of
from bench.profiling import MEGABYTE
from bench.verbs import authoring

EVERY = 0.05
"""Seconds between two looks at memory."""


class Cost(NamedTuple):
    """What one command took."""

    seconds: float
    megabytes: float
    status: int


def column(number: int, rows: int, chance: np.random.Generator) -> pd.Series:
    """Return one column: every second a number, the others of five kinds in turn."""
    kind = number // 2 % 5 if number % 2 else 5
    values = (
        lambda: chance.choice(["north", "south", "east", "west", "centre"], rows),
        lambda: chance.integers(0, 2, rows),
        lambda: (pd.Timestamp("2021-01-01") + pd.to_timedelta(chance.integers(0, 900, rows), unit="D")).strftime(
            "%Y-%m-%d"
        ),
        lambda: np.char.add("item ", chance.integers(0, 400, rows).astype(str)),
        lambda: chance.integers(1, 60, rows),
        lambda: chance.normal(50 + number % 7, 9, rows).round(2),
    )[kind]()
    name = ("area", "flag", "day", "name", "pieces", "value")[kind]
    return pd.Series(values, name=f"{name}_{number}")


def written(columns: int, megabytes: float, folder: Path) -> Path:
    """Write a table of so many columns, about as large as is asked for."""

    def table(rows: int) -> pd.DataFrame:
        chance = np.random.default_rng(0)
        return pd.concat([column(number, rows, chance) for number in range(columns)], axis=1)

    size = len(table(50).to_csv(index=False)) / 50
    path = folder / f"t{columns}.csv"
    table(max(int(megabytes * MEGABYTE / size), 50)).to_csv(path, index=False)
    return path


def measured(command: list[str]) -> Cost:
    """Run a command to its end, and return what it took."""
    began, peak = time.perf_counter(), 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None:
            peak = max(peak, memory_of([process.pid, *descendants(process.pid)]).share)
            time.sleep(EVERY)
    return Cost(time.perf_counter() - began, peak / MEGABYTE, process.returncode)


def main() -> None:
    """Measure, and print a line for each table and command."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.large_tables", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--columns", type=int, nargs="+", default=(10, 100, 2_000))
    parser.add_argument("--sizes", type=float, nargs="+", default=(1, 50), metavar="MB")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-large-") as scratch:
        workspace = Path(scratch) / "bench"
        subprocess.run(
            [sys.executable, "-m", "authoring", "init", str(workspace)], check=True, stdout=subprocess.DEVNULL
        )
        for size in options.sizes:
            for columns in options.columns:
                path = written(columns, size, Path(scratch))
                named = ("--name", "t", "--licence", "CC0-1.0", "--replace")
                for name, words in (
                    ("seed add", ("seed", "add", path, *named)),
                    ("seed show", ("seed", "show", "t")),
                    ("seed show, again", ("seed", "show", "t")),
                    ("draft", ("draft", "t", "--restart", "--no-try-answers")),
                ):
                    cost = measured(authoring(workspace, *words))
                    ending = "" if cost.status == 0 else f"  exit {cost.status}"
                    table = f"{columns} columns, {path.stat().st_size / MEGABYTE:.1f} MB"
                    print(f"{table:24}{name:18}{cost.seconds:7.1f} s {cost.megabytes:8.0f} MB{ending}", flush=True)


if __name__ == "__main__":
    main()
