"""Prove our judge against the public DSEval repository: its sets, its own judge, and the results its authors published.

``python -m bench.dseval CHECKOUT [--then-python PATH] [--today-python PATH] [--steps STEP ...]``. Every step keeps what
it finds below ``.bench/dseval/``, goes on where it was interrupted, and is done anew after ``--fresh``. The report at
the end holds all steps that have been done, and is kept as ``report.json``.
"""

import argparse
import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from bench.dseval import steps
from bench.dseval.checkout import ROOT, read_checkout
from bench.dseval.costs import costs
from bench.dseval.environments import then_environment, today_environment
from bench.dseval.report import show

STEPS: Mapping[str, Callable[[steps.Proof], steps.Findings]] = {
    "round-trip": steps.round_trip,
    "oracle": steps.oracle,
    "replay": steps.replay,
    "differences": steps.differences,
    "spoiled": steps.spoiled,
    "costs": costs,
    "today": steps.today,
}


def main() -> None:
    """Do the steps and show what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path, help="a checkout of the public DSEval repository")
    parser.add_argument("--then-python", type=Path, help="an interpreter with DSEval and the packages of that time")
    parser.add_argument("--today-python", type=Path, help="an interpreter with today's packages")
    parser.add_argument("--steps", nargs="+", choices=STEPS, default=list(STEPS), metavar="STEP", help=", ".join(STEPS))
    parser.add_argument("--only", nargs="+", metavar="BENCHMARK", help="only these benchmarks of the checkout")
    parser.add_argument("--folder", type=Path, default=ROOT / ".bench" / "dseval", help="where findings are kept")
    parser.add_argument("--budget", type=float, default=600.0, help="seconds DSEval gets for one set")
    parser.add_argument("--sample", type=int, default=600, help="mutants judged of each benchmark, at most")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs of these steps found")
    arguments = parser.parse_args()

    folder: Path = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    parts = read_checkout(arguments.checkout)
    proof = steps.Proof(
        parts=tuple(part for part in parts if arguments.only is None or part.name in arguments.only),
        folder=folder,
        then_python=arguments.then_python or then_environment(folder),
        today_python=arguments.today_python or today_environment(folder),
        budget=arguments.budget,
        sample=arguments.sample,
    )
    for name in arguments.steps:
        if arguments.fresh:
            for old in folder.glob(f"*/{name}"):
                shutil.rmtree(old)
        print(f"{name} ...", flush=True)
        (folder / f"{name}.json").write_text(json.dumps(STEPS[name](proof), indent=2), "utf-8")
    found = {name: json.loads(file.read_text("utf-8")) for name in STEPS if (file := folder / f"{name}.json").exists()}
    (folder / "report.json").write_text(json.dumps(found, indent=2), "utf-8")
    show(found, folder / "report.json")


if __name__ == "__main__":
    main()
