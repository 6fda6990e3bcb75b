"""How objects of each type are followed to what they hold."""

import datetime as dt
import decimal
import functools
import gc
import sys
import weakref
from bisect import bisect_left
from dataclasses import dataclass, field
from enum import Enum
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.extensions import ExtensionArray, ExtensionDtype

from authoring.sandbox.inside.aliasing.names_used import MODULES, names_in

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


# What a value holds: objects that may change, and memory. Two values that share neither cannot change each other.


MOST = 5_000
"""Objects that are followed from what one cell names."""
MOST_OF_ONE = 1_000
"""Objects that are followed from one variable."""
CAPSULES = frozenset({"PyCapsule", "_memoryviewslice"})
"""Types by name that own the memory of arrays, and of nothing else that a session could get hold of."""
TABLES = (pd.DataFrame, pd.Series, pd.Index, ExtensionArray)
MANAGERS = frozenset({"BlockManager", "SingleBlockManager"})
"""Types by name that hold the columns and the labels of tables."""
_RELABELLING = """
array asarray axes categories codes columns feature_names_in_ flags freq index infer_objects keys levels name names
rename rename_axis reset_index set_axis set_index set_levels set_names setflags to_numpy values view
"""
RELABELLING = frozenset(_RELABELLING.split())
"""Names by which code can get hold of labels, or of their memory, as it can by names that begin with an underscore;
others give tables new labels at most."""


@dataclass(slots=True)
class Held:
    """Objects, and memory."""

    objects: set[int] = field(default_factory=set)
    """Where they are: good for as long as nobody gets at the values that hold them."""
    memory: list[tuple[int, int]] = field(default_factory=list)
    """First bytes of buffers, and the ones after the last."""


@dataclass(slots=True)
class Holdings:
    """What one or several values hold."""

    data: Held = field(default_factory=Held)
    labels: Held = field(default_factory=Held)
    """Of tables, with all that belongs to them alone. A table's results often have the very labels of the table."""


class Reached:
    """What a cell can get at, to be compared with what single variables hold."""

    def __init__(self, holdings: Holdings, *, relabels: bool) -> None:
        data, labels = holdings.data, holdings.labels
        self._all = _Meeting(data.objects | labels.objects, data.memory + labels.memory)
        self._data = self._all if relabels else _Meeting(data.objects, data.memory)

    def has(self, value: object) -> bool:
        """Tell whether the value itself is reached."""
        return id(value) in self._all.objects

    def meets(self, holdings: Holdings) -> bool:
        """Tell whether a part of this is reached, so that it may be changed."""
        return self._all.meets(holdings.data) or self._data.meets(holdings.labels)


class _Meeting:
    """Objects and memory that others are compared with."""

    def __init__(self, objects: set[int], memory: list[tuple[int, int]]) -> None:
        self.objects = objects
        self._first: list[int] = []
        self._end: list[int] = []
        for first, end in sorted(memory):
            if self._end and first <= self._end[-1]:
                self._end[-1] = max(self._end[-1], end)
            else:
                self._first.append(first)
                self._end.append(end)

    def meets(self, held: Held) -> bool:
        return not self.objects.isdisjoint(held.objects) or any(self._covers(*span) for span in held.memory)

    def _covers(self, first: int, end: int) -> bool:
        place = bisect_left(self._first, end)
        return place > 0 and self._end[place - 1] > first


def held_by_data(value: object) -> Holdings | None:
    """Return what a variable holds; None where it is more than tables, arrays and containers, or too much to tell."""
    kind = type(value)
    if kind not in {np.ndarray, *CONTAINERS} and not issubclass(kind, TABLES):
        return None
    walk = Walk(MOST_OF_ONE)
    try:
        return walk.follow([value])
    except UntoldError:
        return None


def reached_by_names(names: set[str], namespace: dict[str, Any]) -> Reached:
    """Return what code can get at that uses these names.

    Raises:
        UntoldError: it may be anything.
    """
    walk = Walk(MOST, namespace)
    walk.name(names)
    holdings = walk.follow([])
    relabels = not walk.named.isdisjoint(RELABELLING) or any(name.startswith("_") for name in walk.named)
    return Reached(holdings, relabels=relabels)


