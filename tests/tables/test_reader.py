"""Reader expressions."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.tables.reader import Reader, evaluate_table, join_words, literal, quote_name
from authoring.tables.refusal import RefusedData


def test_reader_that_fails() -> None:
    """A reader that was changed by hand and fails, or gives no table, is refused with the reader in the hint."""
    with pytest.raises(RefusedData) as refusal:
        evaluate_table('pd.read_csv("inputs/none.csv")', "none.csv")
    assert "inputs/none.csv" in refusal.value.hint
    with pytest.raises(RefusedData, match="gives int, not a table"):
        evaluate_table("1", "a.csv")


@given(st.text())
def test_literal(text: str) -> None:
    """A literal is Python source on one line for the very value, in double quotes."""
    assert eval(literal(text)) == text  # noqa: S307 - that it is source is what is tested
    assert literal(text).isprintable()
    assert literal(text).startswith('"')


def test_expression() -> None:
    """Path, options and suffix stand in the expression as they would be typed."""
    reader = Reader("read_csv", "inputs/a.csv", {"sep": ";", "header": None, "dtype": {0: "str"}}, ".head(1)")

    assert reader.text == 'pd.read_csv("inputs/a.csv", sep=";", header=None, dtype={0: "str"}).head(1)'


def test_read_again_when_changed(tmp_path: Path) -> None:
    """A reader whose options changed reads again."""
    (tmp_path / "a.csv").write_text("1;2\n3;4\n")
    reader = Reader("read_csv", str(tmp_path / "a.csv"))
    assert reader.read().shape == (1, 1)
    reader.options["sep"] = ";"
    reader.options["header"] = None
    assert reader.read().shape == (2, 2)


def test_names_in_messages() -> None:
    """Column names stand on one line, and long lists are cut."""
    assert quote_name("a\nb") == "`a\\nb`"
    assert join_words(range(7)) == "0, 1, 2, 3, 4 and 2 more"
