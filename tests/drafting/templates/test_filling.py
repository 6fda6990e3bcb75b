"""Slots are filled by columns that fit, in the same way every time, or the reason is said."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from authoring.drafting.templates.columns import Column
from authoring.drafting.templates.filling import ANY_COLUMNS, FilledTemplate, RehearsedFillings, fill
from authoring.drafting.templates.format import read_template
from authoring.drafting.templates.selection import alike
from authoring.drafting.templates.state import beginning
from authoring.drafting.templates.worth import is_worth
from authoring.records.dictionary import ColumnEntry, DataDictionary, TableEntry, ValueKind
from authoring.records.draft import Template
from authoring.records.profile import (
    ColumnKind,
    ColumnProfile,
    LevelCount,
    Profile,
    Relation,
    RelationKind,
    TableProfile,
)

HEADER = "title: t\nstage: sorting\nlevel: easy\nknowledge: [k]\n"


def filled(profile: Profile, header: str, *, random_seed: str = "0") -> FilledTemplate | str:
    """Fill a template of this header on the first table."""
    text = f'"""\n{HEADER}{header}"""\n\n# %%\n"""\nquestion: How many?\n"""\n\n1\n'
    state = beginning(profile, profile.tables[0])
    return fill(read_template(Template(name="t", text=text)), state, random_seed=random_seed, title="T")


@pytest.fixture
def penguins(profiled: Callable[..., tuple[object, Profile, object]]) -> Profile:
    """Return the profile of a real table."""
    return profiled("package:palmerpenguins/penguins")[1]


def test_slots_take_different_columns(penguins: Profile) -> None:
    """No column fills two slots of a template."""
    found = filled(penguins, "slots: {a: {kind: amount}, b: {kind: amount}, c: {kind: amount}}\n")

    assert isinstance(found, FilledTemplate)
    assert len({found.context[name].name for name in "abc"}) == 3


def test_the_seed_decides(penguins: Profile) -> None:
    """One seed always gives the same columns, and other seeds give others."""
    header = "slots: {a: {kind: amount}}\n"
    names = [
        found.context["a"].name
        for seed in "0123456789" * 2
        if isinstance(found := filled(penguins, header, random_seed=seed), FilledTemplate)
    ]

    assert names[:10] == names[10:]
    assert len(set(names)) > 1


def test_many_columns_keep_the_tables_order(penguins: Profile) -> None:
    """A slot for several takes as many as it may, in the order of the table."""
    found = filled(penguins, "slots: {xs: {kind: amount, many: 2..3}}\n")
    order = [column.name for column in penguins.tables[0].columns]

    assert isinstance(found, FilledTemplate)
    names = [column.name for column in found.context["xs"]]
    assert len(names) == 3
    assert names == sorted(names, key=order.index)


def test_conditions_are_met_or_told(penguins: Profile) -> None:
    """A filling satisfies every condition; if none does, the condition's own words say so."""
    found = filled(
        penguins,
        "slots: {a: {kind: amount}}\nlet: {low: a.minimum}\nwhere: [{test: low > 1000, says: a heavy amount}]\n",
    )

    assert isinstance(found, FilledTemplate)
    assert found.context["a"].name == "body_mass_g"
    assert filled(penguins, "where: [{test: table.rows > 999, says: a thousand rows}]\n") == "lacks a thousand rows"


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("slots: {a: {kind: date}}\n", "has no date for a"),
        ("slots: {a: {kind: amount, distinct: 5000..}}\n", "has no amount with at least 5000 distinct values for a"),
        ("slots: {a: {year: true, text: true}}\n", "has no year as text for a"),
        ("slots: {a: {missing: 0, kind: text}}\n", "has no text without missing values for a"),
        ("needs: [summary]\n", "needs summary, which another problem must make first"),
        ("join: true\n", "needs a second table that fits the first by a key"),
    ],
)
def test_reasons(penguins: Profile, header: str, reason: str) -> None:
    """What the table does not have is said in the words of the profile."""
    assert filled(penguins, header) == reason


def test_too_few_columns_are_told() -> None:
    """Two slots and one column do not go together."""
    column = ColumnProfile(name="x", kind=ColumnKind.CATEGORY, dtype="str", missing=0, distinct=2, is_text=True)
    table = TableProfile(file="t.csv", reader="pd.read_csv()", rows=9, duplicate_rows=0, columns=(column,))
    profile = Profile(seed="s", tables=(table,))

    assert filled(profile, "slots: {a: {}, b: {}}\n") == "has too few columns for a, b together"


# What the dictionary says decides what a slot takes.


def described(*kinds: ValueKind, relations: tuple[Relation, ...] = ()) -> Profile:
    """Return the profile of a table with amounts `a`, `b`, `c`, ... of which a dictionary says these kinds."""
    columns = tuple(
        ColumnProfile(
            name=name, kind=ColumnKind.AMOUNT, dtype="float64", missing=0, distinct=40, minimum=1.0, maximum=90.0,
            mean=40.0, deviation=20.0, decimals=1, histogram=(2, 3, 4, 6, 7, 6, 5, 3, 2, 2),
        )
        for name, _ in zip("abcdef", kinds, strict=False)
    )  # fmt: skip
    table = TableProfile(file="t.csv", reader="pd.read_csv()", rows=40, duplicate_rows=0, columns=columns)
    entries = tuple(ColumnEntry(name=name, kind=kind) for name, kind in zip("abcdef", kinds, strict=False))
    dictionary = DataDictionary(tables=(TableEntry(file="t.csv", columns=entries),))
    return Profile(seed="s", tables=(table,), relations=relations, dictionary=dictionary)


def taken(profile: Profile, header: str) -> set[str]:
    """Return the columns that the slot `x` of a template takes, by some seed."""
    found = [filled(profile, header, random_seed=str(seed)) for seed in range(12)]
    return {one.context["x"].name for one in found if isinstance(one, FilledTemplate)}


def test_codes_and_identifiers_are_no_amounts() -> None:
    """What the dictionary calls a code is averaged by no template, however much its numbers look like an amount."""
    profile = described(ValueKind.AMOUNT, ValueKind.CODE, ValueKind.IDENTIFIER, ValueKind.UNKNOWN, ValueKind.SHARE)

    assert taken(profile, "slots: {x: {kind: amount}}\n") == {"a", "e"}
    assert taken(profile, "slots: {x: {kind: code}}\n") == {"b"}


def test_only_what_may_be_summed_is_summed() -> None:
    """Money and counts may be added up, measurements and shares may not."""
    profile = described(ValueKind.AMOUNT, ValueKind.MONEY, ValueKind.COUNT, ValueKind.SHARE)

    assert taken(profile, "slots: {x: {kind: amount, asks: sum}}\n") == {"b", "c"}
    assert taken(profile, "slots: {x: {kind: [share, count]}}\n") == {"c", "d"}


def test_columns_that_tell_each_other_stand_in_no_question_together() -> None:
    """A total and its parts, or two names of one thing, are related; the parts are not, unless a template asks so."""
    derived = Relation(kind=RelationKind.DERIVED, file="t.csv", columns=("c",), related=("a", "b"), formula="a + b")
    profile = described(ValueKind.AMOUNT, ValueKind.AMOUNT, ValueKind.AMOUNT, relations=(derived,))
    header = "slots: {x: {kind: amount}, y: {kind: amount}}\n"
    found = [filled(profile, header, random_seed=str(seed)) for seed in range(12)]
    pairs = {frozenset(one.columns) for one in found if isinstance(one, FilledTemplate)}

    assert pairs == {frozenset("ab")}
    assert taken(profile, header + "related: true\n") == set("abc")


