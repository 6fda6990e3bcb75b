"""Which values are the same after they travelled: not only equal, but alike to code that is given them.

A class that does not travel comes as its likeness, a named tuple as a tuple, a set in another order. Evidence may, for
comparing looks at no more. Inputs of functions may not: an answer's function would be given something else than the
reference's was.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from authoring.sandbox.inside.digest import digest
from authoring.sandbox.inside.serialization import pack
from authoring.sandbox.inside.serialization.codec import read, write
from authoring.sandbox.inside.views import guarded
from authoring.validators.base import CollectedItems, Recipe

SCALARS = frozenset({type(None), bool, int, float, complex, str, bytes})
PLAIN_ELEMENTS = frozenset({type(None), bool, int, float, str})
"""Types that elements of an array of objects may have; others could be told apart by what a digest does not show."""


def pack_for_submission(disclosed: CollectedItems) -> bytes:
    """Return what is sent to a submission's process: of a recipe the value if that travels faithfully, else its text.

    In its place stands a pair of ``value`` or ``text`` and that.
    """
    written = {name: _written(item) for name, item in disclosed.items.items() if isinstance(item, Recipe)}
    return pack(disclosed, written)


def _written(recipe: Recipe) -> bytes:
    value = ("value", recipe.value)
    data = write(value)
    is_faithful = guarded(lambda: _same(value, read(data), {}, {}), default=False)
    return data if is_faithful else write(("text", recipe.text))


def _same(value: Any, arrived: Any, places: dict[int, int], origins: dict[int, int]) -> bool:
    """Compare a value with what arrived; the mappings say which objects stand for each other so far."""
    if type(value) is not type(arrived):
        return False
    kind = type(value)
    if kind in SCALARS:
        # What is not a number is told apart by its identity: `x in [nan]` asks for that first.
        return repr(value) == repr(arrived) and value == arrived
    # An object that is there twice has to be there twice: changing it in one place changes it in both.
    is_itself = places.setdefault(id(value), id(arrived)) == id(arrived)
    is_itself = is_itself and origins.setdefault(id(arrived), id(value)) == id(value)
    if kind is dict:
        return is_itself and _all_same([*value, *value.values()], [*arrived, *arrived.values()], places, origins)
    if kind in {list, tuple, set, frozenset}:
        # Sets in their order, which depends on how they were made.
        return is_itself and _all_same([*value], [*arrived], places, origins)
    plain = all(map(_plain_elements, _object_arrays(value))) and _layout(value) == _layout(arrived)
    value_digest = digest(value) if is_itself and plain else None
    return value_digest is not None and value_digest == digest(arrived)


def _all_same(values: Sequence[Any], arrived: Sequence[Any], places: dict[int, int], origins: dict[int, int]) -> bool:
    return len(values) == len(arrived) and all(
        _same(value, other, places, origins) for value, other in zip(values, arrived, strict=True)
    )


def _layout(value: Any) -> object:
    return (value.strides, value.flags.writeable) if isinstance(value, np.ndarray) else None


def _object_arrays(value: Any) -> list[Any]:
    """Return the arrays of objects that a table or an array is made of."""
    if isinstance(value, np.ndarray):
        return [value] if value.dtype.hasobject else []
    if isinstance(value, pd.DataFrame):
        columns = [value.iloc[:, place] for place in range(value.shape[1])]
        return [array for part in (value.index, value.columns, *columns) for array in _object_arrays(part)]
    if isinstance(value, pd.Series):
        return [*_object_arrays(value.index), *_object_arrays(value.array.to_numpy() if _is_object(value) else None)]
    if isinstance(value, pd.MultiIndex):
        return [array for level in value.levels for array in _object_arrays(level)]
    return [value.to_numpy()] if isinstance(value, pd.Index) and _is_object(value) else []


def _is_object(labels: Any) -> bool:
    return bool(labels.dtype == object)


def _plain_elements(array: Any) -> bool:
    elements = array.ravel().tolist()
    return PLAIN_ELEMENTS.issuperset(map(type, elements)) and all(element == element for element in elements)  # noqa: PLR0124 - what is not a number is not itself
