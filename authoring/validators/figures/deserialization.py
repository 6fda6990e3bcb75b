"""Reading snapshots of figures as another process sends them; what it sends may be forged in any shape."""

from typing import Any

import numpy as np

from authoring.validators.figures.snapshots import (
    FIGURES,
    KINDS,
    MARKS,
    NUMBERS,
    PANELS,
    PIXELS,
    TEXT,
    WORDS,
    Axis,
    FigureSnapshot,
    Mark,
    Numbers,
    Panel,
    Pixels,
)

CHANNELS = 4
MOST_AXES = 3
ARRAYS = 12
"""Arrays of numbers that one mark may have."""


def read_figures(value: object) -> tuple[FigureSnapshot, ...]:
    """Return the figures that plain values stand for.

    Raises:
        ValueError: the values are not what `as_plain` gives, or more than it would.
    """
    return tuple(_figure(item) for item in _list(value, FIGURES))


def _figure(value: object) -> FigureSnapshot:
    fields = _fields(value, {"title", "panels", "legend", "failure", "picture"})
    panels = tuple(_panel(item) for item in _list(fields["panels"], PANELS))
    if sum(mark.size for panel in panels for mark in panel.marks) > 2 * NUMBERS:
        raise ValueError("a figure holds too many numbers")
    return FigureSnapshot(
        _text(fields["title"]),
        panels,
        _words_or_none(fields["legend"]),
        _text(fields["failure"]),
        _picture(fields["picture"]),
    )


def _panel(value: object) -> Panel:
    fields = _fields(value, {"projection", "title", "axes", "legend", "marks"})
    return Panel(
        _text(fields["projection"]),
        _text(fields["title"]),
        tuple(_axis(item) for item in _list(fields["axes"], MOST_AXES)),
        _words_or_none(fields["legend"]),
        tuple(_mark(item) for item in _list(fields["marks"], MARKS)),
    )


def _axis(value: object) -> Axis:
    label, scale, low, high, ticks = _exactly(value, 5)
    return Axis(_text(label), _text(scale), (_number(low), _number(high)), _words(ticks))


def _mark(value: object) -> Mark:
    kind, numbers, names, label, colors, digest = _exactly(value, 6)
    # Exact types here and below, because a subclass may run code of its own when it is looked at.
    if type(kind) is not str or kind not in KINDS:
        raise ValueError("a mark of a kind that is none")
    if type(numbers) is not dict or len(numbers) > ARRAYS:
        raise ValueError("a mark whose data are none")
    arrays = {_text(name): _array(array) for name, array in numbers.items()}
    rows = _array(colors)
    if rows.size and (rows.ndim != 2 or rows.shape[1] != CHANNELS):  # noqa: PLR2004 - a table of colours
        raise ValueError("colours that are none")
    return Mark(kind, arrays, _words(names), _text(label), rows, _text(digest))


def _picture(value: object) -> Pixels | None:
    if value is None:
        return None
    if type(value) is not np.ndarray or value.dtype != np.uint8 or value.ndim != 3 or value.shape[2] != CHANNELS:  # noqa: PLR2004 - height, width, channels
        raise ValueError("a picture that is none")
    if value.shape[0] * value.shape[1] > PIXELS:
        raise ValueError("a picture that is too large")
    return value


def _array(value: object) -> Numbers:
    # A dtype of objects could hold anything.
    if type(value) is not np.ndarray or value.dtype != np.float64:
        raise ValueError("data that are no numbers")
    return value


def _fields(value: object, names: set[str]) -> dict[str, Any]:
    if type(value) is not dict or value.keys() != names:
        raise ValueError("a figure that is none")
    return value


def _exactly(value: object, count: int) -> list[Any]:
    items = _list(value, count)
    if len(items) != count:
        raise ValueError("a figure that is cut off")
    return items


def _list(value: object, limit: int) -> list[Any]:
    if type(value) is not list or len(value) > limit:
        raise ValueError("a figure with too many parts, or none")
    return value


def _words_or_none(value: object) -> tuple[str, ...] | None:
    return None if value is None else _words(value)


def _words(value: object) -> tuple[str, ...]:
    return tuple(_text(item) for item in _list(value, WORDS))


def _text(value: object) -> str:
    if type(value) is not str or len(value) > TEXT:
        raise ValueError("a text that is none")
    return value


def _number(value: object) -> float:
    if type(value) is not float:
        raise ValueError("a number that is none")
    return value