def test_banned_fillings_are_not_tried_again() -> None:
    """A filling whose answer says nothing gives way to another one, and a banned template to none."""
    profile = described(ValueKind.AMOUNT, ValueKind.AMOUNT)
    template = read_template(
        Template(
            name="t", text=f'"""\n{HEADER}slots: {{x: {{kind: amount}}}}\n"""\n\n# %%\n"""\nquestion: How?\n"""\n\n1\n'
        )
    )
    state = beginning(profile, profile.tables[0])

    def with_banned(*columns: tuple[str, ...]) -> FilledTemplate | str:
        banned = frozenset(("t", names) for names in columns)
        return fill(template, state, random_seed="0", title="T", rehearsed=RehearsedFillings(banned=banned))

    first = with_banned()
    assert isinstance(first, FilledTemplate)
    second = with_banned(first.columns)
    assert isinstance(second, FilledTemplate)
    assert {*first.columns, *second.columns} == {"a", "b"}
    assert with_banned(("a",), ("b",)) == "lacks an answer that says something of these data"
    assert with_banned(ANY_COLUMNS) == "lacks an answer that says something of these data"


# What is worth asking of a table, template by template.


def column(name: str, missing: int = 0, **known: object) -> ColumnProfile:
    """Return an amount, with what is given changed."""
    usual: dict[str, object] = {
        "name": name, "kind": ColumnKind.AMOUNT, "dtype": "float64", "missing": missing, "distinct": 300,
        "minimum": 1.0, "maximum": 90.0, "mean": 40.0, "deviation": 20.0, "decimals": 1,
        "histogram": (60 - missing, *(60,) * 9),
    }  # fmt: skip
    return ColumnProfile.model_validate(usual | known)


def labels(name: str, *counts: int, levels: tuple[str, ...] = (), **known: object) -> ColumnProfile:
    """Return a category of text whose levels stand in so many rows."""
    names = levels or tuple(f"some level {index}" for index in range(len(counts)))
    usual: dict[str, object] = {
        "name": name, "kind": ColumnKind.CATEGORY, "dtype": "str", "missing": 0, "distinct": len(counts),
        "is_text": True,
        "levels": tuple(LevelCount(value=level, count=count) for level, count in zip(names, counts, strict=True)),
        "longest": max(map(len, names)),
    }  # fmt: skip
    return ColumnProfile.model_validate(usual | known)


def profile_with(*columns: ColumnProfile, entity: str = "", time: str = "") -> Profile:
    """Return the profile of a table of 600 rows, which may follow things over time."""
    table = TableProfile(file="t.csv", reader="pd.read_csv()", rows=600, duplicate_rows=0, columns=columns)
    kinds = {
        ColumnKind.AMOUNT: ValueKind.COUNT,
        ColumnKind.CATEGORY: ValueKind.CATEGORY,
        ColumnKind.FLAG: ValueKind.FLAG,
        ColumnKind.IDENTIFIER: ValueKind.IDENTIFIER,
        ColumnKind.EMPTY: ValueKind.UNKNOWN,
    }
    entry = TableEntry(
        file="t.csv",
        columns=tuple(ColumnEntry(name=known.name, kind=kinds[known.kind]) for known in columns),
        entity=(entity,) if entity else (),
        time=(time,) if time else (),
        gaps=0 if entity else None,
    )
    return Profile(seed="s", tables=(table,), dictionary=DataDictionary(tables=(entry,)))


MASS = column("mass")
SMALL = column("size", minimum=0.1, maximum=9.0, mean=4.0, deviation=2.0)
EVEN, OTHER_EVEN, UNEVEN = labels("group", 200, 200, 200), labels("time", 300, 300), labels("kind", 301, 199, 61, 39)
YEAR = column("year", dtype="int64", decimals=0, distinct=60, minimum=1960.0, maximum=2019.0)
YEARS = labels(
    "year", 300, 300, dtype="int64", is_text=False, levels=("2016", "2017"), minimum=2016.0, maximum=2017.0, decimals=0
)
LONG = labels("group", *(100,) * 6, levels=tuple(f"condition no. {letter}" for letter in "abcdef"))
PEOPLE = tuple(f"Ada {first}{second}ovelace" for first in "BCDKLM" for second in "aeiouy")[:31]
FLAGS = tuple(labels(name, 400, 200, kind=ColumnKind.FLAG) for name in ("black_male", "black_female"))
SET = labels("pulled", 400, 200, kind=ColumnKind.FLAG, levels=("0", "1"), is_text=False, dtype="int64", minimum=0.0,
             maximum=1.0)  # fmt: skip
SHORT_YEARS: dict[str, Any] = {
    "dtype": "int64",
    "is_text": False,
    "levels": ("90", "91", "92", "93"),
    "minimum": 90.0,
    "maximum": 93.0,
    "decimals": 0,
}
FLAG, DAY = (
    Column(FLAGS[0], 600),
    Column(YEAR.model_copy(update={"kind": ColumnKind.DATE, "minimum": "1990-01-01", "maximum": "2009-12-17"}), 600),
)
THINGS = labels("country_name", *(60,) * 10)
STATE = labels("state", *(1,) * 600, kind=ColumnKind.IDENTIFIER)
COUNTER = column("Row", kind=ColumnKind.IDENTIFIER, dtype="int64", decimals=0, distinct=600, minimum=1.0, maximum=600.0)
MANY, FEW = labels("town", *(20,) * 30), labels("town", 300, 100, 80, 60, *(5,) * 12)


