"""What reading and profiling a table costs beside ``pandas.read_csv`` of the same file: ``python -m bench.profiling``.

Tables of four realistic kinds and three sizes are made with a fixed seed. Each is measured in fresh processes that have
pandas imported already, as a session of the sandbox has: `read_csv` with the options that the seed's reader has,
`read_table` (what ``seed add`` does inside) and `profile_tables` (what ``seed show`` and drafting do inside); and, with
``--whole``, the stages `fetch_seed` and `profile_data` with the sandbox around them. The ways take turns within a
round, and the medians of the rounds are printed: seconds, peak memory in megabytes above that of the process before,
and their ratios to `read_csv`.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import chdir
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.intake import fetch_seed
from authoring.seeds.profile import profile_data
from authoring.tables.profile import profile_tables
from authoring.tables.table import read_table

ROOT = Path(__file__).parents[1]
WAYS = ("read_csv", "reading", "profiling")
"""What is measured in processes of its own: the floor, `read_table`, `profile_tables`."""
MEGABYTE = 1_000_000
SIZES = (1, 10, 50)
"""Megabytes."""
ROUNDS = 5
AIM = 3.0
"""Times `read_csv` that reading and profiling should each stay under."""
WORDS = ("the", "very", "good", "bad", "product", "arrived", "late", "colour", "fits", "money", "back", "would", "buy")
CITIES = ("Rome", "Oslo", "Bern", "Paris", "Lyon", "Madrid", "Porto", "Wien", "Riga", "Malmö", "Århus", "Köln")
GAPS = 0.3
"""Share of missing values in columns that have some."""


class Cost(NamedTuple):
    """What one way took."""

    seconds: float
    megabytes: float
    """Peak above the process before."""


def orders(rows: int, chance: np.random.Generator) -> pd.DataFrame:
    """Return orders of a shop: numbers, dates as text, classes, gaps."""
    placed = pd.Timestamp("2021-01-01") + pd.to_timedelta(chance.integers(0, 10**8, rows), unit="s")
    return pd.DataFrame(
        {
            "order_id": np.arange(1, rows + 1),
            "customer": chance.integers(1, max(rows // 9, 2), rows),
            "placed": placed.strftime("%Y-%m-%d %H:%M:%S"),
            "city": chance.choice(CITIES, rows),
            "kind": chance.choice(["web", "shop", "phone"], rows, p=[0.7, 0.2, 0.1]),
            "amount": chance.lognormal(3, 1, rows).round(2),
            "pieces": chance.integers(1, 9, rows),
            "discount": np.where(chance.random(rows) < GAPS, np.nan, chance.random(rows).round(3)),
            "paid": chance.choice(["yes", "no"], rows),
        }
    )


def sensors(rows: int, chance: np.random.Generator) -> pd.DataFrame:
    """Return measurements: one time and many numbers of many digits."""
    at = pd.date_range("2023-03-01", periods=rows, freq="20s").strftime("%Y-%m-%dT%H:%M:%S")
    values = chance.normal(20, 5, (rows, 12))
    return pd.DataFrame({"at": at, **{f"sensor_{n}": values[:, n] for n in range(12)}})


def reviews(rows: int, chance: np.random.Generator) -> pd.DataFrame:
    """Return texts that people write: long, with delimiters and quotes in them."""
    lengths = chance.integers(5, 60, rows)
    words = iter(chance.choice(WORDS, int(lengths.sum())))
    texts = [
        ", ".join(filter(None, (" ".join(next(words) for _ in range(n)), '"sic"' * int(n % 9 == 0)))) for n in lengths
    ]
    return pd.DataFrame(
        {
            "review_id": [f"R{number:08d}" for number in chance.permutation(rows)],
            "stars": chance.integers(1, 6, rows),
            "written": (pd.Timestamp("2022-05-01") + pd.to_timedelta(chance.integers(0, 700, rows), unit="D")).strftime(
                "%d.%m.%Y"
            ),
            "text": texts,
            "helpful": np.where(chance.random(rows) < GAPS, np.nan, chance.integers(0, 90, rows)),
        }
    )


def invoices(rows: int, chance: np.random.Generator) -> pd.DataFrame:
    """Return what European accounting exports: semicolons, decimal commas, codes with leading zeros."""
    return pd.DataFrame(
        {
            "Beleg": [f"{number:07d}" for number in chance.integers(0, 10**7, rows)],
            "Datum": (pd.Timestamp("2020-01-01") + pd.to_timedelta(chance.integers(0, 1500, rows), unit="D")).strftime(
                "%d.%m.%Y"
            ),
            "Ort": chance.choice(CITIES, rows),
            "Konto": chance.integers(1000, 9999, rows),
            "Netto": chance.lognormal(4, 1, rows).round(2),
            "Steuer": chance.choice([7.0, 19.0], rows),
            "Brutto": chance.lognormal(4, 1, rows).round(2),
        }
    )


KINDS: dict[str, Callable[[int, np.random.Generator], pd.DataFrame]] = {
    "orders": orders,
    "sensors": sensors,
    "reviews": reviews,
    "invoices": invoices,
}


def written(kind: str, megabytes: int, folder: Path) -> Path:
    """Write a table of a kind as a CSV file, as near below a size as its rows allow."""
    options: dict[str, Any] = {"sep": ";", "decimal": ",", "encoding": "cp1252"} if kind == "invoices" else {}
    most = megabytes * MEGABYTE
    trial = KINDS[kind](2_000, np.random.default_rng(0)).to_csv(index=False, **options)
    path = folder / "inputs" / f"{kind}-{megabytes}.csv"
    KINDS[kind](int(1.1 * most / (len(trial) / 2_000)), np.random.default_rng(0)).to_csv(path, index=False, **options)
    # Cut at a line end, so that the last row is whole.
    data = path.read_bytes()[:most]
    path.write_bytes(data[: data.rindex(b"\n") + 1])
    return path


def measured(way: str, path: str, reader: str) -> Cost:
    """Do one thing in this process, and return what it took."""
    do: Callable[[], object]
    if way == "read_csv":
        do = partial(eval, reader, {"pd": pd})
    elif way == "reading":
        do = partial(read_table, {"path": path, "format": "csv"})
    else:
        do = partial(profile_tables, {"tables": [{"file": path.rpartition("/")[2], "reader": reader}]})
    Path("/proc/self/clear_refs").write_text("5")  # the peak counts from here
    before = _kilobytes("VmRSS")
    began = time.perf_counter()
    # Held until the clock has stopped: freeing a table takes time that reading it does not.
    kept = do()
    seconds = time.perf_counter() - began
    del kept
    return Cost(seconds, (_kilobytes("VmHWM") - before) * 1024 / MEGABYTE)


def _kilobytes(what: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{what}:"))


def in_new_process(way: str, path: Path, reader: str) -> Cost:
    """Measure one thing in a process of its own, which stands where a session stands."""
    command = [sys.executable, "-m", "bench.profiling", "--one", way, f"inputs/{path.name}", reader]
    places = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=path.parents[1], env=places, check=True, stdout=subprocess.PIPE)
    return Cost(*json.loads(done.stdout))


def whole_stages(path: Path, sandbox: LocalSandbox) -> dict[str, Cost]:
    """Measure the stages with the sandbox around them; what their sessions hold of memory is not seen from here."""
    with tempfile.TemporaryDirectory(prefix="bench-profiling-") as scratch:
        began = time.perf_counter()
        intake = fetch_seed([str(path)], sandbox=sandbox, limits=Limits(), scratch=Path(scratch))
        between = time.perf_counter()
        profile_data(intake.seed, files=intake.paths, sandbox=sandbox)
        ended = time.perf_counter()
    return {"fetch_seed": Cost(between - began, math.nan), "profile_data": Cost(ended - between, math.nan)}


def compare(path: Path, rounds: int, sandbox: LocalSandbox | None) -> dict[str, Cost]:
    """Return the medians of all ways for one table; within a round they take turns."""
    with chdir(path.parents[1]):
        reader = str(read_table({"path": f"inputs/{path.name}", "format": "csv"})["reader"])
    taken: dict[str, list[Cost]] = {}
    for _ in range(rounds):
        costs = {way: in_new_process(way, path, reader) for way in WAYS}
        for way, cost in (costs | (whole_stages(path, sandbox) if sandbox else {})).items():
            taken.setdefault(way, []).append(cost)
    return {
        way: Cost(statistics.median(c.seconds for c in costs), statistics.median(c.megabytes for c in costs))
        for way, costs in taken.items()
    }


def show(name: str, costs: dict[str, Cost]) -> Iterator[bool]:
    """Print the costs of one table, and yield for each way that has an aim whether it is reached."""
    floor = costs["read_csv"]
    for way, cost in costs.items():
        ratios = (
            "" if cost is floor else f"{cost.seconds / floor.seconds:7.2f}x {cost.megabytes / floor.megabytes:7.2f}x"
        )
        print(f"{name:16}{way:14}{cost.seconds:9.3f} s {cost.megabytes:9.1f} MB {ratios}".replace("nan", "  -"))
        if cost is not floor and way in WAYS:
            yield cost.seconds <= AIM * floor.seconds


def main() -> int:
    """Measure, and print a line for each table and way; return 0."""
    wanted = argparse.ArgumentParser(prog="python -m bench.profiling", description=__doc__)
    wanted.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="MB")
    wanted.add_argument("--kinds", nargs="+", default=list(KINDS), choices=list(KINDS))
    wanted.add_argument("--rounds", type=int, default=ROUNDS)
    wanted.add_argument("--whole", action="store_true", help="the stages too, with the sandbox around them")
    wanted.add_argument("--one", nargs=3, metavar=("WAY", "PATH", "READER"), help=argparse.SUPPRESS)
    given = wanted.parse_args()
    if given.one:
        print(json.dumps(measured(*given.one)))
        return 0
    reached: list[bool] = []
    sandbox = LocalSandbox() if given.whole else None
    print(f"{'table':16}{'way':14}{'time':>11} {'peak':>12} {'time':>8} {'peak':>8}   (medians of {given.rounds})")
    with tempfile.TemporaryDirectory(prefix="bench-profiling-") as folder:
        (Path(folder) / "inputs").mkdir()
        for size in given.sizes:
            for kind in given.kinds:
                path = written(kind, size, Path(folder))
                reached += show(f"{kind} {size} MB", compare(path, given.rounds, sandbox))
                path.unlink()
    if sandbox:
        sandbox.close()
    print(f"{sum(reached)} of {len(reached)} at most {AIM:g} times read_csv")
    return 0


if __name__ == "__main__":
    sys.exit(main())
