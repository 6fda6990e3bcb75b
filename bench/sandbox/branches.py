"""What a branch costs, whatever the namespace holds, and what memory a paused state takes."""

import os
import sys
from contextlib import ExitStack, closing
from functools import partial

from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.port import Session
from bench.processes import Memory, descendants, memory_of
from bench.sandbox.figures import Figure, Findings
from bench.sandbox.one_set import MILLI
from bench.sandbox.plan import Plan
from bench.sandbox.turns import Way, take_turns
from bench.sandbox.ways import LIMITS

NAMESPACES = {
    "1 MB": "import numpy as np, pandas as pd\ndf = pd.DataFrame({'a': np.arange(125_000)})",
    "50 MB of numbers": (
        "import numpy as np, pandas as pd\n"
        "df = pd.DataFrame(np.random.default_rng(0).normal(size=(625_000, 10)), columns=list('abcdefghij'))"
    ),
    "40 MB of strings": (
        "import numpy as np, pandas as pd\n"
        "df = pd.DataFrame({'a': pd.Series([f'a text that is number {n:09d}' for n in range(1_000_000)], dtype='str')})"
    ),
    "98 MB of objects": (
        "import pandas as pd\n"
        "df = pd.DataFrame({name: pd.Series([f'{name}{n}' for n in range(480_000)], dtype=object) for name in 'abc'})"
    ),
}
TABLE = "50 MB of numbers"
PAUSED = 10
MEGABYTE = 1e6
WORK = "mean = df['a'].mean() * {number}\nmean"
"""What the session goes on with while its former states are paused."""


def branches(plan: Plan) -> Findings:
    """Measure opening a branch, running a cell in it and closing it; then the memory of states that are kept."""
    found = Findings()
    with closing(plan.sandbox()) as sandbox:
        with ExitStack() as stack:
            sessions = {name: stack.enter_context(_filled(sandbox, code)) for name, code in NAMESPACES.items()}
            ways = [Way(name, partial(_branch, session), plan.times(20)) for name, session in sessions.items()]
            ways.append(Way("a session of its own", partial(_session, sandbox), plan.times(20)))
            turns = take_turns(plan.counter, ways, plan.turns(7))
        found.measured["branch"] = turns.plain()
        found.figures += [
            Figure(
                f"branch, {name}",
                turns.cpu(name) * MILLI,
                "ms",
                "CPU to open it, run `1` and close it",
                most=20,
            )
            for name in NAMESPACES
        ]
        found.figures += [
            Figure(f"branch, {name}, wall", turns.wall(name) * MILLI, "ms", "wall time of the same")
            for name in NAMESPACES
        ]
        alone = turns.cpu("a session of its own") * MILLI
        found.figures.append(Figure("a new session", alone, "ms", "CPU of the same in a session that is opened for it"))
        _paused(sandbox, plan, found)
    return found


def _filled(sandbox: LocalSandbox, code: str) -> Session:
    session = sandbox.session(modules=["numpy", "pandas"])
    _run(session, code)
    return session


def _run(session: Session, code: str) -> None:
    run = session.run(code, limits=LIMITS)
    if run.outcome != "ok":
        sys.exit(f"a cell does not run: {run.outcome} {run.detail} {run.error}")


def _branch(session: Session) -> None:
    with session.branch() as branch:
        _run(branch, "1")


def _session(sandbox: LocalSandbox) -> None:
    with sandbox.session(modules=["numpy", "pandas"]) as session:
        _run(session, "1")


def _paused(sandbox: LocalSandbox, plan: Plan, found: Findings) -> None:
    """Pause a session that holds a table again and again; then let it go on between two pauses."""
    for name, code in (("at rest", None), ("while the session goes on", WORK)):
        with ExitStack() as stack:
            session = stack.enter_context(_filled(sandbox, NAMESPACES[TABLE]))
            _run(session, WORK.format(number=1))
            plan.counter.settled()
            before = _memory()
            if before.share == 0:
                found.left_out.append("memory of paused states: this user may not look at the sandbox's processes")
                return
            # Those of the sandbox itself are left out of what the paused states have alone.
            processes = {*descendants(os.getpid())}
            for number in range(PAUSED):
                stack.enter_context(session.branch())
                if code is not None:
                    _run(session, code.format(number=number + 2))
            plan.counter.settled()
            own = memory_of({*descendants(os.getpid())} - processes)
            after = _memory()
        share, tables = (after.share - before.share) / PAUSED, (after.tables - before.tables) / PAUSED
        found.measured[f"paused, {name}"] = {"memory": share, "page tables": tables, "changed": own.own / PAUSED}
        what = f"memory of the whole tree with {PAUSED} paused states less that without, for each; 50 MB table"
        found.figures += [
            Figure(
                f"a paused state, {name}", (share + tables) / MEGABYTE, "MB", f"{what}; page tables included", most=5
            ),
            Figure(f"its own pages, {name}", own.own / PAUSED / MEGABYTE, "MB", "changed pages that it alone has"),
        ]


def _memory() -> Memory:
    return memory_of(descendants(os.getpid()))
