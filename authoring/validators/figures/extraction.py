"""Extraction of a snapshot from one of matplotlib's figures: all that is compared, and its picture."""

import io
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from authoring.validators.figures.areas import collection_marks, image_marks, patch_marks, text_mark
from authoring.validators.figures.artists import is_a, public, words
from authoring.validators.figures.bars import bar_mark, error_marks, stem_mark
from authoring.validators.figures.boxes import find_boxes
from authoring.validators.figures.lines import line_marks
from authoring.validators.figures.places import named_places
from authoring.validators.figures.snapshots import (
    MARKS,
    NUMBERS,
    PANELS,
    PIXELS,
    WORDS,
    Axis,
    FigureSnapshot,
    Mark,
    Panel,
    Pixels,
    bounded,
)

DRAWN = 25_000_000
"""Pixels of a figure that is drawn at all."""


def snapshot_of(figure: Any) -> FigureSnapshot:
    """Return what a figure shows.

    Drawing it settles limits, ticks and layout: to be called where it may be thrown away afterwards. Never raises;
    what resists is a figure that cannot be shown.
    """
    try:
        # First, because drawing settles the limits, ticks and places that are read afterwards.
        picture = _picture(figure)
        systems = [axes for axes in _all_axes(figure) if not _is_colorbar(axes)]
        panels, room = list[Panel](), NUMBERS
        for axes in sorted(systems, key=_place)[:PANELS]:
            panels.append(_panel(axes, room))
            room -= sum(mark.size for mark in panels[-1].marks)
        legends = getattr(figure, "legends", None) or [None]
        head = getattr(figure, "_suptitle", None)
        return FigureSnapshot(
            "" if head is None else words(head.get_text()), tuple(panels), _legend(legends[0]), "", picture
        )
    except BaseException as error:  # noqa: BLE001 - the figure is a submission's, and its methods may raise anything
        return FigureSnapshot(failure=words(f"{type(error).__name__}: {_message(error)}"))


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except BaseException:  # noqa: BLE001 - as above
        return "it cannot be told"


def _all_axes(figure: Any) -> Iterator[Any]:
    for axes in figure.axes:
        if axes.get_visible():
            yield axes
            # Insets are no members of the figure's own list.
            yield from (child for child in axes.child_axes if child.get_visible())


def _is_colorbar(axes: Any) -> bool:
    return hasattr(axes, "_colorbar") or axes.get_label() == "<colorbar>"


def _place(axes: Any) -> tuple[float, float]:
    box = axes.get_position()
    # Rounded, so that panels of one row are one row though a label moved one of them.
    return -round(float(box.y1), 1), float(box.x0)


def _panel(axes: Any, room: int) -> Panel:
    sides = [axes.xaxis, axes.yaxis, *([axes.zaxis] if hasattr(axes, "zaxis") else [])]
    return Panel(
        words(axes.name),
        words(axes.get_title() or axes.get_title(loc="left") or axes.get_title(loc="right")),
        tuple(_axis(side) for side in sides),
        _legend(axes.get_legend()),
        bounded(list(_marks(axes)), max(room, 0)),
    )


def _axis(axis: Any) -> Axis:
    low, high = (float(end) for end in axis.get_view_interval())
    if axis.get_inverted():
        # The direction of an axis is part of its limits.
        low, high = max(low, high), min(low, high)
    ticks = [words(label.get_text()) for label in axis.get_majorticklabels()[:WORDS] if label.get_visible()]
    return Axis(
        words(axis.label.get_text()), words(axis.get_scale()), (low, high), tuple(tick for tick in ticks if tick)
    )


def _legend(legend: Any) -> tuple[str, ...] | None:
    if legend is None or not legend.get_visible():
        return None
    return tuple(words(text.get_text()) for text in legend.get_texts()[:WORDS])


def _marks(axes: Any) -> Iterator[Mark]:
    places = named_places(axes.xaxis), named_places(axes.yaxis)
    handled = set[int]()
    for container in axes.containers[:MARKS]:
        marks, parts = _of_container(container, places)
        yield from marks
        handled |= parts
    # Containers and boxes come first, because what they are made of is among lines and patches too.
    boxes = find_boxes(axes, places)
    yield from boxes.marks
    handled |= boxes.parts
    yield from line_marks(axes, _unhandled(axes.lines, handled), places[0])
    yield from patch_marks(axes, _unhandled(axes.patches, handled))
    yield from collection_marks(axes, _unhandled(axes.collections, handled), places[0])
    yield from image_marks(axes, axes.images)
    for table in axes.tables[:MARKS]:
        cells = [words(cell.get_text().get_text()) for _, cell in sorted(table.get_celld().items())[:WORDS]]
        yield Mark("table", {}, tuple(cells))
    text = text_mark(axes.texts)
    if text is not None:
        yield text
    for artist in axes.artists[:MARKS]:
        if artist.get_visible() and not is_a(artist, "OffsetBox", "AnnotationBbox"):
            yield Mark("other", {}, (), public(artist.get_label()))


def _of_container(
    container: Any, places: tuple[Mapping[float, str], Mapping[float, str]]
) -> tuple[list[Mark], set[int]]:
    """Return the marks of a container, and the identities of the artists that they stand for."""
    if is_a(container, "BarContainer"):
        mark = bar_mark(container, places)
        return ([] if mark is None else [mark]), {id(patch) for patch in container.patches}
    if is_a(container, "ErrorbarContainer"):
        _, caps, bars = container.lines
        return error_marks(container), {id(part) for part in (*caps, *bars)}
    if is_a(container, "StemContainer"):
        parts = {id(part) for part in (container.markerline, container.stemlines, container.baseline)}
        return [stem_mark(container, places[0])], parts
    return [], set()


def _unhandled(artists: Any, handled: set[int]) -> list[Any]:
    return [artist for artist in artists if id(artist) not in handled][: 4 * MARKS]


def _picture(figure: Any) -> Pixels | None:
    """Return what a notebook shows; None for a figure that is too large. Raises what drawing raises."""
    width, height = figure.get_size_inches() * figure.dpi
    # Drawing takes four bytes a pixel before anything could be cut.
    if not 0 < width * height <= DRAWN:
        return None
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415 - as where a figure is, it is
    from matplotlib.image import imread  # noqa: PLC0415 - as above

    file = io.BytesIO()
    # A figure that `Figure()` made belongs to no backend, and cannot draw itself.
    canvas = figure.canvas if hasattr(figure.canvas, "print_png") else FigureCanvasAgg(figure)
    colors = {"facecolor": figure.get_facecolor(), "edgecolor": figure.get_edgecolor()}
    # The file is read again at once, so its size does not matter.
    quick = {"compress_level": 1}
    canvas.print_figure(file, format="png", dpi=figure.dpi, bbox_inches="tight", pil_kwargs=quick, **colors)
    file.seek(0)
    pixels = np.asarray(imread(file, format="png"))
    if pixels.ndim != 3 or pixels.shape[0] * pixels.shape[1] > PIXELS:  # noqa: PLR2004 - height, width, channels
        return None
    return np.ascontiguousarray(np.rint(pixels * 255).astype(np.uint8))