@pytest.mark.parametrize(
    ("name", "senseless", "sensible"),
    [
        ("mode_function", (EVEN, OTHER_EVEN), (UNEVEN, OTHER_EVEN)),
        ("common_levels", (labels("code", *(20,) * 28, 40), MASS), (FEW, MASS)),
        ("clip_tails", (MASS,), (column("mass", histogram=(300, 200, 60, 20, 5, 5, 4, 3, 2, 1)),)),
        (
            "first_words",
            (labels("country", 300, 100, 80, 60, *(5,) * 12),),
            (labels("place", 300, 100, 80, 60, *(5,) * 12),),
        ),
        ("level_shares", (labels("kind", 290, 6, 4, missing=300),), (labels("kind", 170, 100, 30, missing=300),)),
        ("level_shares", (UNEVEN.model_copy(update={"kind": ColumnKind.FLAG}),), (UNEVEN,)),
        ("group_spread", (FLAGS[0], MASS), (UNEVEN, MASS)),
        ("fill_group_median", (column("mass", missing=20), FLAGS[0]), (column("mass", missing=20), EVEN)),
        ("group_demean", (FLAGS[0], MASS), (UNEVEN, MASS)),
        ("entropy_function", (labels("place", 80, 40, 20),), (UNEVEN,)),
        ("entropy_function", (labels("appyear", 400, 100, 60, 40, **SHORT_YEARS),), (UNEVEN,)),
        ("group_summary", (MASS, labels("formula", *(3,) * 200)), (MASS, UNEVEN)),
        ("first_words", (labels("by", 300, *(10,) * 30, levels=PEOPLE),), (FEW,)),
        ("z_scores", (column("mass", mean=1.0, deviation=500.0),), (MASS,)),
        ("bands", (column("mass", distinct=11), column("debt", distinct=5)), (MASS, column("debt", distinct=11))),
        ("half_way_year", (YEAR, column("debt")), (YEAR, MASS)),
        ("rank_in_group", (column("mass", distinct=40), UNEVEN), (MASS, UNEVEN)),
        ("rank_in_group", (column("time"), UNEVEN), (MASS, UNEVEN)),
        ("level_shares", (labels("kind", 150, 60, 40, missing=350),), (labels("kind", 200, 150, 50, missing=200),)),
        ("lump_rare", (MANY,), (FEW,)),
        ("common_levels", (MANY, MASS), (FEW, MASS)),
        ("first_words", (MANY,), (FEW,)),
        ("one_hot", (UNEVEN,), (UNEVEN, MASS)),
        ("top_rows", (MASS, COUNTER), (MASS, STATE)),
        ("bands", (column("mass", minimum=-40.0), column("debt", minimum=-9.0)), (MASS, column("debt"))),
        ("bootstrap_mean", (MASS, STATE), (MASS, UNEVEN)),
        ("bootstrap_mean", (MASS, labels("treat", 200, 200, 200)), (MASS, labels("treat", 300, 200, 100))),
        (
            "top_share_function",
            (labels("kind", 300, 200, 60, 40),),
            (labels("kind", 200, 150, 90, 60, 40, 30, 20, 10),),
        ),
        ("cross_counts", (EVEN, OTHER_EVEN), (EVEN, UNEVEN)),
        ("chi_square", (EVEN, OTHER_EVEN), (OTHER_EVEN, UNEVEN)),
        ("chi_square", (labels("a", 590, 10), labels("b", 580, 20)), (labels("a", 400, 200), labels("b", 500, 100))),
        ("level_shares", (labels("sign", 590, 6, 4),), (UNEVEN,)),
        ("combinations", (MANY, labels("b", *(20,) * 30)), (EVEN, UNEVEN)),
        (
            "initial_letters",
            (labels("country_name", *(30,) * 20),),
            (labels("song_title", *(30,) * 20, kind=ColumnKind.IDENTIFIER),),
        ),
        ("short_codes", (labels("group", 300, 300, levels=("Control", "Meditation")),), (LONG,)),
        ("two_conditions", (YEARS, MASS), (UNEVEN, MASS)),
        ("missing_by_group", (column("mass", missing=5), EVEN), (column("mass", missing=60), EVEN)),
        (
            "missing_by_group",
            (labels("remark", 300, 200, missing=100), EVEN),
            (labels("a", 300, 200, missing=100), EVEN),
        ),
        ("level_shares", (labels("remarks", 300, 200, 100),), (labels("kind", 300, 200, 100),)),
        ("cross_counts", FLAGS, (FLAGS[0], UNEVEN)),
        ("flag_shares", (FLAGS[0], UNEVEN), (SET, UNEVEN)),
        ("flag_shares", (SET, SET.model_copy(update={"name": "pulled_left"})), (SET, UNEVEN)),
        ("chi_square", FLAGS, (FLAGS[0], UNEVEN)),
        ("fill_unknown", (labels("line", 30, 20, missing=550),), (labels("line", 300, 200, missing=100),)),
        ("fill_group_median", (column("mass", missing=1), EVEN), (column("mass", missing=20), EVEN)),
    ],
)
def test_templates_leave_out_what_tells_nothing(
    templates: tuple[Template, ...],
    name: str,
    senseless: tuple[ColumnProfile, ...],
    sensible: tuple[ColumnProfile, ...],
) -> None:
    """Each template has a table that it is for, and one like it on which nobody would ask its question."""
    assert isinstance(filled_from(templates, name, profile_with(*sensible)), FilledTemplate)
    assert isinstance(filled_from(templates, name, profile_with(*senseless)), str)


@pytest.mark.parametrize(
    "name",
    [
        *("trimmed_mean", "iqr_fences", "mad_outliers", "z_scores", "clip_tails", "pareto_rows", "log_scale"),
        *("gini_function", "fence_function"),
    ],
)
def test_years_of_one_thing_are_not_thrown_together(templates: tuple[Template, ...], name: str) -> None:
    """Sixty yearly numbers of a country are no sample: none of them is an outlier among those of all countries."""
    tail = column("mass", maximum=900.0, histogram=(300, 200, 60, 20, 5, 5, 4, 3, 2, 1))

    assert fitting(templates, name, profile_with(tail, THINGS))
    assert not fitting(templates, name, profile_with(tail, THINGS, YEAR, entity="country_name", time="year"))


@pytest.mark.parametrize("name", ["welch_test", "kruskal_test", "bootstrap_mean", "effect_size", "chi_square"])
def test_tests_are_made_of_rows_that_are_independent(templates: tuple[Template, ...], name: str) -> None:
    """Rows of one thing at several times are no independent sample, nor are several rows of one person."""
    columns, ward = (MASS, UNEVEN, OTHER_EVEN), labels("ward", *(3,) * 200)
    wave = column("wave", distinct=3, minimum=1.0, maximum=3.0, decimals=0)

    assert fitting(templates, name, profile_with(*columns, ward))
    assert not fitting(templates, name, profile_with(*columns, ward, wave, entity="ward", time="wave"))
    assert not fitting(templates, name, profile_with(*columns, labels("Subject", *(3,) * 200)))
    # Of pupils in schools the number of a pupil says that each is one of its own.
    pupil = column("pupil_id", distinct=600, decimals=0).model_copy(update={"kind": ColumnKind.IDENTIFIER})
    assert fitting(templates, name, profile_with(*columns, pupil, labels("school_id", *(3,) * 200)))


def test_rows_without_a_name_are_shown_with_what_they_are(templates: tuple[Template, ...]) -> None:
    """A number names a row and tells nobody which it is: categories stand beside it, or nothing is asked."""
    number = COUNTER.model_copy(update={"name": "case", "minimum": 2001.0, "maximum": 2900.0})

    assert not fitting(templates, "top_rows", profile_with(MASS, number, FEW, UNEVEN))
    assert fitting(templates, "top_rows", profile_with(MASS, STATE))
    assert fitting(templates, "highest_rows", profile_with(MASS, number, FEW, UNEVEN))
    assert not fitting(templates, "highest_rows", profile_with(MASS, number))
    assert not fitting(templates, "highest_rows", profile_with(MASS, FEW, UNEVEN))


@pytest.mark.parametrize("name", ["regression", "best_single_feature"])
def test_nothing_is_predicted_from_its_future(templates: tuple[Template, ...], name: str) -> None:
    """Of a column for each year the latest is what the others may explain."""
    profile = profile_with(*(column(f"population_{year}") for year in (2006, 2011, 2016, 2021)))
    contexts = [
        filling.context
        for seed in range(12)
        if isinstance(filling := filled_from(templates, name, profile, str(seed)), FilledTemplate)
    ]

    assert contexts
    assert all(feature.name < context["target"].name for context in contexts for feature in context["features"])


@pytest.mark.parametrize("name", ["regression", "best_single_feature"])
def test_nobody_s_age_is_predicted(templates: tuple[Template, ...], name: str) -> None:
    """An age is known of everyone, and tells of others rather than they of it."""
    filling = filled_from(templates, name, profile_with(column("age"), column("pulse"), column("mass"), column("size")))

    assert isinstance(filling, FilledTemplate)
    assert filling.context["target"].name != "age"
    assert not fitting(templates, name, profile_with(column("age"), column("age_at_start"), column("age_at_end")))


@pytest.mark.parametrize("logarithm", ["lprice", "log_price", "LogPrice"])
def test_no_logarithm_is_made_that_is_a_column(templates: tuple[Template, ...], logarithm: str) -> None:
    """Where a table has the logarithm of an amount, nobody makes it again to another base."""
    price = column("price", minimum=1.0, maximum=900.0)

    assert fitting(templates, "log_scale", profile_with(price))
    assert not fitting(templates, "log_scale", profile_with(price, column(logarithm, maximum=6.8)))


def test_names_of_months_order_no_panel(templates: tuple[Template, ...]) -> None:
    """August comes before January in the alphabet only, so that nothing is first or last by such names."""
    months = labels("Time", 200, 200, 200, levels=("August", "January", "June"))
    subject = labels("Subject", *(3,) * 200)
    wave = column("wave", distinct=3, minimum=1.0, maximum=3.0, decimals=0)

    assert not fitting(templates, "panel_change", profile_with(MASS, months, subject, entity="Subject", time="Time"))
    assert fitting(templates, "panel_change", profile_with(MASS, wave, subject, entity="Subject", time="wave"))


