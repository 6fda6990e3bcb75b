"""Values of pyarrow: types, arrays and tables. It need not be there, and is imported only where one of them travels."""

import pickle
from collections.abc import Callable
from typing import Any

from authoring.sandbox.inside.serialization.sealed import MakerCall, RefusedError, open_as, own_buffer, unseal_copy

NAMES: dict[str, str] = {
    **{name: name for name in ("null", "string", "large_string", "binary", "large_binary")},
    **{f"{sign}int{bits}": f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)},
    "halffloat": "float16",
    "float": "float32",
    "double": "float64",
    "bool": "bool_",
    "date32[day]": "date32",
    "date64[ms]": "date64",
}
"""The function that makes a type without parameters, by the type's text."""
PARAMETERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "timestamp": ("is_timestamp", ("unit", "tz")),
    "time32": ("is_time32", ("unit",)),
    "time64": ("is_time64", ("unit",)),
    "duration": ("is_duration", ("unit",)),
    "decimal128": ("is_decimal128", ("precision", "scale")),
    "decimal256": ("is_decimal256", ("precision", "scale")),
    "binary": ("is_fixed_size_binary", ("byte_width",)),
}
"""By the name of the function that makes a type: the test for such types, and the attributes with its parameters."""
MAX_LENGTH = 100_000_000
"""Elements of an array that stores none of them."""


def arrow_spec(kind: Any) -> Any:
    """Return a type in plain values.

    Raises:
        RefusedError: it is none that travels.
    """
    import pyarrow.types as arrow_types  # noqa: PLC0415 - who has one has imported it

    if str(kind) in NAMES:
        return str(kind)
    for name, (test, parameters) in PARAMETERS.items():
        if getattr(arrow_types, test)(kind):
            return name, *(getattr(kind, parameter) for parameter in parameters)
    if arrow_types.is_dictionary(kind):
        return "dictionary", arrow_spec(kind.index_type), arrow_spec(kind.value_type), kind.ordered
    if arrow_types.is_list(kind) or arrow_types.is_large_list(kind):
        return "large_list" if arrow_types.is_large_list(kind) else "list_", arrow_spec(kind.value_type)
    if arrow_types.is_struct(kind):
        return "struct", *((kind.field(i).name, arrow_spec(kind.field(i).type)) for i in range(kind.num_fields))
    raise RefusedError(f"type {kind}")


def arrow_type(spec: Any) -> Any:
    """Return the type of a spec.

    Raises:
        RefusedError: it is none.
        Exception: pyarrow refuses it, or is not there.
    """
    import pyarrow as pa  # noqa: PLC0415 - need not be there

    match spec:
        case str():
            return getattr(pa, NAMES[spec])()
        case (str() as name, *parameters) if name in PARAMETERS:
            return getattr(pa, name)(*parameters)
        case ("dictionary", places, values, bool() as ordered):
            return pa.dictionary(arrow_type(places), arrow_type(values), ordered)
        case ("list_" | "large_list" as name, part):
            return getattr(pa, name)(arrow_type(part))
        case ("struct", *parts):
            return pa.struct([(open_as(name, str), arrow_type(part)) for name, part in parts])
    raise RefusedError("no type of arrow")


def opened_arrow(column: Any) -> Any:
    """Return an array of pyarrow that a maker was given; raises RefusedError for anything else."""
    import pyarrow as pa  # noqa: PLC0415 - need not be there

    return open_as(column, pa.Array, pa.ChunkedArray)


def make_arrow_type(spec: Any) -> Any:
    """Return a type of arrow."""
    return arrow_type(spec)


def make_arrow_array(spec: Any, length: int, buffers: list[Any]) -> Any:
    """Return an array of its buffers, once they are seen to be that."""
    import pyarrow as pa  # noqa: PLC0415 - need not be there

    kind = arrow_type(spec)
    if not _is_flat(spec) or (spec == "null" and open_as(length, int) > MAX_LENGTH):
        raise RefusedError("no array without parts")
    arrow_buffers = [None if data is None else pa.py_buffer(own_buffer(data)) for data in open_as(buffers, list)]
    array = pa.Array.from_buffers(kind, open_as(length, int), arrow_buffers)
    # Buffers that contradict each other would have compiled code read beyond them.
    array.validate(full=True)
    return array


def make_nested(spec: Any, elements: list[Any]) -> Any:
    """Return an array of its elements."""
    import pyarrow as pa  # noqa: PLC0415 - need not be there

    return pa.array(unseal_copy(open_as(elements, list)), type=arrow_type(spec))


def make_encoded(places: Any, values: Any, ordered: bool) -> Any:  # noqa: FBT001 - read by position
    """Return a dictionary-encoded array."""
    import pyarrow as pa  # noqa: PLC0415 - need not be there

    array = pa.DictionaryArray.from_arrays(opened_arrow(places), opened_arrow(values), ordered=ordered is True)
    # Places may lie outside of the values, as in `make_arrow_array`.
    array.validate(full=True)
    return array


def make_chunked(chunks: list[Any], spec: Any) -> Any:
    """Return an array in pieces."""
    import pyarrow as pa  # noqa: PLC0415 - need not be there

    return pa.chunked_array([open_as(chunk, pa.Array) for chunk in open_as(chunks, list)], type=arrow_type(spec))


def make_arrow_table(names: list[str], columns: list[Any], whole_table: bool) -> Any:  # noqa: FBT001 - read by position
    """Return a table, or one batch of its rows."""
    import pyarrow as pa  # noqa: PLC0415 - need not be there

    arrays, labels = [opened_arrow(column) for column in columns], [open_as(name, str) for name in names]
    return pa.table(arrays, names=labels) if whole_table is True else pa.record_batch(arrays, names=labels)


def reduce(value: Any) -> MakerCall | None:
    """Return how a value of pyarrow travels; None for one that does not."""
    import pyarrow as pa  # noqa: PLC0415 - who has one has imported it

    match value:
        case pa.Table() | pa.RecordBatch():
            return make_arrow_table, (value.schema.names, [*value.columns], isinstance(value, pa.Table))
        case pa.ChunkedArray():
            return make_chunked, ([*value.chunks], arrow_spec(value.type))
        case pa.DictionaryArray():
            return make_encoded, (value.indices, value.dictionary, value.type.ordered)
        case pa.Array():
            spec = arrow_spec(value.type)
            return _reduce_flat(value) if _is_flat(spec) else (make_nested, (spec, value.to_pylist()))
        case pa.DataType():
            return make_arrow_type, (arrow_spec(value),)
    return None


def _reduce_flat(array: Any) -> MakerCall:
    import pyarrow as pa  # noqa: PLC0415 - who has one has imported it

    if array.offset or array.nbytes < array.get_total_buffer_size():
        # A part of a longer array holds all of it; joined with another it is copied.
        array = pa.concat_arrays([array, array.slice(0, 0)])
    buffers = [None if buffer is None else pickle.PickleBuffer(buffer) for buffer in array.buffers()]
    return make_arrow_array, (arrow_spec(array.type), len(array), buffers)


def _is_flat(spec: Any) -> bool:
    return isinstance(spec, str) or spec[0] in PARAMETERS


MAKERS: tuple[Callable[..., Any], ...] = (
    *(make_arrow_type, make_arrow_array, make_nested, make_encoded, make_chunked, make_arrow_table),
)
