"""Whole benchmarks of the public DSEval repository: our dry run, DSEval's own loop and the bare floor in turns."""

import json
import shutil
import statistics
import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from authoring.dseal.parse import parse
from authoring.workspace.benchmark import read_benchmark
from bench.dseval.checkout import ROOT, Part, read_checkout
from bench.dseval.cost import Cost, measure
from bench.dseval.costs import their_command
from bench.dseval.environments import then_environment
from bench.dseval.events import read_events
from bench.sandbox.figures import Figure, Findings
from bench.sandbox.plan import Plan

AIMS = {"Exercise": 0.4, "SO": 1.0, "LeetCode": 0.5, "Kaggle": 0.6}
"""The most that our wall time may be of DSEval's, by benchmark."""
LAST_LINES = 5
"""Of the log of a way that failed, what is shown."""
FLOOR = ROOT / "bench" / "sandbox" / "floor.py"


def whole(plan: Plan) -> Findings:
    """Measure whole processes, from start to end, on every benchmark of a checkout."""
    found = Findings()
    if plan.dseval is None:
        found.left_out.append("name a checkout of the public DSEval repository with --dseval CHECKOUT")
        return found
    python = plan.then_python or then_environment(plan.folder)
    for part in read_checkout(plan.dseval):
        print(f"  {part.name} ...", flush=True)
        folder = plan.folder / "dseval" / part.name
        folder.mkdir(parents=True)
        names = sampled(part.sets, plan.sample)
        ways: dict[str, Callable[[], list[str | Path]]] = {
            "dseval": lambda: their_command(python, part, names, folder),  # noqa: B023 - called in this turn
            "ours": lambda: _our_command(python, part, names, folder, plan),  # noqa: B023 - as above
            "bare": lambda: _floor_command(python, part, names, folder),  # noqa: B023 - as above
        }
        costs: dict[str, list[Cost]] = {way: [] for way in ways}
        for _ in range(plan.turns(1)):
            for way, command in ways.items():
                if way == "dseval":
                    (folder / "events.jsonl").unlink(missing_ok=True)
                shutil.rmtree(folder / "run", ignore_errors=True)
                costs[way].append(checked(way, measure(command(), cwd=ROOT, log=folder / f"{way}.log"), folder))
        found.measured[part.name] = {
            "sets": len(names),
            "problems": {
                "in all": sum(len(codes) for name, codes in part.references().items() if name in names),
                "dseval": len(read_events(folder / "events.jsonl").words),
                "ours": json.loads((folder / "ours.json").read_text("utf-8")),
                "bare": json.loads((folder / "bare.json").read_text("utf-8")),
            },
            **{way: [asdict(cost) for cost in each] for way, each in costs.items()},
        }
        figures = _figures(part.name, costs)
        for figure in figures:
            print(f"  {figure.name}: {figure.value:.2f} {figure.unit}", flush=True)
        found.figures += figures
    return found


def sampled(names: Sequence[str], most: int | None) -> list[str]:
    """Return the names, or as many of them as are asked for: the same each time, whatever stands beside them."""
    # By a hash of the name: a fixed sample, which does not follow the alphabet.
    ordered = sorted(names, key=lambda name: zlib.crc32(name.encode()))
    return sorted(ordered[:most])


def _figures(name: str, costs: dict[str, list[Cost]]) -> list[Figure]:
    wall = {way: statistics.median(cost.wall for cost in each) for way, each in costs.items()}
    cpu = {way: statistics.median(cost.cpu for cost in each) for way, each in costs.items()}
    whole_process = "of the whole process"
    return [
        Figure(
            f"{name}: ours over DSEval, wall",
            wall["ours"] / wall["dseval"],
            "x",
            f"wall time {whole_process}; every reference twice, isolated",
            most=AIMS.get(name),
        ),
        Figure(f"{name}: ours over DSEval, CPU", cpu["ours"] / cpu["dseval"], "x", f"CPU {whole_process}"),
        Figure(f"{name}: ours over bare, wall", wall["ours"] / wall["bare"], "x", f"wall time {whole_process}"),
        Figure(f"{name}: ours over bare, CPU", cpu["ours"] / cpu["bare"], "x", f"CPU {whole_process}"),
        Figure(f"{name}: DSEval over bare, CPU", cpu["dseval"] / cpu["bare"], "x", f"CPU {whole_process}"),
    ]


def _our_command(python: Path, part: Part, names: list[str], folder: Path, plan: Plan) -> list[str | Path]:
    job: dict[str, Any] = {
        "benchmark": str(part.folder.resolve()),
        "sets": names,
        "python": str(python.absolute()),
        "most": plan.most,
    }
    (folder / "ours-job.json").write_text(json.dumps(job), "utf-8")
    return [sys.executable, "-m", "bench.sandbox.walk", folder / "ours-job.json", folder / "ours.json"]


def _floor_command(python: Path, part: Part, names: list[str], folder: Path) -> list[str | Path]:
    job = [
        {
            "name": one.name,
            "cells": [cell.code for cell in parse(one.text).runnable],
            "inputs": [str(path.resolve()) for path in one.inputs],
        }
        for one in read_benchmark(part.folder).sets
        if one.name in names
    ]
    (folder / "bare-job.json").write_text(json.dumps(job), "utf-8")
    return [python, FLOOR, folder / "bare-job.json", folder / "bare.json"]


def checked(way: str, cost: Cost, folder: Path) -> Cost:
    """Return what a way cost; where it failed, end with its last words, because its log goes with the folder."""
    if cost.status:
        words = (folder / f"{way}.log").read_text("utf-8", "replace").splitlines()[-LAST_LINES:]
        sys.exit("\n".join((f"{folder.name}: {way} ended with exit status {cost.status}; its last words:", *words)))
    return cost
