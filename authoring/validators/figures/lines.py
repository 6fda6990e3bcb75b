"""Lines of a panel as marks: curves, steps, points that are drawn as lines without a line, and lines without end."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from authoring.validators.figures.artists import is_a, numbers, plane, public, rgba
from authoring.validators.figures.places import names_of
from authoring.validators.figures.snapshots import Mark, Numbers

INVISIBLE = frozenset({"", " ", "None", "none", None})


def line_marks(axes: Any, lines: Iterable[Any], places: Mapping[float, str]) -> Iterator[Mark]:
    """Yield the marks of lines; those without a point, as legends are made of, show nothing."""
    for line in lines:
        if not line.get_visible():
            continue
        mark = _line(axes, line, places)
        if mark is not None:
            yield mark


def _line(axes: Any, line: Any, places: Mapping[float, str]) -> Mark | None:
    label, color = public(line.get_label()), rgba(line.get_color())
    if is_a(line, "AxLine"):
        return _endless(line, label, color)
    if is_a(line, "Line3D"):
        x, y, z = (numbers(values) for values in line.get_data_3d())
        return Mark(_kind(line), {"x": x, "y": y, "z": z}, (), label, color) if x.size else None
    x, y = (numbers(values) for values in np.broadcast_arrays(*line.get_data(orig=False)))
    along_x, along_y = plane(line, axes)
    # `axvline` and `axhline` give one direction in data and the other in parts of the panel.
    if x.size and along_x != along_y:
        rule = ("vertical line", {"x": x[:1]}) if along_x else ("horizontal line", {"y": y[:1]})
        return Mark(*rule, (), label, color)
    finite = np.isfinite(x) & np.isfinite(y)
    if not finite.any() or not along_x or (_kind(line) == "points" and line.get_marker() in INVISIBLE):
        return None
    x = _as_days(axes, x[finite])
    return Mark(_kind(line), {"x": x, "y": y[finite]}, names_of(x, places), label, color)


def _kind(line: Any) -> str:
    # Markers without a line between them, as ``plot(x, y, "o")`` draws, are points.
    if line.get_linestyle() in INVISIBLE or line.get_linewidth() == 0:
        return "points"
    return "step" if str(line.get_drawstyle()).startswith("steps") else "line"


def _endless(line: Any, label: str, color: Numbers) -> Mark:
    (x, y), slope = numbers(line.get_xy1()), line.get_slope()
    if slope is None:
        x2, y2 = numbers(line.get_xy2())
        slope = np.inf if x2 == x else (y2 - y) / (x2 - x)
    if np.isinf(slope):
        return Mark("vertical line", {"x": np.array([x])}, (), label, color)
    if slope == 0:
        return Mark("horizontal line", {"y": np.array([y])}, (), label, color)
    crossing = np.array([y - float(slope) * x])
    return Mark("sloping line", {"slope": np.array([float(slope)]), "y at 0": crossing}, (), label, color)


def _as_days(axes: Any, x: Numbers) -> Numbers:
    """Return places on an axis where pandas counts periods as matplotlib's, which are days."""
    frequency = getattr(axes, "freq", None)
    if frequency is None or not is_a(axes.xaxis.get_major_formatter(), "TimeSeries_DateFormatter"):
        return x
    import pandas as pd  # noqa: PLC0415 - the axis is one of pandas', so that it was imported

    periods: Any = pd.PeriodIndex
    starts = periods.from_ordinals(x.astype(np.int64), freq=frequency).to_timestamp()
    return numbers((starts - pd.Timestamp(0)) / pd.Timedelta(days=1))
