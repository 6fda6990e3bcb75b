"""Starting DSEval's side and watching over it: a set that hangs or kills the process costs only itself."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

from bench.dseval.checkout import ROOT, Answers, Part
from bench.dseval.events import End, Events, Judged, read_events

LATE = "TimeLimitError"
PASSES = 3
"""How often a set is run whose reference was late: DSEval allows a second of wall time, and the machine may be busy."""


def judge_by_peer(
    python: Path, part: Part, answers: Answers | None, *, mutants: bool, folder: Path, budget: float
) -> Judged:
    """Have DSEval judge a benchmark, or what is left of it from an earlier run.

    Args:
        python: an interpreter that has DSEval.
        part: the benchmark.
        answers: None for the references.
        mutants: whether every answer is judged, and not the first of each problem.
        folder: where the events are kept.
        budget: seconds for one set, after which it is given up as hung.
    """
    events = folder / "events.jsonl"
    # Sets whose reference was late are forgotten and run again, as long as passes are left.
    for left in reversed(range(PASSES)):
        while pending := [name for name in part.sets if name not in read_events(events).ends]:
            job: dict[str, object] = {
                "benchmark": str(part.folder.resolve()),
                "sets": pending,
                "run_directory": str(folder.resolve() / "run"),
                "answers": answers,
                "mutants": mutants,
            }
            _walk(python, job, folder, budget)
        late = [name for name, end in read_events(events).ends.items() if end.error.startswith(LATE)]
        if not late or not left:
            break
        _forget(events, late)
    return read_events(events)


def _forget(events: Path, names: list[str]) -> None:
    lines = events.read_text("utf-8").splitlines(keepends=True)
    events.write_text("".join(line for line in lines if json.loads(line)["set"] not in names), "utf-8")


def _walk(python: Path, job: dict[str, object], folder: Path, budget: float) -> None:
    """Start DSEval on a job, and see it to its end, or to the set that it does not survive."""
    folder.mkdir(parents=True, exist_ok=True)
    path, file = folder / "events.jsonl", folder / "job.json"
    file.write_text(json.dumps(job), "utf-8")
    Events(path)
    # Events of earlier runs do not say how far this one is.
    offset = path.stat().st_size
    with (folder / "output.log").open("ab") as log:
        process = subprocess.Popen(
            [python, "-m", "bench.dseval.peer", file.resolve(), path.resolve()],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            # A group of its own, so that a hung judge is killed with everything it started.
            start_new_session=True,
        )
    try:
        current, since, how = "", time.monotonic(), "died"
        while True:
            ended = process.poll() is not None
            offset, names = _new(path, offset)
            if names:
                current, since = names[-1], time.monotonic()
            if ended:
                break
            if time.monotonic() - since > budget:
                how = "hung"
                break
            time.sleep(0.1)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if not current:
        raise SystemExit(f"DSEval's side did not start; its words are in {folder / 'output.log'}")
    if current not in read_events(path).ends:
        Events(path).end(current, End(how, f"exit status {process.returncode}", time.monotonic() - since))


def _new(path: Path, offset: int) -> tuple[int, list[str]]:
    """Return where the last whole line ends, and the sets that have begun since `offset`."""
    with path.open("rb") as file:
        file.seek(offset)
        whole, end, _ = file.read().rpartition(b"\n")
    lines = [json.loads(line) for line in whole.splitlines()]
    return offset + len(whole) + len(end), [line["set"] for line in lines if "start" in line]
