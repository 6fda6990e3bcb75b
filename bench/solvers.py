"""What solvers cost beside their model's calls: ``python -m bench.solvers``.

A server on this machine plays a model that replies after a second, with the references of the repository's own sets
as its answers: `model` replies once, `selfdebug` fails first and repairs, `react` looks first, `taskgraph` plans two
tasks, fails with the second and corrects it, `thinkact` works in two rounds. Each solver answers the sets one problem
after the other, or with ``--concurrency 8`` as many problems at once, which takes less time than the calls together;
printed are problems, calls, seconds in all, those of the calls, what is left of the whole as a share of the calls,
and the same without the time that the oracle takes for the same sets, which is that of running and judging, and of
starting the sandbox; and processor time beyond the oracle's, as a share of the calls, which depends less on what else
the machine does. The processor time is that of this process too, which plays the server. The import of the client,
once for a command, is left out. With ``--repeats`` the least of several evaluations counts: what else the machine
does only adds.

``--recorded`` measures judging alone: the replies are recorded once, and then each solver answers from the recording,
which takes no time, so many sets at once as ``--jobs`` says. Printed are sets and problems a second by the clock on the
wall, and processor seconds for a set, in which the references, what the solver tries, its answers, their judges and the
start of the sandbox are all contained.

``--memory 1 50 200`` measures memory instead: so many small sets are answered, all side by side or ``--jobs`` of them,
and no reply comes before all that can wait for one do. Printed is what this process and those below it hold then,
shared pages divided among those that share them; the most that they hold afterwards, looked at every second; and what
this process holds in the end.
"""

import argparse
import os
import re
import resource
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.api.evaluation.report import EvaluationReport
from authoring.api.evaluation.solvers import AskingRequest
from authoring.api.models import ModelAccess
from authoring.dseal import parse
from authoring.workspace import Workspace
from bench.processes import descendants, memory, memory_of
from tests.llm.planner_models import Planner
from tests.llm.server import LoopbackServer
from tests.llm.wire import Answer, Call

ROOT = Path(__file__).parents[1]
KINDS = {
    "model": "right",
    "selfdebug": "repairing",
    "react": "looking",
    "taskgraph": "correcting",
    "thinkact": "thinking",
}
"""Solvers, and the kinds of models that ask for all that they can do."""
SETTLED = 5
"""Seconds in which no process begins or ends, after which all sets that can wait for a reply do."""
MEGABYTE = 1e6


def references(names: list[str]) -> dict[str, str]:
    """Return the reference of each question of some sets."""
    texts = [(ROOT / "problemsets" / f"{name}.py").read_text() for name in names]
    return {problem.question.strip(): cell.code for text in texts for cell, problem in parse(text).problems}


class Measured(NamedTuple):
    """One evaluation, or the least of several."""

    seconds: float
    """By the clock on the wall."""
    processor: float
    """Of this process and those that ended below it; on a machine that does other work it tells more."""
    calls: int
    rate: float


def measured(
    solver: str, names: list[str], script: Callable[[Call], Answer], concurrency: int, jobs: int = 1
) -> Measured:
    """Evaluate with so many calls and sets under way at once, and return what that took."""
    with tempfile.TemporaryDirectory() as folder, LoopbackServer(script) as server:
        workspace, _ = Workspace.create(Path(folder) / "w")
        settings = workspace.root / "authoring.toml"
        settings.write_text(re.sub(r"(?m)^concurrency = \d+", f"concurrency = {concurrency}", settings.read_text()))
        access = ModelAccess(base_url=server.url, default_base_url=server.url, default_key="none")
        request = EvaluationRequest(
            benchmark=ROOT / "problemsets",
            solver=solver,
            asking=AskingRequest(access),
            sets=tuple(names),
            out=Path(folder) / "out.jsonl",
            jobs=jobs,
            workspace=workspace.root,
        )
        began, before = time.perf_counter(), processor_seconds()
        report = evaluate(request)
        seconds, processor = time.perf_counter() - began, processor_seconds() - before
        return Measured(seconds, processor, len(server.calls), report.metrics.pass_rate or 0)


