"""Stand-ins for values whose classes cannot be serialized."""

import copy
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from authoring.sandbox.inside.serialization.names import type_of_table
from authoring.sandbox.inside.serialization.sealed import MakerCall, RefusedError, open_as, unseal_copy
from authoring.sandbox.inside.views import guarded, utf8_text
from authoring.validators.base import Missing, Opaque, type_name
from authoring.validators.stand_in import Equality, StandIn, stand_in_class

MAX_NAME = 500
"""Characters of a type's name."""
MAX_TEXT = 500
"""Characters of a value's text."""
EQUALITIES: dict[str, Equality] = {"none": "none", "fields": "fields", "parts": "parts"}
REFERENCED_BY_NAME = (type, FunctionType, BuiltinFunctionType)


def make_missing_variable(name: str) -> Missing:
    """Return what stands for a variable that is not there."""
    return Missing(open_as(name, str))


def make_opaque(name: str, text: str) -> Opaque:
    """Return the stand-in of a value of which only type and text are known."""
    return Opaque(open_as(name, str), open_as(text, str))


def make_likeness(name: str, text: str, equality: str, attributes: dict[str, Any]) -> StandIn:
    """Return what stands for an object, with its attributes."""
    attribute_values = unseal_copy(open_as(attributes, dict))
    if not all(type(name_of_attribute) is str for name_of_attribute in attribute_values):
        raise RefusedError("an attribute without a name")
    return stand_in_class(open_as(name, str))(name, open_as(text, str), EQUALITIES[equality], attribute_values)


def reduce_opaque(value: object) -> MakerCall:
    """Return how any value travels: its type and its text."""
    return make_opaque, (_type(value), _text(value))


def reduce_likeness(value: Any) -> MakerCall:
    """Return how an object of a class that does not travel travels itself.

    Its own methods run: those that show, copy and compare it.
    """
    if isinstance(value, type) and (type_call := type_of_table(value)) is not None:
        return type_call
    if isinstance(value, REFERENCED_BY_NAME):
        return _reduce_named(value)
    equality = _equality(value)
    attributes = _attributes(value, equality)
    if isinstance(value, ModuleType) or not (attributes or equality != "none"):
        return reduce_opaque(value)
    return make_likeness, (_type(value), _text(value), equality, attributes)


def _reduce_named(value: Any) -> MakerCall:
    """Return how a class or a function travels; one that stands under its name in a module is equal to itself."""
    module, name = value.__module__, value.__qualname__
    if module == "__main__" or getattr(sys.modules.get(module), name, None) is not value:
        return reduce_opaque(value)
    return make_likeness, (_type(value), _text(value), "fields", {"name": utf8_text(f"{module}.{name}", MAX_NAME)})


def _equality(value: Any) -> Equality:
    kind = type(value)
    equality_method: Any = kind.__eq__
    if equality_method is object.__eq__ and not isinstance(value, Enum):
        return "none"
    if isinstance(value, Enum) or (is_dataclass(value) and _is_generated(equality_method)):
        return "fields"
    # What is not equal to its copy, as what holds NaN, or does not say so in one word, has no equal.
    return "parts" if guarded(lambda: bool(_plain_bool(value == copy.deepcopy(value))), default=False) else "none"


def _plain_bool(answer: Any) -> Any:
    return answer if type(answer) is bool or type(answer).__name__ in {"bool_", "bool"} else False


def _is_generated(method: Any) -> bool:
    """Return whether a dataclass's equality is the one that `dataclass` writes."""
    return isinstance(method, FunctionType) and method.__code__.co_filename == "<string>"


def _attributes(value: Any, equality: Equality) -> dict[str, Any]:
    if isinstance(value, Enum):
        return {"name": value.name, "value": value.value}
    if equality == "fields":
        return {field.name: getattr(value, field.name) for field in fields(value) if field.compare}
    attributes = dict(getattr(value, "__dict__", {}))
    # Each class of the hierarchy may add slots of its own, which `__dict__` does not hold.
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, name):
                attributes[name] = getattr(value, name)
    if equality == "parts":
        return attributes or {"parts": [*value.__reduce_ex__(4)[1:3]]}
    # For a `compare_fn` to read.
    return {name: part for name, part in attributes.items() if isinstance(name, str) and not name.startswith("_")}


def _type(value: object) -> str:
    return utf8_text(guarded(lambda: type_name(value), "object"), MAX_NAME)


def _text(value: object) -> str:
    return utf8_text(guarded(lambda: repr(value), ""), MAX_TEXT)


REDUCERS: dict[type, Callable[[Any], MakerCall]] = {
    Missing: lambda value: (make_missing_variable, (utf8_text(value.name, MAX_NAME),)),
    Opaque: lambda value: (make_opaque, (utf8_text(value.type_name, MAX_NAME), utf8_text(value.text, MAX_TEXT))),
}
MAKERS = (make_missing_variable, make_opaque, make_likeness)
