"""The receivers of calls: cells whose calls are wrapped report here which object each of them was called on.

Reports are written to memory that forks share, because functions are tested in forks.
"""

import json
import mmap
import sys
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, TypeVar

T = TypeVar("T")
MAX_NAME = 200
"""The longest name, in characters."""
MAX_TYPES = 20
"""Different types that are recorded for one call."""
BUFFER_SIZE = 4_000_000
"""Bytes of the shared buffer; pages that are not used cost nothing."""
HEADER_SIZE = 8
"""Bytes at the start of the buffer that hold the position of the next line."""
NAMED_TYPES = (FunctionType, BuiltinFunctionType, MethodType, ModuleType)
"""Types whose objects have names of their own; of others, the type's name counts."""

_shared = mmap.mmap(-1, BUFFER_SIZE)
_shared[:HEADER_SIZE] = HEADER_SIZE.to_bytes(HEADER_SIZE, "big")
_seen_objects: dict[int, dict[int, object]] = {}
"""By call and identity: the classes, functions and modules recorded already, held so that no identity is reused."""


def record_receiver(number: int, value: T) -> T:
    """Record the object that a call is made on, and return it."""
    kind = type(value)
    named_object: Any = value if kind in NAMED_TYPES or issubclass(kind, type) else kind
    # A bound method is made anew each time it is looked up.
    identity_holder = named_object.__func__ if kind is MethodType else named_object
    objects_of_call = _seen_objects.setdefault(number, {})
    if id(identity_holder) not in objects_of_call and len(objects_of_call) < MAX_TYPES:
        objects_of_call[id(identity_holder)] = identity_holder
        _append([number, *_description(value, named_object)])
    return value


def _description(value: object, named_object: Any) -> tuple[str, str, str]:
    try:
        if type(value) is ModuleType:
            return "module", str(value.__name__)[:MAX_NAME], ""
        own_kind = "class" if issubclass(type(value), type) else "function"
        kind = own_kind if named_object is value else "instance"
        module, name = str(named_object.__module__ or "builtins"), str(named_object.__qualname__)
        return kind, _public_module(module, name)[:MAX_NAME], name[:MAX_NAME]
    except Exception:  # noqa: BLE001 - untrusted objects answer for themselves here and may raise anything
        return "instance", "builtins", "object"


def _public_module(module: str, name: str) -> str:
    """Return the shortest part of a module's path under which what it defines is offered as well."""
    outer_name = name.partition(".")[0]
    outermost = getattr(sys.modules.get(module), outer_name, None)
    parts = module.split(".")
    for number in range(1, len(parts)):
        package = sys.modules.get(".".join(parts[:number]))
        # Looked up without `getattr`, which may make a package import more of itself.
        if outermost is not None and package is not None and vars(package).get(outer_name) is outermost:
            return ".".join(parts[:number])
    return module


def _append(record: list[int | str]) -> None:
    line = json.dumps(record).encode() + b"\n"
    start = int.from_bytes(_shared[:HEADER_SIZE], "big")
    if start + len(line) <= BUFFER_SIZE:
        _shared[start : start + len(line)] = line
        _shared[:HEADER_SIZE] = (start + len(line)).to_bytes(HEADER_SIZE, "big")


def calls_seen(_arguments: dict[str, Any]) -> list[Any]:
    """Return everything recorded, in order: number of the call, kind, module, qualified name."""
    end = int.from_bytes(_shared[:HEADER_SIZE], "big")
    # Several forks may have met the same.
    return [json.loads(line) for line in dict.fromkeys(_shared[HEADER_SIZE:end].splitlines())]
