"""What differs between two pandas objects, in the words DSEval has for it."""

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

from authoring.validators.base import MismatchKind


def kind_of_tables(
    reference: Any, submission: Any, complaint: AssertionError | None, tolerances: Mapping[str, Any]
) -> MismatchKind:
    """Return the kind of mismatch of two frames, series or indexes that pandas' own comparison refused.

    The first thing that differs decides, in pandas' order: the shape of a frame, the index, the columns, then column
    by column; of each its class and dtype before its values, its names last. `complaint` is what pandas raised, None
    where it could not compare; `tolerances` are those that its comparison was given.
    """
    kind: MismatchKind = ""
    if complaint is not None and isinstance(reference, pd.DataFrame):
        if reference.shape != submission.shape:
            return "shape"
        kind = _kind_of_frames(reference, submission, tolerances)
    elif complaint is not None:
        kind = _kind_of_complaint(str(complaint))
    # What DSEval has no word for, it calls unequal values where pandas cannot set the two side by side, because rows
    # or columns are labelled differently; an index never can be.
    return kind if kind or _side_by_side(reference, submission) else "value"


def _kind_of_frames(reference: Any, submission: Any, tolerances: Mapping[str, Any]) -> MismatchKind:
    """Compare two frames of one shape piece by piece, as `assert_frame_equal` does."""
    axes = ("index", reference.index, submission.index), ("columns", reference.columns, submission.columns)
    for name, expected, actual in axes:
        options = {"exact": "equiv", "check_exact": False, **tolerances, "obj": name}
        complaint = _complaint(pd.testing.assert_index_equal, expected, actual, **options)
        if complaint:
            return _kind_of_complaint(complaint)
    for position in range(reference.shape[1]):
        pair = reference.iloc[:, position], submission.iloc[:, position]
        complaint = _complaint(
            pd.testing.assert_series_equal, *pair, check_index=False, check_flags=False, obj="column"
        )
        if complaint:
            return _kind_of_complaint(complaint)
    return ""


def _complaint(compare: Callable[..., None], reference: Any, submission: Any, **options: Any) -> str:
    try:
        compare(reference, submission, **options)
    except AssertionError as error:
        return str(error) or "it is different"
    return ""


def _kind_of_complaint(text: str) -> MismatchKind:
    """Read the start of pandas' complaint: what is compared, then what is different about it.

    Both are pandas' own words, and those that we gave it; data only follow after them. Which dtypes count as equal,
    and which values, is known to pandas alone.
    """
    subject, _, details = text.partition(" are different\n\n")
    finding = details.partition("\n")[0]
    if finding == 'Attribute "dtype" are different':
        return "dtype"
    if subject == "columns":
        return "columns"
    return "value" if subject == "Series" or " values are different (" in finding else ""


def _side_by_side(reference: Any, submission: Any) -> bool:
    try:
        reference.compare(submission)
    except Exception:  # noqa: BLE001 - elements may fail in their own way, which counts alike
        return False
    return True