def test_numbers_of_several_units_are_no_amounts(templates: tuple[Template, ...]) -> None:
    """Where a column says the unit of each row, nothing is averaged over rows, and units are no category of rows."""
    units = labels("units", 300, 200, 60, 40)

    assert fitting(templates, "standardise", profile_with(MASS, SMALL, UNEVEN))
    assert not fitting(templates, "standardise", profile_with(MASS, SMALL, units))
    assert not fitting(templates, "level_shares", profile_with(MASS, units))
    indicator = labels("indicator", 300, 200, 60, 40)
    assert not fitting(templates, "standardise", profile_with(MASS, SMALL, indicator))


def test_amounts_on_one_scale_are_not_put_on_one(templates: tuple[Template, ...]) -> None:
    """Where amounts vary as much as each other, standardising them says nothing that they do not."""
    assert fitting(templates, "standardise", profile_with(MASS, SMALL))
    assert not fitting(templates, "standardise", profile_with(MASS, column("weight_after", deviation=24.0)))


def test_rows_that_stand_for_many_are_no_subject(templates: tuple[Template, ...]) -> None:
    """Where a column says how often what a row shows was seen, means and counts of rows are those of no thing."""
    assert fitting(templates, "standardise", profile_with(MASS, SMALL, UNEVEN))
    assert not fitting(templates, "standardise", profile_with(MASS, SMALL, column("frequency"), UNEVEN))
    assert not fitting(templates, "level_shares", profile_with(MASS, column("Freq"), UNEVEN))
    assert fitting(templates, "level_shares", profile_with(MASS, column("frequency_mhz"), UNEVEN))
    # A column named for a number of things says so where the rows are all combinations of levels.
    across, down = labels("lake", *(30,) * 20), labels("food", *(20,) * 30)
    assert not fitting(templates, "trimmed_mean", profile_with(column("count"), across, down))
    assert fitting(templates, "trimmed_mean", profile_with(column("mass"), across, down))
    assert fitting(templates, "trimmed_mean", profile_with(column("count"), UNEVEN, down))


@pytest.mark.parametrize(
    "name", ["bootstrap_mean", "kruskal_test", "welch_test", "chi_square", "effect_size", "gini_function"]
)
def test_rows_in_an_order_of_time_are_no_sample(templates: tuple[Template, ...], name: str) -> None:
    """Tests and bootstraps suppose that rows do not depend on each other, and those that follow in time do."""
    profile = profile_with(MASS, UNEVEN, OTHER_EVEN)
    [entry] = profile.dictionary.tables if profile.dictionary else ()
    ordered = entry.model_copy(update={"ordered": True})
    in_time = profile.model_copy(update={"dictionary": DataDictionary(tables=(ordered,))})

    assert fitting(templates, name, profile)
    assert not fitting(templates, name, in_time)
    lag = Relation(kind=RelationKind.LAG, file="t.csv", columns=("kind",), related=("mass",), formula="mass.shift(1)")
    assert not fitting(templates, name, profile.model_copy(update={"relations": (lag,)}))


def test_columns_that_hardly_have_values_are_asked_about_for_their_gaps_only() -> None:
    """What is known of a tenth of the rows is no subject, unless a slot is about missing values."""
    profile = profile_with(labels("line", 40, 20, missing=540))

    assert filled(profile, "slots: {x: {kind: category}}\n") == "has no category for x"
    assert isinstance(filled(profile, "slots: {x: {kind: category, missing: 1..}}\n"), FilledTemplate)


