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

import numpy as np
import pandas as pd

SIZE = 16
CACHING = (pd.api.extensions.ExtensionArray, pd.api.extensions.ExtensionDtype)
"""Types that cache results in ``_cache``: filling the cache, as `resample` does, does not change the value."""


class _HashingFile:
    """The file that a pickler writes to."""

    def __init__(self) -> None:
        self.hash = hashlib.blake2b(digest_size=SIZE)

    def write(self, data: bytes | memoryview) -> int:
        self.hash.update(data)
        return len(data)

    def buffer(self, buffer: pickle.PickleBuffer) -> None:
        view = buffer.raw()
        # With its length, so that two buffers are not the same as one that holds both.
        self.hash.update(view.nbytes.to_bytes(8, "big"))
        self.hash.update(view)


class _Pickler(pickle.Pickler):
    """A pickler whose output is only hashed, never read back."""

    def __init__(self, sink: _HashingFile, *, by_identity: bool) -> None:
        # Protocol 5 hands out buffers as they are, so that a large array is hashed without a copy.
        super().__init__(sink, protocol=5, buffer_callback=sink.buffer)
        self._by_identity = by_identity

    def reducer_override(self, obj: Any) -> Any:
        # Pickle stores a name only, and a cell may define something else under the same name.
        if isinstance(obj, type | FunctionType | ModuleType):
            return NotImplemented if _importable(obj) else (str, (_description(obj),))
        if type(obj) is pd.DataFrame:
            # Column by column, so that the layout of pandas' blocks does not change the digest.
            columns = [_column(obj, number) for number in range(obj.shape[1])]
            return list, ((obj.columns, obj.index, columns, obj.attrs),)
        if type(obj) is pd.Series:
            return list, ((obj.name, obj.index, obj.array, obj.attrs),)
        if (parts := _without_shared_dtype(obj)) is not None:
            return list, (parts,)
        try:
            reduce = copyreg.dispatch_table.get(type(obj))
            reduced = reduce(obj) if reduce else obj.__reduce_ex__(5)
            return _without_cache(reduced) if isinstance(obj, CACHING) else reduced
        except Exception:  # noqa: BLE001 - untrusted objects reduce themselves here and may raise anything
            identity = id(obj) if self._by_identity else 0
            return str, (f"{type(obj).__qualname__} that cannot be pickled {identity}",)


def _column(frame: pd.DataFrame, number: int) -> Any:
    """Return a column's array without a series around it, which takes a quarter of the time.

    `items` would have old pandas keep the columns.
    """
    column = getattr(frame, "_get_column_array", None)
    return frame.iloc[:, number].array if column is None else column(number)


def digest(value: object, *, by_identity: bool = False) -> bytes | None:
    """Return the digest of a value, or None where it cannot be had.

    Args:
        value: any object; its own methods run.
        by_identity: whether objects that cannot be pickled are told apart by where they are, which makes sense within
            one process only.
    """
    sink = _HashingFile()
    try:
        _Pickler(sink, by_identity=by_identity).dump(_ordered(value))
    except BaseException:  # noqa: BLE001 - untrusted objects reduce themselves here and may raise anything
        return None
    return sink.hash.digest()


def _without_shared_dtype(obj: Any) -> tuple[Any, ...] | None:
    """Return the parts of a value whose dtype is an object of its own; None for any other value.

    Of dates, durations and texts of fixed width numpy makes a dtype for each array, or lets several arrays share one,
    and pickle writes down which: that depends on what ran in the process before, and says nothing about the values.
    """
    if type(obj) in {pd.arrays.DatetimeArray, pd.arrays.TimedeltaArray}:
        return type(obj).__name__, str(obj.dtype), str(getattr(obj, "freq", None)), obj.asi8
    if type(obj) in {np.datetime64, np.timedelta64} or (type(obj) is np.ndarray and obj.dtype.kind in "mM"):
        return "values", obj.dtype.str, obj.view("int64")
    if type(obj) is np.ndarray and obj.dtype.kind in "SU":
        return "values", obj.dtype.str, obj.shape, obj.tobytes()
    return None


def _without_cache(reduced: Any) -> Any:
    """Leave out what an array or a type remembers."""
    match reduced:
        case (make, arguments, (*state, dict() as attributes)):
            return make, arguments, (*state, _without_cache_attribute(attributes))
        case (make, arguments, dict() as attributes, *further):
            return make, arguments, _without_cache_attribute(attributes), *further
    return reduced


def _without_cache_attribute(attributes: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in attributes.items() if name != "_cache"}


def _ordered(value: object) -> object:
    """Return sets as sorted lists: their own order depends on the hash seed."""
    if type(value) not in {set, frozenset}:
        return value
    try:
        return [type(value), sorted(value)]  # type: ignore[call-overload]  # a set by the test above
    except TypeError:
        return value


def _importable(named_object: type | FunctionType | ModuleType) -> bool:
    """Return whether the same thing would be found under its name in another process."""
    if isinstance(named_object, ModuleType):
        return False
    module = sys.modules.get(named_object.__module__)
    return named_object.__module__ != "__main__" and getattr(module, named_object.__qualname__, None) is named_object


def _description(named_object: type | FunctionType | ModuleType) -> str:
    if isinstance(named_object, FunctionType):
        return f"function {named_object.__qualname__} {_code_text(named_object.__code__)} {named_object.__defaults__!r}"
    return f"{type(named_object).__name__} {named_object.__name__}"


def _code_text(code: CodeType) -> str:
    constants = [_code_text(part) if isinstance(part, CodeType) else repr(part) for part in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {constants}"
