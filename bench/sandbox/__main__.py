"""What the sandbox costs, and what it gives for it; every figure a ratio or difference of medians of one run.

``python -m bench.sandbox [--only STEP ...] [--rounds N] [--json FILE] [--dseval CHECKOUT] [SET.py ...]``. The ways that
are compared take turns, round by round, so that a busy machine slows all of them. Sets that are named take the place of
those of problemsets/. With --brief everything is done once, to see that it works.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from authoring.errors import AuthoringError
from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from bench.processes import Counter, adopt_orphans
from bench.sandbox.branches import branches
from bench.sandbox.edits import edits
from bench.sandbox.figures import Findings, show
from bench.sandbox.hostile import hostile
from bench.sandbox.many import many
from bench.sandbox.one_set import one_set
from bench.sandbox.plan import Plan
from bench.sandbox.waiting import waiting
from bench.sandbox.whole import whole

STEPS: Mapping[str, Callable[[Plan], Findings]] = {
    "set": one_set,
    "wait": waiting,
    "branch": branches,
    "edit": edits,
    "many": many,
    "dseval": whole,
    "hostile": hostile,
}


def main() -> None:
    """Do the steps and show what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", type=Path, metavar="SET.py")
    parser.add_argument("--only", nargs="+", choices=STEPS, default=list(STEPS), metavar="STEP", help=", ".join(STEPS))
    parser.add_argument("--rounds", type=int, help="how often each way has its turn; the medians are of these")
    parser.add_argument("--brief", action="store_true", help="do everything once, to see that it works")
    parser.add_argument("--long", action="store_true", help="measure 5,000 sets too")
    parser.add_argument("--most", type=Level, choices=list(Level), help="the level of isolation to stop at")
    parser.add_argument("--dseval", type=Path, metavar="CHECKOUT", help="a checkout of the public DSEval repository")
    parser.add_argument("--then-python", type=Path, help="an interpreter with DSEval and the packages of its time")
    parser.add_argument("--sample", type=int, help="sets of each benchmark of the checkout, at most")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures and all that was measured")
    arguments = parser.parse_args()

    # Before anything is started: only later orphans come to this process, and only later children are counted.
    adopt_orphans()
    counter = Counter()
    found: dict[str, Findings] = {}
    status = 0
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        for name in arguments.only:
            print(f"{name} ...", flush=True)
            own = Path(folder) / name
            own.mkdir()
            plan = Plan(
                counter=counter,
                sets=arguments.sets,
                folder=own,
                rounds=arguments.rounds,
                brief=arguments.brief,
                long=arguments.long,
                most=arguments.most,
                dseval=arguments.dseval,
                then_python=arguments.then_python,
                sample=arguments.sample,
            )
            try:
                found[name] = STEPS[name](plan)
            # One step that breaks must not cost the figures of the others.
            except (SystemExit, AuthoringError) as broken:
                found[name] = Findings(left_out=[f"the step broke: {broken}"])
                status = 1
            # At once: a run takes long, and what it has found is not to be lost when it is cut off.
            show(name, found[name])
    with closing(LocalSandbox(maximum_level=arguments.most)) as sandbox:
        protection = sandbox.protection
    if not counter.exact:
        print(
            "CPU time is added up, and what ends with its PID namespace is lost: set kernel.perf_event_paranoid to 2."
        )
    machine = {"python": platform.python_version(), "cpus": os.cpu_count(), "kernel": platform.release()}
    print(f"Level: {protection.level}; user: {os.getuid()}; {machine['cpus']} CPUs; kernel {machine['kernel']}")
    if arguments.json is not None:
        steps = {name: one.plain() for name, one in found.items()}
        report = {"level": protection.level, "user": os.getuid(), "machine": machine}
        report |= {"exact CPU": counter.exact, "steps": steps}
        arguments.json.write_text(json.dumps(report, indent=2), "utf-8")
    sys.exit(status)


if __name__ == "__main__":
    main()
