"""Reading what was packed: an unpickler that can call our own makers and nothing else."""

import gc
import io
import pickle
from collections.abc import Callable
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
    tables,
    times,
)
from authoring.sandbox.inside.serialization import stand_in as likeness
from authoring.sandbox.inside.serialization.sealed import RefusedError, Sealed, unsealed

AREAS = (plain, names, likeness, arrays, times, dtypes, columns, tables, arrow, polars_columns, sparse)


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
