"""The interval of one rate: answers that hang together are worth less than as many that do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.evaluation.clustered_rates import pass_rates, rate_of_problems
from authoring.evaluation.pilot.item_statistics import wilson
from authoring.records.results import RateEstimate


def rate(*problems: str, sets: int = 1) -> RateEstimate:
    """Return the rate of problems, each with a plus for every right and a minus for every wrong answer."""
    values = [
        ((f"set{number % sets}", number), float(mark == "+")) for number, marks in enumerate(problems) for mark in marks
    ]
    estimate = rate_of_problems(values)
    assert estimate is not None
    return estimate


def width(estimate: RateEstimate) -> float:
    """Return how wide an interval is."""
    return estimate.high - estimate.low


def test_single_answers_have_wilsons_interval() -> None:
    """Of one answer to each problem the interval is the usual one, but for the divisor n - 1 of the spread."""
    estimate = rate(*"+" * 30, *"-" * 10)
    low, high = wilson(30, 40)

    assert estimate.rate == 0.75
    assert estimate.low == pytest.approx(low, abs=0.01)
    assert estimate.high == pytest.approx(high, abs=0.01)


def test_samples_that_always_agree_are_worth_one_answer() -> None:
    """Ten equal samples of a problem tell no more of other problems than one."""
    assert width(rate("++++++++++", "----------", "++++++++++", "----------")) == pytest.approx(width(rate(*"+-+-")))
    assert width(rate("+-", "-+", "+-", "-+")) < width(rate("++", "--", "++", "--"))


def test_problems_of_a_set_hang_together_from_ten_sets_on() -> None:
    """Where whole sets are right or wrong, forty problems of ten sets are worth ten answers; of nine none is drawn."""
    marks = ["+" if number % 2 else "-" for number in range(40)]

    assert width(rate(*marks, sets=10)) == pytest.approx(width(rate(*"+-" * 5)))
    assert width(rate(*marks[:36], sets=9)) < width(rate(*marks, sets=10))


def test_nothing_but_right_answers_is_no_certainty() -> None:
    """A rate of 1 has an interval, which shrinks with the number of problems; without values there is none."""
    few, many = rate("+"), rate(*"+" * 50)

    assert few.high == pytest.approx(1)
    assert many.high == pytest.approx(1)
    assert few.low < 0.25
    assert 0.9 < many.low < 1
    assert rate_of_problems([]) is None


@given(st.lists(st.text("+-", min_size=1, max_size=4), min_size=1, max_size=25))
def test_an_interval_holds_its_rate(problems: list[str]) -> None:
    """It stays within 0 and 1, and is never narrower than that of as many independent answers."""
    estimate = rate(*problems)
    answers = sum(map(len, problems))
    low, high = wilson(round(estimate.rate * answers), answers)

    assert 0 <= estimate.low <= estimate.rate + 1e-9
    assert estimate.rate - 1e-9 <= estimate.high <= 1
    assert width(estimate) >= high - low - 1e-9


def test_pass_at_counts_the_problems_with_so_many_answers() -> None:
    """A problem with fewer answers is in no higher k."""
    first, second = pass_rates([(("s", 1), {1: 0.5, 2: 1.0}), (("s", 2), {1: 0.0})])

    assert (first.samples, first.rate, first.problems) == (1, 0.25, 2)
    assert (second.samples, second.rate, second.problems) == (2, 1.0, 1)
    assert 0 < first.low < 0.25 < first.high < 1
