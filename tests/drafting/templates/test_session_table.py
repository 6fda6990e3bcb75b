"""What templates ask of a whole table is told by all of its columns."""

import pytest

from authoring.drafting.templates.columns import Column
from authoring.drafting.templates.session_table import MOST_OF_SORT, SessionTable
from authoring.records.dictionary import Origin, StatementSource, TableEntry
from authoring.records.profile import ColumnKind, ColumnProfile


def table_of(rows: int, **distinct: int) -> SessionTable:
    """Return a table of whole numbers, each column with so many different ones."""
    columns = tuple(
        Column(ColumnProfile(name=name, kind=ColumnKind.AMOUNT, dtype="int64", missing=0, distinct=count), rows)
        for name, count in distinct.items()
    )
    return SessionTable("t.csv", "read_csv", rows, duplicates=0, columns=columns, keys=())


def test_a_row_that_stands_for_many_is_no_thing() -> None:
    """A column of frequencies says so, and one of counts where the others have all their combinations once."""
    assert table_of(12, sex=2, year=6, freq=9).counts_things
    assert table_of(12, sex=2, year=6, count=9).counts_things
    assert not table_of(13, sex=2, year=6, count=9).counts_things
    assert not table_of(12, sex=2, year=6, mass=9).counts_things


def test_of_a_wide_table_slots_choose_from_some_of_each_sort() -> None:
    """Columns lie evenly over the width, rare sorts stay whole, and a narrow table is as it is."""
    wide = table_of(9, **{f"c{number}": 5 for number in range(900)})
    rare = Column(ColumnProfile(name="day", kind=ColumnKind.DATE, dtype="str", missing=0, distinct=9, is_text=True), 9)
    table = SessionTable("t.csv", "read_csv", 9, duplicates=0, columns=(*wide.columns, rare), keys=())

    names = [column.name for column in table.candidates]
    assert names == [*(f"c{15 * number}" for number in range(MOST_OF_SORT)), "day"]
    narrow = table_of(9, a=1, b=2)
    assert narrow.candidates == narrow.columns


def test_what_is_known_of_a_table_is_known_of_it_alone() -> None:
    """Two tables of the same columns are two, so that nothing is kept of what was changed."""
    assert table_of(3, a=1) != table_of(3, a=1)


@pytest.mark.parametrize(
    ("source", "nouns"),
    [
        (None, ("row", "rows")),
        (StatementSource(field="row", origin=Origin.MODEL), ("row", "rows")),
        (StatementSource(field="row", origin=Origin.MODEL, agreed_by="Ada"), ("visit", "visits")),
        (StatementSource(field="row", origin=Origin.DOCUMENT), ("visit", "visits")),
    ],
)
def test_questions_say_no_noun_that_is_a_guess(source: StatementSource | None, nouns: tuple[str, str]) -> None:
    """Neither that of a file's name nor that of a model, as long as nobody agreed."""
    entry = TableEntry(file="t.csv", row="visit", rows="visits", sources=() if source is None else (source,))
    table = SessionTable("t.csv", "read_csv", 9, duplicates=0, columns=(), keys=(), entry=entry)

    assert table.nouns == nouns


@pytest.mark.parametrize(("name", "expected"), [("VSTESTCD", True), ("PARAM", True), ("test", False), ("ATTEST", True)])
def test_rows_may_be_tests(name: str, *, expected: bool) -> None:
    """A column that says which test a row of a clinical study holds makes rows that do not compare."""

    def text(name: str) -> Column:
        known = ColumnProfile(name=name, kind=ColumnKind.CATEGORY, dtype="str", missing=0, distinct=3, is_text=True)
        return Column(known, 9)

    def table(*names: str) -> SessionTable:
        return SessionTable("t.csv", "read_csv", 9, duplicates=0, columns=tuple(map(text, names)), keys=())

    assert table("USUBJID", name).lists_measures is expected
    assert not table("patient", name).lists_measures