@pytest.mark.parametrize(
    ("name", "answer", "expected"),
    [
        ("clip_tails", 0.1, False),
        ("clip_tails", -3.0, True),
        ("trimmed_mean", (40.0, 39.9), False),
        ("trimmed_mean", (40.0, 35.0), True),
        ("largest_residual", (0.01, 9.0), False),
        ("largest_residual", (-0.5, 9.0), True),
        ("best_single_feature", ("mass", -0.7), False),
        ("best_single_feature", ("mass", 0.4), True),
        ("combinations", (12, 0), False),
        ("combinations", (10, 2), True),
        ("within_group_share", 1.0, False),
        ("log_scale", (1.1, -1.4), False),
        ("log_scale", (1.1, -0.3), True),
        ("pca_share", (0.35, 3), False),
        ("pca_share", (0.99, 1), False),
        ("pca_share", (0.6, 2), True),
        ("yes_no_flags", [["0", 0.484], ["1", 1.0], ["2", 1.0], ["3", 1.0]], False),
        ("yes_no_flags", [["0", 0.484], ["1", 0.9], ["2", 1.0], ["3", 1.0]], True),
        ("correlation", 1.0, False),
        ("correlation", -0.8, True),
        ("mad_outliers", (2.0, 200), False),
        ("mad_outliers", (2.0, 20), True),
        ("iqr_fences", 200, False),
        ("iqr_fences", 40, True),
        ("above_median", [["a", 51.0], ["b", 49.0]], False),
        ("above_median", [["a", 71.0], ["b", 29.0]], True),
        ("two_levels", (40.0, 40.5), False),
        ("two_levels", (40.0, 60.0), True),
        ("levels_covering", (1, 80.0), False),
        ("strongest_pair", ("a", "b", 0.999), False),
        ("strongest_pair", ("a", "b", -0.8), True),
        ("effect_size", 0.002, False),
        ("effect_size", -0.2, True),
        ("effect_size", -0.12, False),
        ("knn_classify", (0.475, 0.418), False),
        ("knn_classify", (0.6, 0.518), False),
        ("knn_classify", (0.65, 0.518), True),
        ("mean_of_means", (96.25, 96.9), False),
        ("mean_of_means", (96.25, 92.9), True),
        ("group_correlation", [["a", -0.007], ["b", 0.094]], False),
        ("group_correlation", [["a", -0.31], ["b", 0.09]], False),
        ("group_correlation", [["a", -0.71], ["b", 0.09]], True),
        ("cross_counts", [["0", 51.3, 48.7], ["1", 60.0, 40.0]], False),
        ("flag_shares", [["a", 50.0], ["b", 52.0]], False),
        ("flag_shares", [["a", 40.0], ["b", 92.0]], True),
        ("flag_shares", [["a", 0.0], ["b", 100.0]], False),
        ("cross_counts", [["0", 76.9, 23.1], ["1", 100.0, 0.0]], False),
        ("cross_counts", [["0", 39.3, 60.7], ["1", 25.5, 74.5]], True),
        ("pivot_means", [["a", 0.0, 0.0], ["b", 20.0, 90.0]], False),
        ("pivot_means", [["a", 10.0, 5.0], ["b", 20.0, 90.0]], True),
        ("pivot_means", [["a", 10.0, 5.0, 7.0], ["b", None, None, 90.0]], False),
        ("group_summary", [["0", "a", 300.0, 40.0], ["1", "b", 300.0, 39.0]], False),
        ("group_summary", [["0", "a", 300.0, 40.0], ["1", "b", 300.0, 30.0]], True),
        ("large_parts", [["a", 0.0], ["b", 0.0]], False),
        ("two_conditions", (54.8, 53.1), False),
        ("two_conditions", (45.0, 0.0), False),
        ("two_conditions", (45.0, 30.0), False),
        ("two_conditions", (50.0, 30.0), True),
        ("panel_lag", 70.0, True),
        ("panel_lag", 50.4, False),
        ("panel_lag", 97.0, False),
        ("level_shares", [["a", 33.3], ["b", 33.3], ["c", 33.3]], False),
        ("level_shares", [["a", 43.3], ["b", 33.3], ["c", 23.4]], True),
        ("combinations", (45, 1), False),
        ("combinations", (32, 184), False),
        ("combinations", (45, 9), True),
        ("gaps_in_time", ("1990-01-01", 30), False),
        ("fence_function", 200, False),
        ("fence_function", 20, True),
        ("log_scale", (0.514, -0.429), False),
        ("moving_average", 89.9, False),
        ("moving_average", 60.0, True),
        ("top_rows", [["0", "2009-12-17 00:00:00", 90.0], ["1", "2009-12-16 00:00:00", 89.0]], False),
        ("bands", [["low", 0.0], ["middle", 0.0], ["high", 9.0]], False),
        ("mad_outliers", (0.0, 20), False),
        ("two_conditions", (40.0, 100.0), False),
        ("month_counts", [["2020-01", 62.0], ["2020-02", 56.0]], False),
        ("month_counts", [["2020-01", 62.0], ["2020-02", 30.0]], True),
        ("missing_by_group", [["no", 87.5], ["yes", 0.0]], False),
        ("missing_by_group", [["no", 87.5], ["yes", 2.0]], True),
        ("top_rows", [["0", "1999-12-17 00:00:00", 90.0], ["1", "2009-12-16 00:00:00", 89.0]], True),
        ("pca_share", (0.55, 2), False),
        ("panel_change", (1, 6.0, 6.0), False),
        ("gini_function", 0.079, False),
        ("gini_function", 0.31, True),
        ("pareto_rows", (2340, 42.7), False),
        ("pareto_rows", (60, 10.0), True),
        ("mode_function", {"x": ["a", "b"], "y": ["a", "b"]}, False),
        ("mode_function", {"x": ["a"], "y": ["b", "a"]}, True),
        ("mode_function", {"x": ["a"], "y": ["b", "c", "d"]}, False),
        ("above_median", [["a", 100.0], ["b", 0.0]], False),
        ("classify", (1.0, 0.6), False),
        ("first_words", [["Border", 5.0], ["North", 5.0]], False),
        ("first_words", [["North", 80.0], ["Red", 75.0]], False),
        ("first_words", [["Red", 80.0], ["Black", 75.0]], True),
        ("kruskal_test", (0.86, False), False),
        ("short_codes", (5, False), False),
        ("short_codes", (6, True), True),
        ("median_grade", [["a", "good"], ["b", "good"]], False),
        ("median_grade", [["a", "good"], ["b", "fair"]], True),
        ("chi_square", (0.4, 1, False), False),
        ("welch_test", (-0.3, False), False),
        ("top_share_function", 0.99, False),
        ("top_share_function", 0.03, False),
        ("entropy_function", 0.99, False),
        ("orders_of_magnitude", [["1", 500.0], ["2", 100.0]], False),
        ("orders_of_magnitude", [["-1", 5.0], ["0", 500.0], ["1", 95.0]], False),
        ("orders_of_magnitude", [["0", 50.0], ["1", 500.0], ["2", 50.0]], True),
        ("correlation", 0.11, False),
    ],
)
def test_answers_are_worth_their_question(
    templates: tuple[Template, ...],
    name: str,
    answer: object,
    *,
    expected: bool,
) -> None:
    """A template takes no filling whose answer shows that there was nothing to find."""
    state = beginning(profile_with(MASS, UNEVEN), profile_with(MASS, UNEVEN).tables[0])
    mass, kind = state.table.columns
    target = replace(kind, profile=kind.profile.model_copy(update={"distinct": 2}))
    context = {"amount": mass, "one": mass, "other": mass, "amounts": (mass,) * 3, "target": target, "group": kind}
    context |= {
        "table": {"file_rows": 600, "rows": 600, "ordered": True},
        "label": DAY,
        "down": FLAG,
        "across": FLAG,
        "when": DAY,
        "log": {"amount": mass},
        "first": LevelCount(value="a", count=300),
        "second": LevelCount(value="b", count=200),
    }
    [template] = [template for template in templates if template.name == name]

    telling = {"clip_tails": "3.5", "mad_outliers": "3.5", "largest_residual": "(0.1, False, 0.1, 0.1, -0.5)"}
    telling |= {
        "trimmed_mean": "0.1",
        "best_single_feature": "(False, 0.1)",
        "correlation": "(False, 0.1, 0.1, 0.1, -0.8)",
    }
    telling |= {"first_words": "3.5", "fence_function": "(0.1, False)", "iqr_fences": "(0.1, False, False)"}
    telling |= {"above_median": "0.05", "missing_by_group": "False"}
    telling |= dict.fromkeys(("strongest_pair", "pca_share"), "(0.5, 0.1, False)") | {"top_rows": "(0.1, True)"}
    telling |= {"pivot_means": "(0.5, 9)", "quartile_groups": "(0.5, 0.1, 0.1)"}

    assert is_worth(read_template(template).header.worth, repr(answer), context, telling.get(name, "0.5")) is expected


def test_panels_are_no_sample_of_their_things(templates: tuple[Template, ...]) -> None:
    """How often a thing stands in a panel is planned, and rows of many things are compared with their own only."""
    times = column("year", dtype="int64", decimals=0, distinct=60, minimum=1960.0, maximum=2019.0)
    uneven = labels("town", 120, *(60,) * 6, *(40,) * 3)
    sample, panel = profile_with(MASS, uneven, times), profile_with(MASS, uneven, times, entity="town", time="year")

    assert fitting(templates, "level_shares", sample)
    assert not fitting(templates, "level_shares", panel)
    kinds = profile_with(MASS, uneven, UNEVEN, times, entity="town", time="year")
    groups = {
        filling.context["group"].name
        for seed in range(12)
        if isinstance(filling := filled_from(templates, "group_demean", kinds, str(seed)), FilledTemplate)
    }
    assert groups == {"town"}


def test_rows_in_an_order_of_time_have_no_outliers(templates: tuple[Template, ...]) -> None:
    """What has grown lies far from its mean at the end; a column that counts the steps of time shows it as well."""
    tail = column("mass", maximum=900.0, histogram=(300, 200, 60, 20, 5, 5, 4, 3, 2, 1))
    clock = column("t", dtype="int64", decimals=0, distinct=600, minimum=1.0, maximum=600.0)

    for name in ("iqr_fences", "fence_function", "mad_outliers", "z_scores"):
        assert fitting(templates, name, profile_with(tail, UNEVEN))
        assert not fitting(templates, name, profile_with(tail, UNEVEN, clock))


def test_few_numbers_are_no_classes(templates: tuple[Template, ...]) -> None:
    """Speeds from 5 to 30 measure something, however few there are; grades from 1 to 4 are classes, as are codes."""
    grades = labels(
        "grade", 300, 200, 60, 40, dtype="int64", is_text=False, levels=tuple("1234"), minimum=1.0, maximum=4.0
    )
    speeds = labels(
        "speed",
        300,
        200,
        60,
        40,
        dtype="int64",
        is_text=False,
        levels=("5", "9", "20", "30"),
        minimum=5.0,
        maximum=30.0,
    )
    unknown = {"dictionary": None}

    assert fitting(templates, "level_shares", profile_with(grades).model_copy(update=unknown))
    assert not fitting(templates, "level_shares", profile_with(speeds).model_copy(update=unknown))
    assert fitting(templates, "level_shares", profile_with(speeds))


def test_numbers_that_a_mark_makes_text_are_no_classes(templates: tuple[Template, ...]) -> None:
    """A column of numbers in which a letter stands for a missing one is neither a category nor text."""
    profile = profile_with(labels("spent", 300, 200, 60, 40, levels=("0.5", "1.2", "9.7", "b")), MASS)
    marked = Relation(kind=RelationKind.SENTINEL, file="t.csv", columns=("spent",), values=("b",))

    assert fitting(templates, "one_hot", profile)
    assert not fitting(templates, "one_hot", profile.model_copy(update={"relations": (marked,)}))


