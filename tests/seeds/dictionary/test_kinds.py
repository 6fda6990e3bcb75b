"""The kind of a column follows from its name and its values, and is not known where neither tells."""

import pytest

from authoring.records.dictionary import ValueKind
from authoring.records.profile import ColumnKind, ColumnProfile, LevelCount
from authoring.seeds.dictionary.kinds import in_order, kind_of


def number(name: str, low: float, high: float, *, kind: str = "amount", decimals: int = 0) -> ColumnProfile:
    """Return the profile of a column of numbers."""
    return ColumnProfile(
        name=name,
        kind=ColumnKind(kind),
        dtype="int64",
        missing=0,
        distinct=9,
        minimum=low,
        maximum=high,
        decimals=decimals,
    )


def texts(*values: str, name: str = "c") -> ColumnProfile:
    """Return the profile of a column of classes in texts."""
    levels = tuple(LevelCount(value=value, count=9) for value in values)
    return ColumnProfile(
        name=name, kind=ColumnKind.CATEGORY, dtype="str", missing=0, distinct=len(values), levels=levels, is_text=True
    )


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        (number("unit_price", 0, 99, decimals=2), ValueKind.MONEY),
        (number("income", 1, 9), ValueKind.ORDINAL),
        (number("income", 1, 12), ValueKind.MONEY),
        (number("BillDepth", 7, 9, decimals=2), ValueKind.AMOUNT),
        (number("num_rooms", 1, 12), ValueKind.COUNT),
        (number("population", 0, 9e6), ValueKind.COUNT),
        (number("zip_code", 501, 99950), ValueKind.CODE),
        (number("villnum", 1, 145), ValueKind.CODE),
        (number("childid", 1_000, 99_000), ValueKind.CODE),
        (number("householdid", 1, 145), ValueKind.CODE),
        (number("roomnum", 1, 14), ValueKind.AMOUNT),
        (number("grid", 1, 145), ValueKind.AMOUNT),
        (number("year", 1950, 2010), ValueKind.PERIOD),
        (number("month", 1, 12, kind="category"), ValueKind.PERIOD),
        (number("vote_share", 0, 1, decimals=3), ValueKind.SHARE),
        (number("rating", 1, 5, kind="category"), ValueKind.ORDINAL),
        (number("region", 1, 9, kind="category"), ValueKind.CODE),
        (number("region", 1, 145), ValueKind.CODE),
        (number("occup_specific", 7, 903), ValueKind.CODE),
        (number("psu", 15_246, 16_656), ValueKind.CODE),
        (number("puma", 100, 8_200), ValueKind.CODE),
        (number("stratum", 1_937, 1_972), ValueKind.CODE),
        (number("idno", 50_013, 82_181), ValueKind.CODE),
        (number("year", 63, 92), ValueKind.PERIOD),
        (number("year", 1, 5), ValueKind.AMOUNT),
        (number("x3", 1, 4, kind="category"), ValueKind.UNKNOWN),
        (number("height", 1.2, 2.1, decimals=2), ValueKind.AMOUNT),
        (number("flights_per_day", 1, 40), ValueKind.AMOUNT),
        (texts("low", "medium", "high"), ValueKind.ORDINAL),
        (texts("red", "green", "blue"), ValueKind.CATEGORY),
        (texts("Jan", "Feb", "Mar"), ValueKind.PERIOD),
        (texts("yes", "no", name="label"), ValueKind.LABEL),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_kind(column: ColumnProfile, kind: ValueKind) -> None:
    """Money, counts, codes, shares, times, steps of a scale; a number without a telling name may be anything."""
    assert kind_of(column) is kind


def test_a_physical_unit_says_more_than_a_word() -> None:
    """A bill is paid in a currency, and that of a bird has a length."""
    length = number("bill_length_mm", 32.1, 59.6, decimals=1)

    assert kind_of(length, unit="mm") is ValueKind.AMOUNT
    assert kind_of(length) is ValueKind.MONEY
    assert kind_of(number("price (EUR/kg)", 1, 9, decimals=2), unit="EUR/kg") is ValueKind.MONEY


def test_what_names_rows_is_no_amount() -> None:
    """A part of a key is an identifier; few numbers that repeat in it are a code."""
    assert kind_of(number("person", 1, 900), is_entity=True) is ValueKind.IDENTIFIER
    assert kind_of(number("mode", 1, 4, kind="category"), is_entity=True) is ValueKind.CODE


def test_levels_of_a_scale_are_put_in_order() -> None:
    """The lowest comes first, spelt as in the data."""
    assert in_order(("High", "Low", "Medium")) == ("Low", "Medium", "High")
