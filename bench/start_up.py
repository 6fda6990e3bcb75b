"""What a person waits for before any work is done, in seconds and over a bare Python; medians of runs taken in turn.

``--help``, ``status`` of a workspace with 50 problem sets, and ``run`` of those 50 when nothing changed since they ran.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 15
SETS = 50
PROBLEM = '''# %%
"""
question: |-
  What is {number} squared?
validator:
  result:
"""

{number} ** 2
'''


def seconds(command: list[str]) -> float:
    """Return the wall time of one run."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> None:
    """Measure, and print a line for each command."""
    program = [sys.executable, "-m", "authoring"]
    with tempfile.TemporaryDirectory(prefix="bench-start-up-") as scratch:
        workspace = Path(scratch) / "bench"
        seconds([*program, "init", str(workspace)])
        place = ["--workspace", str(workspace)]
        sets = [workspace / "problemsets" / f"squares-{number:02}.py" for number in range(SETS)]
        for number, path in enumerate(sets):
            path.write_text(PROBLEM.format(number=number))
        ways = {
            "bare python": [sys.executable, "-c", "pass"],
            "authoring --help": [*program, "--help"],
            "authoring status": [*program, "status", *place],
            f"authoring run, {SETS} sets that ran before": [*program, "run", *map(str, sets), *place],
        }
        # The first round warms the caches of the file system and runs the sets; it counts for nothing.
        rounds = [{way: seconds(command) for way, command in ways.items()} for _ in range(RUNS + 1)][1:]
    medians = {way: statistics.median(round_[way] for round_ in rounds) for way in ways}
    for way, median in medians.items():
        print(f"{way}: {median:.3f} s; ratio {median / medians['bare python']:.1f} (median of {RUNS})")


if __name__ == "__main__":
    main()
