"""Boxes with whiskers: matplotlib draws them as lines and paths that say nothing of each other, put together here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from authoring.validators.figures.artists import is_a, numbers, plane, rgba
from authoring.validators.figures.lines import INVISIBLE
from authoring.validators.figures.places import names_of
from authoring.validators.figures.snapshots import Mark, Numbers, no_numbers

CORNERS = 5
"""Points of a closed outline with four corners."""
# Points of a closed outline with a notch on both sides.
NOTCHED = 11


class BoxMarks(NamedTuple):
    """The boxes of a panel and what they are made of."""

    marks: tuple[Mark, ...]
    parts: frozenset[int]
    """Identities of the artists."""


@dataclass(slots=True)
class _Box:
    """A box: from `low` to `high` along the axis of categories, from quartile `first` to `third` along the other."""

    low: float
    high: float
    first: float
    third: float
    parts: set[int]
    median: float = np.nan
    ends: list[float] = field(default_factory=list)
    """Where the whiskers end."""
    outliers: Numbers = field(default_factory=no_numbers)
    color: Numbers = field(default_factory=no_numbers)

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2

    def takes(self, line: Any, place: Numbers, value: Numbers) -> bool:
        """Take a line in where it belongs to this box."""
        # Places were computed, so they agree up to rounding only.
        reach = 1e-6 * max(abs(self.high - self.low), 1e-12)
        if not place.size or np.abs(place.mean() - self.middle) > reach or np.ptp(place) > self.high - self.low + reach:
            return False
        if line.get_linestyle() in INVISIBLE:
            if np.ptp(place) > reach:
                return False
            self.outliers = np.sort(value)
        elif value.size == 2 and np.ptp(place) <= reach:  # noqa: PLR2004 - a whisker
            self.ends += [float(end) for end in value]
        elif value.size == 2 and value[0] == value[1]:  # noqa: PLR2004 - a median or a cap
            inside = self.first <= value[0] <= self.third
            if inside and np.isnan(self.median):
                self.median = float(value[0])
        else:
            return False
        self.parts.add(id(line))
        return True


def find_boxes(axes: Any, places: tuple[Mapping[float, str], Mapping[float, str]]) -> BoxMarks:
    """Find the boxes of a panel, standing or lying."""
    for lying in (False, True):
        # Any rectangle may be the outline; the median and the whiskers tell a box.
        boxes = [box for box in _boxes(axes, lying=lying) if not np.isnan(box.median) and box.ends]
        if boxes:
            parts = frozenset(part for box in boxes for part in box.parts)
            return BoxMarks((_mark(boxes, places[1 if lying else 0], lying=lying),), parts)
    return BoxMarks((), frozenset())


def _boxes(axes: Any, *, lying: bool) -> list[_Box]:
    outlines = [*axes.patches, *axes.lines]
    boxes = [box for outline in outlines if (box := _outline(axes, outline, lying=lying)) is not None]
    used = {part for box in boxes for part in box.parts}
    for line in axes.lines:
        if id(line) in used or not line.get_visible() or not all(plane(line, axes)):
            continue
        x, y = (numbers(values) for values in line.get_data(orig=False))
        place, value = (y, x) if lying else (x, y)
        # `any` ends at the first box that takes the line.
        any(box.takes(line, place, value) for box in boxes)
    return boxes


def _outline(axes: Any, artist: Any, *, lying: bool) -> _Box | None:
    if is_a(artist, "PathPatch"):
        corners, color = numbers(artist.get_path().vertices), rgba(artist.get_facecolor())
    elif is_a(artist, "Line2D") and artist.get_linestyle() not in INVISIBLE and all(plane(artist, axes)):
        corners, color = numbers(artist.get_xydata()), rgba(artist.get_color())
    else:
        return None
    if len(corners) not in {CORNERS, CORNERS + 1, NOTCHED, NOTCHED + 1} or not np.isfinite(corners).all():
        return None
    if not np.array_equal(corners[0], corners[CORNERS - 1 if len(corners) < NOTCHED else NOTCHED - 1]):
        return None
    place, value = (corners[:, 1], corners[:, 0]) if lying else (corners[:, 0], corners[:, 1])
    return _Box(place.min(), place.max(), value.min(), value.max(), {id(artist)}, color=color)


def _mark(boxes: Sequence[_Box], places: Mapping[float, str], *, lying: bool) -> Mark:
    middles = np.array([box.middle for box in boxes])
    figures = [[min(box.ends), box.first, box.median, box.third, max(box.ends)] for box in boxes]
    outliers = [(place, value) for place, box in enumerate(boxes) for value in box.outliers]
    data = {
        "place": middles,
        "whiskers and quartiles": np.array(figures, dtype=np.float64),
        "outliers": np.array(outliers, dtype=np.float64).reshape(-1, 2),
    }
    colors = rgba([tuple(box.color[0]) for box in boxes if box.color.size])
    return Mark("horizontal box" if lying else "box", data, names_of(middles, places, is_offset=True), "", colors)
