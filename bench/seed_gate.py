"""How often the seed gate finds personal data where tables lie, and how long it looks: ``python -m bench.seed_gate``.

Every table below the folders that are named is read as ``seed add`` reads it and looked through as the gate looks;
what is found is printed column by column, so that a person can tell hits from false alarms. With ``--speed N``, tables
of N megabytes are made with a fixed seed, and the median processor seconds of the scan stand beside those of
``pandas.read_csv``.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from authoring.tables.pii.scan import scan_personal_data
from authoring.tables.refusal import RefusedData
from authoring.tables.table import READERS, read_table

ROUNDS = 3
WORDS = ("late", "blue tea", "was sent", "to a", "very good", "shop", "and", "money back", "none of it")


def tables_below(folders: list[Path]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield what the scan says of every file below the folders that reads as a table."""
    for folder in folders:
        for path in sorted(path for path in folder.resolve().rglob("*") if path.suffix[1:] in READERS):
            with chdir(path.parent):
                try:
                    reader = read_table({"path": path.name, "format": path.suffix[1:]})["reader"]
                    yield path, scan_personal_data({"tables": [{"file": path.name, "reader": reader}]})["tables"][0]
                except RefusedData:
                    continue


def measure_alarms(folders: list[Path]) -> None:
    """Print every finding, and how many tables and columns there were."""
    tables = columns = hit = 0
    for path, seen in tables_below(folders):
        tables, columns = tables + 1, columns + seen["columns"]
        hit += len({found["column"] for found in seen["personal"]})
        for found in seen["personal"]:
            first = found["examples"][0]["shown"]
            print(f"{path.name}: {found['column']}: {found['kind']} in {found['rows']} of {seen['rows']} rows: {first}")
    print(f"{tables} tables, {columns} columns, of which {hit} with findings")


def _orders(rows: int, chance: np.random.Generator) -> pd.DataFrame:
    when = pd.date_range("2013-01-01", periods=rows, freq="7s").astype(str)
    codes = [f"A{code:07d}" for code in chance.integers(0, 10**7, rows)]
    return pd.DataFrame({"when": when, "price": chance.normal(20, 5, rows).round(2), "code": codes})


def _reviews(rows: int, chance: np.random.Generator) -> pd.DataFrame:
    texts = [" ".join(words) for words in chance.choice(WORDS, (rows, 40))]
    return pd.DataFrame({"review": [f"{number} {text}" for number, text in enumerate(texts)]})


def _people(rows: int, chance: np.random.Generator) -> pd.DataFrame:
    numbers = chance.integers(2_000_000, 9_999_999, rows)
    return pd.DataFrame(
        {
            "mail": [f"{chance.choice(WORDS)}.{row}@firma.de" for row in range(rows)],
            "phone": [f"(415) {number // 10_000}-{number % 10_000:04d}" for number in numbers],
        }
    )


KINDS: dict[str, Callable[[int, np.random.Generator], pd.DataFrame]] = {
    "orders": _orders,
    "reviews": _reviews,
    "people": _people,
}
"""Mostly numbers; long texts; and personal data in every cell, the worst there is."""


def measure_speed(megabytes: int) -> None:
    """Print the seconds of the scan beside those of `read_csv`, in turn, for a table of each kind."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for kind, make in KINDS.items():
            # A small sample tells the bytes of a row, and with them how many rows make the wished size.
            probe = make(2_000, np.random.default_rng(0)).to_csv(index=False)
            rows = int(2_000 * megabytes * 1_000_000 / len(probe))
            make(rows, np.random.default_rng(0)).to_csv("t.csv", index=False)
            seconds: dict[str, list[float]] = {"read_csv": [], "scan": []}
            for _ in range(ROUNDS):
                start = time.process_time()
                pd.read_csv("t.csv")
                middle = time.process_time()
                scan_personal_data({"tables": [{"file": "t.csv", "reader": 'pd.read_csv("t.csv")'}]})
                seconds["read_csv"].append(middle - start)
                seconds["scan"].append(time.process_time() - middle)
            size = Path("t.csv").stat().st_size / 1_000_000
            medians = ", ".join(f"{way} {statistics.median(taken):.2f} s" for way, taken in seconds.items())
            print(f"{kind}: {size:.0f} MB, {rows} rows: {medians} (reading included)")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--speed", type=int, metavar="MB", default=0)
    given = parser.parse_args()
    if given.folders:
        measure_alarms(given.folders)
    if given.speed:
        measure_speed(given.speed)


if __name__ == "__main__":
    main()