def least(
    repeats: int,
    solver: str,
    names: list[str],
    script: Callable[[Call], Answer],
    concurrency: int = 1,
    jobs: int = 1,
) -> Measured:
    """Evaluate several times, and return the least that it took."""
    runs = [measured(solver, names, script, concurrency, jobs) for _ in range(repeats)]
    seconds, processor = (min(getattr(run, name) for run in runs) for name in ("seconds", "processor"))
    return Measured(seconds, processor, runs[0].calls, min(run.rate for run in runs))


def print_recorded(solvers: list[str], names: list[str], player: Planner, repeats: int, jobs: int) -> None:
    """Print how many sets are judged a second where replies come from a recording, for each solver."""
    heads = ("problems", "seconds", "sets/s", "problems/s", "processor s/set")
    print(f"{len(names)} sets, {jobs} at once; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(f"{'solver':10} {'right':>6} " + " ".join(f"{head:>15}" for head in heads))
    for solver in solvers:
        with tempfile.TemporaryDirectory() as folder:
            script = getattr(player, KINDS[solver])
            measured(f"{solver}:record:{folder}=bench", names, script, concurrency=8, jobs=jobs)
            run = least(repeats, f"{solver}:recorded:{folder}", names, script, concurrency=8, jobs=jobs)
        sets, problems = len(names), len(player.answers)
        figures = (run.seconds, sets / run.seconds, problems / run.seconds, run.processor / sets)
        print(f"{solver:10} {100 * run.rate:5.0f}% {problems:15} " + " ".join(f"{figure:15.3f}" for figure in figures))
    print("seconds and the two rates are by the clock on the wall, and tell of whatever else the machine did;")
    print("processor seconds for a set do not, and bound what so many processors can do with the machine to themselves")


def processor_seconds() -> float:
    """Return the processor time so far."""
    usages = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def copied_sets(name: str, count: int, folder: Path) -> Path:
    """Write a benchmark of so many copies of a set, up to its first problem; return its folder."""
    cells = parse((ROOT / "problemsets" / f"{name}.py").read_text()).cells
    first = next(index for index, cell in enumerate(cells) if cell.problem is not None)
    text = "".join(cell.source for cell in cells[: first + 1])
    (folder / "_inputs").mkdir(parents=True)
    (folder / "_manifest.yaml").write_text("name: copies\nversion: 1\n")
    for copy in range(count):
        (folder / f"s{copy}.py").write_text(text)
        shutil.copytree(ROOT / "problemsets" / "_inputs" / name, folder / "_inputs" / f"s{copy}")
    return folder


def print_memory(name: str, counts: list[int], jobs: int) -> None:
    """Print what so many sets hold while as many of them as `jobs` allows, all if 0, wait for a reply."""
    answers = Planner(references([name]))
    heads = ("this process", "all", "for a set", "most", "in the end")
    print(f"{'sets':>5} {'at once':>8} {'processes':>10} " + " ".join(f"{head:>12}" for head in heads))
    for count in counts:
        is_full = threading.Event()

        def script(call: Call, is_full: threading.Event = is_full) -> Answer:
            is_full.wait()
            return answers.right(call)

        with (
            tempfile.TemporaryDirectory() as folder,
            LoopbackServer(script) as server,
            ThreadPoolExecutor(1) as executor,
        ):
            workspace, _ = Workspace.create(Path(folder) / "w")
            at_once = min(jobs or count, count)
            request = EvaluationRequest(
                benchmark=copied_sets(name, count, Path(folder) / "copies"),
                solver="model:bench",
                asking=AskingRequest(ModelAccess(base_url=server.url, default_base_url=server.url, default_key="none")),
                out=Path(folder) / "out.jsonl",
                jobs=at_once,
                workspace=workspace.root,
            )
            before = memory(os.getpid()).share
            work = executor.submit(evaluate, request)
            processes = settled_processes(work)
            own, below = memory(os.getpid()).share, memory_of(processes).share
            is_full.set()
            most = own + below
            while wait([work], timeout=1).not_done:
                most = max(most, memory(os.getpid()).share + memory_of(descendants(os.getpid())).share)
            work.result()
        share = (own - before + below) / at_once
        sizes = (own, own + below, share, most, memory(os.getpid()).share)
        figures = " ".join(f"{size / MEGABYTE:9.1f} MB" for size in sizes)
        print(f"{count:5} {at_once:8} {len(processes):10} {figures}", flush=True)


def settled_processes(work: Future[EvaluationReport]) -> list[int]:
    """Return the processes below this one when none has begun or ended for `SETTLED` seconds, or the work is over."""
    processes, quiet = descendants(os.getpid()), 0
    while (quiet < SETTLED or not processes) and not work.done():
        time.sleep(1)
        before, processes = processes, descendants(os.getpid())
        quiet = quiet + 1 if set(before) == set(processes) else 0
    return processes


def main() -> None:
    """Measure, and print a line for each solver."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sets", nargs="*", default=["penguins"], help="sets of problemsets/ that are answered")
    options.add_argument("--solvers", nargs="*", choices=KINDS, default=list(KINDS), help="which are measured; all")
    options.add_argument("--latency", type=float, default=1.0, help="seconds of a call")
    options.add_argument("--concurrency", type=int, default=1, help="calls that may be under way at once")
    options.add_argument("--repeats", type=int, default=1, help="evaluations of each solver, of which the least counts")
    options.add_argument("--memory", nargs="*", type=int, help="measure the memory of so many sets instead")
    options.add_argument("--recorded", action="store_true", help="measure sets judged a second with recorded replies")
    options.add_argument("--jobs", type=int, default=0, help="with --memory and --recorded: sets at once, else all")
    chosen = options.parse_args()
    if chosen.memory:
        print_memory(chosen.sets[0], chosen.memory, chosen.jobs)
        return
    player = Planner(references(chosen.sets))
    if chosen.recorded:
        print_recorded(chosen.solvers, chosen.sets, player, chosen.repeats, chosen.jobs or len(chosen.sets))
        return

    def delayed(play: Callable[[Call], Answer]) -> Callable[[Call], Answer]:
        def script(call: Call) -> Answer:
            answer: Any = play(call)
            return Answer(answer.text, delay=chosen.latency)

        return script

    # Once for a command, however many calls it makes: the import of the client takes a second or more.
    import_module("openai")
    oracle = least(chosen.repeats, "reference", chosen.sets, player.right)
    load = os.getloadavg()[0]
    print(
        f"{len(player.answers)} problems of {', '.join(chosen.sets)}; the oracle takes {oracle.seconds:.1f} s and "
        f"{oracle.processor:.1f} s of processor time; load {load:.1f} on {os.cpu_count()} processors"
    )
    heads = ("calls", "seconds", "calls took", "over", "not judging", "processor")
    print(f"{'solver':10} {'right':>6} " + " ".join(f"{head:>11}" for head in heads))
    for solver in chosen.solvers:
        play = delayed(getattr(player, KINDS[solver]))
        run = least(chosen.repeats, f"{solver}:bench", chosen.sets, play, chosen.concurrency)
        waited = run.calls * chosen.latency
        over, alone, processor = (
            (spent - past) / waited
            for spent, past in (
                (run.seconds, waited),
                (run.seconds, waited + oracle.seconds),
                (run.processor, oracle.processor),
            )
        )
        figures = f"{run.calls:11} {run.seconds:11.1f} {waited:11.1f} {over:11.1%} {alone:11.1%} {processor:11.1%}"
        print(f"{solver:10} {100 * run.rate:5.0f}% {figures}")
    print("shares of the calls' time. over: by the clock on the wall, judging included; not judging: the same without")
    print("what the oracle takes; processor: beyond the oracle's, which other programs on the machine change least;")
    print("at most 15 % is what a solver may cost. With --concurrency above 1, `over` below zero is time that was won")


if __name__ == "__main__":
    main()
