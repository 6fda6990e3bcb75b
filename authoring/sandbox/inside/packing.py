"""Packing what was collected, so that it can be carried from the process that ran a cell to the one that judges it.

Items are pickled one by one, so that one that cannot be pickled (or not be read where the reference lives) becomes an
`Opaque` and takes no other with it. A container of a class that only the session knows, as a named tuple, travels as
the list, tuple, dict or set that it is: comparing looks at no more.
"""

import io
import pickle
import struct
from collections import defaultdict
from types import FunctionType, GeneratorType, ModuleType
from typing import Any

from authoring.sandbox.inside.views import guarded, plain, type_name
from authoring.validators.base import Collected, Opaque

LENGTH = struct.Struct("!I")
OPAQUE_TEXT = 500


class _Pickler(pickle.Pickler):
    """Writes what the other side could not read as something that it can."""

    def reducer_override(self, obj: Any) -> Any:
        kind = type(obj)
        if isinstance(obj, GeneratorType | ModuleType) or (kind is FunctionType and obj.__module__ == "__main__"):
            return Opaque, (type_name(obj), plain(guarded(lambda: repr(obj), ""), OPAQUE_TEXT))
        if kind.__module__ == "__main__" or kind is defaultdict:
            # By the base's own methods: those of a stranger's class could say anything, or never end.
            match obj:
                case tuple():
                    return tuple, (list(tuple.__iter__(obj)),)
                case list():
                    return list, (list(list.__iter__(obj)),)
                case set():
                    return set, (list(set.__iter__(obj)),)
                case dict():
                    return dict, (list(dict.items(obj)),)
        return NotImplemented


def pack(collected: Collected) -> bytes:
    """Return the items as bytes; those that cannot be pickled as `Opaque`."""
    parts = []
    for name, value in collected.items.items():
        data = _dumped(value)
        parts += [LENGTH.pack(len(name.encode())), name.encode(), LENGTH.pack(len(data)), data]
    return b"".join(parts)


def unpack(packed: bytes) -> Collected:
    """Return the items of `pack`; those that cannot be read here as `Opaque`.

    Raises:
        ValueError: the bytes are none that `pack` gave.
    """
    items: dict[str, Any] = {}
    position = 0
    try:
        while position < len(packed):
            name, position = _part(packed, position)
            data, position = _part(packed, position)
            items[name.decode()] = _loaded(data)
    except struct.error as error:
        raise ValueError("the evidence is cut off") from error
    return Collected(items)


def _part(packed: bytes, position: int) -> tuple[bytes, int]:
    (size,) = LENGTH.unpack_from(packed, position)
    start = position + LENGTH.size
    return packed[start : start + size], start + size


def _dumped(value: object) -> bytes:
    data = guarded(lambda: _pickled(value), None)
    return data if data is not None else pickle.dumps(_opaque(value))


def _pickled(value: object) -> bytes:
    sink = io.BytesIO()
    _Pickler(sink, protocol=5).dump(value)
    return sink.getvalue()


def _loaded(data: bytes) -> Any:
    nothing = Opaque("object", "that cannot be read outside its session")
    return guarded(lambda: pickle.loads(data), nothing)  # noqa: S301 - in a throw-away fork inside the sandbox


def _opaque(value: object) -> Opaque:
    return Opaque(guarded(lambda: type_name(value), "object"), plain(guarded(lambda: repr(value), ""), OPAQUE_TEXT))
