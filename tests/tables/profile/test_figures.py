"""Texts that are numbers are told from texts that name something, and read as what they say."""

import pandas as pd
import pytest

from authoring.tables.profile.figures import FigureForm, as_numbers, number_form


@pytest.mark.parametrize(
    ("texts", "form", "numbers"),
    [
        ("1,234 987 12,000 5 6", FigureForm(thousands=","), [1234, 987, 12000, 5, 6]),
        ("1,5 2,25 3 4,125 0,5", FigureForm(decimal=","), [1.5, 2.25, 3, 4.125, 0.5]),
        ("1.234,5 7,25 12.000 5,1 6", FigureForm(thousands=".", decimal=","), [1234.5, 7.25, 12000, 5.1, 6]),
        ("0,125 0,250 0,375 1,125 2,5", FigureForm(decimal=","), [0.125, 0.25, 0.375, 1.125, 2.5]),
        ("$1,200 $5 $6.50 $-7 $8", FigureForm("$", thousands=","), [1200, 5, 6.5, -7, 8]),
        ("1% 2.5% -3% 4% 5%", FigureForm(after="%"), [1, 2.5, -3, 4, 5]),
        ("1kg 2kg 3,5kg 4kg 5kg", FigureForm(after="kg", decimal=","), [1, 2, 3.5, 4, 5]),
    ],
)
def test_numbers_are_read(texts: str, form: FigureForm, numbers: list[float]) -> None:
    """Signs, units, thousands and decimals are told by all texts together."""
    assert number_form("x", texts.split()) == form
    assert as_numbers(pd.Series(texts.split(), dtype="str"), form).tolist() == numbers


def test_blanks_may_part_thousands_and_units() -> None:
    """A blank, also one that does not break, stands between thousands and before a unit."""
    assert number_form("x", ["1 234,5", "7", "12 000", "5,25", "6"]) == FigureForm(thousands=" ", decimal=",")
    assert number_form("x", ["1\u00a0234", "7", "12\u00a0000", "5", "6"]) == FigureForm(thousands="\u00a0")
    form = FigureForm(after="kg")
    assert number_form("x", ["1 kg", "2 kg", "3 kg", "4 kg", "5 kg"]) == form
    assert as_numbers(pd.Series(["1 kg", "2 kg"], dtype="str"), form).tolist() == [1, 2]


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("zip", "01234 02345 11111 22222 33333"),
        ("order_id", "1,234 1,235 1,236 1,237 1,238"),
        ("day", "1.2.2020 2.2.2020 3.2.2020 4.2.2020 5.2.2020"),
        ("range", "1-2 3-4 5-6 7-8 9-10"),
        ("mixed", "1kg 2g 3kg 4kg 5kg"),
        ("place", "1st 2nd 3rd 4th 5th"),
        ("code", "12A 13A 14A 15A 16A"),
        ("few", "1% 2% 3%"),
    ],
)
def test_what_is_no_number_is_left_alone(name: str, texts: str) -> None:
    """Codes, dates, ranges, ordinals, several units, and a handful of classes are no figures."""
    assert number_form(name, texts.split()) is None
