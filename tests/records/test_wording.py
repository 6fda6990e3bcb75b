"""Whatever a stranger wrote can be seen, and amounts read as people write them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.records.wording import counted, listed, money, short_text, size, visible

STEERING = ["\x1b", "\x07", "\x7f", "\x9b", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\ud800", "\U000e0041"]


@given(st.text(st.characters(exclude_categories=())))
def test_nothing_hidden_survives(text: str) -> None:
    """No control, format, surrogate or separator character is left, but for line feeds and tabs."""
    shown = visible(text)

    assert {char for char in shown if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"}} <= {"\n", "\t"}


@given(st.text(st.characters(exclude_categories=())))
def test_one_line_stays_one_line(text: str) -> None:
    """Text for one line of a table can never make a second one."""
    assert len(visible(text, lines=False).splitlines()) <= 1


@given(st.text(st.characters(categories=["L", "N", "P", "Zs", "S"])))
def test_ordinary_text_stays(text: str) -> None:
    """Letters, digits and punctuation of any script are shown as they are, blanks in disguise excepted."""
    ordinary = "".join(char for char in text if char not in "\u115f\u1160\u3164\uffa0\u2800")

    assert visible(ordinary) == ordinary


@given(st.text(st.sampled_from([*STEERING, "a", "\\", "\n"])))
def test_shown_text_is_stable(text: str) -> None:
    """Showing what is shown changes nothing more."""
    assert visible(visible(text)) == visible(text)


@pytest.mark.parametrize(
    ("char", "shown"),
    [("\x1b", "\\x1b"), ("\u202e", "\\u202e"), ("\U000e0041", "\\U000e0041"), ("\r", "\\r"), ("\ud800", "\\ud800")],
)
def test_escapes_read_as_python_writes_them(char: str, shown: str) -> None:
    """A hidden character appears under the name a programmer knows."""
    assert visible(f"a{char}b") == f"a{shown}b"


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (52_345_678, "52 MB"), (3_200_000_000, "3.2 GB")],
)
def test_sizes_read_as_people_write_them(number: int, words: str) -> None:
    """Bytes have a unit and at most one decimal."""
    assert size(number) == words


def test_counts_know_the_plural() -> None:
    """One is not many."""
    assert (counted(1, "error"), counted(2000, "row")) == ("1 error", "2,000 rows")


def test_long_text_is_cut_on_one_line() -> None:
    """White space of any kind is one space, and what is cut ends with an ellipsis within the length."""
    assert short_text(" a\n\tb  c ") == "a b c"
    assert short_text("x" * 61) == f"{'x' * 59}…"
    assert short_text("x" * 60) == "x" * 60


def test_list_of_names_says_how_many_are_left_out() -> None:
    """As many names as there is room for, and the number of the others."""
    assert listed(["a", "b"], 2) == "a, b"
    assert listed(["a", "b", "c", "d"], 2) == "a, b and 2 more"
    assert listed([], 2) == ""


@pytest.mark.parametrize(
    ("nano", "shown"),
    [
        (0, "0.00 USD"),
        (1, "0.000000001 USD"),
        (1_930_000, "0.0019 USD"),
        (50_000_000, "0.050 USD"),
        (1_255_000_000, "1.26 USD"),
        (1_234_567_890_000_000, "1,234,567.89 USD"),
    ],
)
def test_money_is_shown_so_that_small_amounts_say_something(nano: int, shown: str) -> None:
    """An amount below a cent is not shown as nothing."""
    assert money(nano, "USD") == shown
