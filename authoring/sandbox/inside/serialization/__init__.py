"""Serialization of collected values, from the process that ran a cell to the one that judges it.

Every value travels as the call of one of our own functions with plain arguments, and reading calls nothing else: bytes
from a process that ran hostile code do no more than make values. Items are written one by one, so that one which cannot
travel becomes an `Opaque` and takes no other with it. An object of a class that is not in our tables travels as its
`Likeness`; a container of such a class, as a named tuple, as the list, tuple, dict or set that it is: comparing looks
at no more.
"""

import struct
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from authoring.sandbox.inside.protocol import Buffer
from authoring.sandbox.inside.serialization.codec import read, written_parts
from authoring.sandbox.inside.views import guarded
from authoring.validators.base import CollectedItems, Opaque

LENGTH = struct.Struct("!I")
REPEATED_ITEM = b"="
"""Before the number of an earlier item, whose value this one has; what is written never begins so."""
DIGITS = 9


def pack(collected: CollectedItems, written: Mapping[str, bytes] = MappingProxyType({})) -> bytes:
    """Return the items as bytes; those that cannot travel as `Opaque`, those that are written already as they are."""
    return b"".join(packed_parts(collected, written))


def packed_parts(collected: CollectedItems, written: Mapping[str, bytes] = MappingProxyType({})) -> tuple[Buffer, ...]:
    """Return the bytes of `pack` in parts, of which large ones are not copied together."""
    parts, first_numbers = list[Buffer](), dict[int, int]()
    for number, (name, value) in enumerate(collected.items.items()):
        # Several validators may collect the same value, which then travels once.
        first = first_numbers.setdefault(id(value), number)
        data: Sequence[Buffer] = (REPEATED_ITEM + str(first).encode(),)
        if first == number:
            data = (written[name],) if name in written else written_parts(value)
        parts += [LENGTH.pack(len(name.encode())), name.encode(), LENGTH.pack(sum(map(len, data))), *data]
    return tuple(parts)


def unpack(packed: Buffer) -> CollectedItems:
    """Return the items of `pack`; those that cannot be read as `Opaque`. Bytes of any kind make values and run nothing.

    Raises:
        ValueError: the bytes are no items.
    """
    names, values = list[str](), list[Any]()
    position, view = 0, memoryview(packed)
    while position < len(view):
        name, position = _part(view, position)
        data, position = _part(view, position)
        names.append(bytes(name).decode())
        is_repeated = data[: len(REPEATED_ITEM)] == REPEATED_ITEM
        values.append(_repeated_value(data[len(REPEATED_ITEM) :], values) if is_repeated else _read(data))
    return CollectedItems(dict(zip(names, values, strict=True)))


def _part(packed: memoryview, position: int) -> tuple[memoryview, int]:
    start = position + LENGTH.size
    if start > len(packed):
        raise ValueError("the evidence is cut off")
    (size,) = LENGTH.unpack_from(packed, position)
    if start + size > len(packed):
        raise ValueError("the evidence is cut off")
    return packed[start : start + size], start + size


def _repeated_value(data: memoryview, values: list[Any]) -> Any:
    # Reading a very long number takes quadratic time.
    number = bytes(data[: DIGITS + 1])
    if not number.isdigit() or len(number) > DIGITS or int(number) >= len(values):
        raise ValueError("an item that repeats none")
    return values[int(number)]


def _read(data: memoryview) -> Any:
    unreadable = Opaque("object", "that cannot be read outside its session")
    return guarded(lambda: read(data), unreadable)
