"""Units are read off headers where these name one, and nowhere else."""

import pytest

from authoring.seeds.dictionary.units import are_units, is_unit, unit_of_header


@pytest.mark.parametrize(
    ("header", "unit"),
    [
        ("Culmen Length (mm)", "mm"),
        ("weight [kg]", "kg"),
        ("body_mass_g", "g"),
        ("Weight_in_lbs", "lb"),
        ("unemployment %", "%"),
        ("Temperature (°C)", "°C"),
        ("energy (kWh)", "kWh"),
        ("price (USD per kg)", "USD per kg"),
        ("speed (km/h)", "km/h"),
        ("flow (m3/s)", "m3/s"),
    ],
)
def test_a_unit_is_read(header: str, unit: str) -> None:
    """In brackets, behind an underscore or the word in, or as a percent sign."""
    assert unit_of_header(header) == unit


@pytest.mark.parametrize(
    "header", ["plan_a", "Vitamin C", "Rate (total)", "name", "day", "group_b", "x", "is_in", "T", "(a)", "m"]
)
def test_a_letter_is_no_unit(header: str) -> None:
    """Names that end in a letter or a word of other meanings have none."""
    assert unit_of_header(header) == ""


def test_what_is_a_unit() -> None:
    """Units may be made of units; words are none."""
    assert is_unit("kg/m2")
    assert not is_unit("furlongs per moon")


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["cm", "kg", "kg/m2"], True),
        (["ALT (U/L)", "Bilirubin (umol/L)", "both"], True),
        (["ALT (U/L)", "AST (U/L)"], False),
        (["M", "F"], False),
        (["G42", "G1", "G2"], False),
        (["M1", "M2", "M3"], False),
        (["day", "week"], False),
        (["CA", "TX"], False),
        (["36 months", "60 months"], False),
        (["64 GB", "128 GB"], False),
        (["5 km", "10 km"], False),
        (["USD", "EUR"], False),
        (["< 1 year", "1-3 years"], False),
        ([], False),
    ],
)
def test_several_units_are_no_letters(texts: list[str], *, expected: bool) -> None:
    """Entries that are units, or end with them in brackets, are told from letters, codes and words."""
    assert are_units(texts) is expected
