"""The difficulty of problems as a histogram."""

from matplotlib.figure import SubFigure
from matplotlib.ticker import MaxNLocator

from authoring.evaluation.plots.style import BLUE, VERMILLION, label
from authoring.records.statistics import Statistics

MOST_BINS = 40
WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def fill_difficulty(part: SubFigure, measured: Statistics) -> None:
    """Draw how many problems are how hard, with the mean and the median."""
    values = [problem.difficulty for statistics in measured.sets for problem in statistics.problems]
    axes = part.subplots()
    sets = f"{len(values):,} problems in {len(measured.sets):,} sets"
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
