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


class Evidence(NamedTuple):
    """What a person is told of two tables that differ."""

    reason: str
    differences: tuple[Difference, ...]


class _Found(NamedTuple):
    difference: Difference
    extent: str = ""
    """How far it goes, for the reason."""


def explain(reference: Any, submission: Any, finding: str) -> Evidence:
    """Return the first differences of two frames, series or indexes of one kind.

    Args:
        reference: what is right.
        submission: what is judged.
        finding: what pandas says; it follows our own words.
    """
    found: list[_Found] = []
    with suppress(Exception):  # only words: cells may hold anything and refuse to be compared or shown
        found.extend(islice(_differences(reference, submission), MAX_DIFFERENCES))
    own = f"{difference_text(found[0].difference)}{found[0].extent}" if found else ""
    reason = "\n".join(part for part in (own, finding.strip()) if part) or "the tables differ"
    return Evidence(reason, tuple(each.difference for each in found))


def _differences(reference: Any, submission: Any) -> Iterator[_Found]:
    if reference.shape != submission.shape:
        yield _Found(Difference("shape", str(reference.shape), str(submission.shape)))
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


def _frames(reference: Any, submission: Any) -> Iterator[_Found]:
    other = list(_columns(reference, submission))
    if other:
        yield from other
        return
    pairs = [
        (short_repr(name), reference.iloc[:, position], submission.iloc[:, position])
        for position, name in enumerate(reference.columns)
    ]
    for name, expected, found in pairs:
        yield from _dtypes(f"dtype of {name}", expected, found)
    yield from _indexes(reference, submission)
    for name, expected, found in pairs:
        yield from _cells(expected, found, reference.index, f", {name}")


def _columns(reference: Any, submission: Any) -> Iterator[_Found]:
    expected, found = reference.columns.tolist(), submission.columns.tolist()
    if expected == found:
        return
    lacking = ", ".join(short_repr(name) for name in expected if name not in found)
    extra = ", ".join(short_repr(name) for name in found if name not in expected)
    if lacking:
        yield _Found(Difference("missing columns", lacking, "none"))
    if extra:
        yield _Found(Difference("extra columns", "none", extra))
    if not lacking and not extra:
        yield _Found(Difference("columns", short_repr(expected), short_repr(found)))


def _dtypes(place: str, reference: Any, submission: Any) -> Iterator[_Found]:
    expected, found = reference.dtype, submission.dtype
    if expected != found:
        yield _Found(Difference(place, str(expected), str(found)))
    elif isinstance(expected, pd.CategoricalDtype) and not expected.categories.equals(found.categories):
        # Without an order the dtypes are equal, and pandas refuses the values all the same.
        lists = expected.categories.tolist(), found.categories.tolist()
        yield _Found(Difference(place.replace("dtype", "categories"), *map(short_repr, lists)))


def _indexes(reference: Any, submission: Any) -> Iterator[_Found]:
    expected, found = reference.index, submission.index
    yield from _names("names of the index", list(expected.names), list(found.names))
    # One label is enough: where one row is labelled otherwise, the next ones mostly are.
    yield from islice(_cells(expected, found, pd.RangeIndex(len(expected)), " of the index"), 1)


def _names(place: str, reference: Any, submission: Any) -> Iterator[_Found]:
    if reference != submission:
        yield _Found(Difference(place, short_repr(reference), short_repr(submission)))


def _cells(reference: Any, submission: Any, labels: Any, column: str) -> Iterator[_Found]:
    differs = _differing(reference, submission)
    count = int(differs.sum())
    for row in np.flatnonzero(differs)[:MAX_DIFFERENCES]:
        expected, found = (values.take([row]).tolist()[0] for values in (reference, submission))
        label = "" if labels is reference or labels[row] == row else f" ({short_repr(labels[row])})"
        difference = Difference(f"row {row}{label}{column}", short_repr(expected), short_repr(found))
        yield _Found(difference, f"; {count} of {len(differs)} differ")


def _differing(reference: Any, submission: Any) -> Any:
    if isinstance(reference, pd.MultiIndex) or isinstance(submission, pd.MultiIndex):
        reference, submission = (pd.Index(labels.tolist(), tupleize_cols=False) for labels in (reference, submission))
    both = np.asarray(reference.isna()) & np.asarray(submission.isna())
    if pd.api.types.is_float_dtype(reference.dtype) and pd.api.types.is_float_dtype(submission.dtype):
        one, other = (np.asarray(values.astype("float64")) for values in (reference, submission))
        return ~(np.isclose(other, one, equal_nan=True) | both)
    pairs = zip(reference[:_COMPARED].tolist(), submission[:_COMPARED].tolist(), strict=True)
    return np.array(
        [not here and _unequal(one, other) for here, (one, other) in zip(both[:_COMPARED], pairs, strict=True)],
        dtype=bool,
    )


def _unequal(one: Any, other: Any) -> bool:
    if one is pd.NA or other is pd.NA:
        return one is not other
    return bool(np.any(np.asarray(one != other)))
