"""Columns that have to be tidied are found with what is done to them, and profiled as they are then."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import pytest

from authoring.tables.profile.column import profile_column
from authoring.tables.profile.keys import Table
from authoring.tables.profile.tidying import ColumnTidying, step_record, tidied, tidying_steps


def table_of(**columns: list[Any]) -> Table:
    """Return a profiled table."""
    frame = pd.DataFrame(columns)
    return Table("t.csv", frame, [profile_column(frame[name]) for name in frame.columns])


def steps_of(table: Table, stated: Mapping[str, Sequence[str]] | None = None, **marks: str) -> list[ColumnTidying]:
    """Return the steps of a table in which rules found one mark in each of some columns."""
    relations = [
        {"kind": "sentinel", "file": "t.csv", "columns": [name], "values": [mark]} for name, mark in marks.items()
    ]
    return tidying_steps(table, relations, stated or {})


def test_marks_become_missing() -> None:
    """A number and a text that stand for missing values are missing then, and the profile is that of the others."""
    table = table_of(q=[1, 2, 3, 99] * 10, town=["Rome", "Oslo", "Rome", "?"] * 10)

    steps = steps_of(table, q="99", town="?")
    q, town = tidied(table, steps).columns

    assert steps == [ColumnTidying("q", "marks", (99,)), ColumnTidying("town", "marks", ("?",))]
    assert (q["missing"], q["maximum"], q["kind"]) == (10, 3, "category")
    assert (town["missing"], town["distinct"]) == (10, 2)
    assert table.columns[0]["missing"] == 0
    assert step_record(steps[0])["marks"] == (99,)


@pytest.mark.parametrize(
    ("name", "mark", "is_sure"),
    [
        ("income", "-999", True),
        ("income", "99.9", True),
        ("experience", "-1", False),
        ("upper", "999", False),
        ("platelets", "263358.03", False),
        ("votes", "0", False),
        ("cholesterol", "0", True),
    ],
)
def test_marks_that_may_be_numbers_are_left_alone(name: str, mark: str, *, is_sure: bool) -> None:
    """Zeros count nothing but of a body that was not measured, and a mean or a bound is no mark; stated ones are."""
    table = table_of(**{name: [float(mark), 7.0, 12.0, 13.0] * 10}, age=[30, 40, 50, 60] * 10)

    assert bool(steps_of(table, None, **{name: mark})) is is_sure
    assert steps_of(table, stated={name: [mark]})


def test_what_somebody_stated_comes_first() -> None:
    """Marks that rules found are none where somebody stated that there are none."""
    table = table_of(q=[1, 2, 3, 99] * 10)

    assert steps_of(table, stated={"q": []}, q="99") == []
    assert steps_of(table, stated={"q": ["3"]}, q="99") == [ColumnTidying("q", "marks", (3,))]


def test_answers_and_names_are_no_marks() -> None:
    """Who does not know answers a question; sodium is no missing value, and a text for one row names it."""
    answer = table_of(x=["Agree", "Don't know", "Disagree"] * 10)
    element = table_of(x=["Na", "K", "Li"] * 10)

    assert steps_of(answer, x="Don't know") == []
    assert steps_of(answer, stated={"x": ["Don't know"]}) != []
    assert steps_of(element, x="Na") == []


def test_marks_that_differ_in_capitals_cannot_be_listed() -> None:
    """A column with two spellings of one mark is left as it is."""
    table = table_of(x=["Rome", "Oslo", "unknown", "Unknown"] * 5)
    relations = [{"kind": "sentinel", "file": "t.csv", "columns": ["x"], "values": ["unknown", "Unknown"]}]

    assert tidying_steps(table, relations, {}) == []


def test_one_column_has_blanks_spellings_and_marks() -> None:
    """Blanks go first, then marks, then spellings."""
    table = table_of(x=[" Loss", "Lose", "Win ", " ? "] * 5 + ["Loss"])

    [step] = steps_of(table, x=" ? ")

    assert step == ColumnTidying("x", "spellings", ("?",), strips=True, spellings=(("Lose", "Loss"),))
    assert tidied(table, [step]).frame["x"].value_counts().to_dict() == {"Loss": 11, "Win": 5}


def test_numbers_with_marks_are_read_as_numbers() -> None:
    """A question mark made texts of numbers."""
    table = table_of(power=["95", "110", "?", "75", "88", "130"] * 5)

    [step] = steps_of(table, power="?")
    [column] = tidied(table, [step]).columns

    assert (step.form, step.marks) == ("figures", ("?",))
    assert (column["minimum"], column["maximum"], column["missing"]) == (75, 130, 5)


def test_dates_lose_their_marks_and_free_text_keeps_them() -> None:
    """Of dates something is asked that a mark would spoil; nothing is of remarks."""
    days = [f"2020-01-{day:02d}" for day in range(1, 29)]

    [step] = steps_of(table_of(x=[*days, "unknown"]), x="unknown")

    assert step.marks == ("unknown",)
    assert steps_of(table_of(x=[f"a remark about thing {day}" for day in days] + ["?"]), x="?") == []


def test_items_share_their_marks() -> None:
    """A nine that stands once in an item is what it is in the items beside it, unless the item has a longer scale."""
    items = {f"q{number}": [1, 2, 3, 4, 5, 9] * 6 for number in range(1, 4)}
    table = table_of(**items, q4=[1, 2, 3, 4, 5] * 7 + [9], q5=[1, 2, 3, 6, 7, 9] * 6)

    assert [step.name for step in steps_of(table, q1="9", q2="9", q3="9")] == ["q1", "q2", "q3", "q4"]
