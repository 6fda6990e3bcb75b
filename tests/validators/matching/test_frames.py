"""Matching frames, series and indexes."""

import pandas as pd

from authoring.validators.flags import MatchOptions
from authoring.validators.matching.frames import match_pandas


def test_names_are_ignored_without_renaming() -> None:
    """Ignoring names leaves the submission's own names alone; DSEval renames it."""
    reference = pd.DataFrame({"a": [1, 2]}, index=pd.Index([0, 1], name="i"))
    submission = pd.DataFrame({"b": [1, 2]})

    assert match_pandas(reference, submission, MatchOptions(ignore_names=True)).match
    assert submission.columns.tolist() == ["b"]
    assert submission.index.name is None


def test_order_is_ignored_without_sorting() -> None:
    """Ignoring order leaves the rows of both where they were."""
    reference, submission = pd.Series([1, 2]), pd.Series([2, 1])

    assert match_pandas(reference, submission, MatchOptions(ignore_order=True)).match
    assert reference.tolist() == [1, 2]
    assert submission.tolist() == [2, 1]


def test_kinds_do_not_mix() -> None:
    """A series is no frame and no index."""
    series = pd.Series([1])

    assert match_pandas(series, series.to_frame(), MatchOptions()).reason == "a DataFrame instead of a Series"
