"""How objects of each type are followed to what they hold."""

import datetime as dt
import decimal
import functools
import weakref
from enum import Enum
from types import CodeType, FunctionType, ModuleType

import numpy as np
import pandas as pd
from pandas.api.extensions import ExtensionDtype

SAYS_WHAT_IT_HOLDS = 1 << 14
"""``Py_TPFLAGS_HAVE_GC``: the interpreter may ask objects of this type what they refer to."""
NUMBERS = (bool, int, float, complex, decimal.Decimal, np.bool_, np.int64, np.int32, np.uint8, np.float64, np.float32)
TIMES = (dt.date, dt.datetime, dt.time, dt.timedelta, pd.Timestamp, pd.Timedelta, pd.Period)
OTHERS = (str, bytes, np.str_, type(None), type(pd.NaT), type(pd.NA), type(Ellipsis))
ATOMS = frozenset((*NUMBERS, *TIMES, *OTHERS))
"""Types whose objects hold nothing that can change."""
LEAVES = (np.generic, np.dtype, dt.tzinfo, pd.tseries.offsets.BaseOffset, ExtensionDtype, Enum, CodeType)
_OPAQUE = """
builtins.PyCapsule builtins.object builtins.range mmap.mmap numpy._ArrayFunctionDispatcher
pandas._libs.internals.BlockPlacement re.Match re.Pattern _thread.lock _thread.RLock
"""
OPAQUE = frozenset(_OPAQUE.split())
"""Types that refer to nothing, or to nothing that can change."""
CONTAINERS = (list, dict, tuple, set, frozenset)


class UntoldError(Exception):
    """It cannot be told what a value holds."""


class Kind(Enum):
    """How an object is followed."""

    LEAF = "it holds nothing that can change"
    ARRAY = "an array of numpy"
    ARROW = "an array of arrow"
    CONTAINER = "a container of Python itself"
    FUNCTION = "a function written in Python"
    SHARED = "a module or a class"
    WEAK = "a weak reference"
    OTHER = "the interpreter knows what it holds"


WAYS: dict[type, Kind] = {
    np.ndarray: Kind.ARRAY,
    ModuleType: Kind.SHARED,
    type: Kind.SHARED,
    FunctionType: Kind.FUNCTION,
    weakref.ref: Kind.WEAK,
    bytearray: Kind.OTHER,
}


@functools.cache
def way_of(kind: type) -> Kind:
    """Return how objects of a type are followed; of the types of a session none is remembered.

    Raises:
        UntoldError: its objects do not say what they hold, or their methods are a session's.
    """
    if is_of(kind, "__main__"):
        raise UntoldError
    if f"{kind.__module__}.{kind.__name__}" in OPAQUE or kind.__name__.endswith("HashTable"):
        return Kind.LEAF
    # A type of categories holds the categories, and a row of an array is a view of it.
    if issubclass(kind, LEAVES) and not issubclass(kind, pd.CategoricalDtype | np.void):
        return Kind.LEAF
    if kind in CONTAINERS:
        return Kind.CONTAINER
    if is_of(kind, "pyarrow"):
        return _way_of_arrow(kind)
    for one, way in WAYS.items():
        if issubclass(kind, one):
            return way
    if kind.__flags__ & SAYS_WHAT_IT_HOLDS:
        return Kind.OTHER
    raise UntoldError


def _way_of_arrow(kind: type) -> Kind:
    if kind.__name__.endswith("Array"):
        return Kind.ARROW
    if kind.__name__.endswith("Type"):
        return Kind.LEAF
    raise UntoldError


def is_of(kind: type, package: str) -> bool:
    """Tell whether a type is defined in a package."""
    return kind.__module__.partition(".")[0] == package
