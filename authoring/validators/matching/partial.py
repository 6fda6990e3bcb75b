"""Finding the reference as a part of a pandas submission: some columns of it, one column, its index, its values."""

from dataclasses import replace
from typing import Any

import pandas as pd

from authoring.validators.display import short_repr
from authoring.validators.flags import Match, Matcher, MatchOptions
from authoring.validators.matching.loosening import with_names_of


def match_part(reference: Any, submission: Any, options: MatchOptions, match: Matcher) -> Match:
    """Match a frame, series or list with parts of a frame or series; everything else has none."""
    options = replace(options, evidence=False)
    if isinstance(submission, pd.DataFrame):
        if isinstance(reference, pd.DataFrame):
            return _columns_of_frame(reference, submission, options, match)
        if isinstance(reference, pd.Series | list):
            return _column_of_frame(_as_series(reference), submission, options, match)
    if isinstance(submission, pd.Series):
        if isinstance(reference, pd.DataFrame):
            is_match = match(reference, submission.to_frame(), options).match
            return Match(is_match, "it matches the series as a frame" if is_match else "")
        if isinstance(reference, pd.Series | list):
            return _part_of_series(reference, submission, options, match)
    return Match(match=False)


def _as_series(values: Any) -> Any:
    return pd.Series(values) if isinstance(values, list) else values


def _columns_of_frame(reference: Any, submission: Any, options: MatchOptions, match: Matcher) -> Match:
    columns = reference.columns.tolist()
    if options.ignore_names and set(columns) != set(submission.columns.tolist()):
        # DSEval renames the submission while it compares the whole, and looks for parts under the new names.
        submission = with_names_of(reference, submission, options)
    try:
        found_in = submission.reset_index()
    except (TypeError, ValueError, NotImplementedError):
        found_in = submission  # a column has the index's name already, or takes no new one: the columns alone count
    column_names = found_in.columns.tolist()
    # Nothing is left over, so DSEval calls it no part, also where the index has become a column.
    whole = column_names == columns and (not options.strict or found_in.shape == submission.shape)
    if whole or any(column not in column_names for column in columns):
        return Match(match=False)
    is_match = match(reference, found_in[reference.columns], options).match
    return Match(is_match, f"it matches a part of the columns: {short_repr(columns)}" if is_match else "")


def _column_of_frame(reference: Any, submission: Any, options: MatchOptions, match: Matcher) -> Match:
    for column in submission.columns:
        if match(reference, submission[column], options).match:
            return Match(match=True, reason=f"it matches column {short_repr(column)}")
    is_match = match(reference, pd.Series(submission.index), options).match
    return Match(is_match, "it matches the index" if is_match else "")


def _part_of_series(reference: Any, submission: Any, options: MatchOptions, match: Matcher) -> Match:
    if options.ignore_names and isinstance(reference, pd.Series):
        submission = with_names_of(reference, submission, options)
    reference = _as_series(reference)
    for part_name, part in (("index", submission.index), ("values", submission.values)):  # noqa: PD011 - extension arrays as they are
        if match(reference, pd.Series(part), options).match:
            return Match(match=True, reason=f"it matches the {part_name}")
    return Match(match=False)
