"""Bars of a panel as marks, with what stands around them: error bars and stems."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from authoring.validators.figures.artists import is_a, numbers, public, rgba
from authoring.validators.figures.places import names_of
from authoring.validators.figures.snapshots import Mark, Numbers

TOUCHING = 1e-6
"""How far apart, in widths of a bar, those of a histogram may stand."""


def bar_mark(container: Any, places: tuple[Mapping[float, str], Mapping[float, str]]) -> Mark | None:
    """Return the mark of a series of bars.

    Bars that touch, on an axis that names no places, are a histogram: their edges are data. Of other bars the width is
    not, nor how far they are moved aside to make room for those of another series. `places` are the named ones on x
    and on y.
    """
    patches = [patch for patch in container.patches if patch.get_visible()]
    if not patches:
        return None
    boxes = numbers([[patch.get_x(), patch.get_y(), patch.get_width(), patch.get_height()] for patch in patches])
    lying = str(getattr(container, "orientation", "vertical")) == "horizontal"
    # Lying bars are standing ones with x and y exchanged.
    start, base, width, height = boxes.T[[1, 0, 3, 2]] if lying else boxes.T
    finite = np.isfinite(height) & np.isfinite(start)
    if not finite.any():
        return None
    start, base, width, height = (values[finite] for values in (start, base, width, height))
    names = names_of(start + width / 2, places[1 if lying else 0], is_offset=True)
    label = public(container.get_label())
    colors = rgba([patch.get_facecolor() for patch in patches])
    turned = "horizontal " if lying else ""
    if not names and _touch(start, width):
        edges = np.append(start, start[-1] + width[-1])
        return Mark(f"{turned}histogram", {"edges": edges, "height": height, "base": base}, (), label, colors)
    data = {"place": start + width / 2, "height": height, "base": base}
    return Mark(f"{turned}bars", data, names, label, colors)


def _touch(start: Numbers, width: Numbers) -> bool:
    if start.size < 2:  # noqa: PLR2004 - a single bar touches none
        return False
    gaps = np.abs(start[1:] - (start + width)[:-1])
    return bool((gaps <= TOUCHING * np.abs(width).max()).all() and (width > 0).all())


def stairs_mark(patch: Any) -> Mark:
    """Return the mark of `stairs`, a histogram drawn as one outline."""
    values, edges, baseline = patch.get_data()
    height, turned = numbers(values), str(patch.orientation) == "horizontal"
    base = np.zeros(height.size) if baseline is None else numbers(np.broadcast_to(baseline, height.shape))
    data = {"edges": numbers(edges), "height": height - base, "base": base}
    return Mark("horizontal histogram" if turned else "histogram", data, (), public(patch.get_label()), _color(patch))


def outlined_histogram(patch: Any, corners: Numbers) -> Mark | None:
    """Return the mark of a histogram that `hist` drew as one outline, filled or not; None for any other shape.

    The corners of such an outline go up and down along the bars, then back along their base where it is filled.
    """
    if not is_a(patch, "Polygon"):
        return None
    count = len(corners)
    # The same number of corners fits open, closed, filled and unfilled outlines; their shape decides.
    for edges in {count // 2, (count - 1) // 2, (count + 3) // 4, (count + 2) // 4}:
        x, y = corners[: 2 * edges].T
        if edges < 3 or x.size < 2 * edges:  # noqa: PLR2004 - one step alone is a rectangle
            continue
        back = corners[2 * edges :]
        upright = np.array_equal(x[::2], x[1::2]) and bool((np.diff(x[::2]) > 0).all())
        flat = np.array_equal(y[1:-1:2], y[2::2]) and y[0] == y[-1]
        if upright and flat and (not back.size or bool((back[:, 1] == y[0]).all())):
            height, base = y[1:-1:2] - y[0], np.full(edges - 1, y[0])
            return Mark(
                "histogram",
                {"edges": x[::2], "height": height, "base": base},
                (),
                public(patch.get_label()),
                _color(patch),
            )
    return None


def error_marks(container: Any) -> list[Mark]:
    """Return the marks of error bars, one for each direction; caps say nothing more."""
    # The line through the points is read as a line, and the caps repeat the ends.
    _, _, collections = container.lines
    return [
        Mark(
            "error bars",
            {"ends": _segments(collection)},
            (),
            public(container.get_label()),
            rgba(collection.get_color()),
        )
        for collection in collections
    ]


def stem_mark(container: Any, places: Mapping[float, str]) -> Mark:
    """Return the mark of stems, which is where their heads are."""
    # Not as they were passed, which may be dates or names, but as numbers.
    x, y = (numbers(values) for values in container.markerline.get_data(orig=False))
    color = rgba(container.markerline.get_color())
    return Mark("stems", {"x": x, "y": y}, names_of(x, places), public(container.get_label()), color)


def _segments(collection: Any) -> Numbers:
    ends = [numbers(segment).reshape(-1)[[0, 1, -2, -1]] for segment in collection.get_segments() if len(segment)]
    return np.array(ends, dtype=np.float64).reshape(-1, 4)


def _color(patch: Any) -> Numbers:
    return rgba(patch.get_facecolor() if patch.get_fill() else patch.get_edgecolor())
