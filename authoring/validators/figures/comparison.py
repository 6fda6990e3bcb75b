"""Whether two marks of one kind show the same data, and if not, where they differ."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from authoring.validators.base import MismatchKind
from authoring.validators.display import short_repr
from authoring.validators.figures.requirements import FigureRequirements
from authoring.validators.figures.snapshots import Mark, Numbers
from authoring.validators.figures.tolerance import close, differing, folded, keys_of, lacking, same_rows

MAX_OFFSET = 0.5
"""How far bars may be moved aside, in distances from one to the next: for others, or to stand on an edge."""
SAME_COLOR = 1.5 / 255
"""How far the parts of two colours may lie apart that count as one."""


class FigureDifference(NamedTuple):
    """Where two figures differ."""

    place: str
    reference: str
    submission: str
    kind: MismatchKind = "value"
    note: str = ""
    """What went wrong, where that can be told."""


def first_difference(reference: Mark, submission: Mark, demands: FigureRequirements) -> FigureDifference | None:
    """Return where a mark differs from the reference's of the same kind; None where it does not."""
    # Digests know no tolerance: so many numbers have to be the same to the last bit.
    if reference.digest or submission.digest:
        difference = (
            _differ("data", reference.digest, submission.digest) if reference.digest != submission.digest else None
        )
        return difference or _adorned(reference, submission, demands)
    compare = COMPARED.get(reference.kind, _rows)
    if reference.numbers.keys() - OPTIONAL != submission.numbers.keys() - OPTIONAL:
        return _differ("data", ", ".join(reference.numbers), ", ".join(submission.numbers))
    difference = compare(reference, submission, demands.tolerance)
    if difference is not None and _exchanged(reference, submission, compare, demands.tolerance):
        difference = difference._replace(note="x and y are exchanged")
    return difference or _adorned(reference, submission, demands)


OPTIONAL = frozenset({"mesh", "extent", "size", "value"})
"""Data that a mark may lack though the other has them."""


def _exchanged(reference: Mark, submission: Mark, compare: "Compare", tolerance: float) -> bool:
    if not {"x", "y"} <= submission.numbers.keys():
        return False
    turned = {**submission.numbers, "x": submission.numbers["y"], "y": submission.numbers["x"]}
    return compare(reference, Mark(submission.kind, turned, reference.names), tolerance) is None


def _adorned(reference: Mark, submission: Mark, demands: FigureRequirements) -> FigureDifference | None:
    """Compare what only counts where it is asked for."""
    if demands.legend and reference.label and submission.label and folded(reference.label) != folded(submission.label):
        return FigureDifference("name of the series", reference.label, submission.label)
    if demands.colors and not _same_colors(reference.colors, submission.colors):
        return FigureDifference("colours", _colors(reference.colors), _colors(submission.colors))
    return None


def _same_colors(reference: Numbers, submission: Numbers) -> bool:
    if not reference.size or not submission.size:
        return reference.size == submission.size
    # Opacity is left out, and how often a colour is used.
    pair = np.unique(reference[:, :3], axis=0), np.unique(submission[:, :3], axis=0)
    return pair[0].shape == pair[1].shape and bool((np.abs(pair[0] - pair[1]) <= SAME_COLOR).all())


def _colors(rows: Numbers) -> str:
    distinct = np.unique(rows[:, :3], axis=0)[:4] if rows.size else rows
    parts = np.clip(np.rint(np.nan_to_num(distinct) * 255), 0, 255).astype(int)
    return ", ".join("#" + "".join(f"{part:02x}" for part in row) for row in parts) or "none"


def _differ(place: str, reference: object, submission: object) -> FigureDifference:
    return FigureDifference(place, short_repr(reference), short_repr(submission))


def _arrays(
    reference: Mapping[str, Numbers], submission: Mapping[str, Numbers], tolerance: float
) -> FigureDifference | None:
    for name, expected in reference.items():
        actual = submission[name]
        if expected.shape != actual.shape:
            return FigureDifference(f"amount of {name}", _amount(expected), _amount(actual), "shape")
        differs = differing(expected, actual, tolerance)
        if differs.any():
            first = int(np.flatnonzero(differs.reshape(-1))[0])
            place = f"{name} {first + 1} of {expected.size}" if expected.size > 1 else name
            return _differ(place, float(expected.flat[first]), float(actual.flat[first]))
    return None


def _amount(numbers: Numbers) -> str:
    return " x ".join(map(str, numbers.shape))


