"""What a person waits for at the terminal, beside what pandas takes for the same table: ``python -m bench.verbs``.

Whole processes, start-up included, which take turns within a round; medians of the rounds, wall and processor time,
each also as a ratio to a process that reads the table with ``pandas.read_csv`` and describes it. Of a review, the time
until its first card is there counts, once with the dry run in the journal and once without.

A draft about a large table takes minutes, most of them for answers that are tried. So above 2 MB it is drafted once,
without trying any, and reviewed once, and there are fewer rounds of the rest. What that leaves out is printed.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from authoring.workspace.line_log import checksums_path
from bench.processes import Counter
from bench.profiling import ROUNDS, written

DESCRIBE = "import sys, pandas; pandas.read_csv(sys.argv[1]).describe(include='all')"
LARGE = 2
"""Megabytes above which there are fewer rounds, with drafts and reviews in the first of them only."""
FEWER_ROUNDS = 3
CARD = "accepted ─"
"""What stands at the end of a review's card."""


class Cost(NamedTuple):
    """What one command took."""

    wall: float
    processor: float


def authoring(workspace: Path, *words: object) -> list[str]:
    """Return a command line."""
    return [sys.executable, "-m", "authoring", *map(str, words), "--workspace", str(workspace)]


def ended(command: list[str]) -> float:
    """Return the seconds until a command ends."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began


def first_card(command: list[str]) -> float:
    """Return the seconds until a review shows its first card; it is quit then."""
    began, seconds = time.perf_counter(), 0.0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            if CARD in line and not seconds:
                seconds = time.perf_counter() - began
                process.communicate("q\n")
                break
    if not seconds:
        raise SystemExit(f"no card: {' '.join(command)}")
    return seconds


def unproved(workspace: Path, name: str) -> float:
    """Take the dry run out of a draft's journal, and return the seconds until its review shows the first card."""
    journal = workspace / ".authoring" / "runs" / name / "journal.jsonl"
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(line for line in lines if '"stage":"dry_run"' not in line))
    # Those of the lines that were there.
    checksums_path(journal).unlink(missing_ok=True)
    return first_card(authoring(workspace, "review", name, "--reviewer", "bench"))


def measured(counter: Counter, do: Callable[[], float]) -> Cost:
    """Measure one command with all that it starts."""
    before = counter.settled()
    wall = do()
    return Cost(wall, counter.settled() - before)


def main() -> None:
    """Measure, and print a line for each size and command."""
    parser = argparse.ArgumentParser(prog="python -m bench.verbs", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=(1, 10), metavar="MB")
    parser.add_argument("--kind", default="orders")
    parser.add_argument("--rounds", type=int, help=f"{ROUNDS}, and {FEWER_ROUNDS} above {LARGE} MB")
    arguments = parser.parse_args()
    counter = Counter()
    with tempfile.TemporaryDirectory(prefix="bench-verbs-") as scratch:
        workspace = Path(scratch) / "bench"
        ended([sys.executable, "-m", "authoring", "init", str(workspace)])
        (Path(scratch) / "inputs").mkdir()
        for size in arguments.sizes:
            table = written(arguments.kind, size, Path(scratch))
            run = partial(authoring, workspace)
            add = run("seed", "add", table, "--name", "t", "--licence", "CC0-1.0", "--replace")
            review = run("review", "t", "--reviewer", "bench")
            ways: Mapping[str, Callable[[], float]] = {
                "pandas": partial(ended, [sys.executable, "-c", DESCRIBE, str(table)]),
                "seed add": partial(ended, add),
                "seed show": partial(ended, run("seed", "show", "t")),
                "seed show, again": partial(ended, run("seed", "show", "t")),
            }
            name, is_large = f"{arguments.kind} {size} MB", size > LARGE
            count = arguments.rounds or (FEWER_ROUNDS if is_large else ROUNDS)
            drafting: Mapping[str, Callable[[], float]] = {
                "draft": partial(ended, run("draft", "t", "--restart", *(("--no-try-answers",) if is_large else ()))),
                "review, first card": partial(first_card, review),
                "review, not run yet": partial(unproved, workspace, "t"),
            }
            rounds = [
                {
                    way: measured(counter, do)
                    for way, do in (ways if is_large and number else {**ways, **drafting}).items()
                }
                for number in range(count)
            ]
            show(name, rounds)
            if is_large or count < ROUNDS:
                once = f"; {', '.join(drafting)} in one of them, with no answers tried" if is_large else ""
                print(f"{name:14}left out: {ROUNDS - count} of {ROUNDS} rounds{once}", flush=True)


def show(name: str, rounds: list[dict[str, Cost]]) -> None:
    """Print medians and ratios."""
    medians = {
        way: Cost(*map(statistics.median, zip(*(costs[way] for costs in rounds if way in costs), strict=True)))
        for way in rounds[0]
    }
    floor = medians["pandas"]
    for way, cost in medians.items():
        ratios = f"{cost.wall / floor.wall:6.2f}x {cost.processor / floor.processor:6.2f}x"
        print(f"{name:14}{way:22}{cost.wall:7.2f} s wall {cost.processor:7.2f} s processor {ratios}", flush=True)


if __name__ == "__main__":
    main()