def test_things_are_compared_over_several_times(templates: tuple[Template, ...]) -> None:
    """Any two things that were seen twice go together perfectly."""
    towns, pairs = labels("town", *(60,) * 10), labels("town", *(20,) * 30)
    years = column("year", dtype="int64", decimals=0, distinct=60, minimum=1960.0, maximum=2019.0)
    twice = labels("town", *(2,) * 300).model_copy(update={"distinct": 300})

    assert fitting(templates, "panel_wide", profile_with(MASS, towns, years, entity="town", time="year"))
    assert fitting(templates, "panel_wide", profile_with(MASS, pairs, years, entity="town", time="year"))
    assert not fitting(templates, "panel_wide", profile_with(MASS, twice, years, entity="town", time="year"))


def test_a_rise_runs_through_no_two_things(templates: tuple[Template, ...]) -> None:
    """Rows in an order of time rise from one to the next, and not from the last of a thing to the first of another."""
    profile = profile_with(MASS, UNEVEN, YEAR, entity="kind", time="year")
    [entry] = profile.dictionary.tables if profile.dictionary else ()

    def with_entry(**known: object) -> Profile:
        changed = entry.model_copy(update={"ordered": True, **known})
        return profile.model_copy(update={"dictionary": DataDictionary(tables=(changed,))})

    assert fitting(templates, "rise_function", with_entry(entity=(), time=("year",), key=("year",)))
    assert not fitting(templates, "rise_function", with_entry())


def test_fences_are_asked_about_once(templates: tuple[Template, ...]) -> None:
    """How many values lie outside of the fences is asked by a function or without one, so that no set has both."""
    both = [read_template(template) for template in templates if template.name in {"iqr_fences", "fence_function"}]

    assert alike(both)


def test_indicators_give_way_to_their_category(templates: tuple[Template, ...]) -> None:
    """Of flags that together are one category none is a subject."""
    flags = [flag.model_copy(update={"name": name}) for flag, name in zip(FLAGS, ("catcher", "outfield"), strict=True)]
    whole = Relation(kind=RelationKind.COMPOSITION, file="t.csv", columns=("catcher", "outfield"), formula="1")
    profile = profile_with(*flags, MASS)

    assert fitting(templates, "effect_size", profile)
    assert not fitting(templates, "effect_size", profile.model_copy(update={"relations": (whole,)}))


def test_whether_observation_ended_divides_nothing_else(templates: tuple[Template, ...]) -> None:
    """Nothing is compared by whether something was seen to its end."""
    ends, sexes = (labels(name, 400, 200, kind=ColumnKind.FLAG) for name in ("cens", "female"))

    assert fitting(templates, "effect_size", profile_with(sexes, MASS))
    assert not fitting(templates, "effect_size", profile_with(ends, MASS))


@pytest.mark.parametrize(
    ("name", "levels", "expected"),
    [
        ("USUBJID", ("01-701", "01-702", "01-703"), False),
        ("patient", ("p1", "p2", "p3"), False),
        ("province", ("p1", "p2", "p3"), True),
        ("customer", ("member", "guest", "other one"), True),
        ("COVID", ("mild", "severe", "healthy"), True),
    ],
)
def test_people_are_no_classes(
    templates: tuple[Template, ...], name: str, levels: tuple[str, ...], *, expected: bool
) -> None:
    """How many rows somebody has says nothing; how many a place has may, and what kind of people there are."""
    group = labels(name, 300, 200, 100, levels=levels)
    assert fitting(templates, "level_shares", profile_with(group, MASS)) is expected


@pytest.mark.parametrize(
    ("times", "expected"), [(("1990 Q1", "1990 Q2"), True), (("1990 jan", "1990 feb"), False), (("1990", "1991"), True)]
)
def test_times_in_words_follow_no_order(
    templates: tuple[Template, ...], times: tuple[str, ...], *, expected: bool
) -> None:
    """What has the name of a month in it stands in another order as text than in time."""
    town, when = labels("town", *(30,) * 20), labels("when", 300, 300, levels=times)
    profile = profile_with(town, when, MASS, entity="town", time="when")
    assert fitting(templates, "panel_lag", profile) is expected


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        (("6-12", "9-14", "4+"), True),
        (("6-12", "6 - 12", "4+"), False),
        (("line 4", "line_na", "line 6"), False),
        (("Li Na", "Wu Na", "An Na"), True),
        (("Ghana", "China", "Guyana"), True),
        (("Am Nat", "American Naturalist", "Evolution"), False),
        (("New York", "New Yorkshire", "Group A"), True),
        (("Group A", "Group AB", "Group B"), True),
    ],
)
def test_levels_say_what_they_are(templates: tuple[Template, ...], levels: tuple[str, ...], *, expected: bool) -> None:
    """No category has one level in two spellings, or one for what is not known."""
    group = labels("line", 300, 200, 100, levels=levels)
    assert fitting(templates, "level_shares", profile_with(group, MASS)) is expected


