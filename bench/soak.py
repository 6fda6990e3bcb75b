"""Kill, soak and fuzz with new seeds for a while, and write what came of it to bench/soak.md.

``python -m bench.soak --minutes 30 [--seed 1] [--part 2/6]`` runs rounds of every test that is marked ``soak`` and of
every property, each round with another seed: of hypothesis, and of the soaks, which read it from AUTHORING_SEED. A
round that has begun is finished; one that takes longer than there is time for is run in parts, under one seed, and the
page keeps the rows of the other parts. What fails is printed with its seed; mend it, and keep the example as an
``@example`` or a case.
"""

import argparse
import os
import platform
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
SUMMARY = ROOT / "bench" / "soak.md"
COLUMNS = 6
"""Cells of a row of the page."""
COUNT = re.compile(r"(\d+) (passed|failed|skipped|errors?)")


@dataclass(frozen=True, slots=True)
class Round:
    """What came of one round."""

    seed: int
    part: str
    """Of how many parts which, as ``2/6``."""
    commit: str
    minutes: float
    counts: dict[str, int]
    failures: tuple[str, ...]
    """The ids of tests that failed."""


def run_round(seed: int, part: str, arguments: list[str]) -> Round:
    """Run every soak and every property once with a seed, or those of one part."""
    began = time.monotonic()
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "-m", "soak or hypothesis"]
    command += ["--hypothesis-profile", "searching", "--hypothesis-seed", str(seed), "--part", part, *arguments]
    environment = {**os.environ, "AUTHORING_SEED": str(seed)}
    run = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    sys.stdout.write(run.stdout)
    last = run.stdout.rstrip().rpartition("\n")[2]
    counts = {
        outcome.rstrip("s") if outcome != "passed" else outcome: int(number) for number, outcome in COUNT.findall(last)
    }
    failures = tuple(re.findall(r"^(?:FAILED|ERROR) (\S+)", run.stdout, re.MULTILINE))
    # Pytest ends with 0 or 1 when tests ran; anything else is a failure of the round itself.
    if run.returncode not in {0, 1} and not failures:
        failures = (f"pytest ended with {run.returncode}",)
    return Round(seed, part, _commit(), (time.monotonic() - began) / 60, counts, failures)


def _commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip() or "unknown"


def summary(rounds: list[Round], before: str = "") -> str:
    """Return the page that is kept of the last soak; of the page before, the other parts of the same rounds stay."""
    python, processors = platform.python_version(), os.cpu_count()
    head = f"`make soak`, last on {datetime.now(UTC):%Y-%m-%d}"
    rows, failures = _other_parts(before, {(str(attempt.seed), attempt.part) for attempt in rounds})
    lines = [
        "# The last soak",
        "",
        f"{head}, Python {python}, {processors} processors.",
        "",
        "| seed | part | commit | minutes | passed | failed |",
        "| --- | --- | --- | --- | --- | --- |",
        *sorted([*rows, *map(_row, rounds)]),
    ]
    failed = [*failures]
    failed += [
        f"- {_name(str(attempt.seed), attempt.part)}: `{test}`" for attempt in rounds for test in attempt.failures
    ]
    return "\n".join([*lines, *(["", "Failed:", "", *failed] if failed else []), ""])


def _name(seed: str, part: str) -> str:
    return f"seed {seed}, part {part}"


def _other_parts(page: str, run: set[tuple[str, str]]) -> tuple[list[str], list[str]]:
    """Return the rows and the failures of a page that are of the seeds that ran and of none of their parts that did."""
    seeds = {seed for seed, _ in run}
    cells = {row: row.strip("| ").split(" | ") for row in page.splitlines() if row.count("|") == COLUMNS + 1}
    rows = {row: (seed, part) for row, (seed, part, *_) in cells.items() if seed in seeds and (seed, part) not in run}
    places = tuple(f"- {_name(*place)}: " for place in rows.values())
    return [*rows], [line for line in page.splitlines() if places and line.startswith(places)]


def _row(attempt: Round) -> str:
    passed, failed = attempt.counts.get("passed", 0), len(attempt.failures)
    place = f"{attempt.seed} | {attempt.part} | {attempt.commit}"
    return f"| {place} | {attempt.minutes:.1f} | {passed} | {failed} |"


def main() -> None:
    """Run rounds until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30, help="no round begins after so many minutes")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000, help="of the first round")
    parser.add_argument("--part", default="1/1", help="which of how many parts of each round, as 2/6")
    options, arguments = parser.parse_known_args()
    began = time.monotonic()
    before = SUMMARY.read_text() if SUMMARY.exists() else ""
    rounds: list[Round] = []
    while not rounds or time.monotonic() - began < 60 * options.minutes:
        rounds.append(run_round(options.seed + len(rounds), options.part, arguments))
        # Written after every round, so that an interrupted soak leaves what it found.
        SUMMARY.write_text(summary(rounds, before))
    print(summary(rounds, before))
    if any(attempt.failures for attempt in rounds):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
