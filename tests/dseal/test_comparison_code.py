"""Code that compares tables refuses what says something else, and nothing that says the same."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
import pytest

from authoring.dseal.comparison_code import SAME_LABELLED_ROWS, SAME_ROWS, SAME_TABLE, SAME_VALUES

COUNTS = pd.Series([200_001, 2, 1], index=pd.Index(["a", "b", "c"], name="kind"), name="count")
DAYS = pd.Series([1.5, 2.5], index=pd.DatetimeIndex(["2020-01-01", "2021-01-01"]))
WEEKDAYS = pd.Series([1.5, 2.5], index=pd.Index(np.array([0, 1], dtype="int32"), name="date"))
TABLE = pd.DataFrame(
    {
        "kind": ["b", "a"],
        "rows": [200_001, 3],
        "mean": [1.5, np.nan],
        "day": pd.to_datetime(["2020-01-01", "2021-01-01"]),
    }
)

SAME: Mapping[str, tuple[Any, Any]] = {
    "narrow numbers": (COUNTS, COUNTS.astype("int32")),
    "whole numbers as floats": (COUNTS, COUNTS.astype(float)),
    "nullable numbers": (COUNTS, COUNTS.astype("Int64")),
    "numbers as objects": (COUNTS, COUNTS.astype(object)),
    "no name": (COUNTS, COUNTS.rename(None)),
    "no name of the index": (COUNTS, COUNTS.rename_axis(None)),
    "labels as strings": (COUNTS, COUNTS.set_axis(COUNTS.index.astype("string"))),
    "labels as categories": (COUNTS, COUNTS.set_axis(pd.CategoricalIndex(COUNTS.index))),
    "another order of adding up": (COUNTS.astype(float), COUNTS * (1 + 1e-13)),
    "wide labels": (WEEKDAYS, WEEKDAYS.set_axis([0, 1])),
    "labels as floats": (WEEKDAYS, WEEKDAYS.set_axis([0.0, 1.0])),
    "labels in another unit": (DAYS, DAYS.set_axis(DAYS.index.astype("datetime64[s]"))),
    "labels with a frequency": (DAYS, DAYS.asfreq("366D")),
    "columns of objects": (TABLE, TABLE.astype(object)),
    "a category": (TABLE, TABLE.astype({"kind": "category"})),
    "a name of the columns' axis": (TABLE, TABLE.rename_axis(columns="measure")),
    "columns of a category": (TABLE, TABLE.set_axis(pd.CategoricalIndex(TABLE.columns), axis=1)),
    "times in another unit": (TABLE, TABLE.assign(day=TABLE["day"].astype("datetime64[s]"))),
}
OTHER: Mapping[str, tuple[Any, Any]] = {
    "numbers as text": (COUNTS, COUNTS.astype(str)),
    "a count that is off by one among many": (COUNTS, COUNTS.where(COUNTS < 3, COUNTS + 1)),
    "a fraction": (COUNTS, COUNTS + 0.2),
    "a missing number": (COUNTS, COUNTS.where(COUNTS > 1)),
    "a row less": (COUNTS, COUNTS.head(2)),
    "another label": (COUNTS, COUNTS.set_axis(["a", "b", "d"])),
    "no labels": (COUNTS, COUNTS.reset_index(drop=True)),
    "a table": (COUNTS, COUNTS.to_frame()),
    "a list": (COUNTS, COUNTS.tolist()),
    "nothing": (COUNTS, None),
    "a column of numbers as text": (TABLE, TABLE.assign(rows=TABLE["rows"].astype(str))),
    "a column of times as text": (TABLE, TABLE.assign(day=TABLE["day"].astype(str))),
    "a number for a missing one": (TABLE, TABLE.fillna({"mean": 0})),
    "a column more": (TABLE, TABLE.assign(more=1)),
    "columns under each other's labels": (TABLE, TABLE.rename(columns={"rows": "mean", "mean": "rows"})),
}


def compare(code: str) -> Callable[[Any, Any], dict[str, Any]]:
    """Return the function that the code defines."""
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102 - our own constant
    function: Callable[[Any, Any], dict[str, Any]] = names["compare_fn"]
    return function


@pytest.mark.parametrize("form", SAME)
def test_another_form_is_the_same(form: str) -> None:
    """What says the same is accepted."""
    assert compare(SAME_TABLE)(*SAME[form]) == {"match": True, "reason": ""}


@pytest.mark.parametrize("change", OTHER)
def test_another_value_is_not(change: str) -> None:
    """What says something else is refused with a reason."""
    verdict = compare(SAME_TABLE)(*OTHER[change])

    assert not verdict["match"]
    assert verdict["reason"]


def test_order_counts_unless_it_does_not() -> None:
    """Rows in another order are another table, and the same rows."""
    turned = TABLE.iloc[::-1]

    assert not compare(SAME_TABLE)(TABLE, turned)["match"]
    assert compare(SAME_ROWS)(TABLE, turned)["match"]


@pytest.mark.parametrize("form", [form for form, (reference, _) in SAME.items() if reference is TABLE])
def test_rows_in_another_form_are_the_same(form: str) -> None:
    """Where order does not count, forms that say the same are accepted in any order, too."""
    reference, submission = SAME[form]

    assert compare(SAME_ROWS)(reference, submission.iloc[::-1]) == {"match": True, "reason": ""}


@pytest.mark.parametrize(
    "change", [change for change, (reference, _) in OTHER.items() if reference is TABLE] + ["nothing"]
)
def test_other_rows_are_not(change: str) -> None:
    """Where order does not count, values do."""
    reference, submission = OTHER[change]

    assert not compare(SAME_ROWS)(reference, submission)["match"]


SERIES = pd.Series([3.0, 1.0, 2.0], index=pd.Index(["a", "b", "c"], name="kind"), name="mass")


@pytest.mark.parametrize(
    "submission",
    [SERIES.iloc[::-1], SERIES.rename("other"), SERIES.rename_axis(None).iloc[[1, 0, 2]], SERIES.astype("Float64")],
)
def test_labelled_rows_in_any_order_are_the_same(submission: Any) -> None:
    """Each value under its label counts, and neither the order nor any name."""
    assert compare(SAME_LABELLED_ROWS)(SERIES, submission) == {"match": True, "reason": ""}
    assert compare(SAME_LABELLED_ROWS)(TABLE, TABLE.iloc[::-1])["match"]


@pytest.mark.parametrize(
    "submission",
    [SERIES.set_axis(["b", "a", "c"]), SERIES.iloc[:2], SERIES + 1, SERIES.astype(str), SERIES.tolist(), None, 3],
)
def test_other_labelled_rows_are_not(submission: Any) -> None:
    """Values under other labels are refused with a reason, and so is what has no labels."""
    verdict = compare(SAME_LABELLED_ROWS)(SERIES, submission)

    assert not verdict["match"]
    assert verdict["reason"]


@pytest.mark.parametrize(
    ("reference", "submission", "match"),
    [
        ([1, 2], (1, 2), True),
        ([1, 2], pd.Series([1, 2]), True),
        ((1.5, "a"), ["a", 1.5], False),
        ([1, 2], [2, 1], False),
        ([1, 2], [1, 2, 3], False),
        (3, np.int64(3), True),
        (3, 3.0, True),
        (3, 3.2, False),
        (3, "3", False),
        (3, True, False),
        (True, np.True_, True),
        (True, 1, False),
        (0.1 + 0.2, 0.3, True),
        (0.3, 0.31, False),
        (math.nan, np.nan, True),
        (math.nan, 1.0, False),
        (math.inf, math.inf, True),
        ({"a": [1]}, {"a": (1,)}, True),
        ({"a": 1}, {"b": 1}, False),
        ("a", np.str_("a"), True),
        ("a", None, False),
        ([pd.Timestamp("2024-01-01")], pd.to_datetime(pd.Series(["2024-01-01"])), True),
        (None, None, True),
    ],
)
def test_values_in_their_order(reference: Any, submission: Any, match: bool) -> None:  # noqa: FBT001
    """What holds the values does not count; their kind, their order and what they are do."""
    assert compare(SAME_VALUES)(reference, submission)["match"] is match
