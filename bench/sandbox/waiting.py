"""How long it takes from asking for a session until its first cell begins to run."""

import statistics
import subprocess
import sys
import time
from contextlib import closing

from authoring.sandbox.client.local import LocalSandbox
from bench.processes import Counter
from bench.sandbox.figures import Figure, Findings, spread
from bench.sandbox.one_set import MILLI
from bench.sandbox.plan import Plan
from bench.sandbox.sets import Set, learning, named_or_admitted, read_set, tiny
from bench.sandbox.ways import LIMITS

NOW = "import time\ntime.monotonic_ns()"
"""A cell that says when it began; the clock is the same for all processes."""
FRESH = "import pandas, time\nprint(time.monotonic_ns())"
IN_A_ROW = 12
"""Sessions asked for at once, more than are kept ready."""


def waiting(plan: Plan) -> Findings:
    """Measure the waiting for a session after a rest, and for the last of many that are asked for in a row."""
    found = Findings()
    sets = [tiny(plan.folder), learning(plan.folder)]
    if not plan.brief:
        sets += [read_set(path, plan.folder) for path in named_or_admitted(plan.sets)[:1]]
    with closing(plan.sandbox()) as sandbox:
        waits: dict[str, list[float]] = {}
        for number in range(plan.turns(15) + 1):
            for name, seconds in _round(sandbox, sets, plan.counter).items():
                if number:
                    waits.setdefault(name, []).extend(seconds)
    found.measured = {name: spread(seconds) | {"seconds": seconds} for name, seconds in waits.items()}
    for name, seconds in waits.items():
        most = 10 if name.startswith("rested") else None
        what = "median wall time from asking to the first cell's beginning"
        found.figures.append(Figure(name, statistics.median(seconds) * MILLI, "ms", what, most=most))
    return found


def _round(sandbox: LocalSandbox, sets: list[Set], counter: Counter) -> dict[str, list[float]]:
    waits = {}
    # The sandbox prepares sessions in the background; rested means that it is done with that.
    for one in sets:
        counter.settled()
        waits[f"rested, {one.name}"] = [_wait(sandbox, one)]
        row = [_wait(sandbox, one) for _ in range(IN_A_ROW)]
        # The first of a row are served by sessions kept ready; the second half shows what one costs when none is left.
        waits[f"in a row, {one.name}"] = row[IN_A_ROW // 2 :]
    waits["a fresh python with pandas"] = [_fresh()]
    return waits


def _wait(sandbox: LocalSandbox, problemset: Set) -> float:
    asked = time.monotonic_ns()
    with sandbox.session(inputs=problemset.inputs, modules=problemset.modules) as session:
        run = session.run(NOW, limits=LIMITS)
    if run.value is None:
        sys.exit(f"a session does not tell the time: {run.outcome} {run.detail} {run.error}")
    return (int(run.value.text) - asked) / 1e9


def _fresh() -> float:
    asked = time.monotonic_ns()
    run = subprocess.run([sys.executable, "-c", FRESH], check=True, capture_output=True, text=True)
    return (int(run.stdout) - asked) / 1e9
