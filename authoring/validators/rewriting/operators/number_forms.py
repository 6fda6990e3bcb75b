"""Right numbers in another form: numpy's or Python's, of another width, nullable, floats that are whole, noise."""

import math
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.rewriting.base import (
    ReferenceValue,
    Rewrite,
    Variants,
    is_missing,
    is_number,
    is_table,
    is_whole,
    right,
)
from authoring.validators.rewriting.columns import recast
from authoring.validators.rewriting.elements import Edit, mapped
from authoring.validators.rewriting.matters import Matter

NOISE = 1e-12
"""The relative size of what another order of summing leaves."""
EXACT = 2**53
"""Whole numbers up to here are floats without loss."""
WIDE = 8
"""Bytes of the integers that most code makes."""


def _of_elements(description: str, edit: Edit) -> Rewrite:
    """Return a rewriting of single numbers and of those in plain containers; tables and arrays have dtypes instead."""

    def rewrite(subject: ReferenceValue) -> Variants:
        if is_table(subject.value) or isinstance(subject.value, (np.ndarray, pd.Index, set, frozenset)):
            return
        value = mapped(subject.value, edit)
        if value is not None:
            yield description, value

    return rewrite


def _numpy(element: Any) -> Any:
    if isinstance(element, bool):
        return np.bool_(element)
    # Python's may be larger.
    if isinstance(element, int) and abs(element) < 2**63:
        return np.int64(element)
    return np.float64(element) if type(element) is float else element


def _plain(element: Any) -> Any:
    return element.item() if isinstance(element, (np.integer, np.floating, np.bool_)) else element


def _narrow(element: Any) -> Any:
    return np.int32(element) if is_whole(element) and abs(int(element)) < 2**31 else element


def _floating(element: Any) -> Any:
    return float(element) if is_whole(element) and abs(int(element)) < EXACT else element


def _whole(element: Any) -> Any:
    if not isinstance(element, (float, np.floating)) or not math.isfinite(element):
        return element
    number = float(element)
    return int(number) if number.is_integer() and abs(number) < EXACT else element


def _more(element: Any) -> Any:
    return element * (1 + NOISE) if _has_noise(element) else element


def _less(element: Any) -> Any:
    return element * (1 - NOISE) if _has_noise(element) else element


def _has_noise(element: Any) -> bool:
    """Return whether a number is a computed fraction; with few decimals it may have been read, counted or written."""
    if not isinstance(element, (float, np.floating)) or is_missing(element) or not math.isfinite(element):
        return False
    return bool(round(float(element), 6) != float(element))


def _of_all(description: str, edit: Edit) -> Rewrite:
    def rewrite(subject: ReferenceValue) -> Variants:
        value = mapped(subject.value, lambda element: edit(element) if is_number(element) else element)
        # A column of 32 bits holds no such number, and would become one of 64.
        if value is not None and _dtypes(value) == _dtypes(subject.value):
            yield description, value

    return rewrite


def _dtypes(value: Any) -> list[Any]:
    """Return the dtypes of a table's columns, that of a series, an array or labels, and none for what has none."""
    if isinstance(value, pd.DataFrame):
        return value.dtypes.tolist()
    return [value.dtype] if hasattr(value, "dtype") else []


def _is_integer(column: Any) -> bool:
    return isinstance(column.dtype, np.dtype) and column.dtype.kind in "iu" and len(column) > 0


def _fits_narrow(column: Any) -> bool:
    return _is_integer(column) and bool(column.abs().max() < 2**31)


def _is_narrow(column: Any) -> bool:
    return _is_integer(column) and column.dtype.itemsize < WIDE


def _is_whole_float(column: Any) -> bool:
    """Return whether a column of floats holds nothing but whole numbers, as counts that somebody filled in."""
    is_float = isinstance(column.dtype, np.dtype) and column.dtype.kind == "f" and len(column) > 0
    return is_float and bool(((column % 1 == 0) & (column.abs() < EXACT)).all())


def _fits_float(column: Any) -> bool:
    return _is_integer(column) and bool(column.abs().max() < EXACT)


