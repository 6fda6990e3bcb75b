"""Matching scipy's sparse matrices: CSR matrices as stored, as DSEval does, all others by what they stand for."""

import sys
from typing import Any

import numpy as np

from authoring.validators.base import Difference
from authoring.validators.display import MAX_DIFFERENCES, difference_text, short_repr
from authoring.validators.flags import Match, MatchOptions
from authoring.validators.matching.arrays import wrong_shape
from authoring.validators.matching.scalars import wrong_type


def is_sparse(value: object) -> bool:
    """Say whether a value is a sparse matrix, without importing scipy: who holds one has imported it."""
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and bool(sparse.issparse(value))


def is_csr(value: object) -> bool:
    """Say whether a value is one of the CSR matrices that DSEval knows."""
    return is_sparse(value) and isinstance(value, sys.modules["scipy.sparse"].csr_matrix)


def match_sparse(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Match sparse matrices.

    DSEval knows CSR matrices alone, and compares what is stored: entries, data, column and row pointers. Of other
    formats it says nothing (they raise when asked for a truth value), so those are compared by their elements.
    """
    if not is_sparse(reference) or not is_sparse(submission):
        return wrong_type(reference, submission)
    # DSEval compares a CSR matrix with another CSR matrix only.
    if options.strict or not (is_csr(reference) or is_csr(submission)):
        return _match_elements(reference, submission, options)
    if not is_csr(reference) or not is_csr(submission):
        return wrong_type(reference, submission)
    return _match_stored(reference, submission, options)


def _match_stored(reference: Any, submission: Any, options: MatchOptions) -> Match:
    # Counted before the shape is looked at, as in DSEval, because the first difference gives the reason.
    stored, given_count = len(reference.indices), len(submission.indices)
    if stored != given_count:
        differences = (Difference("stored elements", str(stored), str(given_count)),)
        return Match(match=False, reason=f"{given_count} stored elements instead of {stored}", differences=differences)
    if reference.shape != submission.shape:
        return wrong_shape(reference, submission, options)
    if not np.allclose(reference.data, submission.data, rtol=options.rtol, atol=options.atol):
        return _mismatch_as_stored(reference, submission, "the stored elements have other values")
    for part in ("indices", "indptr"):
        if not np.array_equal(getattr(reference, part), getattr(submission, part)):
            return _mismatch_as_stored(reference, submission, f"the stored elements stand elsewhere ({part} differ)")
    return Match(match=True)


def _mismatch_as_stored(reference: Any, submission: Any, reason: str) -> Match:
    differences = _match_elements(reference, submission, MatchOptions()).differences
    description = Difference("how the elements are stored", short_repr(reference), short_repr(submission))
    return Match(match=False, reason=reason, differences=differences or (description,))


def _match_elements(reference: Any, submission: Any, options: MatchOptions) -> Match:
    if reference.shape != submission.shape:
        return wrong_shape(reference, submission, options)
    expected, actual = _entries(reference), _entries(submission)
    places = np.union1d(expected[0], actual[0])
    first, second = _spread(expected, places), _spread(actual, places)
    differs = ~np.isclose(second, first, rtol=options.rtol, atol=options.atol, equal_nan=True)
    if not differs.any():
        return Match(match=True)
    differences = tuple(
        Difference(f"element {_place(places[i], reference.shape)}", str(first[i]), str(second[i]))
        for i in np.flatnonzero(differs)[:MAX_DIFFERENCES]
    )
    reason = f"{int(differs.sum())} elements differ, the first: {difference_text(differences[0])}"
    return Match(match=False, reason=reason, kind=options.mended("value"), differences=differences)


def _entries(matrix: Any) -> tuple[Any, Any]:
    """Return where a matrix has entries, counted row by row, and the entries; what is stored twice is summed."""
    # A copy, because summing what is stored twice changes a matrix in place.
    entries = matrix.tocoo(copy=True)
    entries.sum_duplicates()
    places = np.ravel_multi_index(entries.nonzero(), matrix.shape)
    # A zero that is stored is a zero like those that are not.
    data = entries.data[entries.data != 0]
    order = np.argsort(places)
    return places[order], data[order]


def _spread(entries: tuple[Any, Any], places: Any) -> Any:
    values = np.zeros(len(places), dtype=entries[1].dtype)
    values[np.searchsorted(places, entries[0])] = entries[1]
    return values


def _place(position: Any, shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(position, shape))
