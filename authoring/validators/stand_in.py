"""A stand-in for an object whose class does not travel: its type, text and attributes, and no code of its own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from authoring.validators.base import Opaque

Equality = Literal["none", "fields", "parts"]
"""What the class says of equality: that an object is only itself; that fields which are equal make equal objects, as in
a dataclass; or something else, for which being made of the same has to stand."""


# Equality is that of the class stood for, which `__eq__` below decides by `equality`.
@dataclass(frozen=True, slots=True, eq=False)
class StandIn(Opaque):
    """Stands for an object, so that a `compare_fn` can read its attributes, and equal objects are equal.

    The stand-ins of two types are of two types, as the objects are; see `stand_in_class`.
    """

    equality: Equality = "none"
    attributes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def comparable(self) -> bool:
        """Whether it may match another."""
        return self.equality != "none"

    def __getattr__(self, name: str) -> Any:
        # While a copy is made, there are no attributes yet.
        if name in {"attributes", "equality"} or name.startswith("__") or name not in self.attributes:
            raise AttributeError(f"{self.type_name.rpartition('.')[2]} object has no attribute {name!r}")
        return self.attributes[name]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, StandIn) or (self.type_name, self.equality) != (other.type_name, other.equality):
            return False
        match self.equality:
            case "none":
                return False
            case "fields":
                return self.attributes == other.attributes
            case "parts":
                return _alike(self.attributes, other.attributes)

    def __hash__(self) -> int:
        # Attributes may have no hash; equal stand-ins have one type name in any case.
        return hash(self.type_name)


@lru_cache(maxsize=10_000)
def stand_in_class(type_name: str) -> type[StandIn]:
    """Return the class of the likenesses of a type, one for each type."""
    module, _, name = type_name.rpartition(".")
    return type("StandIn", (StandIn,), {"__slots__": (), "__module__": module, "__qualname__": name})


def _alike(first: Any, second: Any) -> bool:
    """Say whether two values are made of the same, to the last bit where it is not said otherwise."""
    import numpy as np  # noqa: PLC0415 - lint imports this package for its names and should not wait for numpy
    import pandas as pd  # noqa: PLC0415 - as above

    if type(first) is not type(second):
        return False
    match first:
        case np.ndarray():
            same = first.dtype == second.dtype and bool(np.array_equal(first, second))
        case pd.DataFrame() | pd.Series() | pd.Index():
            same = bool(first.equals(second))
        case list() | tuple():
            same = len(first) == len(second) and all(map(_alike, first, second))
        case dict():
            same = first.keys() == second.keys() and all(_alike(first[key], second[key]) for key in first)
        # These match nothing, wherever they stand.
        case Opaque(comparable=False):
            same = False
        case _:
            same = bool(first == second)
    return same
