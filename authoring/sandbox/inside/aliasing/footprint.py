"""The footprint of a value: the mutable objects and the memory that it holds.

Two values whose footprints do not overlap cannot change each other. Nothing here calls a method of an untrusted class.
"""

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

TPFLAGS_HAVE_GC = 1 << 14
"""``Py_TPFLAGS_HAVE_GC``: the interpreter may ask objects of this type what they refer to."""
NUMBERS = (bool, int, float, complex, decimal.Decimal, np.bool_, np.int64, np.int32, np.uint8, np.float64, np.float32)
TIMES = (dt.date, dt.datetime, dt.time, dt.timedelta, pd.Timestamp, pd.Timedelta, pd.Period)
TEXTS_AND_SINGLETONS = (str, bytes, np.str_, type(None), type(pd.NaT), type(pd.NA), type(Ellipsis))
IMMUTABLE = frozenset((*NUMBERS, *TIMES, *TEXTS_AND_SINGLETONS))
"""Types whose objects hold nothing that can change."""
LEAVES = (np.generic, np.dtype, dt.tzinfo, pd.tseries.offsets.BaseOffset, ExtensionDtype, Enum, CodeType)
_OPAQUE = """
builtins.PyCapsule builtins.object builtins.range mmap.mmap numpy._ArrayFunctionDispatcher
pandas._libs.internals.BlockPlacement re.Match re.Pattern _thread.lock _thread.RLock
"""
OPAQUE_TYPES = frozenset(_OPAQUE.split())
"""Types that refer to nothing, or to nothing that can change."""
CONTAINERS = (list, dict, tuple, set, frozenset)


class UntraceableError(Exception):
    """What a value holds cannot be determined."""


class FollowRule(Enum):
    """The rule by which an object is followed to what it refers to."""

    LEAF = "it holds nothing that can change"
    ARRAY = "an array of numpy"
    ARROW = "an array of arrow"
    CONTAINER = "a container of Python itself"
    FUNCTION = "a function written in Python"
    SHARED = "a module or a class"
    WEAK = "a weak reference"
    BY_REFERENTS = "the interpreter knows what it holds"


RULES: dict[type, FollowRule] = {
    np.ndarray: FollowRule.ARRAY,
    ModuleType: FollowRule.SHARED,
    type: FollowRule.SHARED,
    FunctionType: FollowRule.FUNCTION,
    weakref.ref: FollowRule.WEAK,
    bytearray: FollowRule.BY_REFERENTS,
}


@functools.cache
def rule_of(kind: type) -> FollowRule:
    """Return how objects of a type are followed; of the types of a session none is remembered.

    Raises:
        UntraceableError: its objects do not say what they hold, or their methods are a session's.
    """
    if is_defined_in(kind, "__main__"):
        raise UntraceableError
    if f"{kind.__module__}.{kind.__name__}" in OPAQUE_TYPES or kind.__name__.endswith("HashTable"):
        return FollowRule.LEAF
    # A type of categories holds the categories, and a row of an array is a view of it.
    if issubclass(kind, LEAVES) and not issubclass(kind, pd.CategoricalDtype | np.void):
        return FollowRule.LEAF
    if kind in CONTAINERS:
        return FollowRule.CONTAINER
    if is_defined_in(kind, "pyarrow"):
        return _rule_of_arrow(kind)
    for base, rule in RULES.items():
        if issubclass(kind, base):
            return rule
    if kind.__flags__ & TPFLAGS_HAVE_GC:
        return FollowRule.BY_REFERENTS
    raise UntraceableError


def _rule_of_arrow(kind: type) -> FollowRule:
    if kind.__name__.endswith("Array"):
        return FollowRule.ARROW
    if kind.__name__.endswith("Type"):
        return FollowRule.LEAF
    raise UntraceableError


def is_defined_in(kind: type, package: str) -> bool:
    """Return whether a type is defined in a package."""
    return kind.__module__.partition(".")[0] == package


# What a value holds: objects that may change, and memory. Two values that share neither cannot change each other.


MAX_OBJECTS_OF_CELL = 5_000
"""Objects that are followed from what one cell names."""
MAX_OBJECTS_OF_VARIABLE = 1_000
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
class Extent:
    """A set of objects and of stretches of memory."""

    objects: set[int] = field(default_factory=set)
    """Identities of the objects; valid as long as the values that hold them are neither changed nor freed."""
    memory: list[tuple[int, int]] = field(default_factory=list)
    """Address of the first byte of each buffer, and of the byte behind its last."""


