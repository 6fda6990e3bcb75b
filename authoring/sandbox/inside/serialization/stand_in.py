"""What stands for a value whose class does not travel."""

import copy
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from authoring.sandbox.inside.serialization.names import type_of_table
from authoring.sandbox.inside.serialization.sealed import Reduced, RefusedError, opened, whole
from authoring.sandbox.inside.views import guarded, plain
from authoring.validators.base import Missing, Opaque, type_name
from authoring.validators.likeness import Equality, Likeness, likeness_class

NAME = 500
"""Characters of a type's name."""
TEXT = 500
"""Characters of a value's text."""
EQUALITIES: dict[str, Equality] = {"none": "none", "fields": "fields", "parts": "parts"}
NAMED = (type, FunctionType, BuiltinFunctionType)


def make_missing(name: str) -> Missing:
    """Return what stands for a variable that is not there."""
    return Missing(opened(name, str))


def make_opaque(name: str, text: str) -> Opaque:
    """Return what stands for a value of which only type and text are told."""
    return Opaque(opened(name, str), opened(text, str))


def make_likeness(name: str, text: str, equality: str, attributes: dict[str, Any]) -> Likeness:
    """Return what stands for an object, with its attributes."""
    told = whole(opened(attributes, dict))
    if not all(type(each) is str for each in told):
        raise RefusedError("an attribute without a name")
    return likeness_class(opened(name, str))(name, opened(text, str), EQUALITIES[equality], told)


def opaque(value: object) -> Reduced:
    """Return how any value travels: its type and its text."""
    return make_opaque, (_type(value), _text(value))


def likeness(value: Any) -> Reduced:
    """Return how an object of a class that does not travel travels itself.

    Its own methods run: those that show, copy and compare it.
    """
    if isinstance(value, type) and (found := type_of_table(value)) is not None:
        return found
    if isinstance(value, NAMED):
        return _named(value)
    equality = _equality(value)
    attributes = _attributes(value, equality)
    if isinstance(value, ModuleType) or not (attributes or equality != "none"):
        return opaque(value)
    return make_likeness, (_type(value), _text(value), equality, attributes)


def _named(value: Any) -> Reduced:
    """Return how a class or a function travels; one that stands under its name in a module is equal to itself."""
    module, name = value.__module__, value.__qualname__
    if module == "__main__" or getattr(sys.modules.get(module), name, None) is not value:
        return opaque(value)
    return make_likeness, (_type(value), _text(value), "fields", {"name": plain(f"{module}.{name}", NAME)})


def _equality(value: Any) -> Equality:
    kind = type(value)
    compares: Any = kind.__eq__
    if compares is object.__eq__ and not isinstance(value, Enum):
        return "none"
    if isinstance(value, Enum) or (is_dataclass(value) and _is_generated(compares)):
        return "fields"
    # What is not equal to its copy, as what holds NaN, or does not say so in one word, has no equal.
    return "parts" if guarded(lambda: bool(_word(value == copy.deepcopy(value))), otherwise=False) else "none"


def _word(answer: Any) -> Any:
    return answer if type(answer) is bool or type(answer).__name__ in {"bool_", "bool"} else False


def _is_generated(method: Any) -> bool:
    """Say whether a dataclass's equality is the one that `dataclass` writes."""
    return isinstance(method, FunctionType) and method.__code__.co_filename == "<string>"


def _attributes(value: Any, equality: Equality) -> dict[str, Any]:
    if isinstance(value, Enum):
        return {"name": value.name, "value": value.value}
    if equality == "fields":
        return {field.name: getattr(value, field.name) for field in fields(value) if field.compare}
    found = dict(getattr(value, "__dict__", {}))
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, name):
                found[name] = getattr(value, name)
    if equality == "parts":
        return found or {"parts": [*value.__reduce_ex__(4)[1:3]]}
    # For a `compare_fn` to read.
    return {name: part for name, part in found.items() if isinstance(name, str) and not name.startswith("_")}


def _type(value: object) -> str:
    return plain(guarded(lambda: type_name(value), "object"), NAME)


def _text(value: object) -> str:
    return plain(guarded(lambda: repr(value), ""), TEXT)


def _missing(value: Missing) -> Reduced:
    return make_missing, (plain(value.name, NAME),)


TAKERS: dict[type, Callable[[Any], Reduced]] = {
    Missing: _missing,
    Opaque: lambda value: (make_opaque, (plain(value.type_name, NAME), plain(value.text, TEXT))),
}
MAKERS = (make_missing, make_opaque, make_likeness)
