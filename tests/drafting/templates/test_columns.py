"""What templates ask of a column is a bound that holds for the rows that are left."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.drafting.templates.columns import Column
from authoring.records.dictionary import ColumnEntry, Operation, ValueKind
from authoring.records.profile import ColumnKind, ColumnProfile, LevelCount


def amount(**known: object) -> Column:
    """Return an amount from 0 to 100, spread evenly over 100 rows, with what is given changed."""
    usual: dict[str, object] = {
        "name": "mass",
        "kind": ColumnKind.AMOUNT,
        "dtype": "float64",
        "missing": 0,
        "distinct": 90,
        "minimum": 0.0,
        "maximum": 100.0,
        "mean": 50.0,
        "deviation": 29.0,
        "decimals": 1,
        "histogram": (10,) * 10,
    }
    return Column(ColumnProfile.model_validate(usual | known), rows=100)


def category(*levels: tuple[str, int], **known: object) -> Column:
    """Return a category of text with these levels."""
    usual: dict[str, object] = {
        "name": "group",
        "kind": ColumnKind.CATEGORY,
        "dtype": "str",
        "missing": 0,
        "distinct": len(levels),
        "levels": tuple(LevelCount(value=value, count=count) for value, count in levels),
        "is_text": True,
    }
    return Column(ColumnProfile.model_validate(usual | known), rows=sum(count for _, count in levels))


@given(
    values=st.lists(st.floats(-1e6, 1e6), min_size=30, max_size=200), parts=st.integers(2, 3), lost=st.integers(0, 5)
)
def test_cuts_leave_enough_rows_in_every_part(values: list[float], parts: int, lost: int) -> None:
    """Whatever rows go, at least as many as asked for lie in each part of the real data."""
    low, high = min(values), max(values)
    width = (high - low) / 10
    bins = [min(int((value - low) / width), 9) if width else 0 for value in values]
    counts = tuple(bins.count(index) for index in range(10))
    column = Column(amount(minimum=low, maximum=high, histogram=counts, decimals=9).profile, rows=len(values)).without(
        lost
    )

    cuts = column.cuts(parts, 4)

    limits = (float("-inf"), *cuts, float("inf"))
    # A value on a bin's edge may be counted on either side by rounding; hence one row of grace.
    inside = [sum(a < value <= b for value in values) for a, b in pairwise(limits)]
    assert len(cuts) in {0, parts - 1}
    assert not cuts or min(inside) >= 4 + lost - 1


def test_cuts_are_round() -> None:
    """An even spread is divided near its quantiles, at numbers that a person would say."""
    assert amount().cuts(3, 4) == (33, 67)
    assert amount().cuts(2, 5) == (50,)


def test_cuts_of_a_scale_are_values_of_it() -> None:
    """Nobody gives 2.9 of five stars where half stars are given."""
    stars = Column(
        ColumnProfile(
            name="stars", kind=ColumnKind.AMOUNT, dtype="float64", missing=0, distinct=10, minimum=0.5, maximum=5.0,
            mean=3.2, deviation=1.1, decimals=1, histogram=(20, 20, 30, 50, 50, 70, 60, 70, 20, 40),
        ),
        430,
    )  # fmt: skip

    assert all(2 * cut == int(2 * cut) for cut in stars.cuts(3, 20))
    assert len(stars.cuts(3, 20)) == 2


@pytest.mark.parametrize(("low", "high", "expected"), [(2.900000095, 9.699999809, False), (2.912345678, 9.7, True)])
def test_numbers_with_the_noise_of_a_short_format_have_no_limits(low: float, high: float, *, expected: bool) -> None:
    """Whether 4.900000095 is above 4.9 is nothing to be asked."""
    rate = Column(
        ColumnProfile(
            name="rate", kind=ColumnKind.AMOUNT, dtype="float64", missing=0, distinct=40, minimum=low, maximum=high,
            mean=5.5, deviation=1.1, decimals=9, histogram=(10,) * 10,
        ),
        100,
    )  # fmt: skip

    assert bool(rate.cuts(2, 20)) is expected


@pytest.mark.parametrize(("low", "high"), [(-math.inf, math.inf), (-1e308, 1e308), (0.0, 0.0)])
def test_no_cuts_of_what_has_no_steps(low: float, high: float) -> None:
    """Infinite and enormous numbers are divided by nothing, and that is no failure."""
    odd = amount(minimum=low, maximum=high, distinct=5).profile.model_copy(update={"distinct": 5})
    assert Column(odd, 100).cuts(3, 4) == ()


def test_no_cuts_where_the_values_crowd() -> None:
    """When nearly all rows lie in one bin, no limit divides them."""
    assert amount(histogram=(95, 0, 0, 0, 0, 0, 0, 0, 0, 5)).cuts(3, 4) == ()


def test_lost_rows_count_against_every_level() -> None:
    """The rows that went may all have been of one level."""
    group = category(("a", 50), ("b", 20)).without(15)

    assert [level.count for level in group.levels] == [35, 5]
    assert group.smallest == 5
    assert group.most(group.levels[0]) == 50


def test_levels_are_values_of_the_columns_own_type() -> None:
    """A level of whole numbers is a number in code, a level of a boolean column a boolean."""
    numbers = category(("1", 5), ("2", 4), dtype="int64", is_text=False)
    flags = category(("True", 5), ("False", 4), dtype="bool", is_text=False)

    assert [level.value for level in numbers.levels] == [1, 2]
    assert [level.value for level in flags.levels] == [True, False]


@pytest.mark.parametrize("value", ["a`b", "a\nb", " x", ""])
def test_one_level_that_cannot_be_said_hides_all(value: str) -> None:
    """A question about levels is only asked when each of them can be written between backticks."""
    assert category(("a", 5), (value, 5)).levels == ()


def test_unlisted_levels_hide_all() -> None:
    """Nothing is promised of the rarest level when not every level is known."""
    assert category(("a", 5), ("b", 3), distinct=40).smallest == 0


@pytest.mark.parametrize(
    "known",
    [
        {"maximum": 1e15},
        {"deviation": 1e-7},
        {"minimum": None},
        {"dtype": "object"},
        {"name": "Flight Number"},
        {"name": "dep_time", "maximum": 2400.0},
        {"name": "latitude"},
    ],
)
def test_not_everything_numeric_is_measured(known: dict[str, object]) -> None:
    """Enormous or flat numbers, codes, clock times and positions are no amounts to calculate with."""
    assert amount().is_measurable
    assert not amount(**known).is_measurable


def test_infinite_values_are_no_amount() -> None:
    """Means and models of infinities say nothing."""
    assert not Column(amount().profile, rows=100, finite=False).is_measurable


@pytest.mark.parametrize(("deviation", "places"), [(29.0, 2), (0.5, 3), (0.05, 4), (0.002, 5)])
def test_places_follow_the_spread(deviation: float, places: int) -> None:
    """A mean is rounded where its digits still tell something."""
    assert amount(deviation=deviation).places == places


def test_years_are_known_by_name_and_range() -> None:
    """A column of calendar years is no amount, and another one named so is no year."""
    years = {"dtype": "int64", "minimum": 1871, "maximum": 1970, "decimals": 0}

    assert amount(name="Year", **years).is_year
    assert not amount(name="Year", **(years | {"maximum": 9000})).is_year
    assert not amount(name="yearning", **years).is_year


def test_days_between_dates() -> None:
    """The span of a date column is known from its profile."""
    date = {"kind": ColumnKind.DATE, "dtype": "str", "minimum": "2020-01-01", "maximum": "2020-03-01T12:00:00"}

    assert amount(**date).days == 60.5
    assert amount(**(date | {"minimum": "long ago"})).days == 0
    assert amount().days == 0


# What the dictionary knows of a column's values decides what is asked of it.


def known(kind: ValueKind, entry: dict[str, object] | None = None, **profile: object) -> Column:
    """Return an amount of whole numbers that a dictionary knows."""
    column = amount(decimals=0, dtype="int64", **profile)
    return replace(column, entry=ColumnEntry.model_validate({"name": column.name, "kind": kind, **(entry or {})}))


def test_numbers_that_number_something_are_no_amounts() -> None:
    """Whole numbers that follow each other evenly, or that rows are sorted by, or are called as things are: no mean."""
    counter = known(ValueKind.AMOUNT, minimum=1.0, maximum=90.0, mean=45.0, distinct=90)

    assert known(ValueKind.AMOUNT).is_measurable
    assert counter.counts_off
    assert not counter.is_measurable
    assert not replace(known(ValueKind.AMOUNT), sorts=True).is_measurable
    assert not known(ValueKind.AMOUNT, name="litter").is_measurable


def test_exact_numbers_that_repeat_belong_to_what_rows_share() -> None:
    """The mean of a school, to six decimals, stands in the row of each of its pupils, and is no amount of theirs."""
    means = replace(known(ValueKind.AMOUNT), rows=800)

    assert means.changed(decimals=6, distinct=600).is_measurable
    assert means.changed(decimals=1, distinct=90).is_measurable
    assert not means.changed(decimals=6, distinct=90).is_measurable


def test_what_somebody_states_counts() -> None:
    """A person who calls a column an amount is right, whatever its name and numbers look like."""
    source = {"field": "kind", "origin": "person", "agreed_by": "Ada"}

    assert known(ValueKind.AMOUNT, {"sources": [source]}, name="litter").is_measurable


def test_numbers_that_stand_for_missing_ones_are_not_averaged() -> None:
    """A column in which -9 means that nothing is known has no mean before that is mended."""
    assert not known(ValueKind.AMOUNT, {"missing": ["-9"]}).is_measurable


def test_prices_are_not_added_up() -> None:
    """Sales may be summed; a price is paid for one thing, unless somebody says otherwise."""
    source = {"field": "asks", "origin": "document"}

    assert known(ValueKind.MONEY, name="sales").may(Operation.SUM)
    assert not known(ValueKind.MONEY, name="unit price").may(Operation.SUM)
    assert known(ValueKind.MONEY, {"asks": ["sum"], "sources": [source]}, name="price").may(Operation.SUM)


def test_days_divide_the_time_between() -> None:
    """They lie between the first and the last date, in order; below a month there are none."""
    dates = {"kind": ColumnKind.DATE, "dtype": "datetime64[us]", "minimum": "2020-01-01", "maximum": "2021-01-01"}
    days = amount(**dates).inner_days(4)

    assert list(days) == sorted(set(days))
    assert all("2020-01-01" < day < "2021-01-01" for day in days)
    assert len(days) == 4
    assert amount(**(dates | {"maximum": "2020-01-20"})).inner_days(4) == ()


def test_levels_are_even_where_not_all_are_listed() -> None:
    """Things that are followed stand in as many rows each, as the most frequent show; names in one row do not."""
    followed = tuple(LevelCount(value=f"c{index}", count=10) for index in range(50))

    def many(levels: tuple[LevelCount, ...], rows: int) -> Column:
        return replace(category(("a", 1), levels=levels, distinct=200), rows=rows)

    assert many(followed, 2000).is_even
    assert not many((LevelCount(value="z", count=400), *followed), 2400).is_even
    assert not many(tuple(LevelCount(value=f"c{index}", count=1) for index in range(50)), 200).is_even


def test_the_leading_levels_have_so_many_rows_at_least() -> None:
    """Rows that cleaning may have taken away are not counted."""
    column = category(("a", 50), ("b", 30), ("c", 10), ("d", 10))

    assert column.leading(2) == 80
    assert column.without(15).leading(2) == 65


@pytest.mark.parametrize(
    ("name", "longest", "expected"),
    [
        ("country_name", 30, True),
        ("ctryname", 24, True),
        ("Title", 53, True),
        ("territory_name", 3, False),
        ("director", 40, False),
    ],
)
def test_names_in_words_are_told_by_column_and_length(name: str, longest: int, *, expected: bool) -> None:
    """A register by first letter is made of names, and neither of codes nor of people by their first names."""
    assert category(("x", 9), name=name, longest=longest).holds_names is expected


@pytest.mark.parametrize(
    ("levels", "expected"), [(("Light Rain", "Heavy Rain", "Fair"), True), (("Aston Martin", "Audi", "BMW"), False)]
)
def test_words_stand_in_several_entries(levels: tuple[str, ...], *, expected: bool) -> None:
    """Where no entry has a word of another, counting words is counting entries."""
    assert category(*((level, 9) for level in levels)).shares_words is expected


@pytest.mark.parametrize("name", ["politycode", "zipcode", "area code", "statefips", "rank", "year"])
def test_codes_are_known_at_the_end_of_a_word(name: str) -> None:
    """A number called a code measures nothing, in whatever way its name is put together."""
    assert not known(ValueKind.AMOUNT, name=name).is_measurable


@pytest.mark.parametrize(
    ("quartiles", "expected"),
    [((0.0, 0.0, 3.0), False), ((0.0, 1.0, 3.0), True), ((90.0, 100.0, 100.0), False), (None, True)],
)
def test_an_amount_has_a_middle(quartiles: tuple[float, float, float] | None, *, expected: bool) -> None:
    """Where half of the values are 0, or the most that there can be, the median says nothing."""
    assert amount(quartiles=quartiles).has_middle is expected


@pytest.mark.parametrize(
    ("histogram", "expected"),
    [
        ((10,) * 10, False),
        ((30, 20, 5, 0, 0, 10, 25, 10, 0, 0), True),
        # Of few numbers some lie nowhere by chance, and numbers that are rounded leave gaps.
        ((5, 4, 1, 0, 0, 2, 5, 2, 0, 1), False),
        ((33, 72, 161, 11, 228, 216, 10, 159, 79, 31), False),
        ((5, 15, 30, 25, 12, 6, 4, 2, 1, 0), False),
        # A few that lie far out are no heap.
        ((40, 30, 20, 5, 0, 0, 0, 0, 0, 5), False),
    ],
)
def test_two_heaps_have_a_valley_between_them(histogram: tuple[int, ...], *, expected: bool) -> None:
    """Where hardly anything lies between two heaps, the middle of all is usual for neither."""
    assert amount(histogram=histogram).has_two_peaks is expected


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((165, 160, 158, 157, 157, 103), True),
        ((243, 240, 239, 238, 40), False),
        ((165, 120, 90, 80, 60, 30), False),
        # A level that is much more frequent than the others is worth a question.
        ((300, 160, 158, 157, 157, 155), False),
        ((165, 100), False),
    ],
)
def test_levels_of_a_layout_are_even(counts: tuple[int, ...], *, expected: bool) -> None:
    """A variety that was not grown everywhere makes the numbers of plots of the others no finding."""
    levels = tuple((f"v{place}", count) for place, count in enumerate(counts))

    assert category(*levels).is_even is expected


@pytest.mark.parametrize(
    ("date_format", "last", "expected"),
    [("%m/%d/%y", "2068-08-24", True), ("%m/%d/%y", "2024-08-24", False), ("%m/%d/%Y", "2068-08-24", False)],
)
def test_years_of_two_digits_may_be_of_the_wrong_century(date_format: str, last: str, *, expected: bool) -> None:
    """A date of 1968 that was written with two digits is read as one of 2068; bonds may end then that begin now."""
    column = amount(kind=ColumnKind.DATE, dtype="str", is_text=True, minimum="1969-06-04", maximum=last,
                    date_format=date_format)  # fmt: skip
    assert column.is_of_wrong_century is expected
    bonds = replace(column, profile=column.profile.model_copy(update={"minimum": "2024-01-01"}))
    assert not bonds.is_of_wrong_century


@pytest.mark.parametrize(("mean", "decimals", "expected"), [(2 / 32, 6, True), (0.0607, 6, False), (2 / 32, 2, False)])
def test_shares_that_are_dealt_out_have_a_known_mean(mean: float, decimals: int, *, expected: bool) -> None:
    """The chances of thirty-two teams to reach the final add up to two, whatever they are."""
    column = amount(minimum=0.0, maximum=0.6, mean=mean, decimals=decimals)
    assert replace(column, rows=32).is_allotted is expected
