"""A program for a session: says whether a value in it is degenerate, looking at all of it and not at its text."""

import sys
from typing import Any

import numpy as np

FEWEST_EQUAL = 4
"""Values that have to be the same before that is a sign."""


def sign_of(name: str, *, levels: bool) -> str:
    """Return what makes a value of this namespace degenerate, as a word; empty where nothing does.

    Args:
        name: the value's.
        levels: whether the value lists or counts the levels of a column, so that a single one is a sign.
    """
    try:
        return _sign(globals()[name], levels=levels)
    except Exception:  # noqa: BLE001 - objects of any library compare, count and fail as they like
        return ""


def _sign(value: Any, *, levels: bool) -> str:
    pandas: Any = sys.modules["pandas"]
    if np.ndim(value) == 0 and not isinstance(value, (str, dict, set, frozenset)):
        return _sign_of_scalar(value, pandas, levels=levels)
    if isinstance(value, (set, frozenset, dict)):
        value = list(value.values()) if isinstance(value, dict) else sorted(map(repr, value))
    if len(value) == 0 or np.size(value) == 0:
        return "empty"
    if isinstance(value, str):
        return ""
    if levels and len(value) == 1:
        return "one level"
    table = value if isinstance(value, (pandas.DataFrame, pandas.Series)) else pandas.Series(list(value), dtype=object)
    if bool(np.all(table.isna())):
        return "all missing"
    texts = table.astype(str)
    equal = len(table) >= FEWEST_EQUAL and bool(np.all(texts.to_numpy() == texts.iloc[0:1].to_numpy()))
    return "all equal" if equal else ""


def _sign_of_scalar(value: Any, pandas: Any, *, levels: bool) -> str:
    if value is None or bool(pandas.isna(value)):
        return "missing"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.number)):
        return ""
    if value == 0:
        return "zero"
    return "one level" if levels and value == 1 else ""
