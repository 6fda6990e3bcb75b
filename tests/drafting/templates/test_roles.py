"""What columns are for in an analysis is told by their values and relations before their names."""

import pytest

from authoring.drafting.templates.roles import ColumnRole, roles_of
from authoring.records.dictionary import TableEntry
from authoring.records.profile import ColumnKind, ColumnProfile, LevelCount, Relation, RelationKind, TableProfile


def number(name: str, low: float, high: float, decimals: int = 0, distinct: int = 30) -> ColumnProfile:
    """Return the profile of a column of numbers."""
    return ColumnProfile(
        name=name, kind=ColumnKind.AMOUNT, dtype="float64", missing=0, distinct=distinct, minimum=low, maximum=high,
        decimals=decimals,
    )  # fmt: skip


def text(name: str, *levels: str) -> ColumnProfile:
    """Return the profile of a column of text whose entries are known."""
    counts = tuple(LevelCount(value=level, count=3) for level in levels)
    return ColumnProfile(
        name=name, kind=ColumnKind.CATEGORY, dtype="str", missing=0, distinct=len(levels), levels=counts, is_text=True
    )


def flag(name: str) -> ColumnProfile:
    """Return the profile of a flag."""
    counts = (LevelCount(value="0", count=30), LevelCount(value="1", count=10))
    return ColumnProfile(name=name, kind=ColumnKind.FLAG, dtype="int64", missing=0, distinct=2, levels=counts)


def roles(
    *columns: ColumnProfile, relations: tuple[Relation, ...] = (), **entry: object
) -> dict[str, frozenset[ColumnRole]]:
    """Return the roles of the columns of a table of 40 rows."""
    table = TableProfile(file="t.csv", reader="pd.read_csv()", rows=40, duplicate_rows=0, columns=columns)
    return roles_of(table, TableEntry.model_validate({"file": "t.csv", **entry}), relations)


@pytest.mark.parametrize(("low", "high", "expected"), [(0, 47_000, True), (0, 900, False), (40, 47_000, False)])
def test_weights_of_a_sample_reach_far(low: float, high: float, *, expected: bool) -> None:
    """What is called a weight and lies between nothing and many times its mean weighs rows, and no things."""
    weight = number("weight", low, high, 2).model_copy(update={"mean": 400.0})

    assert (ColumnRole.SAMPLING in roles(weight).get("weight", ())) is expected


@pytest.mark.parametrize(("low", "mean", "expected"), [(0.23, 0.997, True), (0.23, 2.4, False)])
def test_weights_of_a_sample_are_scaled(low: float, mean: float, *, expected: bool) -> None:
    """Weights of respondents are 1 on average, and those of newborns are not."""
    weight = number("weight", low, 3.1, 4).model_copy(update={"mean": mean})

    assert (ColumnRole.SAMPLING in roles(weight).get("weight", ())) is expected


def test_types_are_codes() -> None:
    """Whole numbers that are called a type measure nothing."""
    assert ColumnRole.NUMBER in roles(number("MOSTYPE", 1, 41))["MOSTYPE"]
    assert "archetypes" not in roles(number("archetypes", 1, 41))


def test_means_of_groups_are_no_amount() -> None:
    """A column that is called after another one and the word for a mean repeats what its groups have in common."""
    assert ColumnRole.TRANSFORMED in roles(number("paybar", 1, 9, 2), number("pay", 1, 9, 2))["paybar"]
    assert ColumnRole.TRANSFORMED in roles(number("mean_pay", 1, 9, 2), number("pay", 1, 9, 2))["mean_pay"]
    assert "paybar" not in roles(number("paybar", 1, 9, 2), number("age", 1, 9, 2))


def related_by(kind: RelationKind, *columns: str, related: tuple[str, ...] = (), formula: str = "") -> Relation:
    """Return a relation of the table."""
    return Relation(kind=kind, file="t.csv", columns=columns, related=related, formula=formula)


