"""Short texts of values, types and differences, for the reasons that a person reads."""

from reprlib import Repr
from typing import Any

from authoring.validators.base import Difference, Opaque

MAX_DIFFERENCES = 5
"""How many places where two values differ a verdict names."""


class _Brief(Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 3
        self.maxlist = self.maxtuple = self.maxset = self.maxdict = 8
        self.maxstring = self.maxlong = 80
        self.maxother = 160

    def repr_instance(self, x: Any, level: int) -> str:  # noqa: ARG002 - as `Repr` calls it
        if isinstance(x, Opaque):
            return x.text[: self.maxother] or a(x.type_name)
        try:
            text = repr(x)
        except Exception:  # noqa: BLE001 - the class is the submission's, and so is its repr
            return f"{a(type(x).__name__)} that cannot be shown"
        return text if len(text) <= self.maxother else f"{text[: self.maxother]}..."


def short_repr(value: object) -> str:
    """Return a value's repr, shortened."""
    return _Brief().repr(value)


def kind(value: object) -> str:
    """Return a value's type as a person says it, for example ``DataFrame``."""
    return value.type_name.rpartition(".")[2] if isinstance(value, Opaque) else type(value).__name__


def a(name: str) -> str:
    """Return a type's name behind its article: ``an int``, ``a DataFrame``."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def difference_text(difference: Difference) -> str:
    """Return one difference as a reason says it."""
    return f"{difference.place}: {difference.submission} instead of {difference.reference}"


def nested_difference(place: str, difference: Difference) -> Difference:
    """Return a difference of an element as one of its container."""
    return difference._replace(place=place if difference.place == "value" else f"{place}, {difference.place}")
