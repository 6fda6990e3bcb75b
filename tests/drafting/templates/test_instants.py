"""Numbers say when something was by their names, their range and what else a table holds."""

from authoring.drafting.templates.instants import instants_of, is_clock
from authoring.records.profile import ColumnKind, ColumnProfile, Relation, RelationKind, TableProfile

ROWS = 40


def whole(name: str, low: float, high: float, distinct: int = 30) -> ColumnProfile:
    """Return the profile of a column of whole numbers."""
    return ColumnProfile(
        name=name, kind=ColumnKind.AMOUNT, dtype="int64", missing=0, distinct=distinct, minimum=low, maximum=high,
        decimals=0,
    )  # fmt: skip


def test_dates_and_years_are_told_from_amounts() -> None:
    """A date that a relation tells, a year less a number and a birth year are instants, and a mass is none."""
    columns = (whole("seen", 11188, 123199), whole("year", 1960, 1990), whole("t", 0, 30), whole("yob", 40, 90))
    mass = whole("mass", 40, 90)
    table = TableProfile(file="t.csv", reader="pd.read_csv()", rows=ROWS, duplicate_rows=0, columns=(*columns, mass))
    relations = (
        Relation(kind=RelationKind.DATE_NUMBER, file="t.csv", columns=("seen",), formula="mmddyy"),
        Relation(kind=RelationKind.DERIVED, file="t.csv", columns=("t",), related=("year",), formula="year - 1960"),
    )

    assert instants_of(table, relations, ()) == {"seen", "t", "yob"}


def test_a_clock_counts_every_row() -> None:
    """A day for each row, one after the other, is a clock; days that repeat are none."""
    assert is_clock(whole("day", 1, ROWS, distinct=ROWS), ROWS)
    assert not is_clock(whole("day", 1, 31, distinct=31), ROWS)
