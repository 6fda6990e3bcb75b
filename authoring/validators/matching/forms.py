"""What the strict dialect forgives: the form of a right answer where a question seldom asks for it.

``pivot_table`` leaves a name on the axis of the columns, ``dt.month`` gives numbers of 32 bits, a join makes whole
numbers floats, a file may be read with another dtype of text or another unit of time. The flags of DSEval's matcher
forgive none of that in labels, and little in values. Here a submission takes the reference's form wherever that changes
no value: numbers as text stay text, a truth value is no number, and 2.5 is never the whole number 2.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.flags import MatchOptions

WHOLE_ATOL, WHOLE_RTOL = 1e-6, 1e-12
"""How far from a whole number a float may be to count as one, and the same relative to its size: what sums leave."""


def in_form_of(reference: Any, submission: Any, options: MatchOptions) -> Any:
    """Return a frame, series or index in the form of a reference of its own kind, as far as no value changes."""
    if isinstance(reference, pd.Index):
        return _index_in_form(reference, submission, options)
    submission = submission.set_axis(_index_in_form(reference.index, submission.index, options), axis=0)
    if isinstance(reference, pd.Series):
        if options.forgives("ignore_axis_names"):
            submission = submission.rename(reference.name)
        return _values_in_form(reference, submission, options)
    submission = submission.set_axis(_index_in_form(reference.columns, submission.columns, options), axis=1)
    for position, counterpart in _counterparts(reference, submission):
        column = submission.iloc[:, position]
        formed = _values_in_form(reference.iloc[:, counterpart], column, options)
        if formed is not column:
            submission.isetitem(position, formed)
    return submission


def _counterparts(reference: pd.DataFrame, submission: pd.DataFrame) -> list[tuple[int, int]]:
    """Return which column of a submission stands for which of the reference: by label, by place where labels repeat."""
    if reference.columns.is_unique and submission.columns.is_unique:
        places = {label: position for position, label in enumerate(reference.columns.tolist())}
        return [(i, places[label]) for i, label in enumerate(submission.columns.tolist()) if label in places]
    return [(i, i) for i in range(min(reference.shape[1], submission.shape[1]))]


def _index_in_form(reference: pd.Index, submission: pd.Index, options: MatchOptions) -> pd.Index:
    if reference.nlevels != submission.nlevels:
        return submission
    if options.forgives("ignore_index_dtype"):
        levels = [
            _labels_in_form(reference.get_level_values(level), submission.get_level_values(level))
            for level in range(reference.nlevels)
        ]
        names = submission.names
        submission = levels[0] if len(levels) == 1 else pd.MultiIndex.from_arrays(levels)
        submission = submission.set_names(names)
    return submission.set_names(reference.names) if options.forgives("ignore_axis_names") else submission


def _labels_in_form(reference: pd.Index, submission: pd.Index) -> pd.Index:
    labels = pd.Series(submission)
    formed = _formed(_kind(pd.Series(reference)), pd.Series(reference), labels)
    return submission if formed is labels else pd.Index(formed)


def _values_in_form(reference: pd.Series, submission: pd.Series, options: MatchOptions) -> pd.Series:
    kind = _kind(reference)
    flag = _FLAGS.get(kind.partition(" ")[0], "")
    return _formed(kind, reference, submission) if flag and options.forgives(flag) else submission


def _formed(kind: str, reference: pd.Series, submission: pd.Series) -> pd.Series:
    """Return values with the dtype of a reference of a kind; as they are where they are of another, or would change."""
    if kind != _kind(submission) and len(submission):
        return submission
    try:
        formed = _NUMERIC_FORMS.get(kind, _same_form)(reference, submission)
    # Whatever does not fit the dtype is left for the comparison; extension types fail in ways of their own.
    except Exception:  # noqa: BLE001 - as above
        return submission
    return submission if formed is None else formed.set_axis(submission.index)


def _kind(values: pd.Series) -> str:
    """Return what values are under any dtype: ``number``, ``text``, ``truth``, ``time ZONE``, ``span``, or nothing."""
    dtype = values.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return "text" if pd.api.types.infer_dtype(dtype.categories, skipna=True) == "string" else ""
    if pd.api.types.is_object_dtype(dtype):
        return _OBJECTS.get(pd.api.types.infer_dtype(values, skipna=True), "")
    if pd.api.types.is_datetime64_any_dtype(dtype):
        return f"time {getattr(dtype, 'tz', None)}"
    return next((kind for kind, belongs in _DTYPES.items() if belongs(dtype)), "")


def _same_form(reference: pd.Series, submission: pd.Series) -> pd.Series | None:
    """Return values under the reference's dtype, None where one of them would be another."""
    formed = submission.astype(reference.dtype)
    missing = submission.isna().to_numpy(dtype=bool)
    if (formed.isna().to_numpy(dtype=bool) != missing).any():
        return None
    before, after = submission.astype(object).to_numpy()[~missing], formed.astype(object).to_numpy()[~missing]
    if not all(first == second for first, second in zip(before, after, strict=True)):
        return None
    if formed.dtype == object and (both := missing & reference.isna().to_numpy(dtype=bool)).any():
        # None, NaN and NaT are one to a reader.
        formed = pd.Series(np.where(both, reference.to_numpy(dtype=object), formed.to_numpy()), dtype=object)
    return formed


def _number_form(reference: pd.Series, submission: pd.Series) -> pd.Series | None:
    if submission.dtype == object:
        submission = submission.infer_objects()
    if not pd.api.types.is_integer_dtype(reference.dtype):
        return submission.astype(reference.dtype)
    if not pd.api.types.is_integer_dtype(submission.dtype):
        floats = submission.astype("float64")
        rounded = floats.round()
        if ((floats - rounded).abs() > WHOLE_ATOL + WHOLE_RTOL * floats.abs()).any():
            return None
        submission = rounded
    return _same_form(reference, submission)


_DTYPES: dict[str, Callable[[Any], bool]] = {
    "truth": pd.api.types.is_bool_dtype,
    "": pd.api.types.is_complex_dtype,
    "number": pd.api.types.is_numeric_dtype,
    "span": pd.api.types.is_timedelta64_dtype,
    "text": pd.api.types.is_string_dtype,
}
"""Truth values and complex numbers come first, because pandas counts them among the numbers."""
_NUMERIC_FORMS: dict[str, Callable[[pd.Series, pd.Series], pd.Series | None]] = {"number": _number_form}
_FLAGS = {
    "number": "ignore_number_dtypes",
    "truth": "ignore_number_dtypes",
    "text": "ignore_text_dtypes",
    "time": "ignore_time_units",
    "span": "ignore_time_units",
}
_OBJECTS = {
    "integer": "number",
    "floating": "number",
    "mixed-integer-float": "number",
    "string": "text",
    "boolean": "truth",
    "timedelta": "span",
    "timedelta64": "span",
}
"""What the elements of an object column are, by the words of pandas."""
