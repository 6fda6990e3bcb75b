"""Wrong figures that show other data: points lost or exchanged, axes exchanged, sums for values, a panel lost."""

from collections.abc import Callable
from typing import Any

import numpy as np

from authoring.validators.rewriting.base import ReferenceValue, Rewrite, Variants, wrong
from authoring.validators.rewriting.matters import Matter
from authoring.validators.rewriting.operators.figures import (
    DIGEST,
    FIGURES,
    KIND,
    LABEL,
    NAMES,
    NUMBERS,
    SUMMARY_KINDS,
    edited_figures,
    panels_of,
)

HEIGHTS = {
    **dict.fromkeys(("line", "step", "points", "stems"), "y"),
    **dict.fromkeys(("bars", "horizontal bars", "histogram", "horizontal histogram"), "height"),
}
"""What shows the figures that a mark is about, by its kind."""
PLACES = {
    **dict.fromkeys(("line", "step", "points", "stems"), "x"),
    **dict.fromkeys(("bars", "horizontal bars"), "place"),
}
"""What shows where a mark's figures stand; the bars of a histogram stand between edges."""
FEWEST_POINTS = 3
"""Points from which on one of them may be missing, and the others still show the same kind of thing."""
NOTICEABLE = 0.01
"""By what part of the largest height two heights have to differ to be told apart."""


def _heights(description: str, change: Callable[[Any], Any]) -> Rewrite:
    """Return a rewriting of what the marks of figures show; `change` gives None where it does not fit."""

    def edit(figures: list[Any]) -> bool:
        is_changed = False
        for mark in _marks(figures):
            name = HEIGHTS[mark[KIND]]
            heights = change(np.array(mark[NUMBERS][name], dtype=float))
            if heights is not None:
                mark[NUMBERS][name] = heights
                is_changed = True
        return is_changed

    return lambda subject: edited_figures(subject, description, edit)


def _marks(figures: Any) -> list[list[Any]]:
    """Return the marks whose heights are known, number by number."""
    marks = [mark for panel in panels_of(figures) for mark in panel["marks"]]
    return [
        mark
        for mark in marks
        if mark[KIND] in HEIGHTS and not mark[DIGEST] and mark[NUMBERS].get(HEIGHTS[mark[KIND]], np.zeros(0)).ndim == 1
    ]


def _exchanged(heights: Any) -> Any:
    order = np.argsort(heights, kind="stable")
    if heights.size < FEWEST_POINTS or not np.isfinite(heights).all():
        return None
    low, high = order[0], order[-1]
    if heights[high] - heights[low] <= NOTICEABLE * np.abs(heights).max():
        return None
    heights[[low, high]] = heights[[high, low]]
    return heights


def _opposite(heights: Any) -> Any:
    return -heights if np.abs(heights).any() else None


def _shares(heights: Any) -> Any:
    total = heights.sum()
    return heights / total if np.isfinite(total) and abs(total) > NOTICEABLE and abs(total - 1) > NOTICEABLE else None


def _cumulated(heights: Any) -> Any:
    return np.cumsum(heights) if heights.size >= FEWEST_POINTS and np.abs(heights[:-1]).any() else None


def _flat(heights: Any) -> Any:
    is_flat = heights.size == 0 or np.ptp(heights) <= NOTICEABLE * np.abs(heights).max()
    return None if is_flat else np.full(heights.size, heights.mean())


def _differs(heights: Any, others: Any) -> Any:
    """Return other heights where a reader sees that they are others; None where they look the same."""
    if not np.isfinite(heights).all():
        return None
    return others if np.abs(heights - others).max() > NOTICEABLE * np.abs(heights).max() else None


