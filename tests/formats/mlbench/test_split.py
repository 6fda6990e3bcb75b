"""A table is parted into the same rows every time, none of them lost, and the target stands in its own table."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.errors import SeedError
from authoring.formats.mlbench.split import TableSplit, count_rows, split_table

HELD_OUT = ["2", "7", "13", "16"]
"""Of twenty rows."""
NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\r\0"), max_size=6)


def table(rows: list[list[str]]) -> str:
    """Return rows as CSV, with a header."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([["id", "name", "y"], *rows])
    return text.getvalue()


def parted(text: str, *, target: str = "y", most_rows: int | None = None, most_bytes: int = 10**6) -> TableSplit:
    """Return the parts of a table."""
    rows = count_rows(io.StringIO(text, newline=""), location="t.csv")
    lines = io.StringIO(text, newline="")
    return split_table(lines, rows=rows, target=target, location="t.csv", most_rows=most_rows, most_bytes=most_bytes)


def read(text: str) -> list[list[str]]:
    """Return the rows of a table below its header."""
    return list(csv.reader(io.StringIO(text, newline="")))[1:]


@given(names=st.lists(NAMES, min_size=10, max_size=40))
def test_every_row_is_in_one_part(names: list[str]) -> None:
    """A fifth is held out, with its target apart, and values keep their text, with quotes and line breaks in it."""
    rows = [[str(number), name, f"label-{number}"] for number, name in enumerate(names)]
    split = parted(table(rows))

    held_out = [[*row, *label] for row, label in zip(read(split.evaluation), read(split.labels), strict=True)]
    assert sorted([*read(split.train), *held_out]) == sorted(rows)
    assert read(split.train) == [row for row in rows if row in read(split.train)]
    assert (split.train_rows, split.held_out) == (len(read(split.train)), -(-len(names) // 5))
    assert "label-" not in split.evaluation
    assert split.left_out == 0


def test_the_rows_are_the_same_everywhere() -> None:
    """No generator's version decides: these rows stand here for good."""
    split = parted(table([[str(number), "a", "1"] for number in range(20)]))

    assert [row[0] for row in read(split.evaluation)] == HELD_OUT


def test_some_rows_are_drawn() -> None:
    """Of fewer rows, each is also among those of more; the others are counted."""
    text = table([[str(number), "a", "1"] for number in range(100)])
    few, many = parted(text, most_rows=20), parted(text, most_rows=50)

    assert (few.train_rows, few.held_out, few.left_out) == (16, 4, 80)
    assert set(map(tuple, read(few.train))) <= set(map(tuple, read(many.train)))
    assert parted(text, most_rows=500).left_out == 0


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("a,y\n1,2\n", {}, "t.csv: has 1 rows, and 10 are the least"),
        ("", {}, "t.csv: has 0 rows"),
        (table([["1", "a", "1"]] * 20), {"target": "z"}, "t.csv: has 0 columns called z"),
        ("y,y\n" + "1,2\n" * 10, {}, "t.csv: has 2 columns called y"),
        (table([["1", "a", "1"]] * 10) + "1,2\n", {}, "t.csv: row 11 has 2 values, and the header 3"),
        (table([["1", "a", ""]] * 10), {}, "t.csv: row 1 has no y"),
        (table([["1", "a", "1"]] * 10) + '1,"2', {}, "t.csv:12: is no CSV table in UTF-8"),
        (table([["1", "a", "1"]] * 99), {"most_bytes": 100}, r"99 rows have more than 0 MB \(limit max_inputs\)"),
    ],
)
def test_what_is_no_such_table_is_refused(text: str, options: dict[str, object], message: str) -> None:
    """The place, what is wrong, and no part of a table."""
    with pytest.raises(SeedError, match=message):
        parted(text, **options)  # type: ignore[arg-type]