@dataclass(slots=True)
class Footprint:
    """The objects and the memory that one or several values hold."""

    data: Extent = field(default_factory=Extent)
    labels: Extent = field(default_factory=Extent)
    """Labels of tables and what belongs to them alone; kept apart because results of a table often share its labels."""


class ReachableObjects:
    """The objects that a cell can reach, to be compared with the footprints of single variables."""

    def __init__(self, holdings: Footprint, *, relabels: bool) -> None:
        data, labels = holdings.data, holdings.labels
        self._all = _ExtentIndex(data.objects | labels.objects, data.memory + labels.memory)
        self._data = self._all if relabels else _ExtentIndex(data.objects, data.memory)

    def contains(self, value: object) -> bool:
        """Return whether the value itself is reachable."""
        return id(value) in self._all.objects

    def overlaps(self, holdings: Footprint) -> bool:
        """Return whether a part of this footprint is reachable, so that it may be changed."""
        return self._all.overlaps(holdings.data) or self._data.overlaps(holdings.labels)


class _ExtentIndex:
    """An index of objects and memory in which other extents are looked up."""

    def __init__(self, objects: set[int], memory: list[tuple[int, int]]) -> None:
        self.objects = objects
        self._first: list[int] = []
        self._end: list[int] = []
        for first, end in sorted(memory):
            # Overlapping stretches are joined, so that one bisection answers for all.
            if self._end and first <= self._end[-1]:
                self._end[-1] = max(self._end[-1], end)
            else:
                self._first.append(first)
                self._end.append(end)

    def overlaps(self, extent: Extent) -> bool:
        return not self.objects.isdisjoint(extent.objects) or any(self._covers(*span) for span in extent.memory)

    def _covers(self, first: int, end: int) -> bool:
        place = bisect_left(self._first, end)
        return place > 0 and self._end[place - 1] > first


def footprint_of_data(value: object) -> Footprint | None:
    """Return the footprint of a variable; None where it is no table, array or container, or holds too many objects."""
    kind = type(value)
    if kind not in {np.ndarray, *CONTAINERS} and not issubclass(kind, TABLES):
        return None
    walk = ReferenceWalk(MAX_OBJECTS_OF_VARIABLE)
    try:
        return walk.follow([value])
    except UntraceableError:
        return None


def reachable_by_names(names: set[str], namespace: dict[str, Any]) -> ReachableObjects:
    """Return the objects that code with these names can reach.

    Raises:
        UntraceableError: it could be any object.
    """
    walk = ReferenceWalk(MAX_OBJECTS_OF_CELL, namespace)
    walk.name(names)
    holdings = walk.follow([])
    relabels = not walk.names_followed.isdisjoint(RELABELLING) or any(
        name.startswith("_") for name in walk.names_followed
    )
    return ReachableObjects(holdings, relabels=relabels)


