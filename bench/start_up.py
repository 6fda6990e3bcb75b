"""Start-up time of ``authoring --help``, against a bare Python that does nothing; medians of runs taken in turn."""

import statistics
import subprocess
import sys
import time

RUNS = 15


def seconds(command: list[str]) -> float:
    """Return the wall time of one run."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> None:
    """Measure, and print one line."""
    ours = [sys.executable, "-m", "authoring", "--help"]
    bare = [sys.executable, "-c", "pass"]
    # The first pair warms the caches of the file system and counts for nothing.
    pairs = [(seconds(ours), seconds(bare)) for _ in range(RUNS + 1)][1:]
    help_, floor = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"authoring --help: {help_:.3f} s; bare python: {floor:.3f} s; ratio {help_ / floor:.1f} (median of {RUNS})")


if __name__ == "__main__":
    main()
