"""A namespace that notes which names of earlier cells a cell really looks up.

CPython takes the short way past `__getitem__` only for a namespace that is exactly a dict. For a subclass every name
that is loaded at module level, in an expression that is evaluated, or in a function whose globals it is comes through
here. Only what the body of a class loads does not, and is told from the compiled code.
"""

import dis
from collections.abc import Sequence
from types import CodeType, ModuleType
from typing import Any, Self

FUNCTION_FLAGS = 0x1 | 0x2
"""Flags of code objects that have fast locals: functions have them, bodies of classes do not."""


class ReadNotes:
    """Names that stood before a cell, and those that it bound or read."""

    def __init__(self) -> None:
        self.before: dict[str, Any] = {}
        self.bound: set[str] = set()
        self.read: set[str] = set()


class TracedNamespace(dict[str, Any]):
    """A namespace that notes which of the names that stood in it before are looked up."""

    def __init__(self, values: dict[str, Any], notes: ReadNotes | None = None) -> None:
        super().__init__(values)
        self._notes = notes or ReadNotes()

    def begin(self) -> None:
        """Start noting reads, because a cell starts."""
        # Cells can put keys that are no strings into their globals.
        names = [name for name in self if isinstance(name, str) and not (name.startswith("__") and name.endswith("__"))]
        self._notes.bound.clear()
        self._notes.read.clear()
        self._notes.before.update((name, dict.__getitem__(self, name)) for name in names)

    def end(self, cell: Sequence[CodeType]) -> tuple[str, ...]:
        """Stop noting reads; return the names that were read, sorted. The cell's code may be compiled in part only."""
        for code in cell:
            for name in _names_of_class_bodies(code):
                self._note_read(name)
        self._notes.before.clear()
        return tuple(sorted(self._notes.read))

    def _note_read(self, name: str) -> None:
        notes = self._notes
        if name not in notes.before or name in notes.bound:
            return
        # A function may have rebound the name without `__setitem__`; the name then holds another object.
        if dict.get(self, name, notes.before[name]) is notes.before[name]:
            notes.read.add(name)

    def __getitem__(self, name: str) -> Any:
        # First, so that a name that is not there raises and is not noted.
        value = dict.__getitem__(self, name)
        self._note_read(name)
        return value

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of a name, noted as read."""
        try:
            return self[name]
        except KeyError:
            return default

    def __setitem__(self, name: str, value: Any) -> None:
        self._notes.bound.add(name)
        dict.__setitem__(self, name, value)

    def __delitem__(self, name: str) -> None:
        self._note_read(name)
        dict.__delitem__(self, name)

    def copy(self) -> Self:
        """Return a copy whose reads are noted as well: so pandas looks up ``@name`` in a query."""
        return type(self)(self, self._notes)


class TracedMain(ModuleType):
    """The module ``__main__`` over a namespace that is not its own dict, so that classes of cells can be pickled."""

    def __init__(self, namespace: TracedNamespace) -> None:
        super().__init__("__main__")
        # Past our own `__setattr__`, which would bind the name in the namespace.
        object.__setattr__(self, "_namespace", namespace)

    def __getattribute__(self, name: str) -> Any:
        namespace = object.__getattribute__(self, "_namespace")
        if name == "__dict__":
            return namespace
        if name in namespace:
            return namespace[name]
        return object.__getattribute__(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        object.__getattribute__(self, "_namespace")[name] = value

    def __delattr__(self, name: str) -> None:
        del object.__getattribute__(self, "_namespace")[name]

    def __dir__(self) -> list[str]:
        return list(object.__getattribute__(self, "_namespace"))


def traced_main() -> tuple[ModuleType, TracedNamespace]:
    """Return a new ``__main__`` and its namespace."""
    namespace = TracedNamespace(dict(vars(ModuleType("__main__"))))
    return TracedMain(namespace), namespace


def _names_of_class_bodies(code: CodeType) -> set[str]:
    """Return the names that bodies of classes load before they bind them; those in functions may never run."""
    bodies = [part for part in code.co_consts if isinstance(part, CodeType) and not part.co_flags & FUNCTION_FLAGS]
    return {name for body in bodies for name in _names_loaded_before_bound(body) | _names_of_class_bodies(body)}


def _names_loaded_before_bound(code: CodeType) -> set[str]:
    loaded: set[str] = set()
    bound: set[str] = set()
    for step in dis.get_instructions(code):
        if step.opname == "STORE_NAME":
            bound.add(step.argval)
        elif step.opname in {"LOAD_NAME", "LOAD_GLOBAL"} and step.argval not in bound:
            loaded.add(step.argval)
    return loaded