class ReferenceWalk:
    """A walk from values to every object that they refer to.

    Args:
        limit: how many objects are followed.
        namespace: of the session whose functions may be met; None where nothing else than data may be.
    """

    def __init__(self, limit: int, namespace: dict[str, Any] | None = None) -> None:
        self._footprint = Footprint()
        self._extent = self._footprint.data
        self._objects_left = limit
        self._namespace = namespace
        self.names_followed: set[str] = set()
        self._pending: list[Any] = []
        self._labels: list[Any] = []
        # The objects themselves, so that none of them is freed and its place taken while we walk.
        self._visited: dict[int, Any] = {}

    def name(self, names: set[str]) -> None:
        """Have the values of variables followed, by `follow`."""
        if self._namespace is not None:
            self._pending += [dict.get(self._namespace, name) for name in names - self.names_followed]
            self.names_followed |= names

    def follow(self, values: list[Any]) -> Footprint:
        """Follow values, and then the labels of the tables that were met.

        Raises:
            UntraceableError: it cannot be told what they hold.
        """
        self._pending += values
        self._follow_pending()
        self._extent = self._footprint.labels
        while self._labels:
            self._pending, self._labels = self._labels, []
            self._follow_pending()
        return self._footprint

    def _follow_pending(self) -> None:
        while self._pending:
            item = self._pending.pop()
            kind = type(item)
            if kind in IMMUTABLE or id(item) in self._visited:
                continue
            self._visited[id(item)] = item
            self._objects_left -= 1
            if self._objects_left < 0 or item is self._namespace:
                raise UntraceableError
            self._step(item, kind)

    def _step(self, item: Any, kind: type) -> None:
        rule = rule_of(kind)
        if rule is FollowRule.LEAF:
            return
        if kind not in {tuple, frozenset, slice}:
            # What cannot change itself is shared by values that have nothing to do with each other: the empty tuple.
            self._extent.objects.add(id(item))
        match rule:
            case FollowRule.CONTAINER:
                parts = gc.get_referents(item) if kind is dict else item
                # A list of a million numbers is not followed one by one.
                if not IMMUTABLE.issuperset(map(type, parts)):
                    self._pending += parts
            case FollowRule.WEAK:
                # By the built-in method, for a subclass may define its own.
                self._pending.append(weakref.ref.__call__(item))
            case FollowRule.ARRAY:
                self._step_array(item, kind)
            case FollowRule.ARROW:
                self._step_arrow(item)
            case _:
                self._step_more(item, kind, rule)

    def _step_more(self, item: Any, kind: type, rule: FollowRule) -> None:
        if kind.__name__ in MANAGERS and is_defined_in(kind, "pandas"):
            self._labels += item.axes
            self._extent.objects.add(id(item.axes))
            self._pending += [part for part in _referents(item, kind) if part is not item.axes]
        elif rule is FollowRule.BY_REFERENTS and (
            self._namespace is not None or kind is slice or is_defined_in(kind, "pandas")
        ):
            self._pending += _referents(item, kind)
        elif rule is FollowRule.FUNCTION and self._namespace is not None:
            self._step_function(item)
        elif rule is not FollowRule.SHARED or not _is_shared_library(item):
            raise UntraceableError

    def _step_function(self, function: FunctionType) -> None:
        if function.__globals__ is self._namespace:
            self.name(names_in(function.__code__))
        elif function.__globals__.get("__name__") not in sys.modules.keys() - {"__main__"}:
            raise UntraceableError
        # A function also holds what it closes over, its defaults, and what was set on it.
        cells = function.__closure__ or ()
        self._pending += [*cells, function.__defaults__, function.__kwdefaults__, function.__dict__]

    def _step_array(self, array: Any, kind: type) -> None:
        # By numpy's own descriptors, because a subclass may define attributes of these names.
        base = np.ndarray.base.__get__(array)
        plain = np.ndarray.view(array, np.ndarray)
        owns_data = base is None and np.ndarray.flags.__get__(array).owndata
        owns_memory = owns_data or type(base) in {np.ndarray, bytes} or type(base).__name__ in CAPSULES
        if self._namespace is None and not (owns_memory and kind is np.ndarray):
            raise UntraceableError
        if kind is not np.ndarray:
            self._pending += _referents(array, kind)
        if type(base) is np.ndarray or self._namespace is not None:
            self._pending.append(base)
        # An empty array has no bytes that another one could share.
        if plain.size:
            self._extent.memory.append(byte_bounds(plain))
        if plain.dtype.kind == "O":
            self._step_elements(plain)
        elif plain.dtype.hasobject:
            raise UntraceableError

    def _step_elements(self, array: Any) -> None:
        # A frame that was shown keeps an array of the types of its columns.
        if all(kind in IMMUTABLE or issubclass(kind, np.dtype | ExtensionDtype) for kind in set(map(type, array.flat))):
            return
        if self._namespace is None or array.size > self._objects_left:
            raise UntraceableError
        self._pending += array.ravel().tolist()

    def _step_arrow(self, array: Any) -> None:
        # The buffers of an array do not tell of its dictionary, nor of what a type of another library adds.
        chunks = array.chunks if type(array).__name__ == "ChunkedArray" else [array]
        if len(chunks) > self._objects_left or any(word in str(array.type) for word in ("dictionary", "extension")):
            raise UntraceableError
        buffers = [buffer for chunk in chunks for buffer in chunk.buffers() if buffer is not None and buffer.size]
        self._extent.memory += [(buffer.address, buffer.address + buffer.size) for buffer in buffers]


byte_bounds: Any = getattr(np.lib, "array_utils", np).byte_bounds
"""The function moved to another module in numpy 2."""


def _referents(item: Any, kind: type) -> list[Any]:
    return [part for part in gc.get_referents(item) if part is not kind]


def _is_shared_library(module_or_class: ModuleType | type) -> bool:
    """Return whether a module or a class belongs to a library that holds no state of the session."""
    root = (
        module_or_class.__name__ if isinstance(module_or_class, ModuleType) else module_or_class.__module__
    ).partition(".")[0]
    return root in MODULES or root == "builtins" or (root.startswith("_") and root != "__main__")