@pytest.mark.parametrize(
    ("column", "role", "other"),
    [
        (number("t", 1, 40, distinct=40), ColumnRole.CLOCK, number("t", 1, 60)),
        (number("week", 0, 39, distinct=40), ColumnRole.CLOCK, number("obs", 1, 40, distinct=40)),
        (number("age", 0, 39, distinct=40), ColumnRole.CLOCK, number("age", 0, 90, distinct=40)),
        (number("appyear", 90, 93), ColumnRole.INSTANT, number("years", 1, 20)),
        (number("yearphd", 45, 96), ColumnRole.INSTANT, number("years", 1, 20)),
        (number("Date", 11303, 122505), ColumnRole.INSTANT, number("Mandate", 11303, 122505)),
        (number("timestamp", 835355395, 1469330735), ColumnRole.INSTANT, number("income", 835355395, 1469330735)),
        (number("dxyr", 1960, 1994), ColumnRole.INSTANT, number("dxyr", 1, 34)),
        (number("mom", 2, 2782, distinct=1558), ColumnRole.NUMBER, number("kid", 0, 9, distinct=10)),
        (number("rownames", 1.1, 16.9, 2), ColumnRole.NUMBER, number("names", 1.1, 16.9, 2)),
        (number("diag", 8302, 11503), ColumnRole.INSTANT, number("diag", 3, 90)),
        (number("death", 8469, 11504), ColumnRole.INSTANT, number("deaths", 8469, 11504)),
        (number("year", 1947.01, 1993.12, 2), ColumnRole.INSTANT, number("yearly", 1947.01, 1993.12, 2)),
        (number("child", 1, 90_000, distinct=40), ColumnRole.NUMBER, number("child", 0, 9, distinct=10)),
        (flag("cens"), ColumnRole.ENDING, flag("female")),
        (number("perweight", 100, 9000, 1), ColumnRole.SAMPLING, number("birthweight", 900, 5000)),
        (number("SE", 0, 4, 4), ColumnRole.TRANSFORMED, number("size", 0, 4, 4)),
        (
            number("sheight", -2, 3, 3).model_copy(update={"mean": 0.001, "deviation": 1.0}),
            ColumnRole.TRANSFORMED,
            number("change", -2, 3, 3).model_copy(update={"mean": 0.2, "deviation": 1.0}),
        ),
        (number("pspwght", 0, 4, 4), ColumnRole.SAMPLING, number("weight", 40, 120, 1)),
        (number("sample_weight", 0, 4, 4), ColumnRole.SAMPLING, number("body_weight", 40, 120, 1)),
        (number("area", 1, 25, distinct=25), ColumnRole.NUMBER, number("area", 1, 90, distinct=25)),
        (
            text("by", "Asaph Hall", "Galileo Galilei", "E. E. Barnard", "Jan de Wit", "Gerard P. Kuiper"),
            ColumnRole.PEOPLE,
            text("by", "Owl monkey", "Cow", "Mountain beaver", "Lesser shrew", "Tree hyrax"),
        ),
        (text("drug", "placebo", "thiotepa"), ColumnRole.TREATMENT, text("drug", "aspirin", "thiotepa")),
        (text("rx", "a", "b"), ColumnRole.TREATMENT, text("regex", "a", "b")),
        (
            text("income", "97.29", "135.58", ".", "83"),
            ColumnRole.FIGURES,
            text("income", "$1000 a year", "less", "more", "no"),
        ),
        (
            text("income", "97.29", "135.58", "6.2\x1a", "83", "12", "41.5"),
            ColumnRole.GAUGE,
            text("income", "10-20", "20-30", "30-40", "40-50", "50+", "83"),
        ),
    ],
)
def test_values_and_names_tell_roles(column: ColumnProfile, role: ColumnRole, other: ColumnProfile) -> None:
    """A column has the role, and one that is like it in name or in values has not."""
    assert role in roles(column)[column.name]
    assert role not in roles(other).get(other.name, ())


def test_an_instant_lies_within_the_years_of_its_table() -> None:
    """Numbers such as 2004.25 beside the years from 2000 to 2015 say when something was."""
    years = number("year", 2000, 2015)

    assert roles(years, number("date", 2000.0, 2015.5, 4)) == {"date": {ColumnRole.INSTANT}}
    assert roles(years, number("price", 1990.0, 2015.5, 4)) == {}


@pytest.mark.parametrize(
    ("relation", "expected"),
    [
        (related_by(RelationKind.DERIVED, "b", related=("a",), formula="log(a)"), {ColumnRole.TRANSFORMED}),
        (related_by(RelationKind.DERIVED, "b", related=("a",), formula="a ** 2"), {ColumnRole.TRANSFORMED}),
        (
            related_by(RelationKind.DERIVED, "b", related=("a", "female"), formula="a * female"),
            {ColumnRole.TRANSFORMED},
        ),
        (
            related_by(RelationKind.LAG, "b", related=("a",), formula="a.shift(1)"),
            {ColumnRole.LAGGED, ColumnRole.TRANSFORMED},
        ),
        (related_by(RelationKind.DERIVED, "b", related=("a", "c"), formula="a * c"), set()),
        (related_by(RelationKind.DERIVED, "b", related=("a", "c"), formula="a / c"), set()),
        (related_by(RelationKind.LAG, "b", related=("a",), formula="log(a).diff(1)"), set()),
    ],
)
def test_steps_of_an_analysis_are_no_subject(relation: Relation, expected: set[ColumnRole]) -> None:
    """A logarithm, a square, an interaction or a lag is no new thing; a product, a ratio or a change is."""
    columns = number("a", 1, 9, 1), number("b", 1, 9, 1), number("c", 1, 9, 1), flag("female")

    assert roles(*columns, relations=(relation,)).get("b", set()) == expected


