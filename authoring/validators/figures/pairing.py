"""Pairing the marks of two panels; the order in which series were drawn does not count."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

import numpy as np

from authoring.validators.figures.comparison import SAME_COLOR
from authoring.validators.figures.snapshots import Mark, no_numbers
from authoring.validators.figures.tolerance import keys_of

BARS = frozenset({"bars", "horizontal bars"})
GROUPS = 50
"""Colours of points up to which each is a group of its own; beyond, they stand for numbers."""


def unpaired(fits: Callable[[int, int], bool], count: int) -> tuple[list[int], list[int]]:
    """Return what is left of two lists of so many members when as many as can be are paired with one that fits."""
    partner: list[int | None] = [None] * count

    def placed(row: int, tried: set[int]) -> bool:
        for column in range(count):
            if column in tried or not matches[row][column]:
                continue
            tried.add(column)
            holder = partner[column]
            # An augmenting path: a pair is given up where its member finds another partner.
            if holder is None or placed(holder, tried):
                partner[column] = row
                return True
        return False

    matches = [_Row(fits, row) for row in range(count)]
    left = [row for row in range(count) if not placed(row, set())]
    return left, [column for column in range(count) if partner[column] is None]


class _Row:
    """What fits one member, found out as it is asked for."""

    __slots__ = ("_fits", "_known", "_row")

    def __init__(self, fits: Callable[[int, int], bool], row: int) -> None:
        self._fits, self._row = fits, row
        self._known: dict[int, bool] = {}

    def __getitem__(self, column: int) -> bool:
        if column not in self._known:
            self._known[column] = self._fits(self._row, column)
        return self._known[column]


def joined(marks: Iterable[Mark]) -> list[Mark]:
    """Return marks with those put together that only the drawing sets apart: bars of one row, each drawn on its own."""
    rows: list[Mark] = []
    for mark in marks:
        into = next((at for at, item in enumerate(rows) if _of_one_row(item, mark)), None)
        if into is None:
            rows.append(mark)
        else:
            rows[into] = _merged(rows[into], mark)
    return rows


def _of_one_row(first: Mark, second: Mark) -> bool:
    if first.kind not in BARS or first.kind != second.kind or bool(first.names) != bool(second.names):
        return False
    # Only a single bar was drawn on its own; two rows of several are two series.
    if first.digest or second.digest or 1 not in {mark.numbers["place"].size for mark in (first, second)}:
        return False
    keys = [keys_of(mark.numbers["place"], mark.names) for mark in (first, second)]
    return set(keys[0]).isdisjoint(keys[1])


def _merged(first: Mark, second: Mark) -> Mark:
    data = {name: np.concatenate([first.numbers[name], second.numbers[name]]) for name in first.numbers}
    colors = np.concatenate([first.colors, second.colors]) if first.colors.size and second.colors.size else no_numbers()
    return Mark(first.kind, data, first.names + second.names, first.label or second.label, colors)


def grouped(marks: Sequence[Mark]) -> list[Mark]:
    """Return clouds of points by their colours: one mark for each, whether one call drew them or several.

    Where there are too many colours to tell groups apart, or the points have names or values, marks stay as they are.
    """
    clouds = [mark for mark in marks if mark.kind == "points"]
    if not clouds or any(mark.digest or mark.names or mark.numbers.keys() - {"x", "y"} for mark in clouds):
        return list(marks)
    rows = [np.broadcast_to(mark.colors[:, :3], (mark.numbers["x"].size, 3)) for mark in clouds if _is_colored(mark)]
    if len(rows) < len(clouds):
        return list(marks)
    colors, x, y = (
        np.concatenate(item)
        for item in (rows, [mark.numbers["x"] for mark in clouds], [mark.numbers["y"] for mark in clouds])
    )
    # Colours that differ by rounding alone are one group.
    distinct, owner = np.unique(np.round(colors / SAME_COLOR), axis=0, return_inverse=True)
    if len(distinct) > GROUPS:
        return list(marks)
    origin = np.repeat(np.arange(len(clouds)), [mark.numbers["x"].size for mark in clouds])
    split = []
    for at in range(len(distinct)):
        mine = owner == at
        labels = {clouds[item].label for item in np.unique(origin[mine])}
        label = labels.pop() if len(labels) == 1 else ""
        split.append(Mark("points", {"x": x[mine], "y": y[mine]}, (), label, colors[mine][:1]))
    return [*(mark for mark in marks if mark.kind != "points"), *split]


def _is_colored(mark: Mark) -> bool:
    return mark.colors.ndim == 2 and len(mark.colors) in {1, mark.numbers["x"].size}  # noqa: PLR2004 - a table


def in_one(marks: Sequence[Mark]) -> Mark:
    """Return all points of a panel as one mark."""
    data = {name: np.concatenate([mark.numbers[name] for mark in marks]) for name in ("x", "y")}
    return Mark("points", data)


def by_kind(marks: Iterable[Mark]) -> dict[str, list[Mark]]:
    """Return marks by their kinds, in the order in which they were drawn."""
    ordered = sorted(marks, key=lambda mark: mark.kind)
    return {kind: list(item) for kind, item in groupby(ordered, key=lambda mark: mark.kind)}
