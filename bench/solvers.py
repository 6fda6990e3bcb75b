"""What solvers cost beside their model's calls: ``python -m bench.solvers``.

A server on this machine plays a model that replies after a second, with the references of the repository's own sets
as its answers: `model` replies once, `selfdebug` fails first and repairs, `react` looks first, `taskgraph` plans two
tasks, fails with the second and corrects it. Each solver answers the sets one problem after the other; printed are
problems, calls, seconds in all, those of the calls, what is left of the whole as a share of the calls, and the same
without the time that the oracle takes for the same sets, which is that of running and judging, and of starting the
sandbox; and processor time beyond the oracle's, as a share of the calls, which depends less on what else the machine
does. The import of the client, once for a command, is left out.
"""

import argparse
import os
import resource
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.api.evaluation.solvers import AskingRequest
from authoring.api.models import ModelAccess
from authoring.dseal import parse
from authoring.workspace import Workspace
from tests.llm.planner_models import Planner
from tests.llm.server import LoopbackServer
from tests.llm.wire import Answer, Call

ROOT = Path(__file__).parents[1]
KINDS = (("model", "right"), ("selfdebug", "repairing"), ("react", "looking"), ("taskgraph", "correcting"))
"""Solvers, and the kinds of models that ask for all that they can do."""


def references(names: list[str]) -> dict[str, str]:
    """Return the reference of each question of some sets."""
    texts = [(ROOT / "problemsets" / f"{name}.py").read_text() for name in names]
    return {problem.question.strip(): cell.code for text in texts for cell, problem in parse(text).problems}


class Measured(NamedTuple):
    """One evaluation."""

    seconds: float
    """By the clock on the wall."""
    processor: float
    """Of this process and those that ended below it; on a machine that does other work it tells more."""
    calls: int
    rate: float


def measured(solver: str, names: list[str], script: Callable[[Call], Answer]) -> Measured:
    """Evaluate, and return what that took."""
    with tempfile.TemporaryDirectory() as folder, LoopbackServer(script) as server:
        workspace, _ = Workspace.create(Path(folder) / "w")
        access = ModelAccess(base_url=server.url, default_base_url=server.url, default_key="none")
        request = EvaluationRequest(
            benchmark=ROOT / "problemsets",
            solver=solver,
            asking=AskingRequest(access),
            sets=tuple(names),
            out=Path(folder) / "out.jsonl",
            jobs=1,
            workspace=workspace.root,
        )
        began, before = time.perf_counter(), processor_seconds()
        report = evaluate(request)
        seconds, processor = time.perf_counter() - began, processor_seconds() - before
        return Measured(seconds, processor, len(server.calls), report.metrics.pass_rate or 0)


def processor_seconds() -> float:
    """Return the processor time so far."""
    usages = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def main() -> None:
    """Measure, and print a line for each solver."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sets", nargs="*", default=["penguins"], help="sets of problemsets/ that are answered")
    options.add_argument("--latency", type=float, default=1.0, help="seconds of a call")
    chosen = options.parse_args()
    player = Planner(references(chosen.sets))

    def delayed(play: Callable[[Call], Answer]) -> Callable[[Call], Answer]:
        def script(call: Call) -> Answer:
            answer: Any = play(call)
            return Answer(answer.text, delay=chosen.latency)

        return script

    # Once for a command, however many calls it makes: the import of the client takes a second or more.
    import_module("openai")
    oracle = measured("reference", chosen.sets, player.right)
    load = os.getloadavg()[0]
    print(
        f"{len(player.answers)} problems of {', '.join(chosen.sets)}; the oracle takes {oracle.seconds:.1f} s and "
        f"{oracle.processor:.1f} s of processor time; load {load:.1f} on {os.cpu_count()} processors"
    )
    heads = ("calls", "seconds", "calls took", "over", "not judging", "processor")
    print(f"{'solver':10} {'right':>6} " + " ".join(f"{head:>11}" for head in heads))
    for solver, kind in KINDS:
        run = measured(f"{solver}:bench", chosen.sets, delayed(getattr(player, kind)))
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


if __name__ == "__main__":
    main()
