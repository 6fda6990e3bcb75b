"""A likely reason is named where versions, an error's traceback or a missing module give one."""

import pytest

from authoring.gate.environment_drift.reasons import reason
from authoring.records.environment import Environment
from authoring.records.evidence import CellRun, ErrorView, Outcome

OLD = Environment(name="old", python="3.11.7", packages=(("numpy", "1.26.4"), ("pandas", "2.1.1"), ("scipy", "1.13.0")))
NEW = Environment(name="new", python="3.11.7", packages=(("numpy", "2.4.6"), ("pandas", "3.1.1"), ("scipy", "1.13.0")))
NEXT = Environment(
    name="next", python="3.12.1", packages=(("numpy", "2.5.5"), ("pandas", "3.1.1"), ("scipy", "1.13.0"))
)
BARE = Environment(name="bare", python="3.12.1", packages=OLD.packages)


def failed(message: str, traceback: str = "") -> CellRun:
    """Return a cell that raised."""
    error = ErrorView(type="E", message=message, traceback=traceback)
    return CellRun(outcome=Outcome.ERROR, seconds=0, peak_memory=0, error=error)


@pytest.mark.parametrize(
    ("groups", "runs", "expected"),
    [
        ([[OLD], [NEW]], {"new": failed("No module named 'seaborn.x'")}, "seaborn is not installed under new"),
        (
            [[OLD], [NEW]],
            {"new": failed("x", '  File "/e/lib/python3.11/site-packages/pandas/core/frame.py", line 1')},
            "pandas is 2.1.1 under old, 3.1.1 under new",
        ),
        ([[OLD], [NEW, NEXT]], {}, "pandas is 2.1.1 under old, 3.1.1 under new and next"),
        ([[OLD], [NEW]], {}, "numpy is 1.26.4 under old, 2.4.6 under new; pandas is 2.1.1 under old, 3.1.1 under new"),
        ([[OLD], [BARE]], {}, "Python is 3.11.7 under old, 3.12.1 under bare"),
        ([[OLD, NEW]], {"old": failed("x"), "new": failed("x")}, ""),
        ([[OLD], [OLD.model_copy(update={"name": "copy"})]], {}, ""),
    ],
)
def test_reason(groups: list[list[Environment]], runs: dict[str, CellRun], expected: str) -> None:
    """A missing module, then packages of the traceback, then versions that divide as the difference does."""
    assert reason(groups, runs) == expected
