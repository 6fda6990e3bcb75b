"""The delimiter is the character that splits a table, and a first row is a header unless it holds values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.tables.text.dialect import DELIMITERS, guess_delimiter, has_spaced_delimiters, is_data

WORDS = st.text(st.sampled_from("abcxyz"), min_size=1, max_size=5)


@given(
    st.integers(2, 5).flatmap(
        lambda width: st.lists(st.lists(WORDS, min_size=width, max_size=width), min_size=2, max_size=8)
    ),
    st.sampled_from([delimiter for delimiter in DELIMITERS if delimiter != " "]),
    st.sampled_from([",", "\t"]),
)
def test_what_joins_a_table_splits_it(rows: list[list[str]], delimiter: str, default: str) -> None:
    """Whatever ending a file has, the delimiter that is in it is found."""
    assert guess_delimiter("\n".join(delimiter.join(row) for row in rows), default) == delimiter


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a;b\n1,5;2\n2,5;3\n", ";"),
        ("city sum\nRome 3\nOslo 4\n", " "),
        ("one column\nof words only\n", ","),
        ("Sales, of 2024\nby city\na|b|c\n1|2|3\n4|5|6\n7|8|9\n1|1|1\n2|2|2\n3|3|3\n4|4|4\n", "|"),
        ("", ","),
    ],
)
def test_harder_texts(text: str, delimiter: str) -> None:
    """Decimal commas, spaces, prose and remarks above a table do not mislead."""
    assert guess_delimiter(text, ",") == delimiter


@pytest.mark.parametrize(
    ("row", "values"),
    [
        (["1", "2"], True),
        (["a", "2.5"], True),
        (["a", "2024-01-31"], True),
        (["name", "2024"], False),
        (["a", "b"], False),
        (["", " "], False),
    ],
)
def test_values_are_no_header(row: list[str], *, values: bool) -> None:
    """Numbers only, a decimal number or a date are values; a year among names is a name."""
    assert is_data(row) is values


def test_spaces_belong_to_delimiters_where_all_have_one() -> None:
    """One value that begins with a space is a value; data rows need no care."""
    assert has_spaced_delimiters("a, b\n1, 2\n", ",")
    assert not has_spaced_delimiters("a, b\n1,2\n", ",")
    assert not has_spaced_delimiters("1, 2\n3, 4\n", ",")
