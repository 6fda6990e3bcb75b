"""Pictures of what was measured, as the bytes of one file. Needs the extra ``plots``: matplotlib and squarify."""

# matplotlib writes the three formats a paper or a page wants without a browser, which plotly cannot; squarify is the
# treemap's layout and nothing else.
import html
import io
import warnings
from collections.abc import Callable
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure, SubFigure
from matplotlib.ticker import MaxNLocator

from authoring.evaluation.plots.dependencies import drawn_sets, fill_dependencies, rows_of
from authoring.evaluation.plots.style import BLUE, VERMILLION, label
from authoring.evaluation.plots.task_graph import task_graph_figure
from authoring.evaluation.plots.treemap import fill_treemap
from authoring.records.solvers.task_graph import TaskGraph
from authoring.records.statistics import Statistics

FORMATS = ("svg", "png", "pdf", "html")
WIDTH = 12.0
"""Inches, as all sizes here."""
HEIGHTS = (2.6, 5.2)
"""Heights of the histogram and of the treemap."""
ROW = 1.55
"""Height of a row of dependency graphs."""
MOST_BINS = 40
WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Widths of a bin of the histogram: round ones, because their edges stand on the axis."""
STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.hashsalt": "dseal-authoring",  # Ids of an SVG are random without it.
}
UNDATED = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}
"""What would make the bytes differ from one day or version to the next."""


def draw_statistics(measured: Statistics, kind: str) -> bytes:
    """Draw difficulty, library calls and dependencies of a benchmark; the same figures give the same bytes.

    The kind is one of `FORMATS`; ``html`` is one page that holds the picture and needs nothing else.
    """
    return _drawn(lambda: _figure(measured), f"{measured.benchmark}: statistics", kind)


def draw_task_graph(graph: TaskGraph, kind: str) -> bytes:
    """Draw what became of a plan; as `draw_statistics`."""
    return _drawn(lambda: task_graph_figure(graph), f"{graph.problemset} {graph.index}: task graph", kind)


def _drawn(make: Callable[[], Figure], name: str, kind: str) -> bytes:
    """Return the bytes of a figure, which is made under the style of all of them."""
    if kind == "html":
        title = html.escape(name)
        picture = _drawn(make, name, "svg").decode()
        page = f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{title}</title>\n<body>\n'
        # Without the XML declaration, which may not stand inside of a page.
        return f"{page}{picture[picture.index('<svg') :]}</body></html>\n".encode()
    with mpl.rc_context(STYLE), warnings.catch_warnings():
        # A name in a script the font lacks is drawn as boxes; that is no reason to stop.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        out = io.BytesIO()
        make().savefig(out, format=kind, dpi=150, metadata=UNDATED[kind])
    return out.getvalue()


def fill_difficulty(part: SubFigure, measured: Statistics) -> None:
    """Draw how many problems are how hard, with the mean and the median."""
    values = [problem.difficulty for statistics in measured.sets for problem in statistics.problems]
    axes = part.subplots()
    sets = f"{len(values):,} problems in {len(measured.sets):,} sets"
    # Names are strangers' texts: a dollar sign in one would begin a formula.
    axes.set_title(f"{label(measured.benchmark, 60)}: difficulty of {sets}", parse_math=False)
    top = max(values, default=1.0)
    width = next((width for width in WIDTHS if top / width <= MOST_BINS), top / MOST_BINS)
    edges = [width * number for number in range(int(top / width) + 2)]
    axes.hist(values, bins=edges, color=BLUE, edgecolor="white", linewidth=0.6)
    spread = measured.difficulty
    for value, style, name in ((spread.mean, "-", "mean"), (spread.median, "--", "median")):
        axes.axvline(value, color=VERMILLION, linestyle=style, linewidth=1.8, label=f"{name} {value:.1f}")
    axes.set_xlim(0, edges[-1])
    axes.set_xlabel("difficulty (DSEval's measure of the reference)")
    axes.set_ylabel("problems")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(frameon=False)


def _figure(measured: Statistics) -> Figure:
    sets = drawn_sets(measured)
    rows = rows_of(sets)
    heights = [*HEIGHTS, *([0.35 + rows * ROW] if rows else [])]
    figure = Figure(figsize=(WIDTH, sum(heights) + 0.6), layout="constrained")
    parts = figure.subfigures(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0]
    fill_difficulty(parts[0], measured)
    fill_treemap(parts[1], measured.coverage)
    if rows:
        fill_dependencies(parts[2], sets, of=len(measured.sets))
    elif measured.session is not None:
        figure.supxlabel("no problem needs an earlier one", x=0.003, ha="left", fontsize=12, fontweight="bold")
    return figure
