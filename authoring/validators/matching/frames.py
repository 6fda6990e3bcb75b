"""Matching pandas frames, series and indexes."""

from typing import Any

import pandas as pd

from authoring.validators.flags import Match, MatchOptions
from authoring.validators.matching.differences import describe_difference
from authoring.validators.matching.scalars import wrong_type

PANDAS = (pd.DataFrame, pd.Series, pd.Index)


def match_pandas(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Match a frame with a frame, a series with a series, an index with an index.

    `atol` and `rtol` do not apply: DSEval leaves pandas' own tolerances in force, and so do we.
    """
    kind = next((k for k in PANDAS if isinstance(reference, k) and isinstance(submission, k)), None)
    if kind is None:
        return wrong_type(reference, submission)
    if options.ignore_names and kind is not pd.Index:
        submission = with_names_of(reference, submission)
    if (options.ignore_order or options.ignore_index) and kind is not pd.Index:
        if kind is pd.DataFrame and set(reference.columns.tolist()) != set(submission.columns.tolist()):
            return Match(match=False, reason=describe_difference(reference, submission, "columns are different"))
        reference, submission = _without_index(reference, submission, options)
    if options.ignore_dtypes and kind is not pd.Index:
        submission = _cast(reference, submission)
    return _compare(reference, submission)


def with_names_of(reference: Any, submission: Any) -> Any:
    """Return a frame or series with the reference's column order, column names, index names and series name.

    Columns are put in order where the two have the same, and renamed by position where there are as many.
    """
    if isinstance(reference, pd.DataFrame):
        columns = reference.columns.tolist()
        if set(columns) == set(submission.columns.tolist()):
            submission = submission[columns]
        submission = _with_index_names(reference, submission)
        if len(submission.columns) == len(columns):
            names = dict(zip(submission.columns.tolist(), columns, strict=True))
            submission = _attempt(lambda: submission.rename(columns=names), submission)
        return submission
    submission = _with_index_names(reference, submission)
    return _attempt(lambda: submission.rename(reference.name), submission)


def _with_index_names(reference: Any, submission: Any) -> Any:
    if submission.index.shape != reference.index.shape:
        return submission
    return _attempt(lambda: submission.rename_axis(reference.index.names), submission)


def _attempt(change: Any, otherwise: Any) -> Any:
    """Return what `change` gives, or `otherwise`: names and dtypes that do not fit are left for the comparison."""
    try:
        return change()
    except Exception:  # noqa: BLE001 - columns may hold any objects and extension types; each fails in its own way
        return otherwise


def _without_index(reference: Any, submission: Any, options: MatchOptions) -> tuple[Any, Any]:
    if isinstance(reference, pd.DataFrame):
        columns = reference.columns.tolist()
        reference, submission = reference.reset_index(drop=True), submission[columns].reset_index(drop=True)
        if options.ignore_order:
            reference = reference.sort_values(by=columns).reset_index(drop=True)
            submission = submission.sort_values(by=columns).reset_index(drop=True)
        return reference, submission
    reference, submission = reference.reset_index(drop=True), submission.reset_index(drop=True)
    if options.ignore_order:
        ordered = _attempt(lambda: reference.sort_values().reset_index(drop=True), None)
        if ordered is not None:
            reference = ordered
            submission = _attempt(lambda: submission.sort_values().reset_index(drop=True), submission)
    return reference, submission


def _cast(reference: Any, submission: Any) -> Any:
    if isinstance(reference, pd.DataFrame):
        return _attempt(lambda: submission.astype(reference.dtypes.to_dict()), submission)
    return _attempt(lambda: submission.astype(reference.dtype), submission)


def _compare(reference: Any, submission: Any) -> Match:
    try:
        if isinstance(reference, pd.DataFrame):
            pd.testing.assert_frame_equal(reference, submission)
        elif isinstance(reference, pd.Series):
            pd.testing.assert_series_equal(reference, submission)
        else:
            pd.testing.assert_index_equal(reference, submission)
    except AssertionError as error:
        return Match(match=False, reason=describe_difference(reference, submission, str(error)))
    except Exception:  # noqa: BLE001 - what pandas cannot compare element by element, as lists of arrays, it may compare whole
        if not reference.equals(submission):
            return Match(match=False, reason=describe_difference(reference, submission, ""))
    return Match(match=True)
