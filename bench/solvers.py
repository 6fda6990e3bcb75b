"""What solvers cost beside their model's calls: ``python -m bench.solvers``.

A server on this machine plays a model that replies after a second, with the references of the repository's own sets as
its answers: `model` replies once, `selfdebug` fails first and repairs, `react` looks first. Each solver answers the
sets one problem after the other; printed are problems, calls, seconds in all, those of the calls, what is left of the
whole as a share of the calls, and the same without the time that the oracle takes for the same sets, which is that of
running and judging, and of starting the sandbox. The import of the client, once for a command, is left out.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.api.evaluation.solvers import AskingRequest
from authoring.api.models import ModelAccess
from authoring.dseal import parse
from authoring.workspace import Workspace
from tests.llm.server import LoopbackServer
from tests.llm.solver_models import Player
from tests.llm.wire import Answer, Call

ROOT = Path(__file__).parents[1]
KINDS = (("model", "right"), ("selfdebug", "repairing"), ("react", "looking"))
"""Solvers, and the kinds of models that ask for all that they can do."""


def references(names: list[str]) -> dict[str, str]:
    """Return the reference of each question of some sets."""
    texts = [(ROOT / "problemsets" / f"{name}.py").read_text() for name in names]
    return {problem.question.strip(): cell.code for text in texts for cell, problem in parse(text).problems}


def seconds_of(solver: str, names: list[str], script: Callable[[Call], Answer]) -> tuple[float, int, float | None]:
    """Return the seconds of an evaluation, its calls and its pass rate."""
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
        began = time.perf_counter()
        report = evaluate(request)
        return time.perf_counter() - began, len(server.calls), report.metrics.pass_rate


def main() -> None:
    """Measure, and print a line for each solver."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sets", nargs="*", default=["penguins"], help="sets of problemsets/ that are answered")
    options.add_argument("--latency", type=float, default=1.0, help="seconds of a call")
    chosen = options.parse_args()
    player = Player(references(chosen.sets))

    def delayed(play: Callable[[Call], Answer]) -> Callable[[Call], Answer]:
        def script(call: Call) -> Answer:
            answer: Any = play(call)
            return Answer(answer.text, delay=chosen.latency)

        return script

    # Once for a command, however many calls it makes: the import of the client takes a second or more.
    import_module("openai")
    oracle, _, _ = seconds_of("reference", chosen.sets, player.right)
    print(f"{len(player.answers)} problems of {', '.join(chosen.sets)}; the oracle takes {oracle:.1f} s")
    print(f"{'solver':10} {'right':>6} {'calls':>6} {'seconds':>8} {'calls took':>10} {'over':>7} {'not judging':>11}")
    for solver, kind in KINDS:
        seconds, calls, rate = seconds_of(f"{solver}:bench", chosen.sets, delayed(getattr(player, kind)))
        waited = calls * chosen.latency
        over = (seconds - waited) / waited
        alone = (seconds - waited - oracle) / waited
        figures = f"{calls:6} {seconds:8.1f} {waited:10.1f} {over:7.1%} {alone:11.1%}"
        print(f"{solver:10} {100 * (rate or 0):5.0f}% {figures}")


if __name__ == "__main__":
    main()
