"""Time and memory of a dry run per problem set, against running the same cells unsafely; ratios of medians in one run.

Three ways take turns, set by set and round by round:

- *ours*: a dry run in the local sandbox, which runs every cell twice, in two sessions, and judges it;
- *fresh*: a fresh Python process per set that executes the cells once;
- *bare*: executing the cells once in one process that stays, with pandas already imported.

``python bench/dry_run.py [--rounds N] [--json] [SET.py ...]``; without sets, all of problemsets/.
"""

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from authoring.dseal.parse import parse
from authoring.records import Limits, Outcome
from authoring.sandbox.base import Sandbox
from authoring.sandbox.inside.kernel import children
from authoring.sandbox.local import LocalSandbox
from authoring.stages.dry_run import dry_run

ROOT = Path(__file__).parents[1]
TICKS = os.sysconf("SC_CLK_TCK")
EXECUTE = """
import json, sys
namespace = {"__name__": "__main__"}
for cell in json.loads(sys.argv[1]):
    exec(compile(cell, "cell", "exec"), namespace)
"""
STAY = """
import contextlib, io, json, os, resource, sys, time
import numpy, pandas
out = os.fdopen(os.dup(1), "w")
for line in sys.stdin:
    folder, cells = json.loads(line)
    os.chdir(folder)
    wall, cpu = time.perf_counter(), time.process_time()
    namespace = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        for cell in cells:
            exec(compile(cell, "cell", "exec"), namespace)
    used = [time.perf_counter() - wall, time.process_time() - cpu]
    print(json.dumps([*used, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024]), file=out, flush=True)
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one way of running one set took: seconds, seconds, bytes."""

    wall: float
    cpu: float
    memory: int


@dataclass(frozen=True, slots=True)
class Set:
    """A problem set and its files, and a folder in which its cells can run."""

    name: str
    text: str
    inputs: tuple[Path, ...]
    cells: tuple[str, ...]
    folder: Path


@dataclass(frozen=True, slots=True)
class Row:
    """The medians of one set, and ours over the others'."""

    name: str
    problems: int
    ours: Cost
    fresh: Cost
    bare: Cost
    cpu_over_fresh: float
    wall_over_fresh: float
    cpu_over_bare: float
    wall_over_bare: float


def read_set(path: Path, folder: Path) -> Set:
    """Read a set, and lay its inputs out below a folder of its own."""
    own = path.parent / "_inputs" / path.stem
    source = own if own.is_dir() else path.parent / "_inputs"
    inputs = tuple(sorted(source.iterdir())) if source.is_dir() else ()
    target = folder / path.stem
    (target / "inputs").mkdir(parents=True)
    for file in inputs:
        shutil.copy(file, target / "inputs")
    text = path.read_text("utf-8")
    return Set(path.stem, text, inputs, tuple(cell.code for cell in parse(text).runnable), target)


def tree_cpu() -> float:
    """Return the CPU seconds of this process, its living children, and what those waited for."""
    ticks = 0
    for child in children():
        words = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
        ticks += sum(int(word) for word in words[11:15])
    return time.process_time() + ticks / TICKS


def ours(problemset: Set, sandbox: Sandbox) -> Cost:
    """Dry-run the set."""
    wall, cpu = time.perf_counter(), tree_cpu()
    run = dry_run(problemset.text, inputs=problemset.inputs, limits=Limits(), sandbox=sandbox)
    cost = Cost(time.perf_counter() - wall, tree_cpu() - cpu, max(cell.run.peak_memory for cell in run.cells))
    bad = [cell.number for cell in run.cells if cell.run.outcome is not Outcome.OK]
    if bad:
        sys.exit(f"{problemset.name}: problem {bad[0]} does not run")
    return cost


def fresh(problemset: Set) -> Cost:
    """Execute the cells in a fresh process."""
    command = [sys.executable, "-c", EXECUTE, json.dumps(problemset.cells)]
    wall = time.perf_counter()
    process = subprocess.Popen(command, cwd=problemset.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Cost(time.perf_counter() - wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def bare(problemset: Set, worker: "subprocess.Popen[str]") -> Cost:
    """Execute the cells in the process that stays."""
    if worker.stdin is None or worker.stdout is None:
        sys.exit("the process that stays has no pipes")
    print(json.dumps([str(problemset.folder), problemset.cells]), file=worker.stdin, flush=True)
    wall, cpu, memory = json.loads(worker.stdout.readline())
    return Cost(wall, cpu, memory)


def median(costs: Sequence[Cost]) -> Cost:
    """Return the medians of costs."""
    return Cost(
        statistics.median(cost.wall for cost in costs),
        statistics.median(cost.cpu for cost in costs),
        int(statistics.median(cost.memory for cost in costs)),
    )


def measure(problemset: Set, ways: Sequence[Callable[[Set], Cost]], rounds: int) -> Row:
    """Let the ways take turns, after one round that counts for nothing."""
    costs: list[list[Cost]] = [[] for _ in ways]
    for number in range(rounds + 1):
        for way, found in zip(ways, costs, strict=True):
            cost = way(problemset)
            if number:
                found.append(cost)
    us, other, floor = (median(found) for found in costs)
    return Row(
        problemset.name,
        len(parse(problemset.text).problems),
        us,
        other,
        floor,
        *(us.cpu / other.cpu, us.wall / other.wall, us.cpu / floor.cpu, us.wall / floor.wall),
    )


def show(rows: Sequence[Row]) -> None:
    """Print a table: milliseconds, megabytes, ratios."""
    heads = ("set", "problems", "ours cpu", "wall", "MB", "fresh cpu", "wall", "MB", "bare cpu", "wall", "MB")
    print("Medians; CPU and wall in milliseconds, peak memory of one process in MB.")
    print(
        "ours: each reference twice, judged; fresh: a new python per set; bare: exec in one process, libraries loaded."
    )
    print(*(f"{head:>9}" for head in (*heads, "/fresh", "wall", "/bare", "wall")))
    for row in rows:
        costs = [
            f"{value:9.0f}"
            for cost in (row.ours, row.fresh, row.bare)
            for value in (cost.cpu * 1e3, cost.wall * 1e3, cost.memory / 1e6)
        ]
        ratios = (row.cpu_over_fresh, row.wall_over_fresh, row.cpu_over_bare, row.wall_over_bare)
        print(f"{row.name[:9]:>9}", f"{row.problems:9}", *costs, *(f"{ratio:9.2f}" for ratio in ratios))


def main() -> None:
    """Measure the sets that are named, else all of problemsets/."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    paths = arguments.sets or sorted((ROOT / "problemsets").glob("[!_]*.py"))
    if not paths:
        parser.error("there is no problem set to measure; name one")
    sandbox = LocalSandbox()
    with tempfile.TemporaryDirectory() as folder:
        sets = [read_set(path, Path(folder)) for path in paths]
        # One thread each, as in the sandbox, so that CPU seconds can be compared.
        quiet = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        os.environ.update(quiet)
        with subprocess.Popen(
            [sys.executable, "-c", STAY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=quiet
        ) as worker:
            ways = (lambda s: ours(s, sandbox), fresh, lambda s: bare(s, worker))
            rows = [measure(problemset, ways, arguments.rounds) for problemset in sets]
            if worker.stdin is not None:
                worker.stdin.close()
    sandbox.close()
    if arguments.json:
        client = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        print(json.dumps({"client_memory": client, "sets": [asdict(row) for row in rows]}, indent=2))
    else:
        show(rows)


if __name__ == "__main__":
    main()
