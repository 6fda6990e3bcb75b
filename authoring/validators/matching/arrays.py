"""Matching numpy arrays and scipy's CSR matrices."""

import sys
from typing import Any

import numpy as np

from authoring.validators.flags import Match, MatchOptions
from authoring.validators.matching.scalars import wrong_type


def match_arrays(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Match arrays: same shape, then floats within the tolerances with NaN equal to NaN, all else exactly."""
    if not isinstance(reference, np.ndarray) or not isinstance(submission, np.ndarray):
        return wrong_type(reference, submission)
    if options.strict_type and reference.dtype != submission.dtype:
        return Match(match=False, reason=f"dtype {submission.dtype} instead of {reference.dtype}")
    if reference.shape != submission.shape:
        return Match(match=False, reason=f"shape {submission.shape} instead of {reference.shape}")
    floats = np.issubdtype(reference.dtype, np.floating) and np.issubdtype(submission.dtype, np.floating)
    if floats:
        return _match_floats(reference, submission, options)
    try:
        same = bool(np.array_equal(reference, submission))
    except Exception as error:  # noqa: BLE001 - elements compare themselves, and may fail in their own way
        return Match(match=False, reason=f"the arrays cannot be compared ({type(error).__name__}: {error})")
    return Match(same, "" if same else _first_difference(reference, submission))


def _match_floats(reference: Any, submission: Any, options: MatchOptions) -> Match:
    for what, test in (("missing (NaN)", np.isnan), ("infinite", np.isinf)):
        if not np.array_equal(test(reference), test(submission)):
            where = _place(test(reference) != test(submission))
            return Match(match=False, reason=f"other elements are {what}, the first at {where}")
    there = ~np.isnan(reference)
    if np.allclose(submission[there], reference[there], rtol=options.rtol, atol=options.atol):
        return Match(match=True)
    return Match(match=False, reason=_first_difference(reference, submission, options))


def _first_difference(reference: Any, submission: Any, options: MatchOptions | None = None) -> str:
    """Return where two arrays of one shape first differ; only words, so a failure costs nothing but detail."""
    try:
        if options is None:
            differs = np.asarray(reference != submission)
        else:
            differs = ~np.isclose(submission, reference, rtol=options.rtol, atol=options.atol, equal_nan=True)
        where = _place(differs)
        share = f"{int(differs.sum())} of {reference.size} elements differ"
        return f"{share}, the first at {where}: {submission[where]} instead of {reference[where]}"
    except Exception:  # noqa: BLE001 - as above: elements may refuse to be compared or shown
        return "the arrays differ"


def _place(differs: Any) -> Any:
    place = tuple(int(i) for i in np.argwhere(differs)[0])
    return place[0] if len(place) == 1 else place


def is_csr(value: object) -> bool:
    """Say whether a value is a CSR matrix, without importing scipy: who holds one has imported it."""
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and isinstance(value, sparse.csr_matrix)


def match_csr(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Match CSR matrices as stored: number of entries, shape, data, column and row pointers."""
    if not is_csr(reference) or not is_csr(submission):
        return wrong_type(reference, submission)
    stored, given = len(reference.indices), len(submission.indices)
    if stored != given:
        return Match(match=False, reason=f"{given} stored elements instead of {stored}")
    if reference.shape != submission.shape:
        return Match(match=False, reason=f"shape {submission.shape} instead of {reference.shape}")
    if not np.allclose(reference.data, submission.data, rtol=options.rtol, atol=options.atol):
        return Match(match=False, reason="the stored elements have other values")
    for part in ("indices", "indptr"):
        if not np.array_equal(getattr(reference, part), getattr(submission, part)):
            return Match(match=False, reason=f"the stored elements stand elsewhere ({part} differ)")
    return Match(match=True)
