"""Finding the reference as a part of a submission."""

import pandas as pd
import pytest

from authoring.validators.flags import MatchOptions
from authoring.validators.matching.dispatch import match_whole
from authoring.validators.matching.partial import match_part

FRAME = pd.DataFrame({"a": [0, 0], "b": [1, 2]}, index=["x", "y"])


@pytest.mark.parametrize(
    ("reference", "submission", "reason"),
    [
        (pd.Series([1, 2], index=["x", "y"], name="b"), FRAME, "it matches column 'b'"),
        (["x", "y"], FRAME, "it matches the index"),
        (FRAME[["b"]].reset_index(drop=True), FRAME, "it matches a part of the columns: ['b']"),
        (["x", "y"], FRAME["b"], "it matches the index"),
        ([1, 2], FRAME["b"], "it matches the values"),
        (FRAME[["b"]], FRAME["b"], "it matches the series as a frame"),
    ],
)
def test_reasons_name_the_part(reference: object, submission: object, reason: str) -> None:
    """A partial match says which part it was."""
    found = match_part(reference, submission, MatchOptions(), match_whole)

    assert (found.match, found.reason) == (True, reason)


def test_scalars_have_no_parts() -> None:
    """Only tables are searched."""
    assert not match_part([1], [1, 2], MatchOptions(), match_whole).match
