"""Deprecations are told with the version that ends what is deprecated, and only where the reference is meant."""

import pytest

from authoring.gate.probes.deprecations import deprecations, end_version
from authoring.gate.probes.fork_programs import ForkState, NotedWarning


@pytest.mark.parametrize(
    ("category", "message", "version"),
    [
        ("FutureWarning", "'force_all_finite' was renamed in 1.6 and will be removed in 1.8.", "1.8"),
        ("Pandas4Warning", "The inplace keyword is deprecated.", "4"),
        ("FutureWarning", "x is deprecated and will be removed in a future version.", ""),
        ("DeprecationWarning", "Conversion of an array with ndim > 0 is deprecated (Deprecated NumPy 1.25.)", "1.25"),
    ],
)
def test_version_is_read(category: str, message: str, version: str) -> None:
    """The last version that a message names counts, and the class of pandas' own warnings."""
    assert end_version(category, message) == version


def test_warnings_of_other_cells_are_left_out() -> None:
    """What a library says of another library, or of an earlier cell, is nothing against this reference."""
    note = NotedWarning(message="old", category="FutureWarning", library="pandas", cell="<cell 7>", line=3)
    others = [note.model_copy(update={"cell": "<cell 2>"}), note.model_copy(update={"library": ""})]
    state = ForkState(tables={}, cell=8, warnings=(note, note, *others))

    assert [(warning.library, warning.line) for warning in deprecations(state)] == [("pandas", 3)]
