"""Sealed values: what reading packed evidence makes, out of reach of all further bytes.

The unpickler's opcodes do more than make values: they set attributes, call methods that set a state, add items. So
nothing that has attributes or methods of its own may lie where they reach. What a maker makes is sealed at once; makers
that get it as an argument open it, and what is left at the end is opened when no bytes are left.
"""

import marshal
from collections.abc import Callable
from itertools import chain
from typing import Any, TypeAlias

MakerCall: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...]]
"""A maker and its arguments: plain values, and what can be reduced in turn."""

MAX_DEPTH = 1_000
"""Containers inside of containers."""
MAX_ELEMENTS = 20_000_000
"""Elements of containers inside of containers, counted as often as they are met: those that share others can hold more
than bytes can."""
PLAIN: frozenset[type] = frozenset({type(None), bool, int, float, str, bytes, bytearray})
CONTAINERS: frozenset[type] = frozenset({list, tuple, dict, set, frozenset})


class RefusedError(ValueError):
    """The bytes are none that packing gave."""


class Sealed:
    """A value that was made; has no attribute that can be set, and no method."""

    __slots__ = ("content",)
    content: Any

    def __init__(self, content: object) -> None:
        _set_content(self, content)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(name)


_set_content: Callable[[Sealed, object], None] = vars(Sealed)["content"].__set__
"""The way past `__setattr__`."""
ALLOWED = PLAIN | CONTAINERS | {Sealed}


def open_as(value: Any, *kinds: Any) -> Any:
    """Return what a maker's argument holds.

    Raises:
        RefusedError: it is none of these kinds.
    """
    content = value.content if type(value) is Sealed else value
    if not isinstance(content, kinds):
        raise RefusedError(f"a {type(content).__name__} where a {kinds[0].__name__} was due")
    return content


def own_buffer(data: Any) -> Any:
    """Return bytes that a maker was given, once no other array shares them: writing to one array changes no other.

    Raises:
        RefusedError: they are no bytes.
        BufferError: something that was made before holds them.
    """
    buffer = open_as(data, bytes, bytearray)
    if type(buffer) is bytearray and buffer:
        buffer.append(buffer.pop())  # what others hold cannot change its size
    return buffer


def unseal_copy(value: Any) -> Any:
    """Return plain values and containers with all seals inside of them opened.

    Containers are copied, so that bytes which follow change nothing any more.

    Raises:
        RefusedError: there is something else among them, or they are too deep or too many.
    """
    if type(value) is Sealed:
        return value.content
    if type(value) in PLAIN:
        return value
    if _is_flat(value):
        return value.copy() if type(value) in {list, set} else value
    kinds = _types_inside(value)
    return _copy(value, {}) if kinds & {Sealed, bytearray} else marshal.loads(marshal.dumps(value))  # noqa: S302 - a copy of plain values, which we have just looked at


def unseal(value: Any) -> Any:
    """Return what `unseal_copy` does where no bytes follow, so that only containers with seals inside need copying."""
    if type(value) is Sealed:
        return value.content
    if type(value) in PLAIN or _is_flat(value) or Sealed not in _types_inside(value):
        return value
    return _copy(value, {})


def _is_flat(value: Any) -> bool:
    return type(value) in {list, tuple, set, frozenset} and PLAIN.issuperset(map(type, value))


def _types_inside(value: Any) -> set[type]:
    """Look at all that is in containers, level by level; return its types."""
    level, types, total = [value], set[type](), 0
    for _ in range(MAX_DEPTH):
        kinds = set(map(type, level))
        types |= kinds
        if not kinds <= ALLOWED:
            raise RefusedError("something that is no value")
        inner: list[Any] = []
        for kind in kinds & CONTAINERS:
            holders: list[Any] = level if len(kinds) == 1 else [part for part in level if type(part) is kind]
            # Counted as often as they are met, because few bytes can make lists that share lists many times over.
            total += sum(map(len, holders)) * (2 if kind is dict else 1)
            if total > MAX_ELEMENTS:
                raise RefusedError("too many elements")
            inner += chain.from_iterable(holders)
            if kind is dict:
                inner += chain.from_iterable(map(dict.values, holders))
        if not inner:
            return types
        level = inner
    raise RefusedError("containers too deep inside of each other")


def _copy(value: Any, copies: dict[int, Any]) -> Any:
    kind = type(value)
    if kind is Sealed:
        return value.content
    if kind not in CONTAINERS:
        return value
    if id(value) not in copies:
        if kind is dict:
            copy = {_copy(key, copies): _copy(part, copies) for key, part in value.items()}
        else:
            copy = kind(
                [
                    part.content if type(part) is Sealed else _copy(part, copies) if type(part) in CONTAINERS else part
                    for part in value
                ]
            )
        # The original is kept as well, so that no other object can come to have its identity.
        copies[id(value)] = copy, value
    return copies[id(value)][0]
