"""Whether two values are the same in value and form, so that a rewriting which changed nothing is no trial."""

from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.rewriting.base import is_missing


def is_same(first: Any, second: Any) -> bool:  # noqa: PLR0911 - a kind of value each
    """Return whether two values have the same type, elements that are equal to the last bit, names and dtypes."""
    if type(first) is not type(second):
        return False
    if isinstance(first, (pd.DataFrame, pd.Series, pd.Index)):
        return _is_same_table(first, second)
    if isinstance(first, pd.api.extensions.ExtensionArray):
        return _is_same_column(pd.Series(first), pd.Series(second))
    if isinstance(first, np.ndarray):
        is_alike = first.dtype == second.dtype and first.shape == second.shape
        is_alike = is_alike and first.flags.c_contiguous == second.flags.c_contiguous
        return is_alike and is_same(first.tolist(), second.tolist())
    if isinstance(first, (list, tuple)):
        return len(first) == len(second) and all(map(is_same, first, second))
    if isinstance(first, dict):
        # In order, because rewriting may change nothing but the order.
        return is_same(list(first.items()), list(second.items()))
    if is_missing(first) or is_missing(second):
        return is_missing(first) and is_missing(second)
    if isinstance(first, (float, np.floating)):
        # Zero has a sign.
        return bool(first == second) and bool(np.signbit(first) == np.signbit(second))
    return bool(first == second)


def _is_same_table(first: Any, second: Any) -> bool:
    if first.shape != second.shape:
        return False
    if isinstance(first, pd.Index):
        return _is_same_index(first, second)
    if isinstance(first, pd.Series):
        is_column_same = is_same(first.name, second.name) and _is_same_column(first, second)
        return is_column_same and _is_same_index(first.index, second.index)
    return (
        _is_same_index(first.columns, second.columns)
        and _is_same_index(first.index, second.index)
        and all(_is_same_column(first.iloc[:, i], second.iloc[:, i]) for i in range(first.shape[1]))
    )


def _is_same_column(first: pd.Series, second: pd.Series) -> bool:
    if first.dtype != second.dtype:
        return False
    if isinstance(first.dtype, pd.CategoricalDtype) and not first.cat.categories.equals(second.cat.categories):
        return False
    return bool(first.reset_index(drop=True).equals(second.reset_index(drop=True)))


def _is_same_index(first: pd.Index, second: pd.Index) -> bool:
    if type(first) is not type(second) or list(first.names) != list(second.names) or not first.equals(second):
        return False
    if isinstance(first, pd.MultiIndex):
        return all(
            first.get_level_values(level).dtype == second.get_level_values(level).dtype
            for level in range(first.nlevels)
        )
    return first.dtype == second.dtype and getattr(first, "freq", None) == getattr(second, "freq", None)
