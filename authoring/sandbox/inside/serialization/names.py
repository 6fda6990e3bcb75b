"""What travels by its name alone: constants, and types that nobody can change."""

from collections import OrderedDict, deque
from collections.abc import Callable
from datetime import date, datetime, time, timedelta, timezone
from typing import Any

import numpy as np
import pandas as pd

from authoring.sandbox.inside.serialization.sealed import Reduced

CONSTANTS: dict[str, Any] = {
    "Ellipsis": ...,
    "NotImplemented": NotImplemented,
    "masked": np.ma.masked,
    "NaT": pd.NaT,
    "NA": pd.NA,
}
MADE_BY_CODE = 1 << 9
"""The flag of a class whose attributes can be set."""
STATIC: tuple[type, ...] = (
    *(object, bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, slice),
    *(type(None), date, datetime, time, timedelta, timezone, OrderedDict, deque),
    *(kind for kind in vars(np).values() if isinstance(kind, type) and issubclass(kind, np.generic)),
)
TYPES: dict[str, type] = {
    f"{kind.__module__}.{kind.__qualname__}": kind for kind in STATIC if not kind.__flags__ & MADE_BY_CODE
}


def make_constant(name: str) -> Any:
    """Return a value that there is once."""
    return CONSTANTS[name]


def make_type(name: str) -> type:
    """Return a type of the table."""
    return TYPES[name]


def type_of_table(kind: type) -> Reduced | None:
    """Return how a type of the table travels, or None for any other."""
    name = f"{kind.__module__}.{kind.__qualname__}"
    return (make_type, (name,)) if TYPES.get(name) is kind else None


def _taker(name: str) -> Callable[[Any], Reduced]:
    return lambda _: (make_constant, (name,))


TAKERS: dict[type, Callable[[Any], Reduced]] = {type(value): _taker(name) for name, value in CONSTANTS.items()}
MAKERS = (make_constant, make_type)