class Walk:
    """A walk from values to all that they hold.

    Args:
        most: how many objects are followed.
        namespace: of the session whose functions may be met; None where nothing else than data may be.
    """

    def __init__(self, most: int, namespace: dict[str, Any] | None = None) -> None:
        self._holdings = Holdings()
        self._held = self._holdings.data
        self._left = most
        self._namespace = namespace
        self.named: set[str] = set()
        self._waiting: list[Any] = []
        self._labels: list[Any] = []
        # The objects themselves, so that none of them is freed and its place taken while we walk.
        self._met: dict[int, Any] = {}

    def name(self, names: set[str]) -> None:
        """Have the values of variables followed, by `follow`."""
        if self._namespace is not None:
            self._waiting += [dict.get(self._namespace, name) for name in names - self.named]
            self.named |= names

    def follow(self, values: list[Any]) -> Holdings:
        """Follow values, and then the labels of the tables that were met.

        Raises:
            UntoldError: it cannot be told what they hold.
        """
        self._waiting += values
        self._go()
        self._held = self._holdings.labels
        while self._labels:
            self._waiting, self._labels = self._labels, []
            self._go()
        return self._holdings

    def _go(self) -> None:
        while self._waiting:
            thing = self._waiting.pop()
            kind = type(thing)
            if kind in ATOMS or id(thing) in self._met:
                continue
            self._met[id(thing)] = thing
            self._left -= 1
            if self._left < 0 or thing is self._namespace:
                raise UntoldError
            self._step(thing, kind)

    def _step(self, thing: Any, kind: type) -> None:
        way = way_of(kind)
        if way is Kind.LEAF:
            return
        if kind not in {tuple, frozenset, slice}:
            # What cannot change itself is shared by values that have nothing to do with each other: the empty tuple.
            self._held.objects.add(id(thing))
        match way:
            case Kind.CONTAINER:
                parts = gc.get_referents(thing) if kind is dict else thing
                if not ATOMS.issuperset(map(type, parts)):
                    self._waiting += parts
            case Kind.WEAK:
                self._waiting.append(weakref.ref.__call__(thing))
            case Kind.ARRAY:
                self._step_array(thing, kind)
            case Kind.ARROW:
                self._step_arrow(thing)
            case _:
                self._step_more(thing, kind, way)

    def _step_more(self, thing: Any, kind: type, way: Kind) -> None:
        if kind.__name__ in MANAGERS and is_of(kind, "pandas"):
            self._labels += thing.axes
            self._held.objects.add(id(thing.axes))
            self._waiting += [part for part in _parts(thing, kind) if part is not thing.axes]
        elif way is Kind.OTHER and (self._namespace is not None or kind is slice or is_of(kind, "pandas")):
            self._waiting += _parts(thing, kind)
        elif way is Kind.FUNCTION and self._namespace is not None:
            self._step_function(thing)
        elif way is not Kind.SHARED or not _is_everybodys(thing):
            raise UntoldError

    def _step_function(self, function: FunctionType) -> None:
        if function.__globals__ is self._namespace:
            self.name(names_in(function.__code__))
        elif function.__globals__.get("__name__") not in sys.modules.keys() - {"__main__"}:
            raise UntoldError
        cells = function.__closure__ or ()
        self._waiting += [*cells, function.__defaults__, function.__kwdefaults__, function.__dict__]

    def _step_array(self, array: Any, kind: type) -> None:
        base = np.ndarray.base.__get__(array)
        plain = np.ndarray.view(array, np.ndarray)
        own = base is None and np.ndarray.flags.__get__(array).owndata
        known = own or type(base) in {np.ndarray, bytes} or type(base).__name__ in CAPSULES
        if self._namespace is None and not (known and kind is np.ndarray):
            raise UntoldError
        if kind is not np.ndarray:
            self._waiting += _parts(array, kind)
        if type(base) is np.ndarray or self._namespace is not None:
            self._waiting.append(base)
        if plain.size:
            self._held.memory.append(BOUNDS(plain))
        if plain.dtype.kind == "O":
            self._step_elements(plain)
        elif plain.dtype.hasobject:
            raise UntoldError

    def _step_elements(self, array: Any) -> None:
        # A frame that was shown keeps an array of the types of its columns.
        if all(kind in ATOMS or issubclass(kind, np.dtype | ExtensionDtype) for kind in set(map(type, array.flat))):
            return
        if self._namespace is None or array.size > self._left:
            raise UntoldError
        self._waiting += array.ravel().tolist()

    def _step_arrow(self, array: Any) -> None:
        # The buffers of an array do not tell of its dictionary, nor of what a type of another library adds.
        chunks = array.chunks if type(array).__name__ == "ChunkedArray" else [array]
        if len(chunks) > self._left or any(word in str(array.type) for word in ("dictionary", "extension")):
            raise UntoldError
        buffers = [buffer for chunk in chunks for buffer in chunk.buffers() if buffer is not None and buffer.size]
        self._held.memory += [(buffer.address, buffer.address + buffer.size) for buffer in buffers]


BOUNDS: Any = getattr(np.lib, "array_utils", np).byte_bounds
"""It has moved in numpy 2."""


def _parts(thing: Any, kind: type) -> list[Any]:
    return [part for part in gc.get_referents(thing) if part is not kind]


def _is_everybodys(thing: ModuleType | type) -> bool:
    """Tell whether what a module or a class does has nothing to do with the session."""
    root = (thing.__name__ if isinstance(thing, ModuleType) else thing.__module__).partition(".")[0]
    return root in MODULES or root == "builtins" or (root.startswith("_") and root != "__main__")