def test_a_number_of_its_own_for_each_row_is_no_amount() -> None:
    """Forty whole numbers below a hundred that all differ were given one by one; measured ones would repeat."""
    assert roles(number("place", 1, 95, distinct=40)) == {"place": {ColumnRole.NUMBER}}
    assert roles(number("place", 1, 950, distinct=40)) == {}
    assert roles(number("place", 1, 95, 1, distinct=40)) == {}
    assert roles(number("place", 1, 95, distinct=30)) == {}


def test_what_one_of_two_names_has_is_no_amount_of_the_pair() -> None:
    """Where a row is a country and its partner, the power of either stands in many rows; their trade is their own."""
    shown = roles(
        text("country", *"abcde"), number("power", 0, 90, 1, distinct=5), number("wealth", 0, 90, 1, distinct=5),
        number("trade", 0, 90, 1, distinct=38), text("partner", *"abcdefgh"), key=("country", "partner"),
        relations=(
            related_by(RelationKind.NESTED, "country", related=("power",)),
            related_by(RelationKind.SAME, "wealth", related=("country",)),
        ),
    )  # fmt: skip

    assert {name for name, members in shown.items() if ColumnRole.SHARED in members} == {"power", "wealth"}


def test_people_are_known_by_the_first_rows_where_no_levels_are() -> None:
    """Of free text a profile lists no levels."""
    column = text("winner", "John J. Smith").model_copy(update={"kind": ColumnKind.TEXT, "levels": ()})
    names = (("John J. Smith",), ("Ada Lovelace",), ("Jan de Wit",), ("Galileo Galilei",), ("Grace Hopper",))
    table = TableProfile(
        file="t.csv", reader="pd.read_csv()", rows=40, duplicate_rows=0, columns=(column,), sample=names
    )

    assert roles_of(table, None, ()) == {"winner": {ColumnRole.PEOPLE}}


@pytest.mark.parametrize(("subjects", "expected"), [(10, True), (40, False)])
def test_times_of_looks_are_no_amount(subjects: int, *, expected: bool) -> None:
    """Where subjects have several rows each, a time says when these were; where they have one, how long it took."""
    columns = number("Subject", 1, 90, distinct=subjects), number("Time", 0, 60, 2, distinct=30)

    assert (ColumnRole.INSTANT in roles(*columns).get("Time", ())) is expected


@pytest.mark.parametrize(("histogram", "expected"), [((10, 10, 11, 9), True), ((7, 12, 14, 7), False), ((), False)])
def test_even_steps_are_no_amount(histogram: tuple[int, ...], *, expected: bool) -> None:
    """Numbers that all differ and fill every part of their range alike were set, and not measured."""
    steps = number("place", 0, 6, 3, distinct=40).model_copy(update={"histogram": histogram})

    assert (roles(steps) == {"place": {ColumnRole.NUMBER}}) is expected


def test_numbers_that_stand_for_texts_are_codes() -> None:
    """Whole numbers, one for each of the texts that repeat, count nothing; fewer of them than texts may."""
    countries = text("country", *(f"land {letter}" for letter in "abcdefghij"))
    nested = related_by(RelationKind.NESTED, "country", related=("code",))
    assert ColumnRole.NUMBER in roles(countries, number("code", 2, 90, distinct=10), relations=(nested,))["code"]
    few = roles(countries, number("code", 2, 90, distinct=4), relations=(nested,))
    assert ColumnRole.NUMBER not in few.get("code", set())


def test_flag_of_two_flags_is_a_step() -> None:
    """A product of two flags fills no slot; a flag that either of two sets may."""
    flags = (flag("old"), flag("near"), flag("both"))
    for sign, expected in (("&", {ColumnRole.INDICATOR}), ("|", set())):
        relation = related_by(RelationKind.DERIVED, "both", related=("old", "near"), formula=f"old {sign} near")
        assert roles(*flags, relations=(relation,)).get("both", set()) == expected


def test_counted_years_are_no_amount() -> None:
    """The years since 1984 are an instant; what is calculated from a year in another way may be anything."""
    columns = number("year", 1985, 2000), number("t", 1, 16)
    for formula, expected in (("year + -1984", True), ("year - 1984", True), ("2 * year", False)):
        relation = related_by(RelationKind.DERIVED, "t", related=("year",), formula=formula)
        assert (ColumnRole.INSTANT in roles(*columns, relations=(relation,)).get("t", ())) is expected


def test_starts_of_intervals_are_no_subject() -> None:
    """When something began is an amount only where no other column says when it ended."""
    start, stop, entry = (number(name, 1, 90) for name in ("tstart", "tstop", "entry"))

    assert roles(number("tstart", 0, 0, distinct=1), stop) == {"tstart": {ColumnRole.BOUND}}
    assert roles(number("tstart", 0, 80), stop) == {"tstart": {ColumnRole.BOUND}, "tstop": {ColumnRole.BOUND}}
    assert roles(start, stop) == {"tstart": {ColumnRole.BOUND}, "tstop": {ColumnRole.BOUND}}
    assert roles(entry, flag("death"))["entry"] == {ColumnRole.BOUND}
    assert roles(start, flag("female")) == {}


