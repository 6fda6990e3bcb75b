"""Values of numpy: dtypes, scalars, arrays, masked arrays, matrices and arrays of records."""

import functools
import math
import pickle
import re
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from authoring.sandbox.inside.serialization.sealed import MakerCall, RefusedError, open_as, own_buffer, unseal_copy

Spec: TypeAlias = "str | tuple[Any, ...]"
"""A dtype: its text, or a tuple that begins with ``fields`` or ``parts``."""
# Byte order, kind and size, as `dtype.str` writes those of plain numbers, texts, bytes and times.
SIMPLE = re.compile(
    r"[<>|=](?:b1|[iu][1248]|f(?:2|4|8|12|16)|c(?:8|16|24|32)|[SUV][0-9]{1,9}|O|O8|[mM]8(?:\[[0-9A-Za-z/]{1,30}\])?)"
)
MAX_CHARACTER = 0x10FFFF
MAX_RECORD_SIZE = 1_000_000
"""Bytes of a record that holds objects."""
MAX_EMPTY = 10_000_000
"""Elements of an array whose elements have no size."""
NUMBERS: dict[str, Any] = {"float64": np.float64, "int64": np.int64, "bool": np.bool_}
"""Scalars that lists are full of; they travel as Python's own."""
SUBCLASSES: dict[str, type[np.ndarray[Any, Any]]] = {"matrix": np.matrix, "recarray": np.recarray}


def spec_of(dtype: np.dtype[Any]) -> Spec:
    """Return a dtype in plain values.

    Raises:
        RefusedError: it is none that travels.
    """
    if dtype.subdtype is not None:
        part, shape = dtype.subdtype
        return "parts", spec_of(part), shape
    if dtype.fields is not None:
        entries = [(name, *_field(dtype.fields[name])) for name in dtype.names or ()]
        return "fields", dtype.itemsize, dtype.isalignedstruct, *entries
    if not SIMPLE.fullmatch(dtype.str):
        raise RefusedError(f"dtype {dtype}")
    return dtype.str


def _field(field: Any) -> tuple[Spec, int, Any]:
    return spec_of(field[0]), field[1], field[2] if len(field) > 2 else None  # noqa: PLR2004 - a title


# Bounded, because the texts come from the process of an answer.
@functools.lru_cache(maxsize=1_000)
def _simple(text: str) -> np.dtype[Any]:
    if not SIMPLE.fullmatch(text):
        raise RefusedError("no dtype")
    return np.dtype(text)


def dtype_of(spec: Any) -> np.dtype[Any]:
    """Return the dtype of a spec.

    Raises:
        RefusedError: it is none.
        Exception: numpy refuses it.
    """
    match spec:
        case str():
            return _simple(spec)
        case ("parts", part, tuple() as shape):
            return np.dtype((dtype_of(part), shape))
        case ("fields", int() as size, bool() as aligned, *entries):
            names, formats, offsets, titles = zip(*entries, strict=True) if entries else ((), (), (), ())
            fields: Any = {
                "names": names,
                "formats": [dtype_of(spec_of_field) for spec_of_field in formats],
                "offsets": offsets,
            }
            fields |= {"titles": titles} if any(title is not None for title in titles) else {}
            return np.dtype(fields | {"itemsize": size}, align=aligned)  # type: ignore[no-any-return]  # of its overloads
    raise RefusedError("no dtype")


def make_numpy_dtype(spec: Any) -> np.dtype[Any]:
    """Return a dtype of numpy from the fields that were sent."""
    return dtype_of(spec)


def make_scalar(text: str, data: bytes) -> Any:
    """Return a scalar of numpy; one of numbers, times or text."""
    dtype = _simple(text)
    if dtype.hasobject:
        raise RefusedError("a scalar that holds an object")
    if not dtype.itemsize:
        return np.zeros((), dtype)[()]
    return _checked(np.frombuffer(open_as(data, bytes), dtype=dtype, count=1))[0]


def make_number(name: str, value: Any) -> Any:
    """Return one of the usual scalars of numpy."""
    return NUMBERS[name](open_as(value, int, float))


def make_record(spec: Any, data: Any) -> Any:
    """Return one record of an array of records."""
    return (
        make_array(spec, (), "C", data)[()] if isinstance(data, bytes | bytearray) else make_objects(spec, (), data)[()]
    )


def make_array(spec: Any, shape: tuple[int, ...], order: str, data: Any) -> np.ndarray[Any, Any]:
    """Return an array; its data are as many bytes as it takes, and it keeps them."""
    dtype = dtype_of(spec)
    shape = _shape(shape)
    buffer = own_buffer(data)
    if dtype.hasobject:
        raise RefusedError("an array whose bytes are objects")
    if math.prod(shape) * dtype.itemsize != len(buffer) or (not dtype.itemsize and math.prod(shape) > MAX_EMPTY):
        raise RefusedError("an array of another size than its data")
    if not buffer:
        return np.empty(shape, dtype, "F" if order == "F" else "C")
    # Over `bytes`, numpy would make an array that cannot be written to.
    buffer = bytearray(buffer) if isinstance(buffer, bytes) else buffer
    flat = np.frombuffer(buffer, dtype=dtype)
    return _checked(flat).reshape(shape, order="F" if order == "F" else "C")


