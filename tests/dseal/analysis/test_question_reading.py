"""A question's words are read for what they say of numbers, averages and thresholds, and for nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.dseal.analysis.question_reading import read_question


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


@given(st.text(max_size=200))
def test_any_text_is_read(question: str) -> None:
    """Reading never fails."""
    read_question(question)
