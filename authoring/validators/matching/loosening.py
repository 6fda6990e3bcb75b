"""What the flags do to pandas objects before they are compared: names, order, index and dtypes made alike."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.flags import MatchOptions


def with_names_of(reference: Any, submission: Any, options: MatchOptions) -> Any:
    """Return a frame, series or index with the reference's column order and names, index names and series name.

    Columns are put in order where the two have the same, and renamed by position where there are as many.
    """
    if isinstance(reference, pd.Index):
        return _attempt(
            lambda: submission.rename(reference.names if reference.nlevels > 1 else reference.name), submission
        )
    if isinstance(reference, pd.DataFrame):
        columns = reference.columns.tolist()
        if set(columns) == set(submission.columns.tolist()):
            submission = _columns_in_order(submission, columns, options)
        submission = _with_index_names(reference, submission)
        if len(submission.columns) == len(columns):
            # By position, as many as there are, so that a renamed column still finds its counterpart.
            names = dict(zip(submission.columns.tolist(), columns, strict=True))
            submission = _attempt(lambda: submission.rename(columns=names), submission)
        return submission
    submission = _with_index_names(reference, submission)
    return _attempt(lambda: submission.rename(reference.name), submission)


def _columns_in_order(frame: Any, columns: list[Any], options: MatchOptions) -> Any:
    """Return a frame's columns in the order of the labels, all of which it has.

    A list of truth values would choose rows, so such labels are looked up one by one. A label that is there twice
    gives both columns each time in DSEval, which then matches nothing; in the strict dialect each comes once.
    """
    labels = frame.columns.tolist()
    if options.strict and len(set(columns)) < len(columns):
        places = [i for label in dict.fromkeys(columns) for i, candidate in enumerate(labels) if candidate == label]
        positions = [i for label in dict.fromkeys(columns) for i, candidate in enumerate(columns) if candidate == label]
        if len(places) == len(positions) == len(columns):
            return frame.iloc[:, [places[positions.index(i)] for i in range(len(columns))]]
        return frame
    # `frame[columns]` would choose rows by a list of truth values.
    if any(isinstance(label, bool | np.bool_) for label in columns):
        return frame.iloc[:, [labels.index(label) for label in columns]]
    return frame[columns]


def _with_index_names(reference: Any, submission: Any) -> Any:
    if submission.index.shape != reference.index.shape:
        return submission
    return _attempt(lambda: submission.rename_axis(reference.index.names), submission)


def _attempt(change: Callable[[], Any], otherwise: Any) -> Any:
    """Return what `change` gives, or `otherwise`: names and dtypes that do not fit are left for the comparison."""
    try:
        return change()
    except Exception:  # noqa: BLE001 - columns may hold any objects and extension types; each fails in its own way
        return otherwise


def without_index(reference: Any, submission: Any, options: MatchOptions) -> tuple[Any, Any]:
    """Return both with their rows numbered; sorted by all columns where the order is ignored.

    Raises:
        TypeError: for the columns of a frame that have no order; in the strict dialect their text is sorted.
        ValueError: for a frame whose column labels repeat, in DSEval's dialect.
    """
    if isinstance(reference, pd.Index):
        return (
            (_sorted_index(reference), _sorted_index(submission)) if options.ignore_order else (reference, submission)
        )
    if isinstance(reference, pd.DataFrame):
        columns = reference.columns.tolist()
        reference = reference.reset_index(drop=True)
        submission = _columns_in_order(submission, columns, options).reset_index(drop=True)
        if options.ignore_order:
            reference, submission = _sorted_rows(reference, options), _sorted_rows(submission, options)
        return reference, submission
    reference, submission = reference.reset_index(drop=True), submission.reset_index(drop=True)
    if options.ignore_order:
        ordered = _attempt(lambda: _sorted_series(reference, options), None)
        if ordered is not None:
            reference = ordered
            submission = _attempt(lambda: _sorted_series(submission, options), submission)
    return reference, submission


def _sorted_index(index: Any) -> Any:
    ordered = _attempt(index.sort_values, None)
    return ordered if ordered is not None else _attempt(lambda: index[index.astype(str).argsort()], index)


def _sorted_series(series: Any, options: MatchOptions) -> Any:
    try:
        return series.sort_values().reset_index(drop=True)
    except TypeError:
        if not options.strict:
            raise
        return series.sort_values(key=_as_text).reset_index(drop=True)


def _sorted_rows(frame: Any, options: MatchOptions) -> Any:
    columns = frame.columns
    if not options.strict:
        return frame.sort_values(by=columns.tolist()).reset_index(drop=True)
    # Sorted by position, because labels may repeat.
    places = list(range(len(columns)))
    numbered = frame.set_axis(places, axis=1)
    try:
        numbered = numbered.sort_values(by=places)
    except TypeError:
        numbered = numbered.sort_values(by=places, key=_as_text)
    return numbered.reset_index(drop=True).set_axis(columns, axis=1)


def _as_text(column: Any) -> Any:
    return column.map(lambda value: f"{type(value).__name__} {value!r}")


def cast(reference: Any, submission: Any, options: MatchOptions) -> Any:
    """Return a submission with the reference's dtypes, or as it is where they do not fit.

    DSEval casts 1.9 to the whole number 1, 5 to true, and text to numbers; in the strict dialect such casts do not fit.
    """
    if not isinstance(reference, pd.DataFrame):
        changed = _attempt(lambda: submission.astype(reference.dtype), submission)
        return changed if not options.strict or _lossless(submission, changed) else submission
    changed = _attempt(lambda: submission.astype(reference.dtypes.to_dict()), submission)
    if not options.strict or changed.shape != submission.shape:
        return changed
    pairs = ((submission.iloc[:, i], changed.iloc[:, i]) for i in range(submission.shape[1]))
    return changed if all(_lossless(*pair) for pair in pairs) else submission


def with_category_order(reference: Any, submission: Any) -> Any:
    """Return a series, or a frame of the same columns, with the order of unordered categories taken over.

    pandas calls two such dtypes equal, and refuses the values of one for those of the other.
    """
    if isinstance(reference, pd.DataFrame):
        if reference.shape != submission.shape:
            return submission
        pairs = [(reference.iloc[:, i], submission.iloc[:, i]) for i in range(reference.shape[1])]
        if not any(_differ_in_order(*pair) for pair in pairs):
            return submission
        return pd.concat([with_category_order(*pair) for pair in pairs], axis=1).set_axis(submission.columns, axis=1)
    if isinstance(reference, pd.Series) and _differ_in_order(reference, submission):
        # Without an order of their own, categories mean the same in any order.
        return submission.cat.set_categories(reference.cat.categories)
    return submission


def _differ_in_order(reference: Any, submission: Any) -> bool:
    expected, actual = reference.dtype, submission.dtype
    if not isinstance(expected, pd.CategoricalDtype) or expected != actual or expected.ordered:
        return False
    return not expected.categories.equals(actual.categories)


def _holds_text(values: Any) -> bool:
    return any(isinstance(value, str) for value in values)


def _lossless(before: Any, after: Any) -> bool:
    numeric = pd.api.types.is_numeric_dtype
    if before.dtype == after.dtype:
        return True
    if not (numeric(before.dtype) and numeric(after.dtype)):
        # Objects may be numbers; a number as text is another answer.
        return not (numeric(before.dtype) or numeric(after.dtype)) or _holds_text(before) == _holds_text(after)
    # A missing value of a nullable dtype becomes NaN, which `equal_nan` finds equal.
    first, candidate = (values.to_numpy(dtype="float64", na_value=np.nan) for values in (before, after))
    return bool(np.allclose(first, candidate, equal_nan=True))
