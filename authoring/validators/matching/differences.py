"""Where two tables differ: shape, columns, dtypes, index, then the first differing cells."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from authoring.validators.base import Difference
from authoring.validators.display import MAX_DIFFERENCES, difference_text, short_repr

_COMPARED = 10_000
"""Rows compared one by one where they cannot be compared at once."""
_PLAIN = frozenset({str, int, float, bool})


class MismatchEvidence(NamedTuple):
    """What a person is told of two tables that differ."""

    reason: str
    differences: tuple[Difference, ...]


class _TableDifference(NamedTuple):
    difference: Difference
    extent: str = ""
    """How far it goes, for the reason."""


def explain(reference: Any, submission: Any, finding: str) -> MismatchEvidence:
    """Return the first differences of two frames, series or indexes of one kind; pandas' finding follows our words."""
    differences: list[_TableDifference] = []
    with suppress(Exception):  # only words: cells may hold anything and refuse to be compared or shown
        differences.extend(islice(_differences(reference, submission), MAX_DIFFERENCES))
    own = f"{difference_text(differences[0].difference)}{differences[0].extent}" if differences else ""
    reason = "\n".join(part for part in (own, finding.strip()) if part) or "the tables differ"
    return MismatchEvidence(reason, tuple(item.difference for item in differences))


def _differences(reference: Any, submission: Any) -> Iterator[_TableDifference]:
    if reference.shape != submission.shape:
        yield _TableDifference(Difference("shape", str(reference.shape), str(submission.shape)))
        if isinstance(reference, pd.DataFrame):
            yield from _columns(reference, submission)
        return
    if isinstance(reference, pd.Index):
        yield from _dtypes("dtype", reference, submission)
        yield from _cells(reference, submission, reference, "")
        yield from _names("name", list(reference.names), list(submission.names))
    elif isinstance(reference, pd.DataFrame):
        yield from _frames(reference, submission)
    else:
        yield from _dtypes("dtype", reference, submission)
        yield from _indexes(reference, submission)
        yield from _cells(reference, submission, reference.index, "")
        yield from _names("name", reference.name, submission.name)


def _frames(reference: Any, submission: Any) -> Iterator[_TableDifference]:
    column_differences = list(_columns(reference, submission))
    yield from column_differences
    if reference.columns.tolist() != submission.columns.tolist():
        return
    pairs = [
        (short_repr(name), reference.iloc[:, position], submission.iloc[:, position])
        for position, name in enumerate(reference.columns)
    ]
    for name, expected, actual in pairs:
        yield from _dtypes(f"dtype of {name}", expected, actual)
    yield from _indexes(reference, submission)
    for name, expected, actual in pairs:
        yield from _cells(expected, actual, reference.index, f", {name}")


def _columns(reference: Any, submission: Any) -> Iterator[_TableDifference]:
    expected, actual = reference.columns.tolist(), submission.columns.tolist()
    if expected == actual:
        yield from _names("names of the columns' axis", list(reference.columns.names), list(submission.columns.names))
        yield from _dtypes("dtype of the column labels", reference.columns, submission.columns)
        return
    lacking = ", ".join(short_repr(name) for name in expected if name not in actual)
    extra = ", ".join(short_repr(name) for name in actual if name not in expected)
    if lacking:
        yield _TableDifference(Difference("missing columns", lacking, "none"))
    if extra:
        yield _TableDifference(Difference("extra columns", "none", extra))
    if not lacking and not extra:
        yield _TableDifference(Difference("columns", short_repr(expected), short_repr(actual)))


def _dtypes(place: str, reference: Any, submission: Any) -> Iterator[_TableDifference]:
    expected, actual = reference.dtype, submission.dtype
    if expected != actual:
        yield _TableDifference(Difference(place, str(expected), str(actual)))
    elif isinstance(expected, pd.CategoricalDtype) and not expected.categories.equals(actual.categories):
        # Without an order the dtypes are equal, and pandas refuses the values all the same.
        lists = expected.categories.tolist(), actual.categories.tolist()
        yield _TableDifference(Difference(place.replace("dtype", "categories"), *map(short_repr, lists)))


def _indexes(reference: Any, submission: Any) -> Iterator[_TableDifference]:
    expected, actual = reference.index, submission.index
    yield from _names("names of the index", list(expected.names), list(actual.names))
    yield from _dtypes("dtype of the index", expected, actual)
    # One label is enough: where one row is labelled otherwise, the next ones mostly are.
    yield from islice(_cells(expected, actual, pd.RangeIndex(len(expected)), " of the index"), 1)


def _names(place: str, reference: Any, submission: Any) -> Iterator[_TableDifference]:
    if reference != submission:
        yield _TableDifference(Difference(place, short_repr(reference), short_repr(submission)))


def _cells(reference: Any, submission: Any, labels: Any, column: str) -> Iterator[_TableDifference]:
    differs = _differing(reference, submission)
    count = int(differs.sum())
    for row in np.flatnonzero(differs)[:MAX_DIFFERENCES]:
        expected, actual = (values.take([row]).tolist()[0] for values in (reference, submission))
        label = "" if labels is reference or labels[row] == row else f" ({short_repr(labels[row])})"
        difference = Difference(f"row {row}{label}{column}", short_repr(expected), short_repr(actual))
        yield _TableDifference(difference, f"; {count} of {len(differs)} differ")


def _differing(reference: Any, submission: Any) -> Any:
    if isinstance(reference, pd.MultiIndex) or isinstance(submission, pd.MultiIndex):
        # Labels of several levels are compared as tuples, because a MultiIndex does not know what is missing.
        reference, submission = (pd.Index(labels.tolist(), tupleize_cols=False) for labels in (reference, submission))
    both_missing = np.asarray(reference.isna()) & np.asarray(submission.isna())
    if pd.api.types.is_float_dtype(reference.dtype) and pd.api.types.is_float_dtype(submission.dtype):
        first, second = (np.asarray(values.astype("float64")) for values in (reference, submission))
        # By numpy's default tolerances, so that differences pandas overlooks are not shown.
        return ~(np.isclose(second, first, equal_nan=True) | both_missing)
    pairs = zip(reference[:_COMPARED].tolist(), submission[:_COMPARED].tolist(), strict=True)
    return np.array(
        [
            not is_missing and _unequal(first, second)
            for is_missing, (first, second) in zip(both_missing[:_COMPARED], pairs, strict=True)
        ],
        dtype=bool,
    )


def _unequal(first: Any, second: Any) -> bool:
    # Thousands of cells are compared, and nearly all hold what Python compares at once.
    if type(first) in _PLAIN and type(second) in _PLAIN:
        return bool(first != second)
    if first is pd.NA or second is pd.NA:
        return first is not second
    return bool(np.any(np.asarray(first != second)))
