"""Which problem needs which earlier one: an arc diagram for each set."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.figure import SubFigure
from matplotlib.patches import Arc

from authoring.evaluation.plots.style import GREY, VERMILLION, label
from authoring.records.statistics import SetStatistics, Statistics

MAX_SETS = 12
"""Sets that are drawn."""
COLUMNS = 2
PALE = 0.55
"""Opacity of the arcs that are not on the longest chain."""


def drawn_sets(measured: Statistics) -> tuple[SetStatistics, ...]:
    """Return the sets to draw, of those in which a problem needs another.

    Those with the longest chains come first, then those with the most problems, then by name.
    """
    candidates = [statistics for statistics in measured.sets if (statistics.chain or 0) > 1]
    ordered = sorted(
        candidates, key=lambda statistics: (-(statistics.chain or 0), -len(statistics.ran), statistics.name)
    )
    return tuple(ordered[:MAX_SETS])


def rows_of(sets: Sequence[SetStatistics]) -> int:
    """Return how many rows the sets take."""
    return -(-len(sets) // COLUMNS)  # Rounded up.


def fill_dependencies(part: SubFigure, sets: Sequence[SetStatistics], *, of: int) -> None:
    """Draw every set's problems on a line, with an arc from each problem to those it needs."""
    selection = f"the {len(sets)} of {of:,} sets with the longest chains" if of > len(sets) else "all sets"
    part.suptitle(
        f"problems that need earlier ones ({selection}; a longest chain is drawn bold)",
        x=0.003,
        ha="left",
        fontsize=12,
        fontweight="bold",
    )
    grid = part.subplots(rows_of(sets), COLUMNS, squeeze=False)
    hardest = max((problem.difficulty for statistics in sets for problem in statistics.ran), default=1.0)
    scale = ScalarMappable(Normalize(0, hardest), "cividis_r")
    flat = list(grid.flat)
    for axes, statistics in zip(flat, sets, strict=False):
        _arcs(axes, statistics, scale)
    for axes in flat[len(sets) :]:
        axes.set_axis_off()
    part.colorbar(scale, ax=grid, label="difficulty", shrink=min(1.0, 2 / rows_of(sets) + 0.2), pad=0.01)


def _arcs(axes: Axes, statistics: SetStatistics, scale: ScalarMappable) -> None:
    ran = statistics.ran
    numbers = [problem.number for problem in ran]
    chain = longest_chain(statistics)
    on_chain = set(pairwise(chain))
    # The widest arc is as high as the axes, so that the others can be compared with it.
    widest = max((p.number - earlier for p in ran for earlier in p.depends_on or ()), default=1)
    for problem in ran:
        for earlier in problem.depends_on or ():
            wide, strong = problem.number - earlier, (earlier, problem.number) in on_chain
            axes.add_patch(
                Arc(
                    ((earlier + problem.number) / 2, 0),
                    wide,
                    2 * wide / widest,
                    theta1=0,
                    theta2=180,
                    color=VERMILLION if strong else GREY,
                    linewidth=1.8 if strong else 1.0,
                    alpha=1 if strong else PALE,
                    zorder=2 if strong else 1,
                )
            )
    colours = scale.to_rgba(np.array([problem.difficulty for problem in ran]))
    axes.scatter(numbers, [0] * len(ran), s=46, c=colours, edgecolors="#222222", linewidths=0.6, zorder=3)
    axes.set_xlim(min(numbers) - 0.7, max(numbers) + 0.7)
    axes.set_ylim(-0.18, 1.08)
    axes.set_yticks([])
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    # At most 15 numbers, so that they do not overlap.
    step = max(1, -(-len(numbers) // 15))
    axes.set_xticks(numbers[::step])
    axes.tick_params(axis="x", length=0, labelsize=7.5, pad=1)
    ended = "" if statistics.stop is None else f", stops at line {statistics.stop.line}"
    title = f"{label(statistics.name, 44)}: chain of {statistics.chain}{ended}"
    axes.set_title(title, fontsize=9, fontweight="normal", parse_math=False)


def longest_chain(statistics: SetStatistics) -> tuple[int, ...]:
    """Return the numbers of the problems on a longest path, in order; of several, the one that ends first."""
    best: dict[int, tuple[int, ...]] = {}
    for problem in statistics.ran:
        before = max((best[earlier] for earlier in problem.depends_on or ()), key=len, default=())
        best[problem.number] = (*before, problem.number)
    return max(best.values(), key=len, default=())
