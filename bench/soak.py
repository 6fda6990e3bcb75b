"""Kill, soak and fuzz with new seeds for a while, and write what came of it to bench/soak.md.

``python -m bench.soak --minutes 30 [--seed 1] [--part 2/24]`` runs every test that is marked ``soak`` and every
property with one seed: of hypothesis, and of the soaks, which read it from AUTHORING_SEED. Such a round takes hours, so
it is run in parts of some minutes: a soak goes on with the parts that the page lacks of its round, a part that has
begun is finished, and a round that is whole is followed by one with another seed. What fails is printed with its seed;
mend it, and keep the example as an ``@example`` or a case; ``--seed`` and ``--part`` run a part again.
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
PARTS = 24
"""Parts of a round: each takes about ten minutes on two processors."""
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


def summary(parts: list[Round], before: str = "") -> str:
    """Return the page that is kept of the last soak; of the page before, the other parts of the same round stay."""
    python, processors = platform.python_version(), os.cpu_count()
    rows, failures = _other_parts(before, {(str(attempt.seed), attempt.part) for attempt in parts})
    rows += map(_row, parts)
    whole = parts[-1].part.partition("/")[2]
    head = f"`make soak`, last on {datetime.now(UTC):%Y-%m-%d}, Python {python}, {processors} processors: "
    lines = [
        "# The last soak",
        "",
        f"{head}{len(rows)} of the {whole} parts of a round.",
        "",
        "| seed | part | commit | minutes | passed | failed |",
        "| --- | --- | --- | --- | --- | --- |",
        *sorted(rows, key=lambda row: int(row.split(" | ")[1].partition("/")[0])),
    ]
    failed = [*failures]
    failed += [
        f"- {_name(str(attempt.seed), attempt.part)}: `{test}`" for attempt in parts for test in attempt.failures
    ]
    return "\n".join([*lines, *(["", "Failed:", "", *failed] if failed else []), ""])


def next_part(page: str) -> tuple[int, str] | None:
    """Return seed and part that the round of a page lacks first; None where the page holds no round, or a whole one."""
    places = [row.strip("| ").split(" | ")[:2] for row in page.splitlines()[2:] if row.count("|") == COLUMNS + 1]
    begun = {(int(seed), part) for seed, part in places if seed.isdigit() and part.endswith(f"/{PARTS}")}
    if not begun:
        return None
    seed = max(begun)[0]
    missing = (f"{number}/{PARTS}" for number in range(1, PARTS + 1))
    return next(((seed, part) for part in missing if (seed, part) not in begun), None)


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
    """Run parts of rounds until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30, help="no part begins after so many minutes")
    parser.add_argument("--seed", type=int, help="begin a round with this seed, whatever the page lacks")
    parser.add_argument("--part", default="", help=f"run this part alone, as 2/{PARTS}")
    options, arguments = parser.parse_known_args()
    began, failed = time.monotonic(), False
    page = SUMMARY.read_text() if SUMMARY.exists() else ""
    # What is asked for comes first; after it the page says what is lacking.
    seed = time.time_ns() % 1_000_000 if options.seed is None else options.seed
    following = None if options.seed is not None else next_part(page)
    while True:
        seed, part = following or (seed, options.part or f"1/{PARTS}")
        attempt = run_round(seed, options.part or part, arguments)
        failed |= bool(attempt.failures)
        # Written after every part, so that an interrupted soak leaves what it found.
        page = summary([attempt], page)
        SUMMARY.write_text(page)
        if options.part or time.monotonic() - began >= 60 * options.minutes:
            break
        following = next_part(page)
        seed += 1
    print(page)
    if failed:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
