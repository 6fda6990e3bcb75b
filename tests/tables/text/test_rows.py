"""Rows are counted with the line they begin in, and remarks around a table are told from its rows."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.tables.refusal import RefusedData
from authoring.tables.text.rows import find_framed_table, read_shape, split_rows

FIELDS = st.text(st.sampled_from('ab,"\n '), max_size=5)


def lines_of(text: str) -> io.StringIO:
    """Return the lines of a text."""
    return io.StringIO(text, newline=None)


@given(st.lists(st.lists(FIELDS, min_size=2, max_size=4), min_size=1, max_size=6))
def test_what_was_written_is_split(rows: list[list[str]]) -> None:
    """Fields with quotes, delimiters and line breaks come out as they went in, each row at its own line."""
    texts = list[str]()
    for row in rows:
        buffer = io.StringIO()
        csv.writer(buffer, lineterminator="\n").writerow(row)
        texts.append(buffer.getvalue())
    starts = [1 + "".join(texts[:number]).count("\n") for number in range(len(texts))]

    assert list(split_rows(io.StringIO("".join(texts)), ",")) == list(zip(starts, rows, strict=True))


def test_a_shape_says_what_does_not_fit() -> None:
    """Rows of other widths are named by their line, blank lines between rows are counted, those at the end are not."""
    shape = read_shape(lines_of("a,b\n1,2\n\n3\n4,5,6\n\n\n"), ",", "t.csv")

    assert (shape.header, shape.rows, shape.blank) == (["a", "b"], 3, 1)
    assert shape.ragged == {4: 1, 5: 3}
    assert not shape.trailing


def test_a_delimiter_at_every_end_is_seen() -> None:
    """Rows with one empty field more than the header are a habit of some programs."""
    assert read_shape(lines_of("a,b\n1,2,\n3,4,\n"), ",", "t.csv").trailing
    assert not read_shape(lines_of("a,b\n1,2,\n3,4,5\n"), ",", "t.csv").trailing


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("\n\n", "empty"),
        ('a,b\n1,"2\n3,4\n', "line 2 is never closed"),
        ('a,b\n1,2\n"3"x,4\n', "line 3 has text behind a closing quote"),
    ],
)
def test_what_cannot_be_split_is_refused_with_its_line(text: str, words: str) -> None:
    """A person finds the place, and the limit of the module is what it was before."""
    limit = csv.field_size_limit()
    with pytest.raises(RefusedData, match=words):
        read_shape(lines_of(text), ",", "t.csv")

    assert csv.field_size_limit() == limit


def test_remarks_around_a_table_are_found() -> None:
    """Short lines above and below are no rows."""
    framed = find_framed_table(lines_of("Sales of 2024\na,b,c\n1,2,3\n4,5,6\n7,8,9\nSource: us\n"), ",")

    assert framed is not None
    assert (framed.header, framed.rows) == (["a", "b", "c"], 3)
    assert (framed.remarks_above, framed.remarks_below) == (("Sales of 2024",), ("Source: us",))


@pytest.mark.parametrize(
    "text", ["a,b,c\n1,2,3\n4,5,6\n", "x\na,b,c\n1,2\n4,5,6\n7,8,9\n", "x\ny\n", "x,y\na,b,c\n1,2,3\n"]
)
def test_where_it_is_not_clear_there_is_no_frame(text: str) -> None:
    """A row that is too short within the table is a fault and no remark."""
    assert find_framed_table(lines_of(text), ",") is None
