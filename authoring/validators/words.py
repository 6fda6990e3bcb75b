"""Values in a few words, for reasons a person reads."""

from reprlib import Repr
from typing import Any

from authoring.validators.base import Opaque


class _Brief(Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 3
        self.maxlist = self.maxtuple = self.maxset = self.maxdict = 8
        self.maxstring = self.maxlong = 80
        self.maxother = 160

    def repr_instance(self, x: Any, level: int) -> str:  # noqa: ARG002 - as `Repr` calls it
        if isinstance(x, Opaque):
            return x.text[: self.maxother] or f"a {x.type_name}"
        try:
            text = repr(x)
        except Exception:  # noqa: BLE001 - the class is the submission's, and so is its repr
            return f"a {type(x).__name__} that cannot be shown"
        return text if len(text) <= self.maxother else f"{text[: self.maxother]}..."


def short(value: object) -> str:
    """Return a value's repr, shortened."""
    return _Brief().repr(value)


def kind(value: object) -> str:
    """Return a value's type as a person says it, for example ``DataFrame``."""
    return value.type_name.rpartition(".")[2] if isinstance(value, Opaque) else type(value).__name__
