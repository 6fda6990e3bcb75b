"""Numbers that stand for things, and columns that somebody laid out, are told by counts and relations."""

import pytest

from authoring.drafting.templates.numbering import (
    amounts_of_things,
    counts_of_cells,
    factors_of,
    numbered_columns,
    things_by_number,
)
from authoring.records.profile import ColumnKind, ColumnProfile, LevelCount, Relation, RelationKind, TableProfile

ROWS = 40


def number(name: str, low: float, high: float, distinct: int) -> ColumnProfile:
    """Return the profile of a column of whole numbers."""
    return ColumnProfile(
        name=name, kind=ColumnKind.AMOUNT, dtype="int64", missing=0, distinct=distinct, minimum=low, maximum=high,
        decimals=0,
    )  # fmt: skip


def levels(name: str, *counts: int) -> ColumnProfile:
    """Return the profile of a category with so many rows in each of its levels."""
    known = tuple(LevelCount(value=f"l{place}", count=count) for place, count in enumerate(counts))
    return ColumnProfile(
        name=name, kind=ColumnKind.CATEGORY, dtype="str", missing=0, distinct=len(counts), levels=known, is_text=True
    )


def table(*columns: ColumnProfile) -> TableProfile:
    """Return a table of 40 rows."""
    return TableProfile(file="t.csv", reader="pd.read_csv()", rows=ROWS, duplicate_rows=0, columns=columns)


def test_of_a_long_series_no_column_is_a_subject() -> None:
    """The lines of a grid say nothing each; a few features may, and columns of a file without a header."""

    def numbered(count: int, stem: str = "V") -> set[str]:
        columns = (number(f"{stem}{place}", 90, 1950, 25) for place in range(1, count + 1))
        return numbered_columns(table(*columns, number("mass", 90, 1950, 25)), ())

    assert numbered(40) == {f"V{place}" for place in range(1, 41)}
    assert not numbered(23)
    assert not numbered(40, "column_")


def test_numbers_that_tell_facts_stand_for_things() -> None:
    """A number that tells two other columns or more names a thing, and is counted among what stands for something."""
    teacher = number("prof", 1, 10, distinct=10)
    facts = tuple(
        Relation(kind=RelationKind.NESTED, file="t.csv", columns=("prof",), related=(fact,)) for fact in ("sex", "age")
    )
    assert [column.name for column in things_by_number(table(teacher), facts)] == ["prof"]
    assert numbered_columns(table(teacher), facts) == {"prof"}
    assert things_by_number(table(teacher), facts[:1]) == []


DEATHS = number("deaths", 0, 16, distinct=14)


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ((levels("species", 20, 20), levels("heat", 20, 20), levels("light", *(4,) * 10)), True),
        # Of numbers no levels are counted; they count where there is one row of each combination.
        ((levels("species", 20, 20), levels("heat", *(8,) * 5), number("wet", 1, 4, distinct=4)), True),
        ((levels("species", 20, 20), levels("heat", *(8,) * 5), number("wet", 1, 4, distinct=3)), False),
        # Forty of the 64 combinations that there could be.
        ((levels("a", 20, 20), levels("b", 20, 20), levels("c", 20, 20), levels("d", *(5,) * 8)), True),
        ((levels("species", 20, 20), levels("heat", 20, 20)), False),
        ((levels("species", 20, 20), levels("heat", 19, 21), levels("light", *(4,) * 10)), False),
    ],
)
def test_combinations_that_were_set_are_a_design(columns: tuple[ColumnProfile, ...], *, expected: bool) -> None:
    """Three columns or more, of which each level stands in as many rows, were laid out by somebody."""
    assert factors_of(table(*columns, DEATHS), ()) == ({column.name for column in columns} if expected else set())


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (number("score", 0, 39, distinct=40), True),
        (number("score", 0, 99, distinct=40), False),
        (number("rank", 1, 40, distinct=40), False),
        (number("year", 1960, 1999, distinct=40), False),
    ],
)
def test_rows_that_are_the_steps_of_a_scale_were_set(column: ColumnProfile, *, expected: bool) -> None:
    """How many have each score is a histogram, of which nothing is a sample; what counts rows from 1 on is none."""
    assert factors_of(table(column, DEATHS), ()) == ({column.name} if expected else set())