def _array_as(dtype: str, description: str) -> Rewrite:
    """Return a rewriting of an array of whole numbers, none of which is too large for either dtype."""

    def rewrite(subject: ReferenceValue) -> Variants:
        value = subject.value
        if not isinstance(value, np.ndarray) or value.dtype.kind not in "iu" or not value.size:
            return
        # As floats, because the smallest whole number has no absolute value of its own dtype.
        if not np.ma.isMaskedArray(value) and bool(np.all(np.abs(value.astype(float)) < 2**31)):
            yield description, value.astype(dtype)

    return rewrite


def _strided(subject: ReferenceValue) -> Variants:
    value = subject.value
    if isinstance(value, np.ndarray) and value.ndim and value.size > 1 and not np.ma.isMaskedArray(value):
        # Every second element of an array that holds each twice: the same values, and not side by side in memory.
        layout = np.asfortranarray(value) if value.ndim > 1 else np.repeat(value, 2)[::2]
        yield "an array laid out otherwise in memory, as views are", layout


def _last_bit(element: Any) -> Any:
    return type(element)(np.nextafter(element, np.inf)) if _is_fraction(element) else element


def _last_bit_less(element: Any) -> Any:
    return type(element)(np.nextafter(element, -np.inf)) if _is_fraction(element) else element


def _is_fraction(element: Any) -> bool:
    """Return whether a float is a finite number other than 0; 100 times a rounded share is no rounded percentage."""
    return type(element) in {float, np.float64} and math.isfinite(element) and element != 0


def _negative_zero(element: Any) -> Any:
    is_zero = isinstance(element, (float, np.floating)) and element == 0 and math.copysign(1, element) > 0
    return -element if is_zero else element


OWN = frozenset({"value", "variable"})
"""Where the form of a column is the answer's choice; that of a function's output most often follows from its inputs."""
TYPE, WIDTH, CLASS = Matter.NUMBER_TYPE, Matter.NUMBER_WIDTH, Matter.SCALAR_CLASS
COMPUTED = {"roles": frozenset({"value", "variable", "output", "predictions"})}
OPERATORS = (
    right("numpy-scalar", "numpy's numbers for Python's", _of_elements("numbers of numpy", _numpy), CLASS, rank=1),
    right("python-scalar", "Python's numbers for numpy's", _of_elements("numbers of Python", _plain), CLASS, rank=1),
    right("narrow-scalar", "whole numbers of 32 bits", _of_elements("numbers of 32 bits", _narrow), CLASS, rank=3),
    right("float-scalar", "whole numbers as floats", _of_elements("whole numbers as floats", _floating), TYPE, rank=3),
    right("whole-scalar", "floats that are whole as integers", _of_elements("whole floats as integers", _whole), TYPE),
    right("noise-above", "a trillionth more", _of_all("a trillionth more", _more), Matter.ROUNDING, rank=1, **COMPUTED),
    right("noise-below", "a trillionth less", _of_all("a trillionth less", _less), Matter.ROUNDING, rank=3, **COMPUTED),
    right(
        "last-bit", "fractions that differ in their last bit", _of_all("the last bit", _last_bit), rank=2, **COMPUTED
    ),
    right("last-bit-less", "as above, from below", _of_all("the last bit, less", _last_bit_less), rank=4, **COMPUTED),
    right("negative-zero", "zeros with a sign", _of_all("zeros with a sign", _negative_zero), rank=4),
    right("int32", "columns of 32 bits", recast("int32", "columns of 32 bits", _fits_narrow), WIDTH, roles=OWN, rank=1),
    right("int64", "columns of 64 bits", recast("int64", "columns of 64 bits", _is_narrow), WIDTH, roles=OWN, rank=1),
    right(
        "whole-column",
        "floats that are whole as integers",
        recast("int64", "integers", _is_whole_float),
        TYPE,
        WIDTH,
        roles=OWN,
        rank=3,
    ),
    right(
        "nullable-int", "nullable integers", recast("Int64", "nullable integers", _is_integer), WIDTH, roles=OWN, rank=2
    ),
    right(
        "float-column",
        "whole numbers as floats",
        recast("float64", "floats", _fits_float),
        TYPE,
        WIDTH,
        roles=OWN,
        rank=2,
    ),
    right("array-layout", "an array that is a view", _strided, rank=4, **COMPUTED),
    right("int32-array", "an array of 32 bits", _array_as("int32", "an array of 32 bits"), WIDTH, **COMPUTED),
    right("float-array", "an array of floats", _array_as("float64", "an array of floats"), TYPE, WIDTH, **COMPUTED),
)
