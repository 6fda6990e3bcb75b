"""Looking at figures never fails and never takes more than it may."""

import functools
from collections.abc import Callable, Iterator
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from authoring.validators.figures.deserialization import read_figures
from authoring.validators.figures.extraction import snapshot_of
from authoring.validators.figures.judgement import judge_figures
from authoring.validators.figures.requirements import FigureRequirements
from authoring.validators.figures.snapshots import KINDS, MARKS, NUMBERS, FigureSnapshot, as_plain


@pytest.fixture(autouse=True)
def _small_figures() -> Iterator[None]:
    """Have figures drawn small, which is quick."""
    with mpl.rc_context({"figure.dpi": 25}):
        yield


def seen_of(draw: Callable[[Axes], object], **options: Any) -> FigureSnapshot:
    """Return what is seen of a figure with one panel."""
    figure = Figure()
    draw(figure.add_subplot(**options))
    return snapshot_of(figure)


DRAWINGS: dict[str, Callable[[Axes], object]] = {
    "line": lambda axes: axes.plot([1, 2]),
    "step": lambda axes: axes.step([1, 2], [1, 2]),
    "points": lambda axes: axes.scatter([1, 2], [1, 2]),
    "bars": lambda axes: axes.bar([1, 2], [1, 2]),
    "horizontal bars": lambda axes: axes.barh([1, 2], [1, 2]),
    "histogram": lambda axes: axes.hist([1, 2, 2]),
    "horizontal histogram": lambda axes: axes.hist([1, 2, 2], orientation="horizontal"),
    "pie": lambda axes: axes.pie([1, 2]),
    "box": lambda axes: axes.boxplot([1, 2, 3]),
    "horizontal box": lambda axes: axes.boxplot([1, 2, 3], orientation="horizontal"),
    "area": lambda axes: axes.fill_between([1, 2], [1, 2]),
    "image": lambda axes: axes.imshow([[1, 2], [3, 4]]),
    "segments": lambda axes: axes.vlines([1, 2], 0, 1),
    "error bars": lambda axes: axes.errorbar([1, 2], [1, 2], yerr=1, fmt="none"),
    "stems": lambda axes: axes.stem([1, 2]),
    "vertical line": lambda axes: axes.axvline(1),
    "horizontal line": lambda axes: axes.axline((0, 1), slope=0),
    "sloping line": lambda axes: axes.axline((0, 1), slope=2),
    "vertical span": lambda axes: axes.axvspan(1, 2),
    "horizontal span": lambda axes: axes.axhspan(1, 2),
    "contours": lambda axes: axes.contour([[1, 2], [3, 4]]),
    "hexagons": lambda axes: axes.hexbin([1, 2], [3, 4], gridsize=3),
    "arrows": lambda axes: axes.quiver([1], [2], [3], [4]),
    "shape": lambda axes: axes.fill([1, 2, 3], [1, 3, 1]),
    "table": lambda axes: axes.table([["a"]]),
    "text": lambda axes: axes.text(0, 0, "hello"),
    "other": lambda axes: axes.add_artist(mpl.text.Text(0, 0, "hello")),
}


@functools.cache
def sample(kind: str) -> FigureSnapshot:
    """Return what is seen of the example of a kind."""
    return seen_of(DRAWINGS[kind])


@pytest.mark.exhaustive(sample=15)
@pytest.mark.parametrize("kind", DRAWINGS)
def test_kind_is_told(kind: str) -> None:
    """What a plotting function draws is one mark of the kind that it is called by, and the same as itself."""
    seen = seen_of(DRAWINGS[kind])

    assert {mark.kind for panel in seen.panels for mark in panel.marks} == {kind} - {"other"} or kind == "other"
    assert read_figures([as_plain(seen)])[0].blank is seen.blank
    assert (
        judge_figures([seen], [seen_of(DRAWINGS[kind])], FigureRequirements(colors=True, ticks=True)).difference is None
    )


def test_every_kind_is_drawn() -> None:
    """No kind of mark is without an example."""
    assert DRAWINGS.keys() == KINDS.keys()


@pytest.mark.exhaustive(sample=3)
@pytest.mark.parametrize("kind", sorted(DRAWINGS.keys() - {"other"}))
def test_kinds_differ(kind: str) -> None:
    """No kind stands for another."""
    others = [other for other in DRAWINGS if other not in {kind, "other", "text", "error bars"}]

    assert all(
        judge_figures([sample(kind)], [sample(other)], FigureRequirements()).difference is not None for other in others
    )


@pytest.mark.parametrize("projection", ["polar", "3d"])
def test_other_projections(projection: str) -> None:
    """Panels that are not plane are told apart, by their projection and their data."""
    one, other = ([1, 2, 3], [3, 2, 2]) if projection == "polar" else ([1, 2, 3], [1, 1, 1])

    def lines(*data: list[int]) -> FigureSnapshot:
        extra = ([1, 2, 3],) if projection == "3d" else ()
        return seen_of(lambda axes: axes.plot(*data, *extra), projection=projection)

    assert judge_figures([lines(one, other)], [lines(one, other)], FigureRequirements()).difference is None
    assert judge_figures([lines(one, other)], [lines(other, one)], FigureRequirements()).difference is not None
    flat = judge_figures(
        [lines(one, other)], [seen_of(lambda axes: axes.plot(one, other))], FigureRequirements()
    ).difference
    assert flat is not None
    assert flat.place == "projection"


def test_large_data_are_digested() -> None:
    """Of more numbers than may travel, a digest stands for them, which tells equal from unequal."""
    data = np.arange(NUMBERS) / 7.0
    first, again = (seen_of(lambda axes: axes.plot(data, data)) for _ in range(2))
    other = seen_of(lambda axes: axes.plot(data, data + 1))

    assert all(mark.digest and mark.size < 10 for mark in first.panels[0].marks)
    assert judge_figures([first], [again], FigureRequirements()).difference is None
    assert judge_figures([first], [other], FigureRequirements()).difference is not None


def test_many_marks_are_cut() -> None:
    """A panel holds no more marks than may be paired."""
    seen = seen_of(lambda axes: [axes.axhline(at) for at in range(MARKS + 50)])

    assert len(seen.panels[0].marks) == MARKS


def test_huge_figure_is_not_drawn() -> None:
    """A figure that would fill the memory is looked at without a picture."""
    figure = Figure(figsize=(5_000, 5_000))
    figure.add_subplot().plot([1, 2])
    seen = snapshot_of(figure)

    assert (seen.failure, seen.picture, len(seen.panels)) == ("", None, 1)


@pytest.mark.parametrize(
    "figure", [None, 5, "figure", object(), type("Figure", (), {"axes": property(lambda _: 1 / 0)})()]
)
def test_what_is_no_figure_has_failed(figure: object) -> None:
    """Whatever is looked at, there is an answer."""
    assert snapshot_of(figure).failure


def test_looking_says_why_it_failed() -> None:
    """A figure that cannot be drawn fails with the error that a notebook would show."""
    assert seen_of(lambda axes: axes.set_title("$\\nothing{$")).failure.startswith("ValueError: ")