@pytest.mark.parametrize(
    ("name", "other"), [("lwage", "wage"), ("log_wage", "wage"), ("agesq", "age"), ("adjdep", "depression")]
)
def test_names_tell_scales_that_no_relation_shows(name: str, other: str) -> None:
    """A logarithm that was rounded, or is of another unit, is called after its column."""
    assert roles(number(name, 1, 9, 4), number(other, 1, 90)) == {name: {ColumnRole.TRANSFORMED}}
    assert roles(number(name, 1, 9, 4), number("size", 1, 90)) == {}


@pytest.mark.parametrize(
    ("column", "schools", "expected"),
    [
        (number("size", 1, 900, distinct=12), 12, True),
        (number("size", 1, 900, distinct=12), 20, False),
        (number("size", 1, 900, distinct=12), 200, False),
        (number("score", 1, 90, distinct=20), 12, False),
        (number("grade", 1, 6, distinct=6), 12, False),
    ],
)
def test_amounts_of_a_school_belong_to_it(column: ColumnProfile, schools: int, *, expected: bool) -> None:
    """Nearly as many values as there are schools are one for each, and stand in the rows of all its pupils."""
    table = TableProfile(
        file="t.csv",
        reader="pd.read_csv()",
        rows=120,
        duplicate_rows=0,
        columns=(column, number("school", 1, 900, distinct=schools)),
    )

    assert (ColumnRole.SHARED in roles_of(table, None, ()).get(column.name, ())) is expected


def test_what_a_panel_s_things_are_is_no_amount_of_its_rows() -> None:
    """The birth weight of a child stands in all its rows: where these are several, a mean over rows says little."""
    weight, year = number("weight", 1, 90, 1), number("year", 2000, 2009, distinct=10)
    nested = related_by(RelationKind.NESTED, "child", related=("weight",))
    seldom = number("child", 1, 80, distinct=80), number("child", 1, 20, distinct=20)

    shown = [
        roles(child, weight, year, relations=(nested,), entity=("child",), time=("year",)).get("weight", frozenset())
        for child in seldom
    ]
    assert [ColumnRole.SHARED in role for role in shown] == [False, True]
    ages = roles(seldom[0], number("age", 20, 60), year, entity=("child",), time=("year",))
    assert ages["age"] == {ColumnRole.SHARED}


@pytest.mark.parametrize(("classes", "expected"), [(10, True), (20, False), (4, False)])
def test_what_a_class_has_is_no_amount_of_its_pupils(classes: int, *, expected: bool) -> None:
    """A number that each class has once is of the class, where there are several and each has several rows."""
    nested = related_by(RelationKind.NESTED, "class", related=("size",))

    shown = roles(number("class", 1, 900, distinct=classes), number("size", 5, 40, distinct=4), relations=(nested,))
    assert (ColumnRole.SHARED in shown.get("size", ())) is expected


def test_numbers_of_visits_are_no_subject() -> None:
    """What counts from 1 beside the thing that a key names numbers its rows; years and a key by itself do not."""
    visits, years = number("enum", 1, 3, distinct=3), number("year", 1990, 1992, distinct=3)

    assert roles(visits, key=("id", "enum")) == {"enum": {ColumnRole.NUMBERING}}
    assert roles(years, key=("id", "year")) == {}
    assert roles(visits, key=("enum",)) == {}


def test_flags_of_one_category_are_indicators() -> None:
    """Flags of which one holds in each row say together what one category would; flags by themselves do not."""
    positions = "catcher", "outfield", "shortstop"
    whole = related_by(RelationKind.COMPOSITION, *positions, formula="1")
    twin = related_by(RelationKind.SAME, "y90", related=("year",))
    dummy = related_by(RelationKind.DUMMY, "black", related=("race",))

    assert set(roles(*map(flag, positions), flag("black"), relations=(whole,))) == set(positions)
    assert roles(flag("y90"), number("year", 80, 90), relations=(twin,))["y90"] == {ColumnRole.INDICATOR}
    assert roles(flag("black"), text("race", "b", "w"), relations=(dummy,)) == {
        "black": {ColumnRole.INDICATOR},
        "race": {ColumnRole.RECODED},
    }


def test_marks_for_missing_values_make_numbers_text() -> None:
    """Numbers among which a dot stands for a missing one are neither categories nor text."""
    sentinel = related_by(RelationKind.SENTINEL, "rate")

    assert roles(text("rate", "0.5", "1.2", ".", "7"), relations=(sentinel,)) == {
        "rate": {ColumnRole.FIGURES, ColumnRole.GAUGE}
    }


def test_marks_for_missing_values_among_words_are_no_level() -> None:
    """A category in which a dash stands for what nobody knows would be asked about the dash."""
    sentinel = related_by(RelationKind.SENTINEL, "position")

    assert roles(text("position", "pitcher", "catcher", "-"), relations=(sentinel,)) == {"position": {ColumnRole.GAUGE}}


