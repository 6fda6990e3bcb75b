"""Tables of the same plain values, which are told to be so faster than pandas compares them.

Up to version 2, pandas compares objects one by one in Python, a thousand times as slowly as lists of them are compared.
"""

import datetime as dt
import math
from typing import Any

import numpy as np
import pandas as pd

PLAIN_OBJECTS = frozenset({type(None), bool, int, float, str, bytes, dt.date, dt.timedelta})
"""Types of elements that pandas too finds equal where ``==`` does; times of day may have zones."""


MANY_ROWS = 1_000
"""Rows from which on the columns of a frame are compared one by one before pandas compares them."""


def are_identical(reference: Any, submission: Any) -> bool:
    """Return whether two frames, series or indexes are so alike that pandas finds no difference under any option.

    False says nothing: where that is not seen at a glance, pandas has to compare.
    """
    kind = type(reference)
    if kind is not type(submission) or kind.__module__.partition(".")[0] != "pandas":
        return False
    if isinstance(reference, pd.Index):
        return _same_labels(reference, submission)
    if reference.shape != submission.shape or reference.flags != submission.flags:
        return False
    if not _same_labels(reference.index, submission.index):
        return False
    if isinstance(reference, pd.Series):
        return _same_names([reference.name], [submission.name]) and _same_values(reference.array, submission.array)
    columns = zip(reference.items(), submission.items(), strict=True)
    return _same_labels(reference.columns, submission.columns) and all(
        _same_values(column.array, other.array) for (_, column), (_, other) in columns
    )


def without_same_objects(reference: Any, submission: Any) -> tuple[Any, Any]:
    """Return two frames with zeros in both where a column of objects is the same, for a comparison column by column.

    What else is passed, or has few rows, comes back as it is.
    """
    both = reference, submission
    # `isetitem` came with pandas 1.5.
    if not all(
        type(frame) is pd.DataFrame and len(frame) >= MANY_ROWS and hasattr(frame, "isetitem") for frame in both
    ):
        return both
    if reference.shape != submission.shape or not _same_labels(reference.columns, submission.columns):
        return both
    columns = enumerate(zip(reference.items(), submission.items(), strict=True))
    same = [
        place
        for place, ((_, column), (_, other)) in columns
        if pd.api.types.is_object_dtype(column.dtype) and _same_values(column.array, other.array)
    ]
    if same:
        both = reference.copy(deep=False), submission.copy(deep=False)
        zeros = np.zeros(len(reference), dtype="int8")
        for frame in both:
            for place in same:
                frame.isetitem(place, zeros)
    return both


def _same_labels(reference: pd.Index, submission: pd.Index) -> bool:
    if type(reference) is not type(submission) or isinstance(reference, pd.MultiIndex):
        return False
    same_frequency = getattr(reference, "freq", None) == getattr(submission, "freq", None)
    same_names = _same_names(list(reference.names), list(submission.names))
    return same_frequency and same_names and _same_values(reference.array, submission.array)


def _same_names(reference: list[Any], submission: list[Any]) -> bool:
    types = {*map(type, reference), *map(type, submission)}
    return types <= {str, int, type(None)} and reference == submission


def _same_values(reference: Any, submission: Any) -> bool:
    """Compare two arrays of pandas."""
    dtype = reference.dtype
    # Categories may stand in another order in a dtype that is equal.
    if dtype != submission.dtype or len(reference) != len(submission) or isinstance(dtype, pd.CategoricalDtype):
        return False
    if not pd.api.types.is_object_dtype(dtype):
        is_own = type(reference) is type(submission) and type(reference).__module__.partition(".")[0] == "pandas"
        return is_own and bool(reference.equals(submission))
    elements, others = np.asarray(reference).tolist(), np.asarray(submission).tolist()
    types = list(map(type, elements))
    if not PLAIN_OBJECTS.issuperset(types) or types != list(map(type, others)):
        return False
    # A missing text is a float that is no number, and not even equal to itself.
    return elements == others or all(
        element == other or (type(element) is float and math.isnan(element) and math.isnan(other))
        for element, other in zip(elements, others, strict=True)
    )
