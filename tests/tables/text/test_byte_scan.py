"""Text looked at as bytes says the same as a walk over its rows."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.tables.text.byte_scan import count_bytes, count_quoted_rows
from authoring.tables.text.rows import find_framed_table, read_shape
from tests.examples import examples

FIELDS = st.sampled_from(["", "1", "007", "=A1", "+b", "a", "Å", '"a,b"', '"l\nm"', '"say ""x"""', 'a"b', "  "])
TABLES = st.lists(st.lists(FIELDS, min_size=1, max_size=3), min_size=1, max_size=6)


def joined(rows: list[list[str]], end: str = "\n") -> str:
    """Return rows of fields as text."""
    return end.join(",".join(row) for row in rows) + end


def widths(text: str) -> list[int] | None:
    """Return how wide each row is, None where a row cannot be split."""
    try:
        return [len(row) for row in csv.reader(io.StringIO(text, newline=None), strict=True)]
    except csv.Error:
        return None


@given(TABLES, st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=examples(300), deadline=None)
def test_rows_in_quotes(rows: list[list[str]], end: str) -> None:
    """When the bytes say that all rows are equally wide, they are, and there are as many."""
    text = joined(rows, end)
    for width in (2, 3):
        row_count = count_quoted_rows(text.encode(), width, ",")
        if row_count is not None:
            walked = widths(text.rstrip("\r\n"))
            assert walked is not None
            assert set(walked) == {width}
            assert len(walked) == row_count + 1


@given(TABLES)
@settings(max_examples=examples(300), deadline=None)
def test_rows_without_quotes(rows: list[list[str]]) -> None:
    """Without quotes, as many delimiters as equal rows would have are found whenever all rows are equal."""
    plain = [[field if field.isalnum() else "" for field in row] for row in rows]
    text = joined(plain).rstrip("\n")
    wide = {len(row) for row in plain}
    if text and len(wide) == 1 and (width := wide.pop()) > 1:
        assert count_bytes(text.encode(), ",").has_rows(width) == len(plain) - 1


@given(TABLES, st.sampled_from(["\n", "\r\n", "\r"]))
@settings(max_examples=examples(300), deadline=None)
def test_what_fields_begin_with(rows: list[list[str]], end: str) -> None:
    """No leading zero and no formula is overlooked."""
    counts = count_bytes(joined(rows, end).encode(), ",")
    fields = [field for row in rows for field in row]

    assert counts.zeros or "007" not in fields
    assert counts.formulas or not {"=A1", "+b"} & set(fields)


def test_long_files() -> None:
    """Pieces are cut anywhere: what stands at their edges is seen as elsewhere."""
    for size in (65_533, 65_534, 65_535, 65_536, 65_537):
        head = "x" * (size - 2) + ",1\n"
        counts = count_bytes(f"{head}a,007\n=b,2\n".encode(), ",")
        assert (counts.delimiters, counts.newlines, counts.zeros > 0, counts.formulas > 0) == (3, 2, True, True)
        edge = count_bytes(f"{'x' * (size - 4)},{'y' * 2}\n00,1".encode(), ",")
        assert edge.zeros > 0


def test_remarks() -> None:
    """Lines with few values around a table are told from the table; a narrow header of wide rows is none of them."""
    table = ["a,b,c,d\n", "1,2,3,4\n", "5,6,7,8\n"]
    framed = find_framed_table(["made by hand\n", "\n", *table, "Source: us\n"], ",")

    assert framed is not None
    assert (framed.header, framed.rows) == (["a", "b", "c", "d"], 2)
    assert (framed.remarks_above, framed.remarks_below) == (("made by hand", ""), ("Source: us",))
    assert find_framed_table(["title,year\n", *table], ",") is None
    assert find_framed_table(table, ",") is None


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_walk_names_lines(end: str) -> None:
    """Rows that do not fit are named by the line of the file they begin in."""
    lines = io.StringIO(end.join(["x,y", '"a', 'b",2', "3", ""]), newline=None)
    assert read_shape(lines, ",", "a.csv", lines_above=1).ragged == {5: 1}
