"""Reading what was packed: an unpickler that can call our own makers and nothing else."""

import gc
import io
import pickle
from collections.abc import Callable
from types import FunctionType
from typing import Any

from authoring.sandbox.inside.serialization import (
    arrays,
    arrow,
    columns,
    dtypes,
    names,
    plain,
    polars_columns,
    sparse,
    stand_in,
    tables,
    times,
)
from authoring.sandbox.inside.serialization.sealed import Reduced, RefusedError, Sealed, unsealed
from authoring.sandbox.inside.serialization.stand_in import likeness, make_likeness, opaque
from authoring.sandbox.inside.views import guarded

AREAS = (plain, names, stand_in, arrays, times, dtypes, columns, tables, arrow, polars_columns, sparse)


class _Maker:
    """A maker whose results are sealed; has no attribute that can be set."""

    __slots__ = ("_make",)
    _make: Callable[..., Any]

    def __init__(self, make: Callable[..., Any]) -> None:
        _put(self, make)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(name)

    def __call__(self, *arguments: Any) -> Sealed:
        return Sealed(self._make(*arguments))


_put: Callable[[_Maker, object], None] = vars(_Maker)["_make"].__set__
_MAKERS: dict[tuple[str, str], _Maker] = {
    (make.__module__, make.__qualname__): _Maker(make) for area in AREAS for make in area.MAKERS
}


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        maker = _MAKERS.get((module, name))
        if maker is None:
            raise RefusedError(f"{module}.{name} is no maker")
        return maker


def read(data: bytes) -> Any:
    """Return the value of one item.

    Whatever the bytes are, no code is called but our makers and what they call on values they have looked at.

    Raises:
        Exception: the bytes are none that `write` gave, or they make a value that cannot be made here.
    """
    collecting = gc.isenabled()
    gc.disable()  # many values at once, of which none is garbage, would have it look at all of them again and again
    try:
        return unsealed(_Reader(io.BytesIO(data)).load())
    finally:
        if collecting:
            gc.enable()


# Writing what was collected, as calls of our makers with plain arguments.

MOST_LIKENESSES = 200
"""Objects without an equality, in one item, whose attributes are told; a figure is made of thousands."""
Taker = Callable[[Any], Reduced]
TAKERS: dict[type, Taker] = {kind: taker for area in AREAS for kind, taker in getattr(area, "TAKERS", {}).items()}
OWNERS: dict[str, Callable[[Any], Reduced | None]] = {
    "scipy": sparse.reduced,
    "polars": polars_columns.reduced,
    "pyarrow": arrow.reduced,
}
"""Packages that need not be there, and how their values travel."""
_MAKER_FUNCTIONS = frozenset(make for area in AREAS for make in area.MAKERS)


class _Writer(pickle.Pickler):
    def __init__(self, sink: io.BytesIO) -> None:
        super().__init__(sink, protocol=5)
        self._takers: dict[type, Taker] = {}
        self._begun: set[int] = set()
        self._told = 0

    def reducer_override(self, obj: Any) -> Any:
        kind = type(obj)
        if kind is FunctionType and obj in _MAKER_FUNCTIONS:
            return NotImplemented
        if id(obj) in self._begun:
            return opaque(obj)  # it is a part of itself
        # All that was begun lives as long as the pickler, which remembers it.
        self._begun.add(id(obj))
        taker = self._takers.get(kind)
        if taker is None:
            taker = self._takers[kind] = _taker(kind)
        try:
            reduced = taker(obj)
        except BaseException:  # noqa: BLE001 - methods of untrusted objects run here and may raise anything
            return opaque(obj)
        if reduced[0] is make_likeness and reduced[1][2] == "none":
            self._told += 1
            return reduced if self._told <= MOST_LIKENESSES else opaque(obj)
        return reduced


def write(value: object) -> bytes:
    """Return a value as bytes that `read` understands; what cannot travel, and the whole if need be, as `Opaque`.

    Methods of objects whose classes do not travel run.
    """
    written = guarded(lambda: _written(value), None)
    return written if written is not None else _written(_Untold(value))


class _Untold:
    """Has the writer tell only what a value is."""

    def __init__(self, value: object) -> None:
        self.value = value


def _written(value: object) -> bytes:
    sink = io.BytesIO()
    _Writer(sink).dump(value)
    return sink.getvalue()


def _taker(kind: type) -> Taker:
    usual = next((TAKERS[base] for base in kind.__mro__ if base in TAKERS), likeness)
    owners = (OWNERS.get(base.__module__.partition(".")[0]) for base in kind.__mro__)
    owner = next(filter(None, owners), None)
    return usual if owner is None else lambda value: owner(value) or usual(value)


TAKERS[_Untold] = lambda untold: opaque(untold.value)