def _line(reference: Mark, submission: Mark, tolerance: float) -> FigureDifference | None:
    """Compare lines point by point, from either end; what the axis calls the points decides over where they are."""
    difference = _line_difference(reference, submission, tolerance)
    if difference is None:
        return None
    turned = Mark(
        submission.kind, {name: array[::-1] for name, array in submission.numbers.items()}, submission.names[::-1]
    )
    return None if _line_difference(reference, turned, tolerance) is None else difference


def _line_difference(reference: Mark, submission: Mark, tolerance: float) -> FigureDifference | None:
    has_names = bool(reference.names and submission.names)
    if has_names and [*map(folded, reference.names)] != [*map(folded, submission.names)]:
        return FigureDifference("names along x", short_repr(list(reference.names)), short_repr(list(submission.names)))
    places = {"x"} if has_names else set[str]()
    pair = [
        {name: array for name, array in mark.numbers.items() if name not in places} for mark in (reference, submission)
    ]
    return _arrays(pair[0], pair[1], tolerance)


def _points(reference: Mark, submission: Mark, tolerance: float) -> FigureDifference | None:
    """Compare points in any order; sizes count up to a factor, and both they and values only where they vary."""
    names = [name for name in ("x", "y", "z", "value") if name in reference.numbers and name in submission.numbers]
    pair = [np.column_stack([mark.numbers[name] for name in names]) for mark in (reference, submission)]
    if "size" in reference.numbers:
        if "size" not in submission.numbers:
            return FigureDifference("sizes of points", "of several sizes", "all of one size")
        # By their mean, because only the proportions of sizes show data.
        sizes = [mark.numbers["size"] / np.abs(mark.numbers["size"]).mean() for mark in (reference, submission)]
        pair, names = [np.column_stack([*array]) for array in zip(pair, sizes, strict=True)], [*names, "size"]
    if pair[0].shape != pair[1].shape:
        return FigureDifference("amount of points", str(len(pair[0])), str(len(pair[1])), "shape")
    if same_rows(pair[0], pair[1], tolerance):
        return None
    for position, name in enumerate(names):
        columns = [np.sort(array[:, position]) for array in pair]
        difference = _arrays({name: columns[0]}, {name: columns[1]}, tolerance)
        if difference is not None:
            return difference._replace(place=f"{difference.place}, in order of size")
    return FigureDifference("points", f"pairs of {' and '.join(names)}", "other pairs of the same numbers")


def _rows(reference: Mark, submission: Mark, tolerance: float) -> FigureDifference | None:
    """Compare tables of numbers in any order of rows."""
    for name, expected in reference.numbers.items():
        actual = submission.numbers[name]
        if expected.ndim == actual.ndim == 2 and same_rows(expected, actual, tolerance):  # noqa: PLR2004 - a table
            continue
        differs = _arrays({name: expected}, {name: actual}, tolerance)
        if differs is not None:
            return differs
    return None


def _bars(reference: Mark, submission: Mark, tolerance: float) -> FigureDifference | None:
    """Compare bars, or boxes, by the categories that they stand for, or else by where they stand."""
    if reference.names or submission.names:
        return _named_bars(reference, submission, tolerance)
    places = reference.numbers["place"], submission.numbers["place"]
    orders = [np.argsort(array, kind="stable") for array in places]
    pair = [_ordered(mark, order) for mark, order in zip((reference, submission), orders, strict=True)]
    start, actual_start = pair[0].pop("place"), pair[1].pop("place")
    if start.shape != actual_start.shape:
        return FigureDifference("amount of bars", str(start.size), str(actual_start.size), "shape")
    gap = float(np.diff(start).min()) if start.size > 1 else 1.0
    if not close(start, actual_start, tolerance):
        offset = float((actual_start - start).mean())
        # Offsets are computed: not even a tolerance of 0 asks for their last digits.
        if not abs(offset) <= MAX_OFFSET * gap or not close(start, actual_start - offset, max(tolerance, 1e-6)):
            return _arrays({"place": start}, {"place": actual_start}, tolerance)
    return _arrays(pair[0], pair[1], tolerance)