def make_objects(spec: Any, shape: tuple[int, ...], elements: list[Any]) -> np.ndarray[Any, Any]:
    """Return an array of objects, or of records that hold some."""
    dtype = dtype_of(spec)
    shape = _shape(shape)
    values = unseal_copy(open_as(elements, list))
    if not dtype.hasobject or math.prod(shape) != len(values) or dtype.itemsize > MAX_RECORD_SIZE:
        raise RefusedError("an array of another size than its elements")
    array = (
        np.fromiter(values, dtype=dtype, count=len(values)) if dtype.names is None else np.array(values, dtype=dtype)
    )
    return array.reshape(shape)


def make_masked(data: Any, mask: Any, fill: Any) -> Any:
    """Return an array of which some elements are masked."""
    values, masked = open_as(data, np.ndarray), open_as(mask, np.ndarray)
    if values.shape != masked.shape:
        raise RefusedError("a mask of another shape")
    return np.ma.MaskedArray(values, masked, fill_value=unseal_copy(fill))


def make_subclass(name: str, array: Any) -> Any:
    """Return a matrix, or an array of records."""
    return open_as(array, np.ndarray).view(SUBCLASSES[name])


def _shape(shape: object) -> tuple[int, ...]:
    if not isinstance(shape, tuple) or not all(type(size) is int and size >= 0 for size in shape):
        raise RefusedError("no shape")
    return shape


def _checked(flat: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return an array whose bytes are values of its dtype: not all bytes are truth values or characters."""
    if flat.dtype.kind == "b" and flat.view(np.uint8).max() > 1:
        raise RefusedError("bytes that are no truth values")
    if flat.dtype.kind == "U" and flat.view(flat.dtype.byteorder + "u4").max() > MAX_CHARACTER:
        raise RefusedError("bytes that are no characters")
    if flat.dtype.names is not None:
        for name in flat.dtype.names:
            field = flat[name]
            if field.dtype.kind in "bUV":
                _checked(np.ascontiguousarray(field).reshape(-1))
    return flat


def _reduce_array(array: Any) -> MakerCall:
    array = np.asarray(array)
    spec = spec_of(array.dtype)
    if array.dtype.hasobject:
        return make_objects, (spec, array.shape, array.ravel().tolist())
    if array.flags.c_contiguous or not array.flags.f_contiguous:
        return make_array, (spec, array.shape, "C", _buffer(np.ascontiguousarray(array)))
    return make_array, (spec, array.shape, "F", _buffer(array.T))


def _buffer(array: np.ndarray[Any, Any]) -> Any:
    # Times have no buffer of their own; bytes of no length have none either.
    data: Any = array.reshape(-1).view(np.uint8) if array.nbytes else b""
    return pickle.PickleBuffer(data) if array.nbytes else data


def _reduce_scalar(scalar: np.generic) -> MakerCall:
    if isinstance(scalar, np.void):
        reduced = _reduce_array(np.asarray(scalar))
        return make_record, (reduced[1][0], bytes(reduced[1][-1]) if reduced[0] is make_array else reduced[1][-1])
    return make_scalar, (spec_of(scalar.dtype), scalar.tobytes())


def _reduce_masked(array: Any) -> MakerCall:
    return make_masked, (np.asarray(array.data), np.ma.getmaskarray(array), array.fill_value)


def _reduce_subclass(array: Any) -> MakerCall:
    name = next(name for name, kind in SUBCLASSES.items() if isinstance(array, kind))
    return make_subclass, (name, np.asarray(array))


REDUCERS: dict[type, Callable[[Any], MakerCall]] = {
    np.dtype: lambda dtype: (make_numpy_dtype, (spec_of(dtype),)),
    **dict.fromkeys(
        (np.generic, np.str_, np.bytes_), _reduce_scalar
    ),  # the last two are texts and bytes of Python as well
    np.float64: lambda scalar: (make_number, ("float64", scalar.item())),
    np.int64: lambda scalar: (make_number, ("int64", scalar.item())),
    np.bool_: lambda scalar: (make_number, ("bool", scalar.item())),
    np.ndarray: _reduce_array,
    np.ma.MaskedArray: _reduce_masked,
    np.matrix: _reduce_subclass,
    np.recarray: _reduce_subclass,
}
MAKERS = (
    *(make_numpy_dtype, make_scalar, make_number, make_record, make_array, make_objects, make_masked),
    make_subclass,
)
