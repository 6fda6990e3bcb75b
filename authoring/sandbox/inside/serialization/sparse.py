"""Sparse matrices and arrays of scipy. It need not be there, and is imported only where one of them travels."""

from typing import Any

import numpy as np

from authoring.sandbox.inside.serialization.sealed import MakerCall, RefusedError, open_as

COMPRESSED = frozenset({"csr", "csc"})
"""Formats that travel as they are stored; all others as their entries."""
FORMATS = COMPRESSED | {"bsr", "coo", "dia", "dok", "lil"}
KINDS = frozenset({"matrix", "array"})


def make_compressed(name: str, shape: tuple[int, int], data: Any, indices: Any, pointers: Any) -> Any:
    """Return a matrix in a compressed format, once its places are seen to lie inside of it."""
    parts = tuple(open_as(part, np.ndarray) for part in (data, indices, pointers))
    if any(part.ndim != 1 for part in parts) or any(part.dtype.kind != "i" for part in parts[1:]):
        raise RefusedError("no compressed matrix")
    # Copied, because a matrix sorts its places where they are, and one array might stand for two of its parts.
    matrix = _class(name, COMPRESSED)(parts, shape=_shape(shape), copy=True)
    # Places outside would have scipy's compiled code read beyond the arrays.
    matrix.check_format(full_check=True)
    return matrix


def make_entries(name: str, shape: tuple[int, ...], data: Any, rows: Any, columns: Any) -> Any:
    """Return a matrix of its entries."""
    places = open_as(rows, np.ndarray), open_as(columns, np.ndarray)
    if any(part.ndim != 1 or part.dtype.kind != "i" for part in places):
        raise RefusedError("no matrix")
    kind = _class(name, FORMATS)
    entries = _class(f"coo_{name.partition('_')[2]}", FORMATS)((open_as(data, np.ndarray), places), shape=_shape(shape))
    return kind(entries)


def reduce(value: Any) -> MakerCall | None:
    """Return how a value of scipy travels; None for one that does not."""
    import scipy.sparse  # noqa: PLC0415 - who has one has imported it

    is_sparse: bool = scipy.sparse.issparse(value)
    if not is_sparse or len(value.shape) != 2:  # noqa: PLR2004 - a matrix
        return None
    name = f"{value.format}_{'array' if isinstance(value, scipy.sparse.sparray) else 'matrix'}"
    if value.format in COMPRESSED:
        return make_compressed, (name, value.shape, value.data, value.indices, value.indptr)
    entries = value.tocoo()
    return make_entries, (name, value.shape, entries.data, entries.row, entries.col)


def _class(name: str, formats: frozenset[str]) -> Any:
    import scipy.sparse  # noqa: PLC0415 - need not be there

    layout, _, kind = open_as(name, str).partition("_")
    if layout not in formats or kind not in KINDS:
        raise RefusedError("no sparse matrix")
    return getattr(scipy.sparse, name)


def _shape(shape: Any) -> tuple[int, int]:
    match shape:
        case (int() as rows, int() as columns) if rows >= 0 and columns >= 0:
            return rows, columns
    raise RefusedError("no shape of a matrix")


MAKERS = (make_compressed, make_entries)
