"""Pictures of what was measured, as the bytes of one file. Needs the extra ``plots``: matplotlib and squarify.

matplotlib writes the three formats a paper or a page wants without a browser, which plotly cannot; squarify is the
treemap's layout and nothing else.
"""

import html
import io
import warnings
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from authoring.evaluation.plots.dependencies import drawn_sets, fill_dependencies, rows_of
from authoring.evaluation.plots.difficulty import fill_difficulty
from authoring.evaluation.plots.treemap import fill_treemap
from authoring.records.statistics import Statistics

FORMATS = ("svg", "png", "pdf", "html")
WIDTH = 12.0
"""Inches, as all sizes here."""
HEIGHTS = (2.6, 5.2)
"""Heights of the histogram and of the treemap."""
ROW = 1.55
"""Height of a row of dependency graphs."""
STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.hashsalt": "dseal-authoring",
}
UNDATED = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}
"""What would make the bytes differ from one day or version to the next."""


def draw_statistics(measured: Statistics, kind: str) -> bytes:
    """Draw difficulty, library calls and dependencies of a benchmark; the same figures give the same bytes.

    Args:
        measured: the figures.
        kind: one of `FORMATS`; ``html`` is one page that holds the picture and needs nothing else.
    """
    if kind == "html":
        title = html.escape(f"{measured.benchmark}: statistics")
        picture = draw_statistics(measured, "svg").decode()
        page = f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{title}</title>\n<body>\n'
        return f"{page}{picture[picture.index('<svg') :]}</body></html>\n".encode()
    with mpl.rc_context(STYLE), warnings.catch_warnings():
        # A name in a script the font lacks is drawn as boxes; that is no reason to stop.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        out = io.BytesIO()
        _figure(measured).savefig(out, format=kind, dpi=150, metadata=UNDATED[kind])
    return out.getvalue()


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
