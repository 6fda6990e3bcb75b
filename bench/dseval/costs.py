"""What judging whole benchmarks takes, DSEval's own loop and ours taking turns on one machine."""

import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from bench.dseval.checkout import ROOT, Part
from bench.dseval.cost import Cost, measure
from bench.dseval.events import read_events
from bench.dseval.steps import Findings, Proof


def costs(proof: Proof) -> Findings:
    """Measure both judges on the references of every benchmark: the whole process, its start included."""
    return {part.name: _costs(proof, part) for part in proof.parts}


def _costs(proof: Proof, part: Part) -> Findings:
    print(f"  {part.name} ...", flush=True)
    folder = proof.folder / "then" / "costs" / part.name
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    theirs = measure(their_command(proof.then_python, part, part.sets, folder), cwd=ROOT, log=folder / "dseval.log")
    ours = measure(_our_command(proof, part, folder), cwd=folder, log=folder / "ours.log")
    judged = read_events(folder / "events.jsonl")
    return {
        "problems": len(part.published),
        "dseval judged": len(judged.words),
        "dseval": asdict(theirs),
        "ours": asdict(ours),
        "ratios": _ratios(ours, theirs),
    }


def their_command(python: Path, part: Part, sets: Sequence[str], folder: Path) -> list[str | Path]:
    """Return the command that has DSEval judge the references of sets, and write ``events.jsonl`` in a folder."""
    job = {
        "benchmark": str(part.folder.resolve()),
        "sets": list(sets),
        "run_directory": str(folder.resolve() / "run"),
        "answers": None,
        "mutants": False,
    }
    (folder / "job.json").write_text(json.dumps(job), "utf-8")
    return [python, "-m", "bench.dseval.peer", folder / "job.json", folder / "events.jsonl"]


def _our_command(proof: Proof, part: Part, folder: Path) -> list[str | Path]:
    ours: list[str | Path] = [sys.executable, "-m", "authoring", "evaluate", part.folder.resolve()]
    environment: list[str | Path] = ["--python", proof.then_python.absolute()]
    return [*ours, "--solver", "reference", *environment, "--out", folder.resolve() / "ours.jsonl"]


def _ratios(ours: Cost, theirs: Cost) -> dict[str, float]:
    return {
        "wall": ours.wall / theirs.wall,
        "cpu": ours.cpu / theirs.cpu,
        "largest": ours.largest / theirs.largest,
        "together": ours.together / theirs.together,
    }
