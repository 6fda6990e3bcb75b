"""Texts that are too many to be listed are told by a few of them and by what they look like."""

import pandas as pd
import pytest

from authoring.tables.profile.column import profile_column
from authoring.tables.profile.texts import pattern_of


@pytest.mark.parametrize(
    ("values", "pattern"),
    [
        (["AB-123", "CD-456", "EF-789", "GH-000", "IJ-111"], "AA-999"),
        (["INV-1", "INV-22", "ACME-333", "B-4", "CC-55"], "A+-9+"),
        (["a@b.org", "cc@dd.com", "e@f.net", "g@h.io", "i@jk.de"], "a+@a+.a+"),
        (["12%", "3%", "55%", "6%", "7%"], "9+%"),
        (["Ada Lovelace", "Bob Smith", "Eve Jones", "Cy Lo", "Di Mo"], ""),
        (["AB-123", "12 apples", "?", "-", "x y z"], ""),
        (["AB-123"] * 4, ""),
        (["x-" * 99] * 9, ""),
        (["a\0b-1", "c\0d-2", "e\0f-3", "g\0h-4", "i\0j-5"], ""),
        (["\ud800-1", "é-2", "É-3", "ß-4", "中-5"], ""),
    ],
)
def test_patterns(values: list[str], pattern: str) -> None:
    """Signs and digits stand for themselves and for their kind; words, few values and odd ones have no pattern."""
    assert pattern_of(values) == pattern


def test_examples_are_of_columns_without_levels() -> None:
    """Names of rows have a few examples, shortened; classes, whose levels are listed, have none."""
    names = profile_column(pd.Series([f"{n:03}-" + "x" * 99 for n in range(40)], name="code"))
    classes = profile_column(pd.Series(["a", "b"] * 20, name="class"))

    assert [text[:4] for text in names["examples"]] == ["000-", "020-", "039-"]
    assert all(len(text) == 60 for text in names["examples"])
    assert "examples" not in classes


def test_quartiles_are_of_amounts() -> None:
    """Of the finite values, and of no identifier or class."""
    amounts = profile_column(pd.Series([*map(float, range(1, 101)), float("inf"), None], name="x"))
    numbers = profile_column(pd.Series(range(1, 101), name="id"))

    assert amounts["quartiles"] == [25.75, 50.5, 75.25]
    assert "quartiles" not in numbers
