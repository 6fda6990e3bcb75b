"""Patches, collections and images of a panel as marks."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from authoring.validators.figures.artists import is_a, numbers, plane, public, rgba, words
from authoring.validators.figures.bars import outlined_histogram, stairs_mark
from authoring.validators.figures.places import names_of
from authoring.validators.figures.snapshots import WORDS, Mark, Numbers, no_numbers

FULL_CIRCLE = 360.0


def patch_marks(axes: Any, patches: Iterable[Any]) -> Iterator[Mark]:
    """Yield the marks of patches that are no bars: wedges of a pie together, all others one by one."""
    wedges = []
    for patch in patches:
        if not patch.get_visible():
            continue
        if is_a(patch, "Wedge"):
            # The wedges of a panel are one pie, whose parts mean nothing alone.
            wedges.append(patch)
        elif is_a(patch, "StepPatch"):
            yield stairs_mark(patch)
        else:
            mark = _patch(axes, patch)
            if mark is not None:
                yield mark
    if wedges:
        parts = numbers([(wedge.theta2 - wedge.theta1) / FULL_CIRCLE for wedge in wedges])
        names = tuple(public(wedge.get_label()) for wedge in wedges[:WORDS])
        colors = rgba([wedge.get_facecolor() for wedge in wedges])
        yield Mark("pie", {"part": parts}, names if any(names) else (), "", colors)


def _patch(axes: Any, patch: Any) -> Mark | None:
    corners = numbers(patch.get_patch_transform().transform(patch.get_path().vertices))
    if not np.isfinite(corners).any() or not np.ptp(corners[np.isfinite(corners).all(axis=1)], axis=0).any():
        return None  # what a legend is made of
    steps = outlined_histogram(patch, corners)
    if steps is not None:
        return steps
    along_x, along_y = plane(patch, axes)
    label = public(patch.get_label())
    color = rgba(patch.get_facecolor() if patch.get_fill() else patch.get_edgecolor())
    if along_x and not along_y:
        ends = np.array([corners[:, 0].min(), corners[:, 0].max()])
        return Mark("vertical span", {"ends": ends}, (), label, color)
    if along_y and not along_x:
        ends = np.array([corners[:, 1].min(), corners[:, 1].max()])
        return Mark("horizontal span", {"ends": ends}, (), label, color)
    return Mark("shape", {"corners": outline(corners)}, (), label, color)


def outline(corners: Numbers) -> Numbers:
    """Return the corners of a closed outline without repetitions, from the lowest left one on, in one direction."""
    corners = corners[np.isfinite(corners).all(axis=1)]
    if len(corners) > 1:
        distinct = np.append((np.diff(corners, axis=0) != 0).any(axis=1), (corners[0] != corners[-1]).any())
        corners = corners[distinct] if distinct.any() else corners[:1]
    if len(corners) < 3:  # noqa: PLR2004 - nothing to go round
        return corners
    first = int(np.lexsort(corners.T[::-1])[0])
    turned = np.roll(corners, -first, axis=0)
    x, y = turned[:, 0], turned[:, 1]
    # Twice the area by the shoelace formula; its sign is the direction of the outline.
    area = float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
    return turned if area >= 0 else np.concatenate([turned[:1], turned[:0:-1]])


def collection_marks(axes: Any, collections: Iterable[Any], places: Mapping[float, str]) -> Iterator[Mark]:
    """Yield the marks of collections: clouds of points, segments, areas, meshes, contours, cells and arrows."""
    for collection in collections:
        if not collection.get_visible():
            continue
        if is_a(collection, "QuadMesh"):
            yield mesh_mark(axes, collection)
        # A cloud in space is a PathCollection too, but holds its places elsewhere.
        elif is_a(collection, "PathCollection", "RegularPolyCollection") and not is_a(collection, "Path3DCollection"):
            yield from _points(collection, places)
        else:
            factory = next((make for name, make in _COLLECTIONS.items() if is_a(collection, name)), _areas)
            yield from factory(collection)


def _cloud(collection: Any) -> Iterator[Mark]:
    x, y, z = (numbers(values) for values in collection._offsets3d)  # noqa: SLF001 - there is no other way
    color = rgba(collection.get_facecolor())
    yield Mark("points", {"x": x, "y": y, "z": z}, (), public(collection.get_label()), color)


def _surface(collection: Any) -> Iterator[Mark]:
    # Matplotlib shows the corners in space under private names only.
    corners = getattr(collection, "_segments3d", getattr(collection, "_faces", ()))
    flat = [numbers(np.ma.filled(path, np.nan)).reshape(-1) for path in corners]
    yield Mark("shape", {"corners": np.concatenate([no_numbers(), *flat])}, (), public(collection.get_label()))


def _arrows(collection: Any) -> Iterator[Mark]:
    parts = numbers(collection.get_offsets()), numbers(collection.U), numbers(collection.V)
    color = rgba(collection.get_facecolor())
    yield Mark("arrows", {"ends": np.column_stack(parts)}, (), public(collection.get_label()), color)


def _contours(collection: Any) -> Iterator[Mark]:
    corners = [numbers(path.vertices) for path in collection.get_paths()]
    # The empty table is there because contours may have no path at all.
    data = {"levels": numbers(collection.levels), "corners": np.concatenate([np.zeros((0, 2)), *corners])}
    yield Mark("contours", data, (), public(collection.get_label()))


def _segments(collection: Any) -> Iterator[Mark]:
    segments = [numbers(segment) for segment in collection.get_segments() if len(segment)]
    if segments:
        color = rgba(collection.get_color())
        yield Mark("segments", {"ends": _ends(segments)}, (), public(collection.get_label()), color)


def _ends(segments: list[Numbers]) -> Numbers:
    if {len(segment) for segment in segments} == {2}:
        return np.array(segments).reshape(-1, 4)
    # Segments of several points stand one below the other, each closed by a row of NaN.
    return np.concatenate([np.concatenate([segment, np.full((1, 2), np.nan)]) for segment in segments])


def _points(collection: Any, places: Mapping[float, str]) -> Iterator[Mark]:
    offsets = numbers(collection.get_offsets()).reshape(-1, 2)
    sizes, values = numbers(collection.get_sizes()), collection.get_array()
    colors = rgba(collection.get_facecolor(), collection.get_edgecolor())
    finite = np.isfinite(offsets).all(axis=1)
    if not finite.any():
        return
    data = {"x": offsets[finite, 0], "y": offsets[finite, 1]}
    # One size for all points shows no data.
    if sizes.size == len(offsets) and np.ptp(sizes) > 0:
        data["size"] = sizes[finite]
    if values is not None and np.size(values) == len(offsets):
        data["value"] = numbers(values)[finite]
    rows = colors[finite] if len(colors) == len(offsets) else colors
    yield Mark("points", data, names_of(data["x"], places), public(collection.get_label()), rows)


def _areas(collection: Any) -> Iterator[Mark]:
    paths, values, offsets = collection.get_paths(), collection.get_array(), numbers(collection.get_offsets())
    label, colors = public(collection.get_label()), rgba(collection.get_facecolor())
    # `hexbin` draws one cell over and over, at each offset with a value.
    if values is not None and len(offsets) == np.size(values) > 1:
        yield Mark("hexagons", {"cells": np.column_stack([offsets, numbers(values)])}, (), label, colors)
        return
    for path in paths:
        yield Mark("area", {"corners": outline(numbers(path.vertices))}, (), label, colors)


_COLLECTIONS: Mapping[str, Callable[[Any], Iterator[Mark]]] = {
    "Path3DCollection": _cloud,
    "Poly3DCollection": _surface,
    "Line3DCollection": _surface,
    "Quiver": _arrows,
    "Barbs": _arrows,
    "ContourSet": _contours,
    "LineCollection": _segments,
}
"""How collections of these classes are read; all others are areas."""


def mesh_mark(axes: Any, mesh: Any) -> Mark:
    """Return the mark of a mesh: its values as they are seen, the topmost row first, and where its corners are."""
    values, corners = numbers(mesh.get_array()), numbers(mesh.get_coordinates())
    rows, columns = corners.shape[0] - 1, corners.shape[1] - 1
    values = values.reshape(rows, columns, *values.shape[2:]) if values.size == rows * columns else values
    across, up = corners[:, :, 0], corners[:, :, 1]
    values = _as_seen(values, axes, rightward=across[0, 0] <= across[0, -1], upward=up[0, 0] <= up[-1, 0])
    data = {"values": values, "mesh": corners.reshape(-1, 2)}
    return Mark("image", data, (), public(mesh.get_label()), no_numbers())


def image_marks(axes: Any, images: Iterable[Any]) -> Iterator[Mark]:
    """Yield the marks of images: their values as they are seen, the topmost row first, and where they lie."""
    for image in images:
        if image.get_visible() and image.get_array() is not None:
            left, right, bottom, top = (float(end) for end in image.get_extent())
            upper = str(getattr(image, "origin", "upper")) == "upper"
            # The first row lies at the top of the extent, which is its greater y or, as `imshow` has it, its lesser.
            values = _as_seen(
                numbers(image.get_array()), axes, rightward=left <= right, upward=(bottom <= top) != upper
            )
            yield Mark("image", {"values": values, "extent": np.array([left, right, bottom, top])})


def _as_seen(values: Numbers, axes: Any, *, rightward: bool, upward: bool) -> Numbers:
    """Return rows from the top and columns from the left, of values whose places grow `rightward` and `upward`."""
    if values.ndim < 2:  # noqa: PLR2004 - rows and columns
        return values
    if upward != bool(axes.yaxis_inverted()):
        values = values[::-1]
    if rightward == bool(axes.xaxis_inverted()):
        values = values[:, ::-1]
    return np.ascontiguousarray(values)


def text_mark(texts: Iterable[Any]) -> Mark | None:
    """Return one mark for all texts that are set on a panel."""
    texts_shown = [words(text.get_text()) for text in texts if text.get_visible()]
    texts_found = tuple(text for text in texts_shown if text)[:WORDS]
    return Mark("text", {}, texts_found) if texts_found else None
