"""Relations between columns are found where they are, with their exceptions, and nothing is claimed of chance."""

import warnings
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.tables.profile.column import profile_column
from authoring.tables.profile.keys import Table, find_joins
from authoring.tables.profile.relations import find_relations
from tests.examples import examples

ROWS = 120


def table(frame: pd.DataFrame, name: str = "t.csv") -> Table:
    """Return a table with the profiles of its columns."""
    return Table(name, frame, [profile_column(frame[label]) for label in frame.columns])


def relations(*frames: pd.DataFrame, **more: pd.DataFrame) -> list[dict[str, Any]]:
    """Return what is found in tables, of which one without a name is called t.csv."""
    tables = [table(frame) for frame in frames] + [table(frame, f"{name}.csv") for name, frame in more.items()]
    return find_relations(tables, find_joins(tables))


def said(found: list[dict[str, Any]], kind: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return columns and others of the relations of a kind."""
    return [(relation["columns"], relation["related"]) for relation in found if relation["kind"] == kind]


def noise(rows: int = ROWS, seed: int = 0) -> np.random.Generator:
    """Return a generator of numbers that nothing follows from."""
    del rows
    return np.random.default_rng(seed)


def numbers(**formulas: Any) -> pd.DataFrame:
    """Return two columns of measured numbers and what is calculated from them."""
    chance = noise()
    frame = pd.DataFrame({"a": chance.uniform(1, 50, ROWS).round(2), "b": chance.uniform(1, 9, ROWS).round(2)})
    for name, formula in formulas.items():
        frame[name] = formula(frame)
    return frame


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (lambda f: (f.a + f.b).round(2), "a + b"),
        (lambda f: ((f.a + f.b) / 2).round(3), "(a + b) / 2"),
        (lambda f: (f.a - f.b - 5).round(2), "a - b - 5"),
        (lambda f: (f.a * f.b).round(3), "a * b"),
        (lambda f: (f.a / f.b).round(4), "a / b"),
        (lambda f: (100 * f.a / f.b).round(3), "a / b * 100"),
        (lambda f: np.log(f.a), "log(a)"),
        (lambda f: f.a**2, "a ** 2"),
        (lambda f: np.sqrt(f.b).round(6), "sqrt(b)"),
        (lambda f: (1.8 * f.a + 32).round(3), "1.8 * a + 32"),
        (lambda f: (f.a - 20).abs().round(2), "abs(a - 20)"),
        (lambda f: np.log(f.a / 100), "log(a / 100)"),
        (lambda f: (1755 / f.b).round(4), "1755 / b"),
        (lambda f: (1000 * f.a / f.b**2).round(4), "a / b ** 2 * 1000"),
        (lambda f: f.a.rank(), "rank(a)"),
        (lambda f: f.a.rank(method="min", ascending=False), "rank(a)"),
        (lambda f: f.a.rank(method="max"), "rank(a)"),
    ],
)
def test_a_calculated_column_is_recognized(formula: Any, text: str) -> None:
    """Sums, differences, products, ratios, logarithms, powers and scales are told as the expression that gives them."""
    found = relations(numbers(c=formula))

    assert [r["formula"] for r in found if r["kind"] == "derived" and r["columns"] == ("c",)] == [text]


def test_ranks_are_of_a_column_that_rises_with_them() -> None:
    """Places of rows are no ranks, nor are ranks of a column that stands in another order, or has other gaps."""
    scores = pd.Series(noise().integers(0, 60, ROWS).astype(float))
    ranked = pd.DataFrame({"score": scores, "place": scores.rank()})
    gap = scores.mask(scores.index == 3)

    assert said(relations(ranked), "derived") == [(("place",), ("score",))]
    assert said(relations(pd.DataFrame({"score": gap, "place": gap.rank()})), "derived") == [(("place",), ("score",))]
    assert said(relations(ranked.assign(score=gap)), "derived") == []
    assert said(relations(ranked.assign(score=scores.to_numpy()[::-1])), "derived") == []
    ordered = pd.DataFrame({"score": np.arange(ROWS) ** 1.5, "place": np.arange(1, ROWS + 1)})
    assert said(relations(ordered), "derived") == []


def test_a_formula_is_written_to_its_last_digit() -> None:
    """A number of seven digits stands whole in it, because the formula would not hold otherwise."""
    frame = pd.DataFrame({"guess": noise().integers(1_000_000, 1_500_000, ROWS)})
    frame["off"] = (frame.guess - 1_234_567).abs()

    assert [r["formula"] for r in relations(frame) if r["kind"] == "derived"] == ["abs(guess - 1234567)"]


MARKED = {"weight", "height", "pressure", "schooling", "born"}


@pytest.mark.parametrize(("pressure", "found"), [(999, MARKED), (140, {"weight", "height"})])
def test_where_nines_are_marks_fewer_nines_are(pressure: int, found: set[str]) -> None:
    """In a table whose missing values are 999 in several columns, a 9 is no answer, nor 99 the age at a birth."""
    chance = noise(seed=17)
    first = np.arange(300)
    frame = pd.DataFrame(
        {
            "weight": np.where(first < 5, 999, chance.integers(40, 90, 300)),
            "height": np.where(first < 4, 999, chance.integers(140, 190, 300)),
            "month": np.where(first > 260, 9, chance.integers(1, 8, 300)),
            "children": np.where(first == 8, 9, chance.integers(0, 8, 300)),
            "old_age": np.where(first == 8, 98, chance.integers(18, 78, 300)),
            "pressure": np.where(first < 7, pressure, chance.integers(90, 140, 300)),
            "schooling": np.where(first > 280, 9, chance.integers(1, 8, 300)),
            "born": np.where(first == 4, 99, chance.integers(15, 32, 300)),
            "grade": np.where(first > 280, 9, chance.integers(1, 9, 300)),
        }
    )

    assert {r["columns"][0] for r in relations(frame) if r["kind"] == "sentinel"} == found


def test_marks_far_below_and_among_many() -> None:
    """Frost does not rule out -999, nor do large amounts 99999, and nobody was born in 9999."""
    chance = noise(seed=19)
    first = np.arange(400)
    frame = pd.DataFrame(
        {
            "temperature": np.where(first < 9, -999, chance.integers(-10, 20, 400)),
            "rain": np.where(first < 9, -99.9, chance.gamma(2, 3, 400).round(1)),
            "income": np.where(first < 20, 99_999, chance.integers(1_000, 90_000, 400)),
            "birth_year": np.where(first < 9, 9999, chance.integers(1930, 1999, 400)),
            "age": np.where(first < 40, 99, chance.integers(18, 89, 400)),
        }
    )

    assert {r["columns"][0]: r["values"] for r in relations(frame) if r["kind"] == "sentinel"} == {
        "temperature": ("-999",),
        "rain": ("-99.9",),
        "income": ("99999",),
        "birth_year": ("9999",),
        "age": ("99",),
    }


def test_ages_and_prices_may_end_in_nines() -> None:
    """A mature student, centenarians, old trees and prices that end in nines are what they are."""
    chance = noise(seed=23)
    first = np.arange(400)
    frame = pd.DataFrame(
        {
            "age": np.where(first == 3, 77, chance.integers(18, 46, 400)),
            "ages": np.where(first == 3, 98, np.where(first == 4, 99, chance.integers(0, 59, 400))),
            "tree_age": np.where(first == 3, 99, chance.integers(1, 49, 400)),
            "years": np.where(first == 3, 99, chance.integers(1, 49, 400)),
            "price": np.where(first < 12, 999, np.where(first < 24, 888, chance.integers(100, 880, 400))),
            "pct": np.where(first < 20, 99.9, chance.uniform(10, 50, 400).round(1)),
            "units": np.where(first < 12, 999, np.where(first < 24, 998, chance.integers(100, 880, 400))),
        }
    )

    assert said(relations(frame), "sentinel") == []


def test_what_looks_like_a_mark_may_be_a_value() -> None:
    """Years of two digits begin anew after 99, Denmark is no answer, and newborns are more than a few."""
    chance = noise(seed=7)
    frame = pd.DataFrame(
        {
            "yr": chance.choice([97, 98, 99, 0, 1, 2], 300),
            "country": chance.choice(["DK", "SE", "NO"], 300),
            "decision": chance.choice(["granted", "refused"], 300),
            "age": np.where(chance.random(300) < 0.3, 0, chance.integers(16, 90, 300)),
        }
    )

    assert said(relations(frame), "sentinel") == []


@pytest.mark.parametrize(("name", "least", "expected"), [("insulin", 14, ["0"]), ("insulin", 1, []), ("sales", 14, [])])
def test_no_living_body_has_nothing(name: str, least: float, expected: list[str]) -> None:
    """What is measured of a body and is 0 was not measured, however often; anything else may begin at nothing."""
    chance = noise(seed=5)
    amounts = np.where(chance.random(400) < 0.45, 0, least + chance.gamma(2.0, 60.0, 400).round())
    [values] = [r["values"] for r in relations(pd.DataFrame({name: amounts})) if r["kind"] == "sentinel"] or [()]

    assert list(values) == expected


def test_a_column_on_another_scale_is_recognized_to_its_last_digit() -> None:
    """Ages in tens vary little for their one decimal, and follow from ages all the same."""
    ages = noise().integers(25, 41, ROWS)
    [relation] = [r for r in relations(pd.DataFrame({"age": ages, "tens": ages / 10})) if r["kind"] == "derived"]

    assert relation["formula"] in {"0.1 * age", "10 * tens"}


@pytest.mark.parametrize(("sign", "unite"), [("|", np.maximum), ("&", np.minimum)])
def test_a_flag_of_two_flags_is_recognized(sign: str, unite: Any) -> None:
    """A flag that is set where one of two others is, or where both are; one that either could replace says nothing."""
    chance = noise()
    old, near = chance.integers(0, 2, (2, ROWS))
    frame = pd.DataFrame({"old": old, "near": near, "united": unite(old, near)})
    [relation] = [r for r in relations(frame) if r["kind"] == "derived"]

    assert (relation["columns"], relation["formula"]) == (("united",), f"old {sign} near")
    assert not [r for r in relations(frame.assign(near=old)) if r["formula"] == f"old {sign} near"]


def test_a_formula_may_have_exceptions() -> None:
    """Two rows of a hundred and twenty that were mistyped are counted, and the formula is told all the same."""
    frame = numbers(c=lambda f: (f.a + f.b).round(2))
    frame.loc[[7, 50], "c"] = 999.0
    [relation] = [r for r in relations(frame) if r["kind"] == "derived"]

    assert (relation["formula"], relation["exceptions"]) == ("a + b", 2)


def test_a_total_of_many_columns_and_shares_of_a_whole() -> None:
    """Four amounts that make a total, and three shares that make a hundred in every row."""
    chance = noise()
    parts = pd.DataFrame(chance.integers(0, 90, (ROWS, 4)), columns=list("wxyz"))
    parts["all"] = parts.sum(axis=1)
    shares = chance.dirichlet([2, 3, 4], ROWS) * 100
    frame = parts.assign(p=shares[:, 0].round(1), q=shares[:, 1].round(1), r=lambda f: (100 - f.p - f.q).round(1))
    found = relations(frame)

    assert (("all",), ("w", "x", "y", "z")) in said(found, "derived")
    assert {frozenset(columns) | frozenset(related) for columns, related in said(found, "composition")} <= {
        frozenset("pqr")
    }


def test_nothing_is_claimed_of_noise() -> None:
    """Measured numbers, classes and flags that were drawn at random have neither keys nor formulas nor nesting."""
    chance = noise(seed=4)
    frame = pd.DataFrame({f"n{i}": chance.normal(10, 3, 400).round(1) for i in range(12)})
    frame = frame.assign(
        c=chance.choice(list("abcdef"), 400), d=chance.choice(list("uvw"), 400), e=chance.integers(0, 2, 400)
    )

    assert relations(frame) == []


@given(st.integers(0, 2**32 - 1))
def test_nesting_is_found_and_not_its_reverse(seed: int) -> None:
    """Towns with one country each lie in countries, whatever the order of rows; countries lie in no town."""
    chance = np.random.default_rng(seed)
    towns = chance.integers(0, 24, 300)
    frame = pd.DataFrame({"town": [f"town {n}" for n in towns], "country": [f"land {n % 5}" for n in towns]})
    found = said(relations(frame.assign(size=chance.normal(0, 1, 300).round(3))), "nested")

    assert found == [(("town",), ("country",))]


def test_nesting_with_exceptions_and_through_a_third() -> None:
    """One wrong country is counted; what follows by way of the country is not told again."""
    frame = pd.DataFrame({"town": np.arange(600) % 60})
    frame["country"] = frame.town % 12
    frame["continent"] = (frame.country % 4).astype(str) + "x"
    frame["town"], frame["country"] = "t" + frame.town.astype(str), "c" + frame.country.astype(str)
    frame.loc[3, "country"] = "c11"
    found = [r for r in relations(frame.sample(frac=1, random_state=1)) if r["kind"] == "nested"]

    assert {(r["columns"][0], r["related"][0]) for r in found} == {("town", "country"), ("country", "continent")}
    assert next(r["exceptions"] for r in found if r["columns"] == ("town",)) == 1


def test_what_seldom_changes_is_of_whom_it_is_told() -> None:
    """Of patients with many records their age follows, though some have a birthday meanwhile; of a ward it does not."""
    chance = noise(seed=5)
    frame = pd.DataFrame({"subject": np.repeat(np.arange(1, 41), 12)})
    # A fifth of them has a birthday towards the end.
    aged = (frame.subject % 5 == 0) & (frame.index % 12 >= 9)
    frame["age"] = chance.integers(40, 90, 41)[frame.subject] + aged

    found = [r for r in relations(frame) if r["kind"] == "nested"]
    assert [(r["columns"], r["related"]) for r in found] == [(("subject",), ("age",))]
    assert not [r for r in relations(frame.rename(columns={"subject": "group"})) if r["kind"] == "nested"]


def test_twins_and_dummies() -> None:
    """A code and its name are twins; a flag of one level of a class is the dummy of that level."""
    place = noise().integers(0, 6, ROWS)
    frame = pd.DataFrame(
        {"code": place + 10, "name": [f"place {n}" for n in place], "is_third": (place == 3).astype(int)}
    )
    found = relations(frame)

    assert said(found, "same") == [(("name",), ("code",))]
    assert [(r["columns"], r["values"]) for r in found if r["kind"] == "dummy"] == [(("is_third",), ("13",))]


def test_a_copy_is_the_same_as_its_original() -> None:
    """Measured numbers that stand in two columns are one; numbers that differ in one row are two."""
    frame = numbers(c=lambda f: f.a, d=lambda f: f.a)
    frame.loc[5, "d"] = 77.77

    assert said(relations(frame), "same") == [(("c",), ("a",))]


def panel() -> pd.DataFrame:
    """Return firms over years, sorted, with one year of one firm left out."""
    frame = pd.DataFrame(
        [(f"firm {n}", year) for n in range(12) for year in range(2000, 2012)], columns=["firm", "year"]
    )
    chance = noise(seed=2)
    frame["sales"] = chance.uniform(10, 99, len(frame)).round(1)
    frame["sales_before"] = frame.groupby("firm").sales.shift(1)
    frame["growth"] = frame.groupby("firm").sales.diff().round(1)
    return frame.drop(index=17).reset_index(drop=True)


def test_a_panel_its_gaps_and_its_lags() -> None:
    """Firm and year name a row, one pair is missing, years ascend within firms, and lags stay within firms."""
    found = relations(panel().drop(columns="growth"))

    assert said(found, "key") == [(("firm", "year"), ())]
    assert [(r["columns"], r["related"], r["exceptions"]) for r in found if r["kind"] == "panel"] == [
        (("firm",), ("year",), 1)
    ]
    assert said(found, "sorted") == [(("year",), ("firm",))]
    assert [r["formula"] for r in found if r["kind"] == "lag"] == ["sales.shift(1)"]


def test_numbers_that_begin_anew_each_time_follow_nothing() -> None:
    """Whoever is numbered from 1 on in each of several surveys is somebody else each time; people who leave leave gaps.

    Where all surveys have as many rows, or ever more, nobody can tell.
    """
    sizes = ((1972, 40), (1974, 50), (1976, 44))
    frame = pd.DataFrame([(year, n) for year, size in sizes for n in range(1, size + 1)])
    frame.columns = pd.Index(["year", "id"])
    frame["age"] = noise().integers(18, 90, len(frame))

    assert said(relations(frame), "key") == [(("year", "id"), ())]
    assert said(relations(frame), "panel") == []
    assert said(relations(frame[frame.id <= 40]), "panel") == [(("id",), ("year",))]
    assert said(relations(frame[frame.year < 1976]), "panel") == [(("id",), ("year",))]
    assert said(relations(frame.drop(index=[3, 70])), "panel") == [(("id",), ("year",))]


def test_parts_of_dates_and_quarters() -> None:
    """Year and month of a date are parts of it; quarters as text are times that rows can be sorted by."""
    days = pd.date_range("2021-01-03", periods=ROWS, freq="9D")
    quarters = pd.DataFrame(
        {"period": [f"{1990 + n // 4}Q{n % 4 + 1}" for n in range(60)], "v": noise().normal(0, 1, 60)}
    )
    found = relations(
        pd.DataFrame({"day": days.strftime("%Y-%m-%d"), "year": days.year, "month": days.month}), q=quarters
    )

    assert {r["formula"] for r in found if r["kind"] == "derived"} == {"day.dt.year", "day.dt.month"}
    assert (("period",), ()) in said(found, "sorted")


def test_sentinels_heaps_and_ends() -> None:
    """Values that stand for missing ones, are rounded by those who gave them, or end a scale are told as such."""
    chance = noise(seed=3)
    income = np.minimum((chance.lognormal(10, 0.6, 500)).round(-3), 40_000)
    frame = pd.DataFrame(
        {
            "age": np.where(chance.random(500) < 0.05, -9, chance.integers(18, 80, 500)),
            "weight": np.where(chance.random(500) < 0.02, 999, chance.normal(70, 9, 500).round()),
            "agey": np.where(chance.random(500) < 0.05, 0, chance.integers(18, 80, 500)),
            "motherage": np.where(chance.random(500) < 0.05, 0, chance.integers(0, 80, 500)),
            "age_now": np.where(chance.random(500) < 0.05, 0, chance.integers(18, 80, 500)),
            "schooling": np.where(chance.random(500) < 0.1, chance.choice([98, 99], 500), chance.integers(5, 18, 500)),
            "wage": np.minimum(chance.lognormal(2, 0.5, 500).round(2), 15.0),
            "income": income,
            "town": np.where(chance.random(500) < 0.1, "unknown", chance.choice(["Bonn", "Ulm", "Trier"], 500)),
            "born": np.where(chance.random(500) < 0.05, "1900-01-01", "1980-05-04"),
        }
    )
    frame.loc[frame.index % 2 == 0, "born"] = "1991-03-02"
    found = relations(frame)
    sentinels = {r["columns"][0]: r["values"] for r in found if r["kind"] == "sentinel"}

    assert set(sentinels.pop("schooling")) == {"98", "99"}
    assert sentinels == {"age": ("-9",), "weight": ("999",), "town": ("unknown",), "born": ("1900-01-01",)} | {
        "age_now": ("0",)
    }
    assert (("wage",), ()) in said(found, "top-coded")
    assert [r["formula"] for r in found if r["kind"] == "heaped" and r["columns"] == ("income",)] == ["1000"]


def test_totals_add_up_what_there_is() -> None:
    """Growth up to an age is the sum of the years that a fish has lived, and of no further ones."""
    chance = noise(seed=13)
    years = pd.DataFrame({f"inc{year}": chance.gamma(2, 1, ROWS).round(3) for year in range(1, 5)})
    lived = chance.integers(1, 5, ROWS)
    growth = years.where(np.arange(1, 5) <= lived[:, None])
    found = relations(growth.assign(other=chance.gamma(2, 1, ROWS).round(3), radius=growth.sum(axis=1).round(3)))

    assert [(r["columns"], r["formula"]) for r in found if r["kind"] == "derived"] == [
        (("radius",), "inc1 + inc2 + inc3 + inc4")
    ]


def test_marks_stand_out_beside_large_values_too() -> None:
    """Ages end a generation before 99, repeated digits are several, and a mark of one column is one in others."""
    chance = noise(seed=11)
    income = chance.choice([5_000, 10_000, 15_000, 20_000, 30_000], 300) + chance.integers(0, 9, 300)
    frame = pd.DataFrame(
        {
            "age": np.where(np.arange(300) == 7, 99, chance.integers(18, 58, 300)),
            "old_age": np.where(np.arange(300) < 3, 99, chance.integers(58, 92, 300)),
            "months": np.where(np.arange(300) < 40, 99, chance.integers(3, 58, 300)),
            "score": np.where(np.arange(300) < 5, 99, chance.integers(3, 91, 300)),
            "income": np.where(np.arange(300) < 12, 99_999, np.where(np.arange(300) > 290, 88_888, income)),
            "spent": np.where(np.arange(300) == 5, 80_000, np.where(np.arange(300) == 6, 99_999, income)),
            "visits": np.where(np.arange(300) == 9, 999, chance.integers(1, 240, 300)),
            "waits": np.where(np.arange(300) < 3, 999, chance.integers(1, 140, 300)),
        }
    )

    assert {r["columns"][0]: r["values"] for r in relations(frame) if r["kind"] == "sentinel"} == {
        "age": ("99",),
        "months": ("99",),
        "income": ("99999", "88888"),
        "visits": ("999",),
        "waits": ("999",),
    }


def test_numbers_may_be_dates_and_stand_for_what_was_not_measured() -> None:
    """Numbers that are all dates are told as such; zeros far from all others, and a mean, measure nothing."""
    chance = noise(400)
    days = pd.Series(pd.date_range("1988-08-20", periods=400))
    lengths = chance.integers(170, 320, 400)
    frame = pd.DataFrame(
        {
            "random": days.dt.strftime("%m%d%y").astype(int),
            "visit": days.dt.strftime("%Y%m%d").astype(int),
            "postcode": chance.integers(10_101, 99_999, 400),
            "month": [100 * (2001 + month // 12) + month % 12 + 1 for month in np.arange(400) % 144],
            "counter": np.arange(1_012_000, 1_012_400),
            "price": chance.choice([100_500, 110_200, 120_300, 101_100, 112_800, 120_900], 400),
            "clock": [10_000 * (h % 3 + 10) + 100 * (h % 12) + h % 20 + 1 for h in range(400)],
            "pay": np.where(chance.random(400) < 0.4, 0, chance.integers(500, 900, 400)),
            "hourly": np.where(np.arange(400) % 3 == 0, 7.25, np.arange(400) % 15),
            "ozone": np.where(chance.random(400) < 0.2, 0, lengths),
            "rain": np.where(chance.random(400) < 0.2, 0, chance.integers(1, 90, 400)),
            "schooling": np.where(np.arange(400) % 10 == 0, 9.051, np.arange(400) % 19),
            "cholesterol": np.where(chance.random(400) < 0.2, 0, chance.normal(244, 45, 400).round().clip(90, 603)),
            "bought": np.where(chance.random(400) < 0.2, 0, chance.gamma(2, 30, 400).round() + 1),
            "index": np.where(np.arange(400) % 10 == 0, 24.504321, (np.arange(400) % 19 + 15.5)),
            "rooms": np.where(chance.random(400) < 0.1, 2.5, chance.integers(0, 19, 400)),
        }
    )
    found = relations(frame)

    assert {r["columns"][0]: r["formula"] for r in found if r["kind"] == "date number"} == {
        "random": "mmddyy",
        "visit": "yyyymmdd",
    }
    assert {r["columns"][0]: r["values"] for r in found if r["kind"] == "sentinel"} == {
        "ozone": ("0",),
        "schooling": ("9.051",),
        "cholesterol": ("0",),
        "index": ("24.504321",),
    }


def test_tables_join_over_several_columns_and_nearly() -> None:
    """Two columns lead to a key of two, and a number of which some have no partner is told with these."""
    weather = pd.DataFrame(
        [(s, d) for s in ("N", "S", "W") for d in pd.date_range("2020-01-01", periods=40).strftime("%Y-%m-%d")],
        columns=["station", "day"],
    )
    weather["rain"] = noise().normal(3, 1, len(weather)).round(2)
    planes = pd.DataFrame({"plane": [f"P{n:03}" for n in range(50)], "seats": noise().integers(10, 90, 50)})
    flights = weather.sample(300, replace=True, random_state=1)[["station", "day"]].reset_index(drop=True)
    flights["plane"] = [f"P{n:03}" for n in noise().integers(0, 55, 300)]
    found = [r for r in relations(flights=flights, weather=weather, planes=planes) if r["kind"] == "join"]

    assert {(r["file"], r["columns"], r["other_file"], r["related"]) for r in found} == {
        ("flights.csv", ("station", "day"), "weather.csv", ("station", "day")),
        ("flights.csv", ("plane",), "planes.csv", ("plane",)),
    }
    assert next(r["exceptions"] for r in found if r["columns"] == ("plane",)) == int((flights["plane"] >= "P050").sum())


def test_a_column_with_gaps_is_led_to_where_no_key_is() -> None:
    """Codes lead to the fullest list of codes, of which none stands twice; linked tables have no second join."""
    codes = [f"{a}{b}" for a in "ABCDEFGH" for b in "VWXYZ"]
    names = pd.DataFrame(
        {
            "name": [f"place number {n}" for n in range(50)],
            "old": [*codes[:34], *[None] * 16],
            "post": [*codes, *[None] * 10],
            "repeated": [*codes[:-1], "AV", *[None] * 10],
        }
    )
    pay = pd.DataFrame({"state": [*codes[:29], "DC"], "pay": noise().normal(30, 5, 30).round(1)})
    described = pay.assign(name=names["name"].head(30))

    def joins(**tables: pd.DataFrame) -> list[tuple[object, ...]]:
        joined = [r for r in relations(**tables) if r["kind"] == "join"]
        return [(r["file"], r["columns"], r["other_file"], r["related"], r["exceptions"]) for r in joined]

    assert joins(pay=pay, names=names) == [("pay.csv", ("state",), "names.csv", ("post",), 1)]
    assert joins(names=names, pay=pay) == [("pay.csv", ("state",), "names.csv", ("post",), 1)]
    assert joins(described=described, names=names) == []


def test_odd_tables_are_no_accident() -> None:
    """Empty tables, lists, mixed types, infinities, one row, and headers with braces are taken without an error."""
    odd = pd.DataFrame(
        {
            "{a}": [1.0, np.inf, np.nan] * 10,
            "b": [[1], [2], [3]] * 10,
            "c": [1, "x", None] * 10,
            "d": pd.Categorical(list("uvw") * 10),
        }
    )
    odd["{sum}"] = odd["{a}"] + 1

    assert isinstance(relations(odd), list)
    assert relations(pd.DataFrame({"a": []}), b=pd.DataFrame({"x": [1]})) == []


COLUMNS = st.sampled_from(
    [
        lambda chance, rows: np.where(
            chance.random(rows) < chance.random(), np.nan, chance.normal(0, 1, rows).round(2)
        ),
        lambda _, rows: np.full(rows, np.nan),
        lambda _, rows: np.where(np.arange(rows) < rows // 2, np.nan, np.arange(rows) % 5),
        lambda chance, rows: chance.choice(np.array([np.inf, -np.inf, np.nan, 1.0]), rows),
        lambda chance, rows: chance.integers(0, 2, rows),
        lambda chance, rows: chance.integers(0, 2, rows).astype(bool),
        lambda chance, rows: chance.choice(np.array(["a", "b", "?", "2001Q1"]), rows),
        lambda chance, rows: 10.0 ** chance.integers(-300, 300, rows),
        lambda _, rows: pd.Series(pd.date_range("1900-01-01", periods=rows, freq="D")),
        lambda chance, rows: pd.array(chance.integers(0, 9, rows), dtype="Int64"),
        lambda _, rows: np.zeros(rows),
    ]
)


@given(st.lists(COLUMNS, min_size=1, max_size=9), st.integers(0, 90), st.integers(0, 99))
def test_any_table_is_taken(columns: list[Any], rows: int, seed: int) -> None:
    """Gaps throughout, infinities, huge and tiny numbers, types of every kind: there is an answer, and no warning."""
    chance = np.random.default_rng(seed)
    frame = pd.DataFrame({f"c{place}": make(chance, rows) for place, make in enumerate(columns)})

    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        assert isinstance(relations(frame), list)


def test_the_same_table_gives_the_same_relations() -> None:
    """Nothing depends on chance: a profile is a key of journals."""
    assert relations(panel()) == relations(panel())


@pytest.mark.exhaustive
def test_a_wide_table_is_bounded() -> None:
    """Of a thousand columns, formulas are looked for among the first only, and are found there."""
    chance = noise(seed=5)
    frame = pd.DataFrame(chance.normal(0, 1, (200, 1_000)).round(3), columns=[f"n{i}" for i in range(1_000)])
    frame["n2"] = (frame.n0 + frame.n1).round(3)
    found = relations(frame)

    assert [r["formula"] for r in found if r["kind"] == "derived"] == ["n0 + n1"]


def people(**flags: Any) -> pd.DataFrame:
    """Return incomes, of which a third is zero, ages and grades, and flags that are made of them."""
    chance = noise(seed=2)
    frame = pd.DataFrame({"tinc": chance.integers(1, 9_000, 300) * (chance.random(300) > 0.3)})
    frame = frame.assign(
        age=chance.integers(16, 90, 300), grade=chance.integers(1, 6, 300), size=chance.normal(0, 1, 300)
    )
    frame["size"] = frame["size"].where(chance.random(300) > 0.2).round(3)
    for name, flag in flags.items():
        frame[name] = flag(frame)
    return frame


@pytest.mark.parametrize(
    ("flag", "operand", "formula"),
    [
        (lambda f: (f.tinc > 0).astype(int), "tinc", "tinc > 0"),
        (lambda f: f.tinc == 0, "tinc", "tinc <= 0"),
        (lambda f: (f.age >= 60).map({True: "yes", False: "no"}), "age", "age >= 60"),
        (lambda f: (f.grade <= 2).astype(float), "grade", "grade <= 2"),
        (lambda f: f["size"].notna(), "size", "size is not missing"),
        (lambda f: f["size"].isna().astype(int), "size", "size is missing"),
    ],
)
def test_a_flag_of_a_comparison_is_recognized(flag: Any, operand: str, formula: str) -> None:
    """Over a limit, not over it, there at all: as numbers, as truth values and as words."""
    facts = [r for r in relations(people(flag=flag)) if r["columns"] == ("flag",)]

    assert [(r["kind"], r["related"], r["formula"]) for r in facts] == [("derived", (operand,), formula)]


def test_what_only_looks_like_a_limit_is_none() -> None:
    """One row beyond the limit is enough, and so are few things, or rows in the order of the flag."""
    frame = people(flag=lambda f: (f.age >= 60).astype(int))
    frame.loc[frame.age.idxmin(), "flag"] = 1
    shops = pd.DataFrame({"shop": np.arange(120) % 4})
    shops = shops.assign(area=np.array([90.5, 20.25, 44.0, 71.3])[shops.shop], corner=(shops.shop == 1).astype(int))
    rising = pd.DataFrame({"late": np.arange(90) // 60, "stock": np.arange(90) * 3.5 + noise().random(90).round(2)})

    for table_of_flag in (frame, shops, rising):
        assert not [r for r in relations(table_of_flag) if r["kind"] == "derived"]


def test_a_limit_in_rows_that_the_flag_sorts_is_found_unless_the_numbers_rise_with_them() -> None:
    """Where rows stand by the flag, a number that drifts has two sides anyway; one that does not is told from it."""
    rows = 200
    drifting = np.sort(noise().normal(size=rows))
    mass = np.sort(noise().uniform(700, 5000, rows).round(0))[::-1]
    within = np.concatenate(
        [noise(seed=1).permutation(mass[mass > 2500]), noise(seed=2).permutation(mass[mass <= 2500])]
    )
    frame = pd.DataFrame({"drifting": drifting, "mass": within, "low": (within <= 2500).astype(int)})

    assert said(relations(frame), "derived") == [(("low",), ("mass",))]
    assert said(relations(frame.drop(columns="mass")), "derived") == []


def test_a_limit_in_time_needs_no_unsorted_rows() -> None:
    """From a year on, in rows by year: the year gives the flag, not what grew with it."""
    frame = pd.DataFrame({"year": np.arange(1950, 2010)})
    frame = frame.assign(stock=frame.year * 2.5 + noise().random(60).round(2), pill=(frame.year >= 1977).astype(int))

    assert [r["formula"] for r in relations(frame) if r["columns"] == ("pill",)] == ["year >= 1977"]


@pytest.mark.parametrize("places", [1, -1], ids=["many values", "few values"])
def test_bands_of_an_amount_follow_from_it(places: int) -> None:
    """Low, middle and high are cut from a height, whether its values repeat or not; a mixed band is no band.

    A rare level beside them is told as an exception.
    """
    height = noise().uniform(0, 90, ROWS).round(places)
    frame = pd.DataFrame({"height": height, "weight": noise(seed=1).uniform(0, 90, ROWS)})
    frame["band"] = np.select([height < 25, height < 55], ["low", "middle"], "high")
    mixed = frame.assign(band=frame.band.mask(frame.index == frame.height.idxmax(), "low"))

    assert said(relations(frame), "nested") == [(("height",), ("band",))]
    assert said(relations(mixed), "nested") == []
    whole = frame.assign(band=frame.band.mask(frame.height > 86, "highest"))
    assert [r["exceptions"] for r in relations(whole) if r["kind"] == "nested"] == [0]
    remainder = frame.assign(band=frame.band.mask(frame.index % 20 == 0, "unclear"))
    assert [r["exceptions"] for r in relations(remainder) if r["kind"] == "nested"] == [ROWS // 20]


def test_rows_by_group_of_what_rises_are_no_bands() -> None:
    """Where rows stand by group, whatever rises with them has a range in each."""
    frame = pd.DataFrame(
        {"stock": np.arange(90) * 3.5 + noise().random(90).round(2), "decade": np.repeat(list("abc"), 30)}
    )

    assert said(relations(frame), "nested") == []


def test_bands_with_round_edges_are_known_in_rows_by_their_amount() -> None:
    """Where rows stand by an amount, a category is its bands if it ends at round numbers each time."""
    chance = np.random.default_rng(3)
    index = np.sort((8 + 7 * chance.random(600) ** 1.4).round(4))
    names = pd.cut(pd.Series(index), [0, 9.5, 10.5, 12, 20], labels=list("abcd")).astype(str)

    assert (("urban",), ("kind",)) in said(relations(pd.DataFrame({"urban": index, "kind": names})), "nested")


@settings(max_examples=examples(60))
@given(st.integers(0, 2**32 - 1))
def test_random_flags_have_no_limits(seed: int) -> None:
    """Flags that were drawn by themselves are no comparison of a number, however many numbers there are."""
    chance = np.random.default_rng(seed)
    frame = pd.DataFrame(chance.normal(0, 1, (60, 4)).round(2), columns=list("uvwx"))
    facts = relations(frame.assign(a=chance.integers(0, 2, 60), b=chance.random(60) < 0.1))

    assert not [r for r in facts if r["columns"] in {("a",), ("b",)}]


def test_numbers_of_rows_of_which_some_were_left_out_are_no_key() -> None:
    """R and pandas write the labels of rows, and a table that was filtered before has gaps in them."""
    frame = pd.DataFrame(
        [(child, age, child + 2 * age) for child in range(1, 41) for age in (2, 3, 5)],
        columns=["childid", "age", "score"],
    )
    frame.insert(0, "rownames", range(1, len(frame) + 1))
    kept = frame.drop(index=[7, 20, 33])

    assert said(relations(kept), "key") == [(("childid", "age"), ())]
    assert said(relations(kept.rename(columns={"rownames": "record_id"})), "key") == [(("record_id",), ())]
