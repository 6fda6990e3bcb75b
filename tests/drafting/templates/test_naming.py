"""Only names that can be said reach a question, and numbers are said as people say them."""

import pytest

from authoring.drafting.templates.naming import locates, names_individual, nice, sayable, slug, words_of, year_in


@pytest.mark.parametrize("name", ["x", "Body Mass (g)", "größe", "名前", "a-b", "2020", "e,f", "x" * 60])
def test_plain_names_can_be_said(name: str) -> None:
    """A name of printable characters without quotes stands between backticks without misunderstanding."""
    assert sayable(name)


@pytest.mark.parametrize(
    "name", ["", " x", "x ", "a\nb", "a\tb", "a`b", "it's", 'a"b', "a\\b", "{{x}}", "{%x%}", "x" * 61, "a  b", "\x00"]
)
def test_other_names_cannot(name: str) -> None:
    """What would break a question, a literal or a placeholder fills no slot."""
    assert not sayable(name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Body Mass (g)", "body_mass_g"),
        ("Größe", "grosse"),
        ("名前", "value"),
        ("__x__", "x"),
        ("a" * 40, "a" * 30),
    ],
)
def test_slug_is_a_short_identifier(name: str, expected: str) -> None:
    """New columns get names that are easy to type, whatever the old ones look like."""
    assert slug(name) == expected


@pytest.mark.parametrize(
    ("number", "digits", "decimals", "expected"),
    [
        (4192.7, 2, 0, 4200),
        (43.92, 2, 1, 44),
        (0.03456, 2, 4, 0.035),
        (-17.15, 2, 2, -17),
        (0.0, 2, 2, 0),
        (9.96, 2, 1, 10),
    ],
)
def test_nice_numbers_are_round(number: float, digits: int, decimals: int, expected: float) -> None:
    """A limit has few digits and no more decimals than the data."""
    found = nice(number, digits, decimals)

    assert found == expected
    assert isinstance(found, int) is float(expected).is_integer()


def test_words_are_split_at_everything_but_letters() -> None:
    """Names in any convention give their words."""
    assert words_of("flightNumber dep_time") == {"flight", "number", "dep", "time"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("population_2021", 2021),
        ("pop_change_2001_2006_pct", 2006),
        ("x12021", None),
        ("area_km2", None),
        ("yr1996", 1996),
        ("re74", 1974),
        ("x74", None),
    ],
)
def test_the_year_of_a_column_is_the_last_in_its_name(name: str, expected: int | None) -> None:
    """A change between two years is known in the later one; two digits behind a word are a year, too."""
    assert year_in(name) == expected


@pytest.mark.parametrize(
    ("name", "expected"), [("RiverMile", True), ("plot", True), ("miles", False), ("plot_area", False)]
)
def test_places_along_a_line_or_in_a_field_are_located(name: str, *, expected: bool) -> None:
    """What lies at a mile, or in a plot, is there; miles are a length."""
    assert locates(name, 900.0) is expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [("USUBJID", True), ("patient", True), ("child_2", True), ("userID", True), ("acid", False), ("country", False)],
)
def test_individuals_are_known_by_name(name: str, *, expected: bool) -> None:
    """A word for a person or an animal, or the capitals of an identifier at the end."""
    assert names_individual(name) is expected


def test_a_row_of_plants_is_a_place() -> None:
    """The word says so at the end of a name, and what a row has is an amount."""
    assert locates("row", 18)
    assert locates("puunro", 90)
    assert not locates("puu", 90)
    assert locates("esid", 12)
    assert not any(locates(name, 12) for name in ("acid", "fluid", "lipid", "covid", "opioid"))
    assert locates("onsettime", 2400)
    assert not locates("reactiontime", 2350)
    assert locates("field_row", 18)
    assert locates("pos", 18)
    assert locates("linrow", 1.3)
    assert locates("tract_ce", 980_000)
    assert locates("chr", 22)
    assert not locates("sorrow", 18)
    assert not locates("reference_price", 18)
    assert not locates("row_spacing_cm", 18)
    assert not locates("sequence_length", 18)
