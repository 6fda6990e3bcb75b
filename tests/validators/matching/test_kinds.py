"""The kind of mismatch of two tables: what pandas finds first, in DSEval's words."""

from typing import Any

import pandas as pd
import pytest

from authoring.validators.flags import Match, MatchOptions
from authoring.validators.matching.frames import match_pandas

FRAME = pd.DataFrame({"a": [1, 2], "b": ["x", "y"]})
TRAP = pd.DataFrame({'columns are different\n\nAttribute "dtype" are different\n shape mismatch': [1]})


@pytest.mark.parametrize(
    ("reference", "submission", "kind"),
    [
        (FRAME, FRAME.head(1), "shape"),
        (FRAME, FRAME.rename(columns={"a": "c"}), "columns"),
        (FRAME, FRAME[["b", "a"]], "columns"),
        (FRAME, FRAME.astype({"a": float}), "dtype"),
        (FRAME, FRAME.set_axis([1.0, 2.0], axis=0), "value"),
        (FRAME, FRAME.set_axis(pd.Index([0, 7]), axis=0), "value"),
        (FRAME, FRAME.assign(a=[1, 3]), "value"),
        (FRAME, FRAME.rename_axis("k"), ""),
        (FRAME["a"], FRAME["a"].rename("z"), "value"),
        (FRAME["a"], FRAME["a"].head(1), "value"),
        (FRAME["a"], FRAME["a"].astype(float), "dtype"),
        (FRAME["a"].rename_axis("k"), FRAME["a"], ""),
        (pd.Index([1, 2]), pd.Index([1, 2], name="k"), "value"),
        (FRAME, FRAME["a"], "type"),
        (TRAP, TRAP + 1, "value"),
    ],
)
def test_kind(reference: Any, submission: Any, kind: str) -> None:
    """The first thing that differs decides; words in the data do not."""
    found = match_pandas(reference, submission, MatchOptions())

    assert found == Match(match=False, reason=found.reason, kind=kind, differences=found.differences)  # type: ignore[arg-type]