def _named_bars(reference: Mark, submission: Mark, tolerance: float) -> FigureDifference | None:
    keys = [keys_of(mark.numbers["place"], mark.names) for mark in (reference, submission)]
    firsts = [_first_column(mark) for mark in (reference, submission)]
    orders = [
        # Numbers before names, which they cannot be compared with; bars of one name by their heights.
        np.array(sorted(range(len(key)), key=lambda at: (isinstance(key[at], str), key[at], first[at])), dtype=int)
        for key, first in zip(keys, firsts, strict=True)
    ]
    expected_keys, actual_keys = ([key[at] for at in order] for key, order in zip(keys, orders, strict=True))
    if not _same_keys(expected_keys, actual_keys, tolerance):
        lacks = lacking(map(str, expected_keys), map(str, actual_keys))
        surplus = lacking(map(str, actual_keys), map(str, expected_keys))
        note = "" if submission.names else "its bars have no names"
        return FigureDifference(
            "what the bars stand for",
            short_repr(lacks or expected_keys),
            short_repr(surplus or actual_keys),
            "value",
            note,
        )
    pair = [_ordered(mark, order) for mark, order in zip((reference, submission), orders, strict=True)]
    for array in pair:
        array.pop("place")
    difference = _arrays(pair[0], pair[1], tolerance)
    if difference is None or not reference.names:
        return difference
    return difference._replace(place=f"{difference.place}, by name")


def _same_keys(expected_keys: Sequence[str | float], actual_keys: Sequence[str | float], tolerance: float) -> bool:
    if len(expected_keys) != len(actual_keys):
        return False
    return all(
        expected == actual
        if isinstance(expected, str) or isinstance(actual, str)
        else abs(expected - actual) <= tolerance
        for expected, actual in zip(expected_keys, actual_keys, strict=True)
    )


def _first_column(mark: Mark) -> Numbers:
    figures = mark.numbers.get("height", mark.numbers.get("whiskers and quartiles", mark.numbers["place"]))
    return figures.reshape(len(figures), -1)[:, 0] if figures.size else figures


def _ordered(mark: Mark, order: NDArray[np.intp]) -> dict[str, Numbers]:
    """Return a mark's data with its bars in another order; outliers name the box that they belong to."""
    data = {name: array[order] for name, array in mark.numbers.items() if name != "outliers"}
    outliers = mark.numbers.get("outliers")
    if outliers is not None and outliers.size:
        rank = np.empty(len(order))
        rank[order] = np.arange(len(order))
        moved = np.column_stack([rank[outliers[:, 0].astype(int)], outliers[:, 1]])
        data["outliers"] = moved[np.lexsort(moved.T[::-1])]
    elif outliers is not None:
        data["outliers"] = outliers
    return data


def _pie(reference: Mark, submission: Mark, tolerance: float) -> FigureDifference | None:
    """Compare the parts of a pie by their names, or by their sizes where one of the two has no names."""
    if reference.names and submission.names:
        if lacking(reference.names, submission.names) or len(reference.names) != len(submission.names):
            return FigureDifference(
                "names of the parts", short_repr(list(reference.names)), short_repr(list(submission.names))
            )
        orders = [np.argsort([folded(name) for name in mark.names], kind="stable") for mark in (reference, submission)]
    else:
        orders = [np.argsort(mark.numbers["part"], kind="stable") for mark in (reference, submission)]
    parts = [mark.numbers["part"][order] for mark, order in zip((reference, submission), orders, strict=True)]
    # Parts are read back from the angles of wedges, which are rounded.
    return _arrays({"part": parts[0]}, {"part": parts[1]}, max(tolerance, 1e-5))


def _in_place(reference: Mark, submission: Mark, tolerance: float) -> FigureDifference | None:
    """Compare numbers in their order; where images lie counts if both were drawn in the same way."""
    names = [name for name in reference.numbers if name in submission.numbers]
    pair = [{name: mark.numbers[name] for name in names} for mark in (reference, submission)]
    return _arrays(pair[0], pair[1], tolerance)


def _words(reference: Mark, submission: Mark, _: float) -> FigureDifference | None:
    missing = lacking(reference.names, submission.names)
    return FigureDifference("words", short_repr(missing), short_repr(list(submission.names))) if missing else None


Compare = Callable[[Mark, Mark, float], FigureDifference | None]
COMPARED: Mapping[str, Compare] = {
    "line": _line,
    "step": _line,
    "points": _points,
    "stems": _points,
    "bars": _bars,
    "horizontal bars": _bars,
    "box": _bars,
    "horizontal box": _bars,
    "histogram": _in_place,
    "horizontal histogram": _in_place,
    "area": _in_place,
    "shape": _in_place,
    "contours": _in_place,
    "pie": _pie,
    "image": _in_place,
    "text": _words,
    "table": _words,
}
"""How marks of each kind are compared; rows in any order where none is said."""
