"""A question's words are read for what they say of numbers, averages and thresholds, and for nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.dseal.analysis.question_reading import numbers_of, read_question, with_masked_names, without_names


@pytest.mark.parametrize(
    ("question", "decimals"),
    [
        ("Answer with a float rounded to 2 decimals.", {2}),
        ("Round to three decimal places.", {3}),
        ("答案保留 2 位小数。", {2}),
        ("A decimal number.", set()),
    ],
)
def test_decimals(question: str, decimals: set[int]) -> None:
    """Digits, words and Chinese say how many there are."""
    assert read_question(question).decimals == decimals


@pytest.mark.parametrize(
    ("question", "operators"),
    [
        ("rows of at least 5", [">="]),
        ("rows with no more than five", ["<="]),
        ("rows with more than 1,000", [">"]),
        ("fewer than 3.5 of them", ["<"]),
        ("more than 5 or equal", []),
        ("not more than 5", ["<="]),
        ("more of them", []),
        ("above 2 or below -2", [">", "<"]),
        ("5 or more than 10", [">"]),
        ("3 or over seven", [">"]),
        ("2 or below the mean, 3 or above `limit`", []),
        ("4 or under", ["<="]),
        ("5 or more 3-star hotels", [">="]),
        ("at least 5 or none", []),
        ("大于15或等于15", []),
        ("大于 15 或小于 3", [">", "<"]),
    ],
)
def test_thresholds(question: str, operators: list[str]) -> None:
    """A comparison has its operator; what leaves it open is not read."""
    assert [threshold.operator for threshold in read_question(question).comparisons] == operators


def test_cuts_seeds_and_averages() -> None:
    """Numbers keep the role that the words give them."""
    reading = read_question("Give the mean of the top 5 of a sample with random state 7, and the 前3名 by 中位数.")

    assert reading.cuts == {5, 3}
    assert reading.seeds == {7}
    assert reading.means
    assert reading.medians


@pytest.mark.parametrize(
    ("question", "orders", "extremes"),
    [
        ("Sort by a in descending order.", {"descending"}, set()),
        ("Sort with ascending=False.", {"descending"}, set()),
        ("Names in alphabetical order.", {"ascending"}, set()),
        ("The lowest mean comes first.", {"ascending"}, {"smallest"}),
        ("From the largest to the smallest.", {"descending"}, {"largest", "smallest"}),
        ("The top 3 with the fewest rows.", set(), {"smallest"}),
        ("The top 3.", set(), {"largest"}),
        ("Most of at least 3, and at most 4.", set(), set()),
        ("按价格从低到高排列最便宜的。", {"ascending"}, set()),
        ("降序给出最大的三个。", {"descending"}, {"largest"}),
    ],
)
def test_orders_and_extremes(question: str, orders: set[str], extremes: set[str]) -> None:
    """Words of sorting and of ends are kept apart."""
    reading = read_question(question)

    assert reading.orders == orders
    assert reading.extremes == extremes


def test_orders_of_columns() -> None:
    """A quoted column has the order behind it, or that of what comes first; names in quotes name no end themselves."""
    question = 'The lowest `a` comes first, then "max b" descending, 然后按"c"升序。'
    reading = read_question(question)

    assert reading.column_orders == {("a", "ascending"), ("max b", "descending"), ("c", "ascending")}
    assert reading.extremes == {"largest", "smallest"}
    assert read_question(without_names(question)).extremes == {"smallest"}


def test_names_are_masked() -> None:
    """The names that are given are taken out wherever they stand in quotes, and other quotes stay."""
    masked = with_masked_names('The `top 5` of "mean" by `b`, and top 5.', frozenset({"top 5", "mean"}))

    assert "top 5." in masked
    assert "`b`" in masked
    assert "mean" not in masked
    assert read_question(masked).cuts == {5}


@pytest.mark.parametrize(
    ("question", "aggregates"),
    [
        ("What is the total of a?", {"sum"}),
        ("Give the total number of rows.", {"count"}),
        ("How many different cities are there?", {"count", "distinct"}),
        ("有多少个不同的城市。", {"count", "distinct"}),
        ("求价格总和。", {"sum"}),
    ],
)
def test_aggregates(question: str, aggregates: set[str]) -> None:
    """Sums, counts and counts of distinct values are kept apart."""
    assert read_question(question).aggregates == aggregates


@pytest.mark.parametrize(
    ("question", "joins", "deviations"),
    [
        ("Left-join the tables.", {"left"}, set()),
        ("A right outer join, then a full outer join.", {"right", "outer"}, set()),
        ("先左连接再外连接。", {"left", "outer"}, set()),
        ("The sample standard deviation.", set(), {"sample"}),
        ("The variance with ddof=0.", set(), {"population"}),
        ("The sample and the population variance.", set(), {"sample", "population"}),
        ("求总体方差。", set(), {"population"}),
        ("The population of the state.", set(), set()),
    ],
)
def test_joins_and_deviations(question: str, joins: set[str], deviations: set[str]) -> None:
    """Kinds of joins and of deviations are read by their names."""
    reading = read_question(question)

    assert reading.joins == joins
    assert reading.deviations == deviations


@pytest.mark.parametrize(
    ("question", "scales"),
    [
        ("What percentage of rows?", {"percent", "percentage"}),
        ("The percentage change, from 0 to 1.", {"percent", "one"}),
        ("20% of them.", {"percent"}),
        ("Which proportion is it?", {"share"}),
        ("The churn rate.", {"rate"}),
        ("各类的占比。", {"share"}),
    ],
)
def test_scales(question: str, scales: set[str]) -> None:
    """Percentages, shares and rates are kept apart."""
    assert read_question(question).scales == scales


@pytest.mark.parametrize(
    ("question", "quantiles"),
    [
        ("the 5th and 95th percentiles", {0.05, 0.95}),
        ("the 0.9 quantile", {0.9}),
        ("the top 10% and the lower 2.5 percent", {0.9, 0.025}),
        ("the upper quartile", {0.75}),
        ("the IQR", {0.25, 0.75}),
        ("前10%的行和第90百分位数", {0.9}),
        ("the 5th and the last", set()),
    ],
)
def test_quantiles(question: str, quantiles: set[float]) -> None:
    """A percentile, a quartile and an upper share are quantiles."""
    assert read_question(question).quantiles == quantiles


@pytest.mark.parametrize(
    ("question", "ends"),
    [
        ("the first 5 rows", {"first"}),
        ("the last few entries", {"last"}),
        ("the last name", set()),
        ("all but the first row", set()),
        ("显示最后三行", {"last"}),
        ("显示前3行", {"first"}),
    ],
)
def test_ends(question: str, ends: set[str]) -> None:
    """Pieces at an end are read, unless they are left out."""
    assert read_question(question).ends == ends


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("more than 1,000 and less than 2.5", {1000, 2.5}),
        ("one of [3,4,5]", {1, 3, 4, 5}),
        ("a dozen, twenties, the fifth", {12, 5}),
        ("超过三万元的一半", {3, 10_000, 1, 0.5}),
        ("p95 and .25", {95, 0.25}),
        ("none", set()),
        ("more than a fifth, at most three quarters", {5, 0.2, 3, 4, 0.75}),
    ],
)
def test_numbers(text: str, numbers: set[float]) -> None:
    """Numbers are read from digits and from words, whatever their role."""
    assert numbers_of(text) == numbers


@given(st.text(max_size=200))
def test_any_text_is_read(question: str) -> None:
    """Reading never fails."""
    read_question(question)
    read_question(without_names(question))
    numbers_of(question)
