"""Writing what was collected, as calls of our makers with plain arguments."""

import io
import pickle
from collections.abc import Callable
from types import FunctionType
from typing import Any

from authoring.sandbox.inside.serialization import arrow, polars_columns, sparse
from authoring.sandbox.inside.serialization.reading import AREAS
from authoring.sandbox.inside.serialization.sealed import Reduced
from authoring.sandbox.inside.serialization.stand_in import likeness, make_likeness, opaque
from authoring.sandbox.inside.views import guarded

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
_MAKERS = frozenset(make for area in AREAS for make in area.MAKERS)


class _Writer(pickle.Pickler):
    def __init__(self, sink: io.BytesIO) -> None:
        super().__init__(sink, protocol=5)
        self._takers: dict[type, Taker] = {}
        self._begun: set[int] = set()
        self._told = 0

    def reducer_override(self, obj: Any) -> Any:
        kind = type(obj)
        if kind is FunctionType and obj in _MAKERS:
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