@pytest.mark.parametrize(
    ("histogram", "expected"),
    [
        # Two of thirteen numbers lie in each of three parts of the range.
        ((147, 72, 65, 57, 49, 77, 28, 22, 15, 9), True),
        ((147, 40, 22, 12, 8, 8, 2, 1, 1, 0), False),
        ((147, 72, 72, 72, 72, 144, 72, 72, 72, 144), False),
        ((40, 72, 65, 57, 49, 77, 28, 22, 15, 9), False),
        ((), False),
    ],
)
def test_places_are_no_amount(histogram: tuple[int, ...], *, expected: bool) -> None:
    """Every group has a first and a second, and few have a thirteenth; numbers of things fall off at once, or rise."""
    place = number("technical", 1, 13, distinct=13).model_copy(update={"histogram": histogram})
    assert numbered_columns(table(place), ()) == ({"technical"} if expected else set())


@pytest.mark.parametrize(
    ("distinct", "high", "expected"), [(15_894, 999_966, True), (15_600, 999_966, False), (15_894, 90_000_000, False)]
)
def test_numbers_that_never_repeat_are_those_of_rows(distinct: int, high: float, *, expected: bool) -> None:
    """Of sixteen thousand numbers below a million that chance drew, a hundred would stand twice."""
    serial = number("sequenceno", 7, high, distinct=distinct)
    rows = table(serial).model_copy(update={"rows": 15_894})

    assert numbered_columns(rows, ()) == ({"sequenceno"} if expected else set())


def test_cells_of_a_design_have_as_many_rows_but_for_a_few() -> None:
    """What was planned with ten in each cell, and what follows from the cell, was set, though a control has more."""
    cells, hours = levels("cell", 19, *(10,) * 9), number("hours", 0, 15, distinct=6)
    nesting = Relation(kind=RelationKind.NESTED, file="t.csv", columns=("cell",), related=("hours",))
    planned = table(cells, hours, DEATHS)

    assert factors_of(planned, (nesting,)) == {"cell", "hours"}
    assert factors_of(table(levels("cell", 19, 11, 7, *(10,) * 4), hours, DEATHS), (nesting,)) == set()
    # A panel has a row of each thing at each time.
    assert factors_of(table(levels("cell", *(10,) * 10), hours, DEATHS), (nesting,)) == set()


@pytest.mark.parametrize(
    ("things", "facts", "expected"), [(100, 2, True), (100, 1, False), (200, 2, False), (20, 2, False)]
)
def test_amounts_of_a_thing_count_as_often_as_it_has_rows(things: int, facts: int, *, expected: bool) -> None:
    """The age of a donor is no amount of the visits, each with some; a number that tells one fact is no name."""
    patient, age = number("PTNUM", 100_002, 100_897, distinct=things), number("age", 18, 60, distinct=30)
    visits = TableProfile(
        file="t.csv",
        reader="pd.read_csv()",
        rows=500,
        duplicate_rows=0,
        columns=(patient, age, levels("sex", 250, 250)),
    )
    nestings = [
        Relation(kind=RelationKind.NESTED, file="t.csv", columns=("PTNUM",), related=(name,)) for name in ("age", "sex")
    ]

    assert amounts_of_things(visits, nestings[:facts]) == ({"age"} if expected else set())


def test_districts_of_states_are_numbered() -> None:
    """All states have a first district, and few a fifty-second."""
    histogram = (60, 48, 40, 33, 26, 20, 15, 10, 6, 3)
    district = number("cd", 1, 52, distinct=52).model_copy(update={"histogram": histogram})

    assert numbered_columns(table(district), ()) == {"cd"}


@pytest.mark.parametrize(("second", "expected"), [(5, True), (9, False)])
def test_counts_of_a_cross_table_have_no_mean(second: int, *, expected: bool) -> None:
    """Where categories name a cell together, and most cells are there, a count is that of the cell."""
    ages, doses = levels("age", *(5,) * 8), levels("dose", *(4,) * second)
    key = Relation(kind=RelationKind.KEY, file="t.csv", columns=("age", "dose"))
    cells = table(ages, doses, number("ncases", 0, 17, distinct=10), number("mass", 0, 60, distinct=27))

    assert counts_of_cells(cells, (key,)) == ({"ncases"} if expected else set())
    assert counts_of_cells(cells, ()) == set()