def test_the_number_of_a_text_is_a_code() -> None:
    """A number beside a text that is named after it stands for the text; beside others it may measure something."""
    code = number("educ", 1, 900)

    assert ColumnRole.NUMBER in roles(code, text("educ_label", "school", "college"))["educ"]
    assert "educ" not in roles(code, text("education", "school", "college"))


@pytest.mark.parametrize(("histogram", "expected"), [((8, 4, 8, 4, 16), True), ((8, 5, 8, 3, 16), False)])
def test_places_of_a_plan_are_no_amount(histogram: tuple[int, ...], *, expected: bool) -> None:
    """Ten numbers that stand in four of forty rows each were planned."""
    seeding = number("seeding", 1, 10, distinct=10).model_copy(update={"histogram": histogram})

    assert (ColumnRole.NUMBER in roles(seeding).get("seeding", ())) is expected


@pytest.mark.parametrize("name", ["pValue", "p.value", "pval", "qvalue"])
def test_what_a_test_gives_is_no_measure(name: str) -> None:
    """Probabilities of a test are calculated from other data."""
    assert ColumnRole.TRANSFORMED in roles(number(name, 0, 1, 4))[name]


@pytest.mark.parametrize(("beside", "expected"), [("chapter", True), ("town", False)])
def test_examples_of_a_chapter_are_numbered(beside: str, *, expected: bool) -> None:
    """A number beside a chapter is that of an exercise; elsewhere it may say how many."""
    found = roles(number("number", 0, 39), text(beside, "a", "b"))

    assert (ColumnRole.NUMBER in found.get("number", ())) is expected


def test_how_often_somebody_looked_is_no_amount() -> None:
    """Fish that were caught and stations that were read say how much was looked at; a number of rooms is a fact."""
    found = roles(
        number("NumSamples", 4, 44), number("num.stations", 1, 90), number("n_obs", 1, 9), number("rooms", 1, 9)
    )

    names = {name for name, of_column in found.items() if ColumnRole.SAMPLING in of_column}
    assert names == {"NumSamples", "num.stations", "n_obs"}


@pytest.mark.parametrize(
    ("levels", "expected"), [(("0", "M"), True), (("0.1", "T", "2"), True), (("1", "2", "A"), False)]
)
def test_a_mark_beside_numbers_makes_no_class(levels: tuple[str, ...], *, expected: bool) -> None:
    """What a station writes where there was nothing to measure is no other kind of weather."""
    assert (ColumnRole.GAUGE in roles(text("sun", *levels)).get("sun", ())) is expected


def test_directions_of_a_compass_are_no_amount() -> None:
    """What is called a direction and reaches round the circle has no mean; a ratio of lengths has one."""
    found = roles(number("wd", 0, 355), number("wind_dir", 3, 360), number("aspect", 1, 178), number("heading", 0, 800))

    assert {name for name, of_column in found.items() if ColumnRole.NUMBER in of_column} == {"wd", "wind_dir"}


def test_numbers_of_houses_days_and_places_on_a_plane_are_no_amount() -> None:
    """What a name numbers is a label, what it counts is an amount; a third axis makes lengths of two."""
    places = number("x", 0, 1, 2), number("y", 0, 1.2, 2)
    found = roles(number("HouseNum", 1, 90), number("NumRooms", 1, 9), number("birth_d", 1, 31), *places)

    names = {name for name, of_column in found.items() if ColumnRole.NUMBER in of_column}
    assert names == {"HouseNum", "birth_d", "x", "y"}
    assert roles(number("x", 0, 10, 2), number("y", 0, 10, 2), number("z", 0, 10, 2)) == {}
    assert roles(number("x", 0, 10, 2), number("y", 0, 90, 2)) == {}
    others = [number(name, 0, 900) for name in ("rooms", "price", "age", "lot", "area")]
    assert roles(number("X", 0, 10), number("Y", 0, 90), *others).keys() == {"X", "Y"}
    assert roles(number("X", 0, 10), *others) == {}
    assert roles(number("X", 112_075, 1_230_401), number("Y", 151_800, 7_092_827)).keys() == {"X", "Y"}


def test_numbers_of_parts_and_of_their_total_are_mixed() -> None:
    """Where some rows are of all areas together, nothing is averaged over the rows."""
    people = number("people", 1, 900)

    assert ColumnRole.MIXED in roles(text("area", "north", "south", "Total"), people)["people"]
    assert "people" not in roles(text("area", "north", "south"), people)


def test_a_panel_follows_things_over_time() -> None:
    """What names the things of a panel, and its times, is as frequent as somebody looked; without times nothing is."""
    town, year = text("town", "a", "b"), number("year", 2000, 2004)

    assert roles(town, year, entity=("town",), time=("year",)) == {
        "town": {ColumnRole.ENTITY},
        "year": {ColumnRole.TIME},
    }
    assert roles(town, year, entity=("town",)) == {}


