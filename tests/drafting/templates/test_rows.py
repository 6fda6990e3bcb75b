"""What rows have to do with each other is told by the dictionary, by times and by the names of whom they are about."""

from dataclasses import replace

import pytest

from authoring.drafting.templates.columns import Column
from authoring.drafting.templates.roles import ColumnRole
from authoring.drafting.templates.rows import (
    are_independent,
    are_named,
    are_ordered,
    steps_of_time,
    time_of,
)
from authoring.drafting.templates.session_table import SessionTable
from authoring.records.dictionary import TableEntry
from authoring.records.profile import ColumnKind, ColumnProfile, LevelCount

ROWS = 600


def number(name: str, distinct: int, low: float = 1, high: float = 900) -> Column:
    """Return a column of whole numbers."""
    profile = ColumnProfile(
        name=name, kind=ColumnKind.AMOUNT, dtype="int64", missing=0, distinct=distinct, minimum=low, maximum=high,
        decimals=0,
    )  # fmt: skip
    return Column(profile, ROWS)


def table(*columns: Column, **known: object) -> SessionTable:
    """Return a table of 600 rows."""
    entry = TableEntry.model_validate({"file": "t.csv", **known})
    return SessionTable("t.csv", "pd.read_csv()", ROWS, 0, columns, (), entry=entry)


YEARS, MASS = number("year", ROWS, 1500, 2099), number("mass", 400)


def test_a_year_for_each_row_is_an_order_of_time() -> None:
    """Rows that have a year of their own follow each other, whether or not the dictionary says so."""
    assert steps_of_time(table(YEARS, MASS)) == ["year"]
    assert are_ordered(table(YEARS, MASS))
    assert time_of(table(YEARS, MASS)) == "year"
    assert not are_ordered(table(number("year", 60, 1960, 2019), MASS))


def test_a_panel_has_a_time() -> None:
    """The column that says when a panel's things were looked at is known if it holds numbers."""
    years = number("year", 60, 1960, 2019)

    assert time_of(table(years, MASS, entity=("town",), time=("year",))) == "year"
    assert time_of(table(years, MASS)) == ""
    ages = number("age2", 5, 0, 11)
    assert time_of(table(ages, number("childid", 155), MASS, key=("childid", "age2"))) == "age2"
    assert time_of(table(ages, number("region", 155), MASS, key=("region", "age2"))) == ""


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ((MASS,), True),
        ((MASS, number("subject", 200)), False),
        ((MASS, number("childid", 200)), False),
        ((MASS, number("schoolid", 40), number("childid", ROWS)), True),
        ((MASS, number("id_2", 200)), False),
        ((MASS, number("subject", 4)), True),
    ],
)
def test_rows_of_one_person_depend_on_each_other(columns: tuple[Column, ...], *, expected: bool) -> None:
    """Who stands in several rows makes these no sample; pupils of a school are pupils of their own."""
    assert are_independent(table(*columns)) is expected


def test_rows_that_share_what_their_class_has_are_no_sample() -> None:
    """Pupils of one class are more alike than others, as the size of the class in their rows shows."""
    size = replace(number("size", 28), roles=frozenset({ColumnRole.SHARED}))

    assert not are_independent(table(MASS, size))


@pytest.mark.parametrize(
    ("name", "distinct", "expected"), [("state", ROWS, True), ("subject", ROWS, False), ("state", 50, False)]
)
def test_rows_with_names_are_no_sample(name: str, distinct: int, *, expected: bool) -> None:
    """States that stand in one row each are all there are; what a subject is called by is a number of its own."""
    profile = ColumnProfile(
        name=name, kind=ColumnKind.IDENTIFIER, dtype="str", missing=0, distinct=distinct, is_text=True
    )

    assert are_named(table(MASS, Column(profile, ROWS))) is expected


def test_rows_that_take_two_names_are_no_sample() -> None:
    """What a country sells to a partner stands beside what it sells to others."""
    pair = number("country", 20), number("partner", 30)

    assert are_independent(table(MASS, *pair))
    assert not are_independent(table(MASS, *pair, key=("country", "partner")))


def test_rows_that_were_set_are_no_sample() -> None:
    """An experiment's amounts spread by what was chosen."""
    assert are_independent(table(MASS))
    assert not are_independent(table(MASS, replace(number("heat", 3), roles=frozenset({ColumnRole.FACTOR}))))


def test_rows_that_repeat_others_or_lie_in_blocks_are_no_sample() -> None:
    """Copies of rows stand in training and in test data, and what lies in one block of a trial is alike."""
    assert are_independent(replace(table(MASS), duplicates=60))
    assert not are_independent(replace(table(MASS), duplicates=300))
    # Of a few classes many rows are equal by chance.
    assert are_independent(replace(table(number("score", 9)), duplicates=500))
    blocks = tuple(LevelCount(value=str(block), count=100) for block in range(6))
    block = number("block", 6)
    assert are_independent(table(MASS, block))
    assert not are_independent(table(MASS, replace(block, profile=block.profile.model_copy(update={"levels": blocks}))))