@pytest.mark.parametrize(
    ("name", "weak", "strong"),
    [
        ("group_demean", "0.02", "0.3"),
        ("rank_in_group", "(0.02, True, True)", "(0.3, True, True)"),
        ("rank_in_group", "(0.9, True, True)", "(0.3, True, True)"),
        ("rank_in_group", "(0.3, False, True)", "(0.3, True, True)"),
        # Where two are first, nobody is second.
        ("rank_in_group", "(0.3, True, False)", "(0.3, True, True)"),
        ("chi_square", "0", "7"),
        ("common_levels", "(0.3, False)", "(0.3, True)"),
        ("share_of_total", "0.02", "0.3"),
        ("z_scores", "(0.7, 0.1, 2.4)", "(0.1, 0.1, 2.4)"),
        ("z_scores", "(0.1, 0.95, 2.4)", "(0.1, 0.1, 2.4)"),
        # Nothing can lie two deviations below the mean.
        ("z_scores", "(0.1, 0.1, 0.7)", "(0.1, 0.1, 2.4)"),
        ("gini_function", "0.95", "0.1"),
        ("trimmed_mean", "0.65", "0.1"),
        ("word_counts", "1.9", "3.5"),
        ("quartile_groups", "(0.97, 0.1, 0.1)", "(0.6, 0.1, 0.1)"),
        ("group_spread", "1.05", "1.8"),
        ("rise_function", "False", "True"),
        ("quartile_groups", "(-0.007, 0.1, 0.1)", "(-0.4, 0.1, 0.1)"),
        ("largest_residual", "(0.4, False, 0.9, 0.1, -0.5)", "(0.1, False, 0.9, 0.1, -0.5)"),
        ("largest_residual", "(0.1, True, 0.9, 0.1, -0.5)", "(0.1, False, 0.9, 0.1, -0.5)"),
        ("strongest_pair", "(0.5, 0.4, False)", "(0.5, 0.1, False)"),
        ("strongest_pair", "(0.0001, 0.1, False)", "(0.5, 0.1, False)"),
        ("strongest_pair", "(0.5, 0.1, True)", "(0.5, 0.1, False)"),
        ("pca_share", "(0.5, 0.4, False)", "(0.5, 0.1, False)"),
        ("pca_share", "(0.5, 0.1, True)", "(0.5, 0.1, False)"),
        ("correlation", "(True, 0.1, 0.9, 0.1, -0.8)", "(False, 0.1, 0.9, 0.1, -0.8)"),
        ("correlation", "(False, 0.5, 0.9, 0.1, -0.8)", "(False, 0.1, 0.9, 0.1, -0.8)"),
        ("best_single_feature", "(True, 0.1)", "(False, 0.1)"),
        ("best_single_feature", "(False, 0.9)", "(False, 0.1)"),
        ("bootstrap_mean", "0.98", "0.1"),
        ("regression", "(0.006, 0.1)", "(0.4, 0.1)"),
        ("regression", "(0.4, 0.9)", "(0.4, 0.1)"),
        ("month_extremes", "(4, 2)", "(9, 2)"),
        ("month_extremes", "(9, 54)", "(9, 2)"),
        ("melt_amounts", "0.0001", "0.4"),
        # A part and its whole.
        ("bands", "(0.5, True, 0.3, True)", "(0.5, False, 0.3, True)"),
        # A row on another side of a limit than of the limit as rounded.
        ("bands", "(0.5, False, 0.3, False)", "(0.5, False, 0.3, True)"),
        # A rank of 63.75.
        ("percentile_rank", "(0.1, 0.5)", "(0.1, 0.25)"),
        ("column_overview", "0", "2"),
        ("complete_rows", "True", "False"),
        ("quartile_groups", "(0.5, 0.9, 0.9)", "(0.5, 0.9, 0.1)"),
        ("standardise", "0.7", "0.1"),
        # Amounts that both grow with the years.
        ("correlation", "(False, 0.1, 0.9, 0.9, -0.8)", "(False, 0.1, 0.9, 0.1, -0.8)"),
        ("iqr_fences", "(0.1, True, False)", "(0.1, False, False)"),
        ("iqr_fences", "(0.4, False, False)", "(0.1, False, False)"),
        ("iqr_fences", "(0.1, False, True)", "(0.1, False, False)"),
        ("above_median", "0.6", "0.05"),
        ("missing_by_group", "True", "False"),
        ("skewed_columns", "(0.1, 0.2)", "(0.1, 0.01)"),
        ("fence_function", "(0.4, False)", "(0.1, False)"),
        ("fence_function", "(0.1, True)", "(0.1, False)"),
        ("percentiles", "0.4", "0.1"),
        ("five_numbers", "0.4", "0.1"),
        ("histogram", "(3.5, 0.1, 0.99, False)", "(3.5, 0.1, 0.4, False)"),
        ("histogram", "(3.5, 0.4, 0.4, False)", "(3.5, 0.1, 0.4, False)"),
        ("histogram", "(30.0, 0.1, 0.4, False)", "(3.5, 0.1, 0.4, False)"),
        ("histogram", "(3.5, 0.1, 0.4, True)", "(3.5, 0.1, 0.4, False)"),
        ("relative_spread", "0.8", "0.1"),
        ("extreme_rows", "3", "1"),
        ("panel_change", "(3, True)", "(1, True)"),
        ("bar_chart", "(0.3, 116.0)", "(0.3, 2.0)"),
        ("bar_chart", "(0.001, 2.0)", "(0.3, 2.0)"),
        ("bootstrap_mean", "0.58", "0.1"),
        # Who was seen once has not changed.
        ("panel_change", "(1, False)", "(1, True)"),
        ("nearest_rows", "(3, 0.1, 0.4, True)", "(1, 0.1, 0.4, True)"),
        ("nearest_rows", "(1, 0.5, 0.4, True)", "(1, 0.1, 0.4, True)"),
        ("typical_rows", "(0.5, 0.4, True)", "(0.1, 0.4, True)"),
        # Amounts of which one follows from the others.
        ("nearest_rows", "(1, 0.1, 0.01, True)", "(1, 0.1, 0.4, True)"),
        ("typical_rows", "(0.1, 0.01, True)", "(0.1, 0.4, True)"),
        # Distances that differ in their last bits only.
        ("nearest_rows", "(1, 0.1, 0.4, False)", "(1, 0.1, 0.4, True)"),
        ("typical_rows", "(0.1, 0.4, False)", "(0.1, 0.4, True)"),
        # The group that leads among all rows leads above any limit.
        ("closest_groups", "(0.4, 0.01, 0.2)", "(0.4, 0.4, 0.2)"),
        # Two pairs that are as close, as rounded.
        ("closest_groups", "(0.4, 0.4, 0.0004)", "(0.4, 0.4, 0.2)"),
        ("column_overview", "1", "2"),
        ("leading_level", "(1, 1, 1)", "(2, 1, 2)"),
        ("leading_level", "(2, 3, 2)", "(2, 1, 2)"),
        # Leaders that are hardly ahead.
        ("leading_level", "(2, 1, 1)", "(2, 1, 2)"),
        ("bands", "(0.05, False, 0.3, True)", "(0.5, False, 0.3, True)"),
        ("group_ranges", "(0.001, 0.1)", "(0.5, 0.1)"),
        ("group_ranges", "(0.5, 0.9)", "(0.5, 0.1)"),
        ("correlation", "(False, 0.1, 0.1, 0.1, -0.95)", "(False, 0.1, 0.1, 0.1, -0.75)"),
        ("largest_residual", "(0.1, False, -0.7, 0.9, -0.5)", "(0.1, False, -0.7, 0.1, -0.5)"),
        # A line that a few rows draw.
        ("largest_residual", "(0.1, False, -0.7, 0.1, -0.1)", "(0.1, False, -0.7, 0.1, -0.5)"),
        ("group_median_gap", "[1, 5]", "[1, 1]"),
        ("group_top_row", "(0.5, [3, 1])", "(0.5, [1, 4])"),
        # A line that is flat.
        ("line_plot", "(0.0, 1)", "(400.0, 1)"),
        # Means over other things each year.
        ("line_plot", "(400.0, 3)", "(400.0, 1)"),
        ("panel_wide", "2", "0"),
        ("scatter_plot", "(-0.99, 3.0, 3.0)", "(0.4, 3.0, 3.0)"),
        ("scatter_plot", "(0.4, 3.0, 90.0)", "(0.4, 3.0, 3.0)"),
        ("moving_average_years", "0.97", "0.3"),
    ],
)
def test_groups_and_relations_are_there_in_the_data(
    templates: tuple[Template, ...], name: str, weak: str, strong: str
) -> None:
    """Nobody is compared with a group that makes no difference, nor are amounts related that are not, or are one."""
    state = beginning(profile_with(MASS, UNEVEN), profile_with(MASS, UNEVEN).tables[0])
    mass, kind = state.table.columns
    context = {"amount": mass, "one": mass, "other": mass, "group": kind, "words": kind, "amounts": (mass,) * 3}
    context |= {"table": {"rows": 600, "file_rows": 600, "series": "day"}}
    answers: dict[str, object] = {
        "bands": [["low", 10.0], ["middle", 40.0], ["high", 90.0]],
        "panel_change": (1, 30.0, 6.0),
        "quartile_groups": [["1", 10.0], ["2", 90.0]],
        "largest_residual": (-0.5, 9.0),
        "group_ranges": [["a", 1.0, 9.0, 8.0], ["b", 2.0, 9.0, 7.0]],
        "group_median_gap": ("a", "b", 90.0),
        "strongest_pair": ("a", "b", -0.8),
        "pca_share": (0.6, 2),
        "regression": (3.0, 5.0),
        "correlation": -0.8,
        "chi_square": (9.5, 1, True),
        "gini_function": 0.4,
        "trimmed_mean": (40.0, 35.0),
        "above_median": [["a", 71.0], ["b", 29.0]],
        "missing_by_group": [["no", 87.5], ["yes", 2.0]],
        "skewed_columns": [["a", 2.5], ["b", 0.1]],
        "word_counts": [["north", 6], ["south", 5]],
        "first_words": [["Red", 80.0], ["Black", 75.0]],
        "best_single_feature": ("mass", 0.4),
    }
    [template] = [template for template in templates if template.name == name]
    header, answer = read_template(template).header, repr(answers.get(name, 40.0))

    assert header.shows
    assert not is_worth(header.worth, answer, context, weak)
    assert is_worth(header.worth, answer, context, strong)


