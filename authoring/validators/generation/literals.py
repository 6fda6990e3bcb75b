"""Values as Python that makes them again, written with the names that a validator block has at hand."""

import datetime as dt
import math
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.base import ValidatorError
from authoring.validators.foreign_code import evaluate_text
from authoring.validators.rewriting.equality import is_same

MOST_CHARACTERS = 4_000
"""Characters of a value in writing; a longer one is no test case that anybody reads."""
_DEFAULT_DTYPES = frozenset({"int64", "float64", "bool"})
"""Those that numpy gives by itself to whole numbers, fractions and truth values."""


def literal(value: Any) -> str | None:
    """Return an expression of Python that gives a value; None where it cannot be written, or gives another one."""
    text = _written(value)
    if text is None or len(text) > MOST_CHARACTERS:
        return None
    try:
        evaluated = evaluate_text(text, "a generated test case")
        return text if is_same(value, evaluated) else None
    except (ValidatorError, ValueError, TypeError):
        return None


def _written(value: Any) -> str | None:  # noqa: PLR0911 - a kind of value each
    if value is None or isinstance(value, (bool, int, str)):
        return repr(value) if type(value) in {type(None), bool, int, str} else None
    if type(value) is float:
        return _fraction(value)
    if isinstance(value, pd.DataFrame):
        return _frame(value)
    if isinstance(value, pd.Series):
        return _series(value)
    if isinstance(value, np.ndarray):
        return _array(value)
    if isinstance(value, (list, tuple, dict)):
        return _container(value)
    return _single(value)


def _fraction(value: float) -> str:
    if math.isnan(value):
        return "np.nan"
    return repr(value) if math.isfinite(value) else f"{'-' if value < 0 else ''}np.inf"


def _single(value: Any) -> str | None:
    """Return the text of a time, or of a number of numpy."""
    if value is pd.NaT or value is pd.NA:
        return "pd.NaT" if value is pd.NaT else "pd.NA"
    if isinstance(value, pd.Timestamp):
        return f"pd.Timestamp({str(value)!r})"
    if isinstance(value, pd.Timedelta):
        return f"pd.Timedelta({str(value)!r})"
    if type(value) is dt.date:
        return f"pd.Timestamp({str(value)!r}).date()"
    if isinstance(value, (np.integer, np.floating, np.bool_)):
        return f"np.{type(value).__name__}({_written(value.item())})"
    return None


def _container(value: Any) -> str | None:
    if type(value) not in {list, tuple, dict}:
        return None
    if isinstance(value, dict):
        pairs = [(_written(key), _written(element)) for key, element in value.items()]
        if any(key is None or element is None for key, element in pairs):
            return None
        return "{" + ", ".join(f"{key}: {element}" for key, element in pairs) + "}"
    elements = [_written(element) for element in value]
    if None in elements:
        return None
    inner = ", ".join(map(str, elements))
    if isinstance(value, list):
        return f"[{inner}]"
    return f"({inner},)" if len(elements) == 1 else f"({inner})"


def _array(array: Any) -> str | None:
    if type(array) is not np.ndarray or array.dtype.kind not in "iufbUOM":
        return None
    if array.dtype.kind == "M":
        return f"np.array({array.astype(str).tolist()!r}, dtype='{array.dtype}')"
    elements = _written(array.tolist())
    if elements is None:
        return None
    is_plain = array.size and (array.dtype.name in _DEFAULT_DTYPES or array.dtype.kind == "U")
    return f"np.array({elements})" if is_plain else f"np.array({elements}, dtype='{array.dtype}')"


def _series(series: Any) -> str | None:
    data = _column(series)
    if data is None:
        return None
    options = ""
    if series.name is not None:
        options += f", name={_written(series.name)}"
    index = _index(series.index)
    if index is None:
        return None
    options += f", index={index}" if index else ""
    text = f"pd.Series({data}{options})"
    # The dtype is named only where pandas does not find it out.
    return text if _has_dtype(text, series.dtype) else f"pd.Series({data}{options}, dtype='{series.dtype}')"


def _has_dtype(text: str, dtype: Any) -> bool:
    try:
        return bool(evaluate_text(text, "a generated test case").dtype == dtype)
    except ValidatorError:
        return False


def _frame(frame: Any) -> str | None:
    labels = frame.columns.tolist()
    if isinstance(frame.columns, pd.MultiIndex) or not frame.columns.is_unique:
        return None
    columns = [_column(frame.iloc[:, place]) for place in range(len(labels))]
    names = [_written(label) for label in labels]
    index = _index(frame.index)
    if None in columns or None in names or index is None:
        return None
    pairs = ", ".join(f"{name}: {column}" for name, column in zip(names, columns, strict=True))
    text = f"pd.DataFrame({{{pairs}}}{f', index={index}' if index else ''})"
    try:
        evaluated = evaluate_text(text, "a generated test case")
        inferred_dtypes = evaluated.dtypes.tolist()
    except (ValidatorError, ValueError):
        return None
    pairs = ", ".join(
        f"{name}: '{dtype}'"
        for name, dtype, inferred in zip(names, frame.dtypes.tolist(), inferred_dtypes, strict=True)
        if dtype != inferred
    )
    return f"{text}.astype({{{pairs}}})" if pairs else text


def _column(series: Any) -> str | None:
    if pd.api.types.is_datetime64_any_dtype(series.dtype):
        texts = [None if moment is pd.NaT else str(moment) for moment in series.tolist()]
        return f"pd.to_datetime({texts!r})"
    return _written(series.tolist())


def _index(index: Any) -> str | None:
    """Return the text of an index; empty for numbers of rows, None where it cannot be written."""
    if isinstance(index, pd.RangeIndex) and index.name is None and (index.start, index.step) == (0, 1):
        return ""
    if isinstance(index, pd.MultiIndex):
        return None
    name = "" if index.name is None else f", name={_written(index.name)}"
    if isinstance(index, pd.DatetimeIndex):
        return f"pd.DatetimeIndex({[str(moment) for moment in index]!r}{name})"
    labels = _written(index.tolist())
    return None if labels is None else f"pd.Index({labels}{name})"
