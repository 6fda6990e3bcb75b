"""Lines, columns, and findings pinned to them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.dseal.codes import NO_PROBLEMS
from authoring.dseal.positions import LONGEST_SOURCE_LINE, MOST_COUNTED, finding, lines_of


@pytest.mark.parametrize(
    ("offset", "place"), [(0, (1, 1)), (1, (1, 2)), (3, (2, 1)), (5, (3, 1)), (7, (4, 1)), (8, (4, 2))]
)
def test_every_line_ending_ends_a_line(offset: int, place: tuple[int, int]) -> None:
    r"""``\r\n``, ``\r`` and ``\n`` end a line, form feeds and Unicode's separators do not."""
    assert place == lines_of("a\r\nb\rc\n\u2028d").locate(offset)


@given(st.text(alphabet="a\r\n\f\u2028", max_size=20), st.integers(0, 20))
def test_places_agree_with_pythons_lines(text: str, offset: int) -> None:
    """A place is the number of line endings before it, as Python counts them when it opens a file."""
    offset = min(offset, len(text))
    before = text[:offset]
    if before.endswith("\r") and text[offset : offset + 1] == "\n":
        return
    plain = before.replace("\r\n", "\n").replace("\r", "\n")
    assert lines_of(text).locate(offset)[0] == plain.count("\n") + 1


def test_a_finding_ends_on_its_line() -> None:
    """A stretch over several lines is shown up to the end of its first one."""
    found = finding(NO_PROBLEMS, "ab\ncd", 1, 5, "x")
    assert (found.line, found.column, found.end_column, found.source_line) == (1, 2, 3, "ab")


def test_a_long_line_is_cut() -> None:
    """A finding does not carry a megabyte of source."""
    assert len(finding(NO_PROBLEMS, "x" * 10_000, 0, 1, "x").source_line) == LONGEST_SOURCE_LINE


def test_lines_of_a_text_without_end_are_not_counted() -> None:
    """A text far beyond what is read costs no more memory than its first part: its lines end there."""
    lines = lines_of("1\n" * 3 * MOST_COUNTED)

    assert len(lines.starts) <= MOST_COUNTED
    assert lines.locate(6 * MOST_COUNTED)[0] == len(lines.starts)