@pytest.mark.parametrize(
    "name",
    [
        *("entropy_function", "welch_test", "two_conditions", "effect_size", "group_demean"),
        *("share_of_total", "kruskal_test", "group_summary", "pivot_means", "rank_in_group", "cross_counts"),
    ],
)
def test_numbers_of_which_nothing_is_known_stand_in_tables_only(templates: tuple[Template, ...], name: str) -> None:
    """A few small numbers may be counts or codes: their rows are counted, and no level is held against the others."""
    numbers = labels("item_04", 300, 200, 60, 40, levels=("0", "1", "2", "3"), is_text=False, dtype="int64",
                     minimum=0.0, maximum=3.0, decimals=0)  # fmt: skip
    second = (OTHER_EVEN,) if name in {"pivot_means", "cross_counts"} else ()
    profile = profile_with(numbers, MASS, *second)
    [entry] = profile.dictionary.tables if profile.dictionary else ()
    unknown = entry.columns[0].model_copy(update={"kind": ValueKind.UNKNOWN})
    tables = (entry.model_copy(update={"columns": (unknown, *entry.columns[1:])}),)
    profile = profile.model_copy(update={"dictionary": DataDictionary(tables=tables)})

    assert fitting(templates, name, profile_with(UNEVEN, MASS, *second))
    assert fitting(templates, "level_shares", profile)
    assert not fitting(templates, name, profile)


@pytest.mark.parametrize("name", ["regression", "best_single_feature", "classify", "knn_classify"])
def test_models_learn_from_other_things_than_they_are_tested_on(templates: tuple[Template, ...], name: str) -> None:
    """Rows of one ward in several years would stand on both sides, and so would several rows of one child."""
    columns = (*(column(name) for name in ("mass", "size", "age", "pay")), OTHER_EVEN)
    ward, child = labels("ward", *(3,) * 200), labels("child", *(3,) * 200)
    wave = column("wave", distinct=3, minimum=1.0, maximum=3.0, decimals=0)

    assert fitting(templates, name, profile_with(*columns, ward))
    assert not fitting(templates, name, profile_with(*columns, ward, wave, entity="ward", time="wave"))
    assert not fitting(templates, name, profile_with(*columns, child))


def test_times_and_many_counts_are_no_groups() -> None:
    """Months and numbers of actors are no classes of which each is compared with the others."""
    months = labels("month", 300, 200, 100, levels=("May", "June", "July"))
    actors = labels("actors", *(60,) * 9, 30, 30, levels=(*"23456789", "10", "11", "12"), is_text=False,
                    dtype="int64", minimum=2.0, maximum=12.0, decimals=0)  # fmt: skip
    profile = profile_with(months, actors, MASS)
    [entry] = profile.dictionary.tables if profile.dictionary else ()
    kinds = (ValueKind.PERIOD, ValueKind.COUNT, ValueKind.AMOUNT)
    columns = tuple(column.model_copy(update={"kind": kind}) for column, kind in zip(entry.columns, kinds, strict=True))
    known = profile.model_copy(
        update={"dictionary": DataDictionary(tables=(entry.model_copy(update={"columns": columns}),))}
    )

    assert taken(known, "slots: {x: {kind: category}}\n") == set()
    assert taken(known, "slots: {x: {kind: [category, period]}}\n") == {"month"}


@pytest.mark.parametrize("filler", ["unknown", "Missing", "N/A", " Not stated ", "Left", "various", "left?", "Total"])
def test_fillers_are_no_groups(filler: str) -> None:
    """What stands for a value that is not known, for several or for all, is no class, nor is a guess."""
    party = labels("party", 300, 250, 50, levels=("left", "right", filler))

    assert taken(profile_with(party, MASS), "slots: {x: {kind: category}}\n") == set()
    assert taken(profile_with(party, MASS), "slots: {x: {}}\n") >= {"party"}


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        (("ADT, AVAL, BRTHDT", "AVAL, BRTHDT, ADT", "AVAL"), set()),
        (("Springfield, Ohio", "Ohio, Springfield", "Dover"), {"needs"}),
        (("do you smoke?", "do you drink?", "age"), {"needs"}),
    ],
)
def test_lists_in_several_orders_are_no_groups(levels: tuple[str, ...], expected: set[str]) -> None:
    """One list of words may stand in two orders, where two places are not one, nor a question another's guess."""
    lists = labels("needs", 300, 250, 50, levels=levels)

    assert taken(profile_with(lists, MASS), "slots: {x: {kind: category}}\n") == expected


def test_a_line_through_single_years_shows_no_means(templates: tuple[Template, ...]) -> None:
    """Where each year is one row there is nothing to average, and where few have two the mean would say little."""
    shown = {}
    for distinct in (600, 400, 100):
        years = column("year", dtype="int64", decimals=0, distinct=distinct, minimum=1500.0, maximum=2099.0)
        result = filled_from(templates, "line_plot", profile_with(years, MASS))
        shown[distinct] = result.context["heading"] if isinstance(result, FilledTemplate) else result

    assert shown == {
        600: "Year by year",
        400: "lacks a year of every row, or years with several rows",
        100: "Mean by year",
    }


def test_what_an_earlier_problem_made_is_told_by_the_same_columns() -> None:
    """A band of an amount is not shared out by what follows from the amount, nor by whether observation ended."""
    profile = profile_with(MASS, labels("kind", 300, 300), labels("cens", 400, 200, kind=ColumnKind.FLAG))
    nested = Relation(kind=RelationKind.NESTED, file="t.csv", columns=("mass",), related=("kind",))
    header = "needs: [df, band]\nslots: {group: {kind: [category, flag]}}\n"

    def filled_after_band(known: Profile) -> FilledTemplate | str:
        state = beginning(known, known.tables[0])
        text = f'"""\n{HEADER}{header}"""\n\n# %%\n"""\nquestion: How many?\n"""\n\n1\n'
        outputs = {"df": {}, "band": {"amount": state.table.columns[0]}}
        return fill(
            read_template(Template(name="t", text=text)), replace(state, outputs=outputs), random_seed="0", title="T"
        )

    filling = filled_after_band(profile)
    assert isinstance(filling, FilledTemplate)
    assert filling.columns == ("kind",)
    assert isinstance(filled_after_band(profile.model_copy(update={"relations": (nested,)})), str)


def test_rows_are_shown_by_what_names_them(templates: tuple[Template, ...]) -> None:
    """The five largest are told by their names where there are some, and not by the year in which they were found."""
    named = labels("moon", *(1,) * 600).model_copy(update={"kind": ColumnKind.IDENTIFIER, "levels": ()})
    years = column("discovery_year", dtype="int64", decimals=0, distinct=400, minimum=1600.0, maximum=2019.0)
    columns = (MASS, named, years)
    table = TableProfile(file="t.csv", reader="pd.read_csv()", rows=600, duplicate_rows=0, columns=columns)

    chosen = {
        filling.context["label"].name
        for seed in range(12)
        if isinstance(
            filling := filled_from(templates, "top_rows", Profile(seed="s", tables=(table,)), str(seed)), FilledTemplate
        )
    }
    assert chosen == {"moon"}


def filled_from(
    templates: tuple[Template, ...], name: str, profile: Profile, random_seed: str = "0"
) -> FilledTemplate | str:
    """Fill a template of the repository on a table that was read."""
    [template] = [template for template in templates if template.name == name]
    state = replace(beginning(profile, profile.tables[0]), outputs={"df": {}})
    return fill(read_template(template), state, random_seed=random_seed, title="T")


def fitting(templates: tuple[Template, ...], name: str, profile: Profile) -> bool:
    """Return whether a template of the repository fits a table that was read."""
    return isinstance(filled_from(templates, name, profile), FilledTemplate)
