"""Reading matplotlib's objects without relying on what they are: each look may raise anything."""

from typing import Any

import numpy as np

from authoring.validators.figures.snapshots import TEXT, Numbers, no_numbers


def is_a(artist: object, *names: str) -> bool:
    """Tell whether an object is of one of these classes, which are not imported for it."""
    return any(kind.__name__ in names for kind in type(artist).__mro__)


def numbers(values: Any) -> Numbers:
    """Return values as floating-point numbers; what is masked is NaN.

    Raises:
        ValueError, TypeError: they are no numbers.
    """
    if np.ma.isMaskedArray(values):
        values = np.ma.filled(values.astype(float), np.nan)
    # A copy that owns its memory, of exactly numpy's own class.
    return np.array(values, dtype=np.float64, copy=True, subok=False)


def words(text: object) -> str:
    """Return a text on one line, cut where it is too long, as exact `str` that UTF-8 can carry."""
    # A subclass of str may bring methods of its own, and must not travel.
    plain = str.__str__(text if isinstance(text, str) else str(text))
    # Cut before it is split, so that a text of megabytes costs nothing.
    return " ".join(plain[: TEXT * 4].split()).encode("utf-8", "replace").decode()[:TEXT]


def rgba(*colors: Any) -> Numbers:
    """Return colours as rows of red, green, blue and opacity; none where they cannot be told."""
    from matplotlib.colors import to_rgba_array  # noqa: PLC0415 - where a figure is, matplotlib was imported

    for color in colors:
        try:
            rows = numbers(to_rgba_array(color))
        except Exception:  # noqa: BLE001, S112 - an artist's own colours may be of any kind
            continue
        if rows.size:
            first = rows[:1]
            return first if bool((rows == first).all()) else rows
    return no_numbers()


def public(label: object) -> str:
    """Return a series' name; empty for those that matplotlib makes up."""
    name = words("" if label is None else label)
    return "" if name.startswith("_") else name


def plane(artist: Any, axes: Any) -> tuple[bool, bool]:
    """Tell of x and of y whether the artist's numbers are data, not parts of the panel's width or height."""
    # Matplotlib spells the name of the method so.
    data_axes = artist.get_transform().contains_branch_seperately(axes.transData)
    return bool(data_axes[0]), bool(data_axes[1])
