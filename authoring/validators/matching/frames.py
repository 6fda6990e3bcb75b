"""Matching pandas frames, series and indexes."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from authoring.validators.base import MismatchKind
from authoring.validators.flags import Match, MatchOptions
from authoring.validators.matching.differences import explain
from authoring.validators.matching.forms import in_form_of
from authoring.validators.matching.identity import are_identical, without_same_objects
from authoring.validators.matching.kinds import kind_of_tables
from authoring.validators.matching.loosening import cast, with_category_order, with_names_of, without_index
from authoring.validators.matching.scalars import wrong_type

_COMPARISONS: dict[type, Callable[..., None]] = {
    pd.DataFrame: pd.testing.assert_frame_equal,
    pd.Series: pd.testing.assert_series_equal,
    pd.Index: pd.testing.assert_index_equal,
}
PANDAS = tuple(_COMPARISONS)


def match_pandas(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Match a frame with a frame, a series with a series, an index with an index.

    In DSEval, `atol` and `rtol` do not apply: pandas' own tolerances stay in force; and no flag touches an index.
    """
    kind = next((k for k in PANDAS if isinstance(reference, k) and isinstance(submission, k)), None)
    if kind is None:
        return wrong_type(reference, submission)
    if options.strict:
        submission = in_form_of(reference, submission, options)
    # Flags do not reach an index in DSEval, which is one of its bugs.
    if kind is not pd.Index or options.strict:
        if options.ignore_names:
            submission = with_names_of(reference, submission, options)
        if options.ignore_order or options.ignore_index:
            # DSEval refuses other columns before it sorts the rows by them.
            if kind is pd.DataFrame and set(reference.columns.tolist()) != set(submission.columns.tolist()):
                return _mismatch(reference, submission, "the columns are others", options, "columns")
            reference, submission = without_index(reference, submission, options)
        if options.ignore_dtypes:
            submission = cast(reference, submission, options)
    if options.strict:
        submission = with_category_order(reference, submission)
    return _compare(reference, submission, options, _COMPARISONS[kind])


def _compare(reference: Any, submission: Any, options: MatchOptions, assert_equal: Callable[..., None]) -> Match:
    if are_identical(reference, submission):
        return Match(match=True)
    tolerances: dict[str, Any] = {}
    if options.strict and not options.has_usual_tolerances:
        # Without tolerances, pandas compares whole numbers exactly, and an index too.
        tolerances = {"atol": options.atol, "rtol": options.rtol, "check_exact": False}
    if assert_equal is not pd.testing.assert_index_equal and options.forgives("ignore_time_units"):
        tolerances["check_freq"] = False
    different = without_same_objects(reference, submission)
    try:
        assert_equal(*different, **tolerances)
    except AssertionError as error:
        kind = kind_of_tables(*different, error, tolerances)
        return _mismatch(reference, submission, str(error), options, kind)
    except Exception:  # noqa: BLE001 - what pandas cannot compare element by element, as lists of arrays, it may compare whole
        if not reference.equals(submission):
            kind = kind_of_tables(reference, submission, None, tolerances)
            return _mismatch(reference, submission, "", options, kind)
    return Match(match=True)


def _mismatch(reference: Any, submission: Any, finding: str, options: MatchOptions, kind: MismatchKind) -> Match:
    if not options.evidence:
        return Match(match=False, reason=finding, kind=kind)
    reason, differences = explain(reference, submission, finding)
    return Match(match=False, reason=reason, kind=kind, differences=differences)