def _rearranged(order: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def change(heights: Any) -> Any:
        return _differs(heights, order(heights)) if heights.size >= FEWEST_POINTS else None

    return change


def _nothing(heights: Any) -> Any:
    return np.zeros(heights.size) if np.abs(heights).any() else None


def _tenth_more(heights: Any) -> Any:
    return heights * 1.1 if np.abs(heights).any() else None


def _logarithms(heights: Any) -> Any:
    return _differs(heights, np.log(heights)) if heights.size and (heights > 0).all() else None


def _changes(heights: Any) -> Any:
    return np.diff(heights, prepend=0.0) if heights.size >= FEWEST_POINTS and np.abs(heights[:-1]).any() else None


def _summary(description: str, change: Callable[[Any], Any]) -> Rewrite:
    """Return a rewriting of the numbers of boxes and pictures; `change` gives None where it does not fit."""

    def edit(figures: list[Any]) -> bool:
        is_changed = False
        for mark in (mark for panel in panels_of(figures) for mark in panel["marks"]):
            # Of a pie, whatever leaves the shares as they are leaves the pie as it is.
            if mark[KIND] not in SUMMARY_KINDS - {"pie"} or mark[DIGEST]:
                continue
            for name, numbers in mark[NUMBERS].items():
                changed = change(np.array(numbers, dtype=float)) if numbers.size else None
                if changed is not None:
                    mark[NUMBERS][name] = changed
                    is_changed = True
        return is_changed

    return lambda subject: edited_figures(subject, description, edit)


def _point_lost(subject: ReferenceValue) -> Variants:
    def edit(figures: list[Any]) -> bool:
        is_changed = False
        for mark in _marks(figures):
            size = mark[NUMBERS][HEIGHTS[mark[KIND]]].size
            names = {name for name, numbers in mark[NUMBERS].items() if numbers.shape == (size,)}
            if mark[KIND] not in PLACES or size < FEWEST_POINTS or PLACES[mark[KIND]] not in names:
                continue
            for name in names:
                mark[NUMBERS][name] = mark[NUMBERS][name][:-1]
            if len(mark[NAMES]) == size:
                mark[NAMES] = mark[NAMES][:-1]
            is_changed = True
        return is_changed

    yield from edited_figures(subject, "without the last points or bars", edit)


def _axes_exchanged(subject: ReferenceValue) -> Variants:
    def edit(figures: list[Any]) -> bool:
        marks = [mark for mark in _marks(figures) if PLACES.get(mark[KIND]) == "x" and not mark[NAMES]]
        for mark in marks:
            numbers = mark[NUMBERS]
            numbers["x"], numbers["y"] = numbers["y"], numbers["x"]
        return bool(marks)

    yield from edited_figures(subject, "x and y exchanged", edit)


def _bars_as_points(subject: ReferenceValue) -> Variants:
    def edit(figures: list[Any]) -> bool:
        marks = [mark for mark in _marks(figures) if mark[KIND] == "bars"]
        for mark in marks:
            numbers = mark[NUMBERS]
            mark[KIND] = "points"
            mark[NUMBERS] = {"x": numbers["place"], "y": numbers["height"]}
        return bool(marks)

    yield from edited_figures(subject, "points for bars", edit)


def _coarser(subject: ReferenceValue) -> Variants:
    def edit(figures: list[Any]) -> bool:
        is_changed = False
        for mark in _marks(figures):
            numbers = mark[NUMBERS]
            height = np.array(numbers.get("height", np.zeros(0)))
            is_even = height.size >= FEWEST_POINTS and height.size % 2 == 0
            if mark[KIND] != "histogram" or not is_even or numbers["base"].shape != height.shape:
                continue
            base = numbers["base"][::2].copy()
            mark[NUMBERS] = {"edges": numbers["edges"][::2].copy(), "height": height[::2] + height[1::2], "base": base}
            is_changed = True
        return is_changed

    yield from edited_figures(subject, "half as many bins", edit)


def _panel_lost(subject: ReferenceValue) -> Variants:
    def edit(figures: list[Any]) -> bool:
        figure = next((figure for figure in figures if len(figure["panels"]) > 1), None)
        if figure is not None:
            del figure["panels"][-1]
        return figure is not None

    yield from edited_figures(subject, "a panel lost", edit)


def _panel_emptied(subject: ReferenceValue) -> Variants:
    def edit(figures: list[Any]) -> bool:
        panels = [panel for panel in panels_of(figures) if panel["marks"]]
        if len(panels) > 1:
            panels[-1]["marks"] = []
        return len(panels) > 1

    yield from edited_figures(subject, "a panel with nothing in it", edit)


def _series_added(subject: ReferenceValue) -> Variants:
    def edit(figures: list[Any]) -> bool:
        for panel in panels_of(figures):
            mark = next((mark for mark in panel["marks"] if mark in _of_panel(panel)), None)
            if mark is None:
                continue
            name = HEIGHTS[mark[KIND]]
            numbers = {**mark[NUMBERS], name: np.array(mark[NUMBERS][name], dtype=float) * 2 + 1}
            extra = [mark[KIND], numbers, list(mark[NAMES]), "", *mark[LABEL + 1 :]]
            panel["marks"].append(extra)
            return True
        return False

    yield from edited_figures(subject, "a series more", edit)


def _of_panel(panel: Any) -> list[list[Any]]:
    return [mark for mark in panel["marks"] if mark[KIND] in HEIGHTS and not mark[DIGEST]]


DECIDED = frozenset({Matter.CHANCE, Matter.UNIT})
OPERATORS = (
    wrong("point-lost", "points or bars lost", _point_lost, rank=1, **FIGURES),
    wrong(
        "heights-exchanged",
        "the smallest and the largest exchanged",
        _heights("the smallest and the largest height exchanged", _exchanged),
        rank=1,
        **FIGURES,
    ),
    wrong(
        "heights-opposite", "heights of the opposite sign", _heights("the opposite sign", _opposite), rank=3, **FIGURES
    ),
    wrong(
        "heights-shared",
        "shares in place of figures",
        _heights("shares of their sum", _shares),
        rank=3,
        unless=DECIDED,
        **FIGURES,
    ),
    wrong(
        "heights-cumulated", "running sums in place of figures", _heights("running sums", _cumulated), rank=3, **FIGURES
    ),
    wrong("heights-flat", "the same mean for all", _heights("their mean for all of them", _flat), rank=2, **FIGURES),
    wrong(
        "heights-reversed",
        "heights in reverse order",
        _heights("heights in reverse order", _rearranged(lambda heights: heights[::-1].copy())),
        rank=2,
        **FIGURES,
    ),
    wrong(
        "heights-shifted",
        "heights moved on by one place",
        _heights("heights moved on by one place", _rearranged(lambda heights: np.roll(heights, 1))),
        rank=2,
        **FIGURES,
    ),
    wrong("heights-sorted", "heights sorted", _heights("heights sorted", _rearranged(np.sort)), rank=3, **FIGURES),
    wrong("heights-zero", "zero for every height", _heights("zero for every height", _nothing), rank=2, **FIGURES),
    wrong("heights-raised", "a tenth more", _heights("a tenth more", _tenth_more), rank=2, **FIGURES),
    wrong("heights-logged", "logarithms in place of figures", _heights("logarithms", _logarithms), rank=3, **FIGURES),
    wrong(
        "heights-differences",
        "differences in place of figures",
        _heights("differences to the one before", _changes),
        rank=3,
        **FIGURES,
    ),
    wrong(
        "summary-opposite",
        "numbers of boxes and pictures of the opposite sign",
        _summary("numbers of the opposite sign", _opposite),
        rank=2,
        **FIGURES,
    ),
    wrong(
        "summary-raised",
        "numbers of boxes and pictures a tenth more",
        _summary("numbers a tenth more", _tenth_more),
        rank=2,
        unless=DECIDED,
        **FIGURES,
    ),
    wrong(
        "summary-zero",
        "zero for the numbers of boxes and pictures",
        _summary("zero for every number", _nothing),
        rank=2,
        **FIGURES,
    ),
    wrong("axes-exchanged", "x and y exchanged", _axes_exchanged, rank=2, **FIGURES),
    wrong("bars-as-points", "points for bars", _bars_as_points, rank=2, **FIGURES),
    wrong("bins-joined", "half as many bins", _coarser, rank=3, **FIGURES),
    wrong("panel-lost", "a panel lost", _panel_lost, rank=1, **FIGURES),
    wrong("panel-emptied", "a panel with nothing in it", _panel_emptied, rank=1, **FIGURES),
    wrong("series-added", "a series more", _series_added, rank=2, **FIGURES),
)
