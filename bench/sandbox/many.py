"""Whether the thousandth set costs what the hundredth did, in time and in memory."""

import os
import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from authoring.sandbox.client.local import LocalSandbox
from bench.processes import Counter, descendants, memory, memory_of
from bench.sandbox.figures import Figure, Findings
from bench.sandbox.one_set import MILLI
from bench.sandbox.plan import Plan
from bench.sandbox.sets import Set, sized
from bench.sandbox.turns import Spent, spent
from bench.sandbox.ways import Bare, rehearsed

MEGABYTE = 1e6
SMALL = 3
"""Problems of each set."""
WINDOW = 100
"""Sets before each mark whose time is looked at, in turns with the bare floor: a busy machine slows both."""
TURN = 10
LOOK_SECONDS = 0.1
"""Between two looks at the memory of what runs side by side."""


def many(plan: Plan) -> Findings:
    """Dry-run many sets in one client and one sandbox; look at the last hundred before each mark."""
    marks = [20, 40] if plan.brief else [100, 1_000, 5_000] if plan.long else [100, 1_000]
    window = 10 if plan.brief else WINDOW
    found = Findings()
    looks = []
    with closing(plan.sandbox()) as sandbox, Bare() as bare, TemporaryDirectory() as folder:
        sets = _numbered(Path(folder))
        # Warms up the sandbox and the floor; these sets are in no figure.
        for _ in range(2 * TURN):
            rehearsed(one := next(sets), sandbox)
            bare.run(one)
        for before, mark in pairwise([0, *marks]):
            for _ in range(before, mark - window):
                rehearsed(next(sets), sandbox)
            looks.append({"sets": mark, **_look(sandbox, bare, sets, window, plan.counter)})
        jobs, most = _side_by_side(sandbox, [next(sets) for _ in range(window)], bare)
    found.measured["memory side by side"] = most
    for name, bytes_ in most.items():
        found.figures.append(
            Figure(f"{name}, at most", bytes_ / MEGABYTE, "MB", f"while {jobs} sets, twice the processors, ran at once")
        )
    found.measured["marks"] = looks
    told = ", ".join(f"{mark:,}" for mark in marks)
    for look in looks:
        found.figures.append(
            Figure(f"a set of {look['sets']:,}", look["wall"] * MILLI, "ms", f"wall, median of the last {window}")
        )
    for name, key, what in (
        ("time per set", "wall over bare", "wall time over bare"),
        ("CPU per set", "cpu over bare", "CPU over bare"),
    ):
        most = max(look[key] for look in looks) / min(look[key] for look in looks)
        figure = Figure(
            f"{name}, flat within", (most - 1) * 100, "%", f"{what}: most over least, after {told} sets", 10
        )
        found.figures.append(figure)
    for name, key in (("client memory", "client"), ("memory of the sandbox at rest", "below")):
        growth = looks[-1][key] / looks[0][key]
        of = f"after {marks[-1]:,} sets over after {marks[0]:,}"
        found.figures += [
            Figure(name, looks[-1][key] / MEGABYTE, "MB", f"after {marks[-1]:,} sets"),
            Figure(f"{name}, growth", (growth - 1) * 100, "%", of, 10),
        ]
    return found


def _side_by_side(sandbox: LocalSandbox, sets: Sequence[Set], bare: Bare) -> tuple[int, dict[str, int]]:
    """Dry-run sets twice as many at once as there are processors; return how many, and the most memory meanwhile."""
    jobs, most = 2 * (os.cpu_count() or 1), {"client memory": 0, "memory of the sandbox": 0}
    with ThreadPoolExecutor(jobs) as executor:
        waiting = {executor.submit(rehearsed, entry, sandbox) for entry in sets}
        while waiting:
            _, waiting = wait(waiting, timeout=LOOK_SECONDS)
            below = memory_of({*descendants(os.getpid())} - {bare.number}).share
            most["client memory"] = max(most["client memory"], memory(os.getpid()).share)
            most["memory of the sandbox"] = max(most["memory of the sandbox"], below)
    return jobs, most


def _numbered(folder: Path) -> Iterator[Set]:
    """Make sets that differ in their texts; what a sandbox keeps of each would be kept of all."""
    number = 0
    while True:
        number += 1
        yield sized(SMALL, folder, mark=f"-{number}")


def _look(sandbox: LocalSandbox, bare: Bare, sets: Iterator[Set], window: int, counter: Counter) -> dict[str, Any]:
    walls: list[float] = []
    ours: list[Spent] = []
    floor: list[Spent] = []
    for _ in range(window // TURN):
        turn = [next(sets) for _ in range(TURN)]
        ours.append(spent(counter, partial(_timed, turn, sandbox, walls)))
        floor.append(spent(counter, partial(_all_bare, turn, bare)))
    wall = statistics.median(walls)
    # The floor is a process of the benchmark and not of the sandbox.
    below = memory_of({*descendants(os.getpid())} - {bare.number})
    client = memory(os.getpid())
    return {
        "wall": wall,
        "wall over bare": wall / statistics.median(one.wall / TURN for one in floor),
        "cpu over bare": statistics.median(one.cpu / other.cpu for one, other in zip(ours, floor, strict=True)),
        "client": client.share,
        "below": below.share,
        "processes": len(descendants(os.getpid())),
        "turns": {"ours": [[one.wall, one.cpu] for one in ours], "bare": [[one.wall, one.cpu] for one in floor]},
    }


def _timed(turn: list[Set], sandbox: LocalSandbox, walls: list[float]) -> None:
    for one in turn:
        start = time.perf_counter()
        rehearsed(one, sandbox)
        walls.append(time.perf_counter() - start)


def _all_bare(turn: list[Set], bare: Bare) -> None:
    for one in turn:
        bare.run(one)
