"""Digests of Python values: equal for what a reader would call equal, where that is cheap to see.

A value is pickled without copying its buffers, straight into the hash. Frames and series are taken apart first, so that
how pandas happens to lay out their blocks does not matter. A digest that differs says only: look closer.
"""

import copyreg
import hashlib
import pickle
import sys
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pandas as pd

SIZE = 16
REMEMBERING = (pd.api.extensions.ExtensionArray, pd.api.extensions.ExtensionDtype)
"""What keeps in ``_cache`` what it was asked before; looking at it, as `resample` does, does not change it."""


class _Sink:
    """The file that a pickler writes to."""

    def __init__(self) -> None:
        self.hash = hashlib.blake2b(digest_size=SIZE)

    def write(self, data: bytes | memoryview) -> int:
        self.hash.update(data)
        return len(data)

    def buffer(self, buffer: pickle.PickleBuffer) -> None:
        view = buffer.raw()
        self.hash.update(view.nbytes.to_bytes(8, "big"))
        self.hash.update(view)


class _Pickler(pickle.Pickler):
    """A pickler whose output is only hashed, never read back."""

    def __init__(self, sink: _Sink, *, by_identity: bool) -> None:
        super().__init__(sink, protocol=5, buffer_callback=sink.buffer)
        self._by_identity = by_identity

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, type | FunctionType | ModuleType):
            return NotImplemented if _importable(obj) else (str, (_described(obj),))
        if type(obj) is pd.DataFrame:
            columns = [obj.iloc[:, number].array for number in range(obj.shape[1])]
            return list, ((obj.columns, obj.index, columns, obj.attrs),)
        if type(obj) is pd.Series:
            return list, ((obj.name, obj.index, obj.array, obj.attrs),)
        try:
            reduce = copyreg.dispatch_table.get(type(obj))
            reduced = reduce(obj) if reduce else obj.__reduce_ex__(5)
            return _without_cache(reduced) if isinstance(obj, REMEMBERING) else reduced
        except Exception:  # noqa: BLE001 - untrusted objects reduce themselves here and may raise anything
            mark = id(obj) if self._by_identity else 0
            return str, (f"{type(obj).__qualname__} that cannot be pickled {mark}",)


def digest(value: object, *, by_identity: bool = False) -> bytes | None:
    """Return the digest of a value, or None where it cannot be had.

    Args:
        value: any object; its own methods run.
        by_identity: whether objects that cannot be pickled are told apart by where they are, which makes sense within
            one process only.
    """
    sink = _Sink()
    try:
        _Pickler(sink, by_identity=by_identity).dump(_ordered(value))
    except BaseException:  # noqa: BLE001 - untrusted objects reduce themselves here and may raise anything
        return None
    return sink.hash.digest()


def _without_cache(reduced: Any) -> Any:
    """Leave out what an array or a type remembers."""
    match reduced:
        case (make, arguments, (*state, dict() as attributes)):
            return make, arguments, (*state, _forgotten(attributes))
        case (make, arguments, dict() as attributes, *further):
            return make, arguments, _forgotten(attributes), *further
    return reduced


def _forgotten(attributes: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in attributes.items() if name != "_cache"}


def _ordered(value: object) -> object:
    """Return sets as sorted lists: their own order depends on the hash seed."""
    if type(value) not in {set, frozenset}:
        return value
    try:
        return [type(value), sorted(value)]  # type: ignore[call-overload]  # a set by the test above
    except TypeError:
        return value


def _importable(thing: type | FunctionType | ModuleType) -> bool:
    """Tell whether the same thing would be found under its name in another process."""
    if isinstance(thing, ModuleType):
        return False
    module = sys.modules.get(thing.__module__)
    return thing.__module__ != "__main__" and getattr(module, thing.__qualname__, None) is thing


def _described(thing: type | FunctionType | ModuleType) -> str:
    if isinstance(thing, FunctionType):
        return f"function {thing.__qualname__} {_code(thing.__code__)} {thing.__defaults__!r}"
    return f"{type(thing).__name__} {thing.__name__}"


def _code(code: CodeType) -> str:
    constants = [_code(part) if isinstance(part, CodeType) else repr(part) for part in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {constants}"