def test_numbers_that_tell_what_somebody_is_stand_for_somebody() -> None:
    """A number from 1 on, which stands in several rows and tells several other columns, names a thing."""
    teacher, facts = number("prof", 1, 10, distinct=10), (flag("tenure"), flag("native"), number("beauty", -2, 2, 3))
    nested = tuple(
        Relation(kind=RelationKind.NESTED, file="t.csv", columns=("prof",), related=(fact.name,)) for fact in facts
    )
    found = roles(teacher, *facts, relations=nested)

    assert found["prof"] == {ColumnRole.NUMBER}
    assert all(ColumnRole.SHARED in found[fact.name] for fact in facts)
    # Of numbers some may be missing, as those of classes that were not visited; an amount tells one column by chance.
    some = number("prof", 1, 15, distinct=10)
    assert ColumnRole.NUMBER in roles(some, *facts, relations=nested[:2])["prof"]
    assert ColumnRole.NUMBER not in roles(teacher, *facts, relations=nested[:1]).get("prof", ())
    few = number("prof", 1, 40, distinct=10)
    assert ColumnRole.NUMBER not in roles(few, *facts, relations=nested).get("prof", ())


@pytest.mark.parametrize(
    ("name", "low", "high", "expected"),
    [("WeekofPurchase", 227, 278, True), ("week", 1, 52, False), ("weekly_sales", 227, 900, False)],
)
def test_weeks_that_count_on_say_when_something_was(name: str, low: int, high: int, *, expected: bool) -> None:
    """The mean of a running number of weeks tells nothing."""
    assert (ColumnRole.INSTANT in roles(number(name, low, high)).get(name, ())) is expected


@pytest.mark.parametrize(("name", "expected"), [("trt", True), ("treatment", True), ("dose", False), ("harvwt", False)])
def test_numbers_of_treatments_are_codes(name: str, *, expected: bool) -> None:
    """What was given is a code unless it is called a dose."""
    assert (ColumnRole.NUMBER in roles(number(name, 0, 311, distinct=12)).get(name, ())) is expected


def test_what_is_called_after_another_column_with_a_number_is_of_a_row_before() -> None:
    """`cunem_1` beside `cunem` is its lag."""
    found = roles(number("cunem", -5, 3, 1), number("cunem_1", -5, 3, 1), number("cost2", 1, 9), number("cost", 1, 9))
    assert {name for name, has in found.items() if ColumnRole.TRANSFORMED in has} == {"cunem_1"}


def test_numbers_of_people_are_labels() -> None:
    """A player's number is none, and a number of insects is a count."""
    players = text("last_name", "Adams", "Brooks", "Curry", "Davis", "Embiid")
    assert ColumnRole.NUMBER in roles(players, number("number", 0, 99))["number"]
    assert ColumnRole.NUMBER not in roles(text("spray", "A", "B"), number("number", 0, 99)).get("number", ())


def test_what_a_model_left_or_foretold_is_a_step_of_an_analysis() -> None:
    """Residuals and fitted values are no measures, nor are times with flags of their own ends, ranks and pages."""
    fitted = number("homicidefitted", 16, 17, 2)
    found = roles(
        *(number("Residuals", -9, 9, 3), fitted, number("t1", 1, 900), flag("d1"), number("recruitrank", 1, 300)),
        number("startpage", 1, 900),
    )
    assert {name: has for name, has in found.items() if name != "d1"} == {
        "Residuals": {ColumnRole.TRANSFORMED},
        "homicidefitted": {ColumnRole.TRANSFORMED},
        "t1": {ColumnRole.OBSERVED},
        "recruitrank": {ColumnRole.NUMBER},
        "startpage": {ColumnRole.NUMBER},
    }


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("POLYGON ((-89.2 39.6, -89.1 39.5))", True),
        ("Point(3 4)", True),
        ("https://a.org/b", True),
        ("Point Reyes", False),
    ],
)
def test_shapes_on_a_map_are_no_subject(entry: str, *, expected: bool) -> None:
    """Coordinates of hundreds of characters name no row."""
    column = ColumnProfile(name="WKT", kind=ColumnKind.IDENTIFIER, dtype="str", missing=0, distinct=40, is_text=True)
    table = TableProfile(
        file="t.csv", reader="pd.read_csv()", rows=40, duplicate_rows=0, columns=(column,), sample=((entry,), (entry,))
    )

    assert (ColumnRole.REMARK in roles_of(table, None, ()).get("WKT", ())) is expected


@pytest.mark.parametrize(
    ("name", "levels", "expected"),
    [
        ("rep", ("R1", "R2", "R3"), True),
        ("block", ("B1", "B12"), True),
        ("block", ("A", "B"), True),
        ("block", ("B1", "B2", "B3", "B10", "BNA"), True),
        ("block", ("north field", "south field"), False),
        ("block", (), False),
        ("report", ("R1", "R2"), False),
    ],
)
def test_blocks_of_a_trial_are_no_subject(name: str, levels: tuple[str, ...], *, expected: bool) -> None:
    """Blocks and repetitions with numbers or letters say nothing by themselves; those with names do."""
    assert (ColumnRole.NUMBERING in roles(text(name, *levels)).get(name, ())) is expected


