"""Kill, soak and fuzz with new seeds for a while, and write what came of it to bench/soak.md.

``python -m bench.soak --minutes 30 [--seed 1]`` runs rounds of every test that is marked ``soak`` and of every
property, each round with another seed: of hypothesis, and of the soaks, which read it from AUTHORING_SEED. A round
that has begun is finished. What fails is printed with its seed; mend it,
and keep the example as an ``@example`` or a case.
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
COUNT = re.compile(r"(\d+) (passed|failed|skipped|errors?)")


@dataclass(frozen=True, slots=True)
class Round:
    """What came of one round."""

    seed: int
    minutes: float
    counts: dict[str, int]
    failures: tuple[str, ...]
    """The ids of tests that failed."""


def run_round(seed: int, arguments: list[str]) -> Round:
    """Run every soak and every property once with a seed."""
    began = time.monotonic()
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "-m", "soak or hypothesis"]
    command += ["--hypothesis-profile", "searching", "--hypothesis-seed", str(seed), *arguments]
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
    return Round(seed, (time.monotonic() - began) / 60, counts, failures)


def summary(rounds: list[Round]) -> str:
    """Return the page that is kept of the last soak."""
    command = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    python, processors = platform.python_version(), os.cpu_count()
    head = f"`make soak` on {datetime.now(UTC):%Y-%m-%d}, commit {commit or 'unknown'}"
    lines = [
        "# The last soak",
        "",
        f"{head}, Python {python}, {processors} processors.",
        "",
        "| seed | minutes | passed | failed |",
        "| --- | --- | --- | --- |",
        *map(_row, rounds),
    ]
    failed = [f"- seed {attempt.seed}: `{test}`" for attempt in rounds for test in attempt.failures]
    return "\n".join([*lines, *(["", "Failed:", "", *failed] if failed else []), ""])


def _row(attempt: Round) -> str:
    passed, failed = attempt.counts.get("passed", 0), len(attempt.failures)
    return f"| {attempt.seed} | {attempt.minutes:.1f} | {passed} | {failed} |"


def main() -> None:
    """Run rounds until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30, help="no round begins after so many minutes")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000, help="of the first round")
    options, arguments = parser.parse_known_args()
    began = time.monotonic()
    rounds: list[Round] = []
    while not rounds or time.monotonic() - began < 60 * options.minutes:
        rounds.append(run_round(options.seed + len(rounds), arguments))
        # Written after every round, so that an interrupted soak leaves what it found.
        SUMMARY.write_text(summary(rounds))
    print(summary(rounds))
    if any(attempt.failures for attempt in rounds):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
