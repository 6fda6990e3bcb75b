"""What references call as a treemap: an area a library, a tile a function, class or method."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import squarify
from matplotlib.axes import Axes
from matplotlib.figure import SubFigure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Rectangle
from matplotlib.textpath import TextPath

from authoring.evaluation.plots.style import GREY, colour_of, ink_on, label, tint
from authoring.records.statistics import Count, Coverage, LibraryUse

SIZE = (1000.0, 440.0)
"""Width and height of the drawing, in units of its own."""
LIBRARIES = 7
"""Libraries with an area of their own; the others share one."""
SMALL_LIBRARIES = "others"
TILES = 100
"""Tiles of a library; the rest is one more."""
BAND = 17.0
"""Height of the strip with a library's name."""
UNITS = 1.25
"""Units of the drawing to a point of type, at the width of the picture."""
LETTERS = 7.0
"""Points of a tile's name."""
LINE = 11.5
"""Height of a line of it."""
HEADING = 8.5
"""Points of a library's name."""
WORD = re.compile(r"[._ ]*(?:[A-Z]+[a-z0-9,]*|[^A-Z._ ]+|$)")
"""A part of a name, up to where a capital, a dot, an underscore or the count begins."""
LONGEST = 60
"""Letters of a name."""
SHADE = 0.35
"""How much of its library's colour a tile has."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, in the drawing's units."""

    x: float
    y: float
    dx: float
    dy: float


def fill_treemap(part: SubFigure, coverage: Coverage) -> None:
    """Draw what is called; area is the number of calls."""
    axes = part.subplots()
    axes.set_xlim(0, SIZE[0])
    axes.set_ylim(SIZE[1], 0)  # The largest area is laid out first, and stands at the top.
    axes.set_axis_off()
    resolved_calls = sum(library.calls for library in coverage.libraries)
    unresolved_calls = sum(entry.count for entry in coverage.unresolved)
    apis = sum(len(library.apis) for library in coverage.libraries)
    axes.set_title(
        f"what references call: {apis:,} functions, classes and methods in {resolved_calls:,} calls "
        f"({unresolved_calls:,} more are of unknown objects)"
    )
    shares = _shared(coverage.libraries)
    boxes = _boxes([entry.calls for entry in shares], SIZE)
    for number, (box, library) in enumerate(zip(boxes, shares, strict=True)):
        _library(axes, box, library, GREY if library.library == SMALL_LIBRARIES else colour_of(number))


def _shared(libraries: Sequence[LibraryUse]) -> list[LibraryUse]:
    """Return the largest libraries, and one that stands for all others with a tile each."""
    small_libraries = libraries[LIBRARIES:]
    if not small_libraries:
        return list(libraries)
    tiles = tuple(Count(name=f".{library.library}", count=library.calls) for library in small_libraries)
    combined = LibraryUse(library=SMALL_LIBRARIES, calls=sum(library.calls for library in small_libraries), apis=tiles)
    return [*libraries[:LIBRARIES], combined]


def _boxes(sizes: Sequence[float], area: tuple[float, float], corner: tuple[float, float] = (0, 0)) -> list[Box]:
    # squarify divides by the sum of the sizes and by the sides of the area.
    if not sizes or min(area) <= 0:
        return []
    rectangles = squarify.squarify(squarify.normalize_sizes(list(sizes), *area), *corner, *area)
    return [Box(**box) for box in rectangles]


def _library(axes: Axes, box: Box, library: LibraryUse, colour: str) -> None:
    axes.add_patch(Rectangle((box.x, box.y), box.dx, box.dy, facecolor=colour, edgecolor="white", linewidth=2.5))
    name = label(library.library, LONGEST)
    fitting = (
        heading for heading in (f"{name} {library.calls:,}", name) if _width(heading, HEADING, "bold") <= box.dx - 6
    )
    if box.dy >= BAND:
        _write(axes, box, next(fitting, ""), ink_on(colour), bold=True)
    tiles = [(api.name.partition(".")[2], api.count) for api in library.apis[:TILES]]
    small_apis = library.apis[TILES:]
    if small_apis:
        tiles.append((f"{len(small_apis)} more", sum(api.count for api in small_apis)))
    ground = tint(colour, SHADE)
    area = (box.dx - 4, box.dy - BAND - 3)
    inner = _boxes([count for _, count in tiles], area, (box.x + 2, box.y + BAND))
    for tile, (name, count) in zip(inner, tiles, strict=False):
        axes.add_patch(
            Rectangle((tile.x, tile.y), tile.dx, tile.dy, facecolor=ground, edgecolor="white", linewidth=0.8)
        )
        _write(axes, tile, _fitting(tile, name, count), ink_on(ground))


def _fitting(box: Box, name: str, count: int) -> str:
    """Return as much of a name as fits into a box: on one line or several, with its class or without."""
    owner, _, last = label(name, LONGEST).rpartition(".")
    owner = owner.rpartition(".")[2]
    wide, high = box.dx - 6, (box.dy - 4) / LINE
    full = f"{owner}.{last}" if owner else last
    # The most telling layout first: the whole name on one line, then on two or three, broken, and without its class.
    layouts = [
        [f"{full} {count:,}"],
        *([[owner, f".{last} {count:,}"], [owner, f".{last}", f"{count:,}"]] if owner else []),
    ]
    layouts += [_broken(f"{full} {count:,}", wide), [f"{last} {count:,}"], _broken(f"{last} {count:,}", wide)]
    return next(
        ("\n".join(layout) for layout in layouts if len(layout) <= high and max(map(_width, layout)) <= wide), ""
    )


def _broken(text: str, wide: float) -> list[str]:
    """Return a name in lines, broken where its words meet, as short as they can be."""
    lines = [""]
    for word in WORD.findall(text):
        if lines[-1] and _width((lines[-1] + word).strip()) > wide:
            lines.append("")
        lines[-1] += word
    return [line.strip() for line in lines]


# Measuring glyphs is slow, and names repeat from tile to tile.
@lru_cache(maxsize=4096)
def _width(text: str, points: float = LETTERS, weight: str = "normal") -> float:
    """Return how wide a text is drawn."""
    font = FontProperties(family="DejaVu Sans", weight=weight)
    # A dollar sign would begin a formula here.
    path = TextPath((0, 0), text.replace("$", "S"), size=points, prop=font)
    return float(path.get_extents().width) * UNITS


def _write(axes: Axes, box: Box, text: str, ink: str, *, bold: bool = False) -> None:
    axes.text(
        box.x + 4,
        box.y + (BAND / 2 if bold else 3),
        text,
        color=ink,
        fontsize=HEADING if bold else LETTERS,
        fontweight="bold" if bold else "normal",
        va="center_baseline" if bold else "top",
        linespacing=1.05,
        parse_math=False,
    )
