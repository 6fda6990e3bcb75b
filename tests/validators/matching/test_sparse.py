"""Matching sparse matrices."""

import subprocess
import sys

import numpy as np
from scipy import sparse

from authoring.validators.base import Difference
from authoring.validators.flags import MatchOptions
from authoring.validators.matching.sparse import match_sparse

STRICT = MatchOptions(dialect="strict")


def test_reasons_of_stored_elements() -> None:
    """DSEval compares what is stored, and the reason says which part of it differs."""
    one, other = sparse.csr_matrix([[0, 1], [1, 0]]), sparse.csr_matrix([[1, 0], [0, 1]])

    assert "indices" in match_sparse(one, other, MatchOptions()).reason
    assert match_sparse(one, np.eye(2), MatchOptions()).reason == "a ndarray instead of a csr_matrix"


def test_elements_count_in_the_strict_dialect() -> None:
    """Formats, stored zeros, the order of what is stored and what is stored twice do not matter; elements do."""
    matrix = sparse.csr_matrix([[0, 3.0], [1, 0]])
    twice = sparse.coo_matrix(
        (np.array([1.0, 1.0, 2.0, 0.0]), (np.array([1, 0, 0, 1]), np.array([0, 1, 1, 1]))), shape=(2, 2)
    )

    found = match_sparse(matrix, sparse.csc_array([[0, 3.0], [1.5, 0]]), STRICT)

    assert match_sparse(matrix, twice, STRICT).match
    assert match_sparse(sparse.csr_matrix((2, 2)), sparse.lil_matrix((2, 2)), STRICT).match
    assert found.reason == "1 elements differ, the first: element (1, 0): 1.5 instead of 1.0"
    assert found.differences == (Difference("element (1, 0)", "1.0", "1.5"),)
    assert match_sparse(matrix, sparse.csr_matrix((2, 3)), STRICT).kind == "shape"


def test_scipy_is_not_imported_for_nothing() -> None:
    """Comparing needs no scipy and no polars where nobody uses them."""
    code = (
        "import sys; from authoring.validators.matching.dispatch import MatchOptions, matches; "
        "matches([1], [1], MatchOptions()); print({'scipy', 'polars'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "set()"
