"""Recorded answers and references judged by a real Dask cluster on the loopback: what this machine would have found."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.api.evaluation.report import EvaluationReport
from authoring.records.progress import PartialResult
from authoring.records.results import EvaluationOptions, ProblemResult, SetResult, StepMode
from authoring.workspace import Workspace
from tests.api.events import EventLog
from tests.api.executors.machines import Machines, machines_in, wait_for

COUNTS = '''# %%
import pandas as pd

table = pd.read_csv("inputs/table.csv")
more = pd.read_csv("inputs/parts/more.csv")

# %%
"""
question: How many rows does `table` have?
validator:
  result:
"""
len(table)

# %%
"""
question: How many rows do both have?
validator:
  result:
"""
len(table) + len(more)
'''
MISSING = '''# %%
"""
question: How many rows does the file have?
validator:
  result:
"""
import pandas as pd

len(pd.read_csv("inputs/gone.csv"))
'''
ANSWERS = (
    ("counts", 1, "len(table)"),
    ("counts", 2, "no_such_name"),
    ("waits", 1, "-1"),
    ("waits", 2, "import os\nos._exit(3)"),
    ("missing", 1, "1"),
)
SECRET = "a-name-that-stays-here"  # noqa: S105 - the name of a folder
MEASURED = re.compile(r'"(\w*seconds|peak_memory)":[^,}]+')
"""What two runs on one machine differ in, too."""


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Share two workers."""
    with machines_in(tmp_path_factory.mktemp("machines"), workers=2) as machines:
        yield machines


@pytest.fixture
def benchmark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a benchmark with a file, a folder of files, and a file that is not there; and be in its workspace."""
    root = Workspace.create(tmp_path / SECRET)[0].root
    monkeypatch.chdir(root)
    folder = root / "problemsets"
    (folder / "_manifest.yaml").write_text("name: own\nversion: 1\n")
    for name, text in (("counts", COUNTS), ("waits", COUNTS.replace("both", "two of them")), ("missing", MISSING)):
        (folder / f"{name}.py").write_text(text)
    for name in ("counts", "waits"):
        (folder / "_inputs" / name / "parts").mkdir(parents=True)
        (folder / "_inputs" / name / "table.csv").write_text("a\n1\n2\n")
        (folder / "_inputs" / name / "parts" / "more.csv").write_text("a\n3\n")
    lines = ({"problemset": name, "index": index, "code": code} for name, index, code in ANSWERS)
    (root / "agent.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return folder


def written(report: EvaluationReport) -> tuple[str, list[str]]:
    """Return the results, and the lines of the evidence without what is measured; sets may be done in any order."""
    evidence = MEASURED.sub(r'"\1":0', Path(report.evidence).read_text())
    return Path(report.out).read_text(), sorted(evidence.splitlines())


@pytest.mark.exhaustive
@pytest.mark.usefixtures("benchmark")
@pytest.mark.parametrize(
    ("mode", "submissions"), [(StepMode.END_TO_END, Path("agent.jsonl")), (StepMode.SEPARATE, None)]
)
def test_a_cluster_finds_what_this_machine_finds(machines: Machines, mode: StepMode, submissions: Path | None) -> None:
    """Results and evidence are the same, byte for byte, but for times and memory; what was begun here goes on there."""
    log, options = EventLog(), EvaluationOptions(mode=mode)
    solver = None if submissions else "reference"
    request = EvaluationRequest(None, submissions, solver, options=options, dialect="strict", out=Path("here.jsonl"))
    here = evaluate(request)
    request = replace(request, out=Path("there.jsonl"))
    evaluate(replace(request, sets=("counts",)))
    there = evaluate(replace(request, cluster=machines.address), reporter=log)

    assert written(there) == written(here)
    assert there.root_causes == here.root_causes
    assert there.root_causes[0].message.endswith("gone.csv is missing: put it into problemsets/_inputs")
    results = [event for event in log.events if isinstance(event, PartialResult)]
    sets = {event.record.name: event.is_earlier for event in results if isinstance(event.record, SetResult)}
    assert sets == {"counts": True, "missing": False, "waits": False}
    assert sum(isinstance(event.record, ProblemResult) for event in results) == 3


@pytest.mark.exhaustive
def test_no_kill_loses_more_than_a_set(benchmark: Path, tmp_path: Path) -> None:
    """SIGKILL to a worker costs nothing, one to the command the sets that were not done: it goes on from there."""
    for name in ("later", "last"):
        shutil.copytree(benchmark / "_inputs" / "waits", benchmark / "_inputs" / name)
        (benchmark / f"{name}.py").write_text(COUNTS)
    evidence = benchmark.parent / "results" / "own" / "reference.evidence.jsonl"

    def lines() -> int:
        return len(evidence.read_text().splitlines()) if evidence.exists() else 0

    with machines_in(tmp_path, workers=2) as machines:
        command = [sys.executable, "-m", "authoring", "evaluate", "--solver", "reference"]
        command += ["--cluster", machines.address]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as first:
            wait_for(lambda: lines() > 1)
            first.kill()
        # A line that was under way is no set.
        done = [line for line in evidence.read_text().splitlines(keepends=True) if line.endswith("\n")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
            wait_for(lambda: lines() > len(done) or program.poll() is not None)
            machines.workers[0].kill()
            out, _ = program.communicate(timeout=300)

    assert program.returncode == 0
    assert evidence.read_text().startswith("".join(done))
    assert lines() == 6
    assert f"{len(done) - 1} set" in out
    assert "judged before" in out
