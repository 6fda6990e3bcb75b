"""The snapshot of a figure: kinds of marks and their data, words, and a picture; no object of matplotlib's."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float64]
Pixels: TypeAlias = NDArray[np.uint8]
"""Height, width and the four channels red, green, blue and opacity."""

FIGURES = 20
"""Figures of one cell that are compared; the last ones count."""
PANELS = 100
"""Panels of one figure that are read."""
MARKS = 500
"""Marks of one panel that are read; texts and bars of one series count once."""
NUMBERS = 1_000_000
"""Numbers of one figure that are kept; marks beyond are kept as digests."""
WORDS = 2_000
"""Names, labels or texts of one mark or axis."""
TEXT = 500
"""Characters of one text."""
PIXELS = 4_000_000
"""Pixels of a picture; a larger picture is not kept."""


def no_numbers() -> Numbers:
    """Return an array without numbers."""
    return np.zeros(0)


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """What one call of a plotting function put on a panel: a line, a series of bars, a cloud of points."""

    kind: str
    """A key of `KINDS`."""
    numbers: Mapping[str, Numbers] = field(default_factory=dict)
    """The data by what they are: ``x``, ``y``, ``height``, ``size``."""
    names: tuple[str, ...] = ()
    """What the axis calls the places of the data, or the words of a text; empty where it has no words for them."""
    label: str = ""
    """The series' name, as a legend would have it."""
    colors: Numbers = field(default_factory=no_numbers)
    """One row of red, green, blue and opacity for each colour, in the order of the data, or a single row for all."""
    digest: str = ""
    """Digest of the numbers where they are too many to be kept; empty otherwise."""

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return sum(numbers.size for numbers in self.numbers.values()) + self.colors.size

    def digested(self) -> "Mark":
        """Return the mark with a digest in the place of its numbers."""
        digest = hashlib.blake2b(digest_size=16)
        for name, numbers in sorted(self.numbers.items()):
            # With the shape, because the same bytes in another shape are other data.
            digest.update(f"{name} {numbers.shape}".encode() + np.ascontiguousarray(numbers).tobytes())
        counts = {name: np.array([float(numbers.size)]) for name, numbers in self.numbers.items()}
        return Mark(self.kind, counts, (), self.label, no_numbers(), digest.hexdigest())


KINDS: Mapping[str, str] = {
    "line": "a line",
    "step": "a step line",
    "points": "points",
    "bars": "bars",
    "horizontal bars": "horizontal bars",
    "histogram": "a histogram",
    "horizontal histogram": "a horizontal histogram",
    "pie": "a pie",
    "box": "boxes",
    "horizontal box": "horizontal boxes",
    "area": "an area",
    "image": "an image",
    "segments": "line segments",
    "error bars": "error bars",
    "stems": "stems",
    "vertical line": "a line across at x",
    "horizontal line": "a line across at y",
    "sloping line": "a line without end",
    "vertical span": "a band across at x",
    "horizontal span": "a band across at y",
    "contours": "contours",
    "hexagons": "coloured cells",
    "arrows": "arrows",
    "shape": "a shape",
    "table": "a table",
    "text": "text",
    "other": "something else",
}
"""Every kind of mark, and how a person says that a panel shows it."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One of a panel's axes."""

    label: str = ""
    scale: str = "linear"
    limits: tuple[float, float] = (0.0, 1.0)
    """As they are drawn: the first is greater on an axis that was turned round."""
    ticks: tuple[str, ...] = ()
    """The labels of its ticks, in order."""


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """One system of axes with what is drawn in it; colour bars are none."""

    projection: str = "rectilinear"
    title: str = ""
    axes: tuple[Axis, ...] = ()
    """x, y and, of three, z."""
    legend: tuple[str, ...] | None = None
    """Its entries; None without one."""
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class FigureSnapshot:
    """What was read of one figure: its words, its panels and their marks, and a picture."""

    title: str = ""
    """The title that stands over all panels."""
    panels: tuple[Panel, ...] = ()
    """The panels row by row, each row from the left."""
    legend: tuple[str, ...] | None = None
    """Entries of the legend of the figure as a whole; None where it has none."""
    failure: str = ""
    """Why it cannot be shown; empty where it can."""
    picture: Pixels | None = None
    """The picture that a notebook would show; None where it is not needed or too large."""

    @property
    def blank(self) -> bool:
        """Whether nothing is drawn on it."""
        return not any(panel.marks for panel in self.panels)


Plain: TypeAlias = dict[str, Any]


def as_plain(figure: FigureSnapshot) -> Plain:
    """Return a figure as plain values that travel between processes."""
    return {
        "title": figure.title,
        "panels": [_plain_panel(panel) for panel in figure.panels],
        "legend": None if figure.legend is None else list(figure.legend),
        "failure": figure.failure,
        "picture": figure.picture,
    }


def _plain_panel(panel: Panel) -> Plain:
    axes = [[axis.label, axis.scale, *map(float, axis.limits), list(axis.ticks)] for axis in panel.axes]
    return {
        "projection": panel.projection,
        "title": panel.title,
        "axes": axes,
        "legend": None if panel.legend is None else list(panel.legend),
        "marks": [
            [mark.kind, dict(mark.numbers), list(mark.names), mark.label, mark.colors, mark.digest]
            for mark in panel.marks
        ],
    }


def bounded(marks: Sequence[Mark], room: int) -> tuple[Mark, ...]:
    """Return marks that hold no more than so many numbers together, those too many as their digests."""
    marks_kept: list[Mark] = []
    # Pairing takes time with the square of the marks, so there may not be more.
    for mark in marks[:MARKS]:
        fits = mark.size <= room
        marks_kept.append(mark if fits else mark.digested())
        room -= mark.size if fits else 0
    return tuple(marks_kept)
