"""Series by months and quarters are known by years with decimals, and by a year beside its month or quarter."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from authoring.tables.profile.column import profile_column
from authoring.tables.profile.keys import Table
from authoring.tables.profile.relations.calendars import find_calendars
from authoring.tables.profile.relations.relation import CodedTable

ROWS = 60
STEPS = np.arange(ROWS)
NAMES = ["Jan", "feb", "Mar", "apr", "May", "JUN", "JUL", "Aug", "Sep", "Oct", "Nov", "Dec"]
YEARS = 1960 + STEPS // 12


def calendars(**columns: Any) -> list[tuple[tuple[str, ...], str]]:
    """Return the columns and the period of each calendar of a table."""
    frame = pd.DataFrame(columns)
    table = Table("t.csv", frame, [profile_column(frame[label]) for label in frame.columns])
    return [(relation.columns, relation.formula) for relation in find_calendars(CodedTable(table))]


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ({"time": 1960 + (STEPS + 4) / 12}, [(("time",), "month")]),
        # As most programs write them.
        ({"rownames": (1960 + (STEPS + 4) / 12).round(2)}, [(("rownames",), "month")]),
        ({"t": 1991.25 + STEPS / 4}, [(("t",), "quarter")]),
        ({"Year": YEARS, "Month": STEPS % 12 + 1}, [(("Year", "Month"), "month")]),
        ({"mo": [NAMES[step % 12] for step in STEPS], "yr": YEARS}, [(("yr", "mo"), "month")]),
        (
            {"year": YEARS, "month": pd.date_range("2000-01-01", periods=ROWS, freq="MS").strftime("%B")},
            [(("year", "month"), "month")],
        ),
        ({"year": 1960 + STEPS // 4, "qtr": [f"Q{step % 4 + 1}" for step in STEPS]}, [(("year", "qtr"), "quarter")]),
        ({"year": 1960 + STEPS // 4, "Quarter": STEPS % 4 + 1}, [(("year", "Quarter"), "quarter")]),
    ],
)
def test_a_row_for_each_month_or_quarter(columns: dict[str, Any], expected: object) -> None:
    """Each row is of the month or the quarter after that of the row before, whatever the columns are called."""
    assert calendars(**columns) == expected


@pytest.mark.parametrize(
    "columns",
    [
        # One month is missing.
        {"time": np.delete(1960 + np.arange(ROWS + 1) / 12, 20)},
        {"time": (1960 + STEPS / 12)[::-1]},
        # Weeks.
        {"time": 1960 + STEPS / 52},
        {"pressure": 1000 + STEPS / 12 + 0.05},
        {"time": STEPS / 12},
        # Two rows a month.
        {"Year": YEARS, "Month": STEPS // 2 % 12 + 1},
        {"Year": YEARS, "Month": (STEPS + 5) % 12 + 1},
        # Names of several forms.
        {"Year": YEARS, "Month": [NAMES[step % 12].replace("Sep", "Sept") for step in STEPS]},
        {"Year": YEARS, "Month": [f"month {step % 12}" for step in STEPS]},
        # Dates say the same already.
        {"Year": YEARS, "Month": STEPS % 12 + 1, "day": pd.date_range("1960-01-01", periods=ROWS, freq="MS")},
    ],
)
def test_other_times_are_no_calendar(columns: dict[str, Any]) -> None:
    """With gaps, in another order, by other periods, and where a date says it, there is none."""
    assert calendars(**columns) == []


def test_short_tables_are_no_series() -> None:
    """Two years at least show that months follow each other."""
    assert calendars(time=1960 + np.arange(20) / 12) == []
