"""Reading and writing of packed values: a pickler and an unpickler that know our own makers and nothing else."""

import gc
import io
import pickle
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from authoring.sandbox.inside.protocol import Buffer
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
from authoring.sandbox.inside.serialization.sealed import MakerCall, RefusedError, Sealed, unseal
from authoring.sandbox.inside.serialization.stand_in import make_likeness, reduce_likeness, reduce_opaque
from authoring.sandbox.inside.views import guarded

SMALL = 100_000
"""Bytes up to which an item is copied before it is read, which is quicker than to read it in its place."""
MODULES = (plain, names, stand_in, arrays, times, dtypes, columns, tables, arrow, polars_columns, sparse)


class _Maker:
    """A maker whose results are sealed; has no attribute that can be set."""

    __slots__ = ("_function",)
    _function: Callable[..., Any]

    def __init__(self, make: Callable[..., Any]) -> None:
        _set_maker(self, make)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(name)

    def __call__(self, *arguments: Any) -> Sealed:
        return Sealed(self._function(*arguments))


_set_maker: Callable[[_Maker, object], None] = vars(_Maker)["_function"].__set__
_MAKERS: dict[tuple[str, str], _Maker] = {
    (make.__module__, make.__qualname__): _Maker(make) for area in MODULES for make in area.MAKERS
}


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        # Packed bytes reach code through this method alone.
        maker = _MAKERS.get((module, name))
        if maker is None:
            raise RefusedError(f"{module}.{name} is no maker")
        return maker


class _Bytes(io.RawIOBase):
    """A file over bytes that are not copied."""

    def __init__(self, data: Buffer) -> None:
        super().__init__()
        self._data = memoryview(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = min(len(buffer), len(self._data))
        buffer[:size], self._data = self._data[:size], self._data[size:]
        return size


def read(data: Buffer) -> Any:
    """Return the value of one item.

    Whatever the bytes are, no code is called but our makers and what they call on values they have looked at.

    Raises:
        Exception: the bytes are none that `write` gave, or they make a value that cannot be made here.
    """
    collecting = gc.isenabled()
    gc.disable()  # many values at once, of which none is garbage, would have it look at all of them again and again
    try:
        file = io.BytesIO(data) if len(data) <= SMALL else io.BufferedReader(_Bytes(data))
        return unseal(_Reader(file).load())
    finally:
        if collecting:
            gc.enable()


# Writing what was collected, as calls of our makers with plain arguments.

MAX_LIKENESSES = 200
"""Objects without an equality whose attributes one item may carry; a figure is made of thousands."""
Reducer = Callable[[Any], MakerCall]
REDUCERS: dict[type, Reducer] = {
    kind: reducer for area in MODULES for kind, reducer in getattr(area, "REDUCERS", {}).items()
}
OPTIONAL_REDUCERS: dict[str, Callable[[Any], MakerCall | None]] = {
    "scipy": sparse.reduce,
    "polars": polars_columns.reduce,
    "pyarrow": arrow.reduce,
}
"""Packages that need not be there, and how their values travel."""
_MAKER_FUNCTIONS = frozenset(make for area in MODULES for make in area.MAKERS)


class _Parts:
    """A file that keeps what is written in the parts in which it comes.

    Large arrays come as buffers, of which the memory itself is kept: it has to be sent before it changes.
    """

    def __init__(self) -> None:
        self.parts: list[Buffer] = []

    def write(self, data: bytes | pickle.PickleBuffer) -> int:
        part = data.raw() if isinstance(data, pickle.PickleBuffer) else data
        self.parts.append(part)
        return len(part)


class _Writer(pickle.Pickler):
    def __init__(self, sink: _Parts) -> None:
        super().__init__(sink, protocol=5)
        self._reducers: dict[type, Reducer] = {}
        self._started: set[int] = set()
        self._likeness_count = 0

    def reducer_override(self, obj: Any) -> Any:
        kind = type(obj)
        # Makers are pickled by name; every other object is replaced by the call of a maker.
        if kind is FunctionType and obj in _MAKER_FUNCTIONS:
            return NotImplemented
        # A value that contains itself would be reduced without end.
        if id(obj) in self._started:
            return reduce_opaque(obj)  # it is a part of itself
        # All that was begun lives as long as the pickler, which remembers it.
        self._started.add(id(obj))
        reducer = self._reducers.get(kind)
        if reducer is None:
            reducer = self._reducers[kind] = _reducer_of(kind)
        try:
            call = reducer(obj)
        except BaseException:  # noqa: BLE001 - methods of untrusted objects run here and may raise anything
            return reduce_opaque(obj)
        if call[0] is make_likeness and call[1][2] == "none":
            self._likeness_count += 1
            return call if self._likeness_count <= MAX_LIKENESSES else reduce_opaque(obj)
        return call


def write(value: object) -> bytes:
    """Return a value as bytes that `read` understands; what cannot travel, and the whole if need be, as `Opaque`.

    Methods of objects whose classes do not travel run.
    """
    return b"".join(written_parts(value))


def written_parts(value: object) -> Sequence[Buffer]:
    """Return the bytes of `write` in parts."""
    written = guarded(lambda: _written(value), None)
    return written if written is not None else _written(_TypeOnly(value))


class _TypeOnly:
    """Has the writer tell only what a value is."""

    def __init__(self, value: object) -> None:
        self.value = value


def _written(value: object) -> Sequence[Buffer]:
    sink = _Parts()
    _Writer(sink).dump(value)
    return sink.parts


def _reducer_of(kind: type) -> Reducer:
    default = next((REDUCERS[base] for base in kind.__mro__ if base in REDUCERS), reduce_likeness)
    # By the name of a class's package, so that none of these is imported for a value of another.
    owners = (OPTIONAL_REDUCERS.get(base.__module__.partition(".")[0]) for base in kind.__mro__)
    owner = next(filter(None, owners), None)
    return default if owner is None else lambda value: owner(value) or default(value)


REDUCERS[_TypeOnly] = lambda holder: reduce_opaque(holder.value)
