"""From an edit of the last problem to its verdict, and a run that keeps states for that, over a plain dry run."""

import itertools
from contextlib import ExitStack, closing
from functools import partial

from authoring.gate.dry_run import Rehearsal
from authoring.records.evidence import DryRun
from authoring.sandbox.client.local import LocalSandbox
from bench.sandbox.figures import Figure, Findings
from bench.sandbox.one_set import MILLI
from bench.sandbox.plan import Plan
from bench.sandbox.sets import Set, named_or_admitted, read_set, sized
from bench.sandbox.turns import Way, take_turns
from bench.sandbox.ways import LIMITS, rehearsed

PROBLEMS = 15


def edits(plan: Plan) -> Findings:
    """Measure a full rehearsal, which keeps states on the way, and the run after an edit of the last problem."""
    found = Findings()
    sets = [sized(PROBLEMS, plan.folder)]
    if not plan.brief:
        sets += [read_set(path, plan.folder) for path in named_or_admitted(plan.sets)]
    with closing(plan.sandbox()) as sandbox, ExitStack() as stack:
        ways = []
        for one in sets:
            full = partial(_full, one, sandbox)
            kept = stack.enter_context(Rehearsal(inputs=one.inputs, limits=LIMITS, sandbox=sandbox))
            kept.run(one.text)
            edit = partial(_edited, kept, one, itertools.count())
            ways += [Way(f"full, {one.name}", full, 1), Way(f"edit, {one.name}", edit, plan.times(4))]
            ways.append(Way(f"dry run, {one.name}", partial(rehearsed, one, sandbox), 1))
        turns = take_turns(plan.counter, ways, plan.turns(9))
    found.measured = turns.plain()
    for one in sets:
        full_wall, edit_wall = turns.wall(f"full, {one.name}"), turns.wall(f"edit, {one.name}")
        plain_wall = turns.wall(f"dry run, {one.name}")
        of = f"last of {one.problems} problems of {one.name}"
        found.figures += [
            Figure(f"{one.name}: edit over a plain dry run", edit_wall / plain_wall, "x", f"wall time, {of}"),
            Figure(f"{one.name}: edit", edit_wall * MILLI, "ms", f"wall time from an edit to the verdict, {of}"),
            Figure(
                f"{one.name}: keeping the states",
                full_wall / plain_wall,
                "x",
                "wall time of a full run that keeps states for edits, over a plain dry run",
            ),
        ]
    return found


def _full(problemset: Set, sandbox: LocalSandbox) -> None:
    with Rehearsal(inputs=problemset.inputs, limits=LIMITS, sandbox=sandbox) as rehearsal:
        _checked(rehearsal.run(problemset.text), problemset)


def _edited(rehearsal: Rehearsal, problemset: Set, numbers: "itertools.count[int]") -> None:
    # Another comment each time, or the text would be the one that ran before and nothing would run.
    body = problemset.text.rstrip("\n")
    _checked(rehearsal.run(f"{body}  # edit {next(numbers)}\n"), problemset)


def _checked(run: DryRun, problemset: Set) -> None:
    last = run.cells[-1].judgement
    if len(run.cells) != len(problemset.cells) or last is None or last.correct != "yes":
        raise SystemExit(f"{problemset.name}: the last problem is not judged: {run.cells[-1]}")
