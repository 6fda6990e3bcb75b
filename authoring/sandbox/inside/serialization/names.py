"""Values that are serialized by their name alone: constants, and types that nobody can change."""

from collections import OrderedDict, deque
from collections.abc import Callable
from datetime import date, datetime, time, timedelta, timezone
from typing import Any

import numpy as np
import pandas as pd

from authoring.sandbox.inside.serialization.sealed import MakerCall

CONSTANTS: dict[str, Any] = {
    "Ellipsis": ...,
    "NotImplemented": NotImplemented,
    "masked": np.ma.masked,
    "NaT": pd.NaT,
    "NA": pd.NA,
}
TPFLAGS_HEAPTYPE = 1 << 9
"""The flag of a class whose attributes can be set."""
STATIC: tuple[type, ...] = (
    *(object, bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, slice),
    *(type(None), date, datetime, time, timedelta, timezone, OrderedDict, deque),
    *(kind for kind in vars(np).values() if isinstance(kind, type) and issubclass(kind, np.generic)),
)
TYPES: dict[str, type] = {
    f"{kind.__module__}.{kind.__qualname__}": kind for kind in STATIC if not kind.__flags__ & TPFLAGS_HEAPTYPE
}


def make_constant(name: str) -> Any:
    """Return a value that there is once."""
    return CONSTANTS[name]


def make_type(name: str) -> type:
    """Return a type of the table."""
    return TYPES[name]


def type_of_table(kind: type) -> MakerCall | None:
    """Return how a type of the table travels, or None for any other."""
    name = f"{kind.__module__}.{kind.__qualname__}"
    # By identity, because a class of a session may give itself any name.
    return (make_type, (name,)) if TYPES.get(name) is kind else None


def _reducer(name: str) -> Callable[[Any], MakerCall]:
    return lambda _: (make_constant, (name,))


REDUCERS: dict[type, Callable[[Any], MakerCall]] = {type(value): _reducer(name) for name, value in CONSTANTS.items()}
MAKERS = (make_constant, make_type)
