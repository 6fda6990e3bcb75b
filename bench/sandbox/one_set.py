"""CPU and wall time of running a set: isolated, in a dry run, and in the ways of others."""

from contextlib import closing
from functools import partial
from typing import Any

from authoring.sandbox.client.local import LocalSandbox
from bench.sandbox.figures import Figure, Findings
from bench.sandbox.plan import Plan
from bench.sandbox.sets import Set, learning, named_or_admitted, read_set, sized, tiny
from bench.sandbox.turns import Turns, Way, take_turns
from bench.sandbox.ways import NO_JUPYTER, Bare, fresh, in_a_kernel, isolated, jupyter_is_there, rehearsed

SIZES = (1, 5, 15, 30)
"""Problems of the sets that show what a problem costs."""
MILLI = 1e3


def one_set(plan: Plan) -> Findings:
    """Measure the made sets, those that are named or admitted, and what each further problem costs."""
    found = Findings()
    if not jupyter_is_there():
        found.left_out.append(NO_JUPYTER)
    made = [tiny(plan.folder), learning(plan.folder)]
    read = (
        [] if plan.brief and not plan.sets else [read_set(path, plan.folder) for path in named_or_admitted(plan.sets)]
    )
    with closing(plan.sandbox()) as sandbox, Bare() as bare:
        for problemset in (*made, *read):
            turns = _take_turns(problemset, sandbox, bare, plan)
            found.measured[problemset.name] = {"problems": problemset.problems, **turns.plain()}
            found.figures += _figures(problemset.name, turns, is_made=problemset in made)
        _each_problem(plan, sandbox, bare, found)
    return found


def _take_turns(problemset: Set, sandbox: LocalSandbox, bare: Bare, plan: Plan) -> Turns:
    ways = [
        Way("isolated", partial(isolated, problemset, sandbox), plan.times(20)),
        Way("dry run", partial(rehearsed, problemset, sandbox), plan.times(10)),
        Way("bare", partial(bare.run, problemset), plan.times(20)),
        Way("fresh", partial(fresh, problemset), plan.times(2)),
    ]
    if jupyter_is_there():
        ways.append(Way("kernel", partial(in_a_kernel, problemset), 1))
    return take_turns(plan.counter, ways, plan.turns(5))


def _figures(name: str, turns: Turns, *, is_made: bool) -> list[Figure]:
    """Return the figures of one set; the aims are set for the sets that were made for them."""
    bare, ours = turns.cpu("bare"), turns.cpu("isolated")
    over = ours - bare
    figures = [
        Figure(f"{name}: bare", bare * MILLI, "ms", "CPU of exec in one process, libraries loaded"),
        Figure(
            f"{name}: isolation",
            over * MILLI,
            "ms",
            "CPU of one isolated session that walks the set, less bare",
            most=25 if is_made else None,
        ),
        Figure(f"{name}: isolated over bare", ours / bare, "x", "CPU"),
        Figure(
            f"{name}: dry run", (turns.cpu("dry run") - 2 * bare) * MILLI, "ms", "CPU of a dry run, less twice bare"
        ),
        Figure(f"{name}: dry run, wall", turns.wall("dry run") / turns.wall("bare"), "x", "wall time, over bare"),
    ]
    for way, told in (("fresh", "a new python per set"), ("kernel", "a fresh Jupyter kernel per set")):
        if way in turns.spent:
            least = 50 if is_made and way == "kernel" else None
            figures += [
                Figure(
                    f"{name}: {way} over isolation",
                    (turns.cpu(way) - bare) / over,
                    "x",
                    f"CPU that {told} takes more than bare, over the same of isolation",
                    least=least,
                ),
                Figure(
                    f"{name}: {way} over isolated, CPU", turns.cpu(way) / ours, "x", f"CPU of {told}, over isolated"
                ),
                Figure(
                    f"{name}: {way} over isolated, wall",
                    turns.wall(way) / turns.wall("isolated"),
                    "x",
                    f"wall time of {told}, over isolated",
                ),
            ]
    return figures


def _each_problem(plan: Plan, sandbox: LocalSandbox, bare: Bare, found: Findings) -> None:
    """Find what a further problem costs in a dry run: the slope over sets of several sizes."""
    sets = [sized(size, plan.folder) for size in (SIZES[:2] if plan.brief else SIZES)]
    ways = [
        way
        for one in sets
        for way in (
            Way(f"dry run, {one.problems}", partial(rehearsed, one, sandbox), plan.times(10)),
            Way(f"bare, {one.problems}", partial(bare.run, one), plan.times(10)),
        )
    ]
    turns = take_turns(plan.counter, ways, plan.turns(5))
    sizes = [one.problems for one in sets]
    whole = [turns.cpu(f"dry run, {size}") for size in sizes]
    # Twice, because a dry run executes every reference in two sessions.
    over = [cost - 2 * turns.cpu(f"bare, {size}") for size, cost in zip(sizes, whole, strict=True)]
    wall = [turns.wall(f"dry run, {size}") for size in sizes]
    measured: dict[str, Any] = {"sizes": sizes, "cpu": whole, "cpu over two bare": over, "wall": wall}
    found.measured["each problem"] = {**measured, **turns.plain()}
    of = f"slope over sets of {', '.join(map(str, sizes))} problems"
    found.figures += [
        Figure("a problem of a dry run", slope(sizes, over) * MILLI, "ms", f"CPU less twice bare: {of}", most=2),
        Figure("the same, bare included", slope(sizes, whole) * MILLI, "ms", f"CPU: {of}"),
        Figure("the same, wall", slope(sizes, wall) * MILLI, "ms", f"wall time: {of}"),
    ]


def slope(xs: list[int], ys: list[float]) -> float:
    """Return the slope of the line that fits best."""
    x_mean, y_mean = sum(xs) / len(xs), sum(ys) / len(ys)
    products = sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True))
    return products / sum((x - x_mean) ** 2 for x in xs)