@pytest.mark.parametrize(
    ("name", "expected"), [("AESTDY", True), ("ADY", True), ("VSDY", True), ("body", False), ("STUDY", False)]
)
def test_days_of_a_clinical_study_are_no_amount(name: str, *, expected: bool) -> None:
    """What CDISC's standard calls a study day says when something was, in its tables only."""
    day, subject = number(name, 1, 198), text("USUBJID", "01-701", "01-702")
    assert (ColumnRole.INSTANT in roles(day, subject).get(name, ())) is expected
    assert ColumnRole.INSTANT not in roles(day).get(name, ())


def test_records_and_short_years_of_birth_are_no_amount() -> None:
    """The number of a record and a year of birth, less some year, have no mean."""
    found = roles(number("LBSEQ", 1, 240), number("birthyr", 0, 30), number("consequence", 1, 40))
    assert ColumnRole.NUMBERING in found["LBSEQ"]
    assert ColumnRole.INSTANT in found["birthyr"]
    assert "consequence" not in found


@pytest.mark.parametrize(
    ("name", "low", "high", "expected"),
    [("charend", 2006, 2014, True), ("born", 1890, 2000, True), ("elo", 1900, 2010, False), ("end", 1900, 2900, False)],
)
def test_recent_years_are_no_amount(name: str, low: int, high: int, *, expected: bool) -> None:
    """Whole numbers that lie among the years of recent times are years where they are called after what happened."""
    assert (ColumnRole.INSTANT in roles(number(name, low, high)).get(name, ())) is expected


def test_numbers_of_records_are_no_amount() -> None:
    """What clinical studies call an identifier is one, however few numbers there are; words in capitals are none."""
    assert ColumnRole.NUMBER in roles(number("CMSPID", 1, 12))["CMSPID"]
    assert ColumnRole.NUMBER in roles(number("VISITNUM", 1, 12.1, 1))["VISITNUM"]
    assert "acid" not in roles(number("acid", 1, 12))
    assert "HUMID" not in roles(number("HUMID", 1, 90, 1))


@pytest.mark.parametrize(("days", "expected"), [(20, True), (38, False)])
def test_what_a_day_has_is_no_amount_of_its_rows(days: int, *, expected: bool) -> None:
    """The warmth of a day stands in both of its rows, and counts once."""
    day = ColumnProfile(name="day", kind=ColumnKind.DATE, dtype="str", missing=0, distinct=days, is_text=True)
    nested = related_by(RelationKind.NESTED, "day", related=("warmth",))
    found = roles(day, number("warmth", 1, 30, 1), number("rides", 1, 300), relations=(nested,))
    assert (ColumnRole.SHARED in found.get("warmth", ())) is expected
    assert "rides" not in found


def test_bounds_of_an_interval_are_no_amount() -> None:
    """How far an estimate may be off, to either side, is a step of an analysis; the lowest of a day is measured."""
    found = roles(*(number(name, 1, 99, 1) for name in ("rep_lo", "rep_hi", "rep_estimate", "day_lo", "temp_min")))
    assert {name for name, has in found.items() if ColumnRole.TRANSFORMED in has} == {"rep_lo", "rep_hi"}


def test_the_limits_of_an_interval_are_no_amount() -> None:
    """Where an estimate lies in the middle of two columns and tells both, these only say how sure it is."""
    columns = tuple(number(name, 40, 3000, distinct=9) for name in ("tot_emp", "low_emp", "high_emp"))
    middle = related_by(
        RelationKind.DERIVED, "tot_emp", related=("high_emp", "low_emp"), formula="(high_emp + low_emp) / 2"
    )
    nestings = tuple(related_by(RelationKind.NESTED, "tot_emp", related=(name,)) for name in ("high_emp", "low_emp"))

    found = roles(*columns, relations=(middle, *nestings))
    assert {name for name, has in found.items() if ColumnRole.TRANSFORMED in has} == {"low_emp", "high_emp"}
    # The mean of a day's highest and lowest temperature does not tell these.
    assert not any(ColumnRole.TRANSFORMED in has for has in roles(*columns, relations=(middle,)).values())


def test_a_factor_that_brings_to_a_scale_is_no_amount() -> None:
    """Of two columns whose product is one number, the smaller one is a step of an analysis."""
    factor = number("ASF", 0.8, 1.6, 3).model_copy(update={"mean": 1.2})
    volume = number("eTIV", 1100, 2000).model_copy(update={"mean": 1460.0})
    inverse = related_by(RelationKind.DERIVED, "eTIV", related=("ASF",), formula="1755 / ASF")

    found = roles(factor, volume, relations=(inverse,))
    assert {name for name, has in found.items() if ColumnRole.TRANSFORMED in has} == {"ASF"}


