"""Figures, as plain values: blank, with a mark lost, other data, another kind of mark, or right with other words."""

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from authoring.validators.rewriting.base import ReferenceValue, Variants, right, wrong
from authoring.validators.rewriting.matters import Matter

FIGURES: dict[str, Any] = {"roles": frozenset({"figures"})}
KIND, NUMBERS, NAMES, LABEL, COLORS, DIGEST = range(6)
"""The places of what a mark is made of."""
DATA_KINDS = frozenset(
    {"line", "step", "points", "bars", "horizontal bars", "histogram", "horizontal histogram", "area"}
)
"""Kinds of marks whose numbers are known by the names of axes."""
SUMMARY_KINDS = frozenset({"box", "horizontal box", "pie", "image"})
"""Kinds of marks all of whose numbers are data."""
EXCHANGED_KINDS = {"line": "points", "points": "line"}


def panels_of(figures: Any) -> list[dict[str, Any]]:
    """Return the panels of all figures."""
    return [panel for figure in figures for panel in figure["panels"]]


def edited_figures(subject: ReferenceValue, description: str, edit: Callable[[list[Any]], bool]) -> Variants:
    """Give a copy of the figures where an edit says that it changed something."""
    figures = copy.deepcopy(subject.value)
    if edit(figures):
        # The picture shows what was drawn, and is no longer that.
        for figure in figures:
            figure["picture"] = None
        yield description, figures


def _blank(subject: ReferenceValue) -> Variants:
    def edit(figures: list[Any]) -> bool:
        for panel in panels_of(figures):
            panel["marks"] = []
        return True

    yield from edited_figures(subject, "blank figures", edit)


def _mark_lost(subject: ReferenceValue) -> Variants:
    def edit(figures: list[Any]) -> bool:
        for panel in panels_of(figures):
            if len(panel["marks"]) > 1:
                del panel["marks"][-1]
                return True
        return False

    yield from edited_figures(subject, "a series lost", edit)


def _figure_lost(subject: ReferenceValue) -> Variants:
    if len(subject.value) > 1:
        yield "a figure lost", subject.value[:-1]


def _data(change: Callable[[Any], Any], edited: str) -> Callable[[list[Any]], bool]:
    def edit(figures: list[Any]) -> bool:
        is_changed = False
        for panel in panels_of(figures):
            for mark in panel["marks"]:
                if mark[KIND] not in DATA_KINDS | SUMMARY_KINDS or mark[DIGEST]:
                    continue
                for name, numbers in mark[NUMBERS].items():
                    if numbers.size and (name in edited.split() or mark[KIND] in SUMMARY_KINDS):
                        mark[NUMBERS][name] = change(numbers)
                        is_changed = True
        return is_changed

    return edit


def _last_changed(numbers: Any) -> Any:
    result = np.array(numbers, dtype=float)
    result.flat[-1] = 2 * result.flat[-1] + 1
    return result


def _scaled(subject: ReferenceValue) -> Variants:
    edit = _data(lambda numbers: numbers * 3 + 1, "y height width")
    yield from edited_figures(subject, "other heights", edit)


def _point_changed(subject: ReferenceValue) -> Variants:
    yield from edited_figures(subject, "another last point or bar", _data(_last_changed, "y height"))


def _kind_changed(subject: ReferenceValue) -> Variants:
    def edit(figures: list[Any]) -> bool:
        marks = [mark for panel in panels_of(figures) for mark in panel["marks"] if mark[KIND] in EXCHANGED_KINDS]
        for mark in marks:
            mark[KIND] = EXCHANGED_KINDS[mark[KIND]]
        return bool(marks)

    yield from edited_figures(subject, "points for lines, and lines for points", edit)


def _noise(subject: ReferenceValue) -> Variants:
    yield from edited_figures(subject, "a trillionth more", _data(lambda numbers: numbers * (1 + 1e-12), "x y height"))


def _reversed_data(subject: ReferenceValue) -> Variants:
    def edit(figures: list[Any]) -> bool:
        marks = [mark for panel in panels_of(figures) for mark in panel["marks"] if mark[KIND] in {"line", "points"}]
        marks = [mark for mark in marks if not mark[DIGEST] and not mark[NAMES]]
        for mark in marks:
            sizes = {len(numbers) for numbers in mark[NUMBERS].values() if numbers.ndim}
            mark[NUMBERS] = {
                name: numbers[::-1].copy() if numbers.ndim and len(numbers) == max(sizes, default=0) else numbers
                for name, numbers in mark[NUMBERS].items()
            }
            if len(mark[COLORS]) == max(sizes, default=0):
                mark[COLORS] = mark[COLORS][::-1].copy()
        return bool(marks)

    yield from edited_figures(subject, "lines from their other end, points in another order", edit)


def _series_reordered(subject: ReferenceValue) -> Variants:
    def edit(figures: list[Any]) -> bool:
        panels = [panel for panel in panels_of(figures) if len(panel["marks"]) > 1]
        for panel in panels:
            panel["marks"].reverse()
        return bool(panels)

    yield from edited_figures(subject, "series drawn in another order", edit)


def _recolored(subject: ReferenceValue) -> Variants:
    def edit(figures: list[Any]) -> bool:
        marks = [mark for panel in panels_of(figures) for mark in panel["marks"]]
        # Several series are told apart by their colours.
        if len(marks) != 1 or len(marks[0][COLORS]) != 1:
            return False
        marks[0][COLORS] = np.array([[0.1, 0.3, 0.7, 1.0]])
        return True

    yield from edited_figures(subject, "another colour", edit)


def _untitled(subject: ReferenceValue) -> Variants:
    def edit(figures: list[Any]) -> bool:
        titled = [part for part in (*figures, *panels_of(figures)) if part["title"]]
        for part in titled:
            part["title"] = ""
        return bool(titled)

    yield from edited_figures(subject, "no title", edit)


def _unlabelled(subject: ReferenceValue) -> Variants:
    def edit(figures: list[Any]) -> bool:
        axes = [axis for panel in panels_of(figures) for axis in panel["axes"] if axis[0]]
        for axis in axes:
            axis[0] = ""
        return bool(axes)

    yield from edited_figures(subject, "no labels of axes", edit)


OPERATORS = (
    wrong("blank-figure", "nothing drawn", _blank, rank=1, unless=frozenset(), **FIGURES),
    wrong("mark-lost", "a series of marks lost", _mark_lost, rank=1, **FIGURES),
    wrong("figure-lost", "a figure lost", _figure_lost, rank=2, **FIGURES),
    wrong("marks-scaled", "other heights", _scaled, rank=1, **FIGURES),
    wrong("point-changed", "another last point or bar", _point_changed, rank=2, **FIGURES),
    wrong("kind-changed", "points for lines, and lines for points", _kind_changed, rank=2, **FIGURES),
    right("figure-noise", "data that are a trillionth off", _noise, rank=1, **FIGURES),
    right("data-reversed", "lines and points from their other end", _reversed_data, rank=2, **FIGURES),
    right("series-reordered", "series drawn in another order", _series_reordered, Matter.ROW_ORDER, rank=3, **FIGURES),
    right("recolored", "other colours", _recolored, Matter.COLORS, rank=2, **FIGURES),
    right("untitled", "no title", _untitled, Matter.TITLES, rank=2, **FIGURES),
    right("unlabelled-axes", "no labels of axes", _unlabelled, Matter.AXIS_LABELS, rank=3, **FIGURES),
)
