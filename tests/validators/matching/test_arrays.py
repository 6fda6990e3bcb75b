"""Matching arrays and CSR matrices."""

import subprocess
import sys

import numpy as np
import pytest

from authoring.validators.flags import MatchOptions
from authoring.validators.matching.arrays import match_arrays, match_csr


@pytest.mark.parametrize(
    ("reference", "submission", "reason"),
    [
        (
            np.zeros((2, 2)),
            np.array([[0, 0], [0, 1.5]]),
            "1 of 4 elements differ, the first at (1, 1): 1.5 instead of 0.0",
        ),
        (np.array(["a", "b"]), np.array(["a", "c"]), "1 of 2 elements differ, the first at 1: c instead of b"),
        (np.array([1.0, np.nan]), np.array([1.0, 2.0]), "other elements are missing (NaN), the first at 1"),
        (np.zeros(2), np.zeros(3), "shape (3,) instead of (2,)"),
    ],
)
def test_reasons_say_where(reference: object, submission: object, reason: str) -> None:
    """A mismatch names the first place, in words."""
    assert match_arrays(reference, submission, MatchOptions()).reason == reason


def test_scipy_is_not_imported_for_nothing() -> None:
    """Comparing needs no scipy where nobody uses it."""
    code = (
        "import sys; from authoring.validators.matching import matches, MatchOptions; "
        "matches([1], [1], MatchOptions()); print('scipy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "False"


def test_csr_reasons() -> None:
    """A sparse mismatch says what differs."""
    sparse = pytest.importorskip("scipy.sparse")
    one, other = sparse.csr_matrix([[0, 1], [1, 0]]), sparse.csr_matrix([[1, 0], [0, 1]])

    assert "indices" in match_csr(one, other, MatchOptions()).reason
    assert match_csr(one, np.eye(2), MatchOptions()).reason == "a ndarray instead of a csr_matrix"