def test_patients_of_arms_are_no_amount() -> None:
    """How many patients two arms have is one beside the other; nickel and the north-east stand by themselves."""

    def sizes(*columns: ColumnProfile) -> set[str]:
        return {name for name, has in roles(*columns).items() if ColumnRole.SAMPLING in has}

    assert sizes(number("n1i", 4, 400), number("n2i", 4, 400)) == {"n1i", "n2i"}
    assert sizes(number("nt", 4, 400), number("nc", 4, 400)) == {"nt", "nc"}
    assert sizes(number("ni", 4, 400), number("yi", -1, 1, 2)) == {"ni"}
    assert sizes(number("n1", 0.1, 4, 2), number("n2", 0.1, 4, 2)) == set()
    assert sizes(number("Ni", 4, 400), number("Cd", 4, 400), number("ne", 4, 400)) == set()


def test_shares_of_a_whole_and_errors_of_effects_are_no_amounts() -> None:
    """The mean of parts that make one is known before, and a variance of an effect says how large its study was."""
    parts = number("share", 0, 0.2, 4).model_copy(update={"mean": 1 / 40, "histogram": (30, 10)})
    whole = parts.model_copy(update={"mean": 0.1})
    assert ColumnRole.TRANSFORMED in roles(parts)["share"]
    assert roles(whole) == {}
    assert ColumnRole.TRANSFORMED in roles(number("yi", -1, 1, 2), number("vi", 0, 1, 3))["vi"]
    assert roles(number("mi", -1, 1, 2), number("vi", 0, 1, 3)) == {}


def test_where_facts_were_taken_from_is_no_subject() -> None:
    """What says at length where a column beside it was taken from is a remark; a kind of energy is none."""
    sources = text("gdp_source", "CIA", "World Bank").model_copy(update={"longest": 60})

    assert ColumnRole.REMARK in roles(sources, number("gdp06", 1, 900, 1))["gdp_source"]
    assert "gdp_source" not in roles(sources, number("mass", 1, 900, 1))
    energy = text("energy_source", "wood", "coal").model_copy(update={"longest": 4})
    assert "energy_source" not in roles(energy, number("energy_use", 1, 900, 1))


@pytest.mark.parametrize(("level", "expected"), [("All polls", True), ("Total", True), ("All others", False)])
def test_rows_of_all_groups_together_make_amounts_mixed(level: str, *, expected: bool) -> None:
    """Who pools groups with all of them together counts some twice; what is left over is a group."""
    found = roles(text("subgroup", "Adults", level), number("approve", 30, 60, 1))

    assert (ColumnRole.MIXED in found.get("approve", ())) is expected


def test_ages_rise_with_the_years_of_a_panel() -> None:
    """The age of those who are followed for years rises by one a year, whatever it is called."""
    columns = (number("ageh", 20, 60), number("id", 1, 10), number("year", 1979, 1988), number("agent", 1, 9))

    found = roles(*columns, entity=("id",), time=("year",))
    assert ColumnRole.SHARED in found["ageh"]
    assert ColumnRole.SHARED not in found.get("agent", ())
    assert ColumnRole.SHARED not in roles(*columns).get("ageh", ())


def test_money_of_each_year_gives_way_to_that_of_one_year() -> None:
    """Budget and gross beside the same in dollars of 2013 mix levels of prices; one price of 2013 is another one."""

    def nominal(*names: str) -> set[str]:
        found = roles(*(number(name, 1, 900) for name in names))
        return {name for name, has in found.items() if ColumnRole.TRANSFORMED in has}

    assert nominal("budget", "budget_2013", "domgross", "domgross_2013", "pop", "pop_2013") == {"budget", "domgross"}
    assert nominal("price", "price_2013", "pop", "pop_2013") == set()


@pytest.mark.parametrize(
    ("name", "decimals", "expected"),
    [("micnum", 0, True), ("dispnum", 0, True), ("platinum", 0, False), ("micnum", 2, False)],
)
def test_numbers_of_cases_are_no_amount(name: str, decimals: int, *, expected: bool) -> None:
    """Many whole numbers whose name ends like the word number are those of cases; metals and a few rooms are none."""
    assert (ColumnRole.NUMBER in roles(number(name, 2, 4700, decimals, distinct=60)).get(name, ())) is expected
    assert ColumnRole.NUMBER not in roles(number("roomnum", 1, 90, distinct=9)).get("roomnum", ())
    # So is the place of a question among those that were asked.
    assert ColumnRole.NUMBER in roles(number("order", 1, 32))["order"]


def test_what_a_neighbourhood_has_in_all_of_its_rows_is_shared() -> None:
    """A score that each neighbourhood has in all of its rows is no amount of these rows."""
    places = (f"q{place}" for place in range(9))
    columns = text("neighborhood", *places), number("bike_score", 1, 99), number("price", 1, 99)
    nested = related_by(RelationKind.NESTED, "neighborhood", related=("bike_score",))

    found = roles(*columns, relations=(nested,))
    assert {name for name, has in found.items() if ColumnRole.SHARED in has} == {"bike_score"}
