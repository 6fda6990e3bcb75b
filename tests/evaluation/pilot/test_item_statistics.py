"""Figures of items agree with those that are known for small cases."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.evaluation.pilot.item_statistics import band_of, item_statistics, level_of, pass_at, wilson
from authoring.records.pilot import AnswerOutcome, PilotAnswer
from authoring.validators.verdicts import SubverdictName, VerdictName


def answers(marks: Sequence[Sequence[bool]]) -> list[PilotAnswer]:
    """Return answers: a list of marks for each solver, one a sample."""
    return [
        PilotAnswer(
            solver=f"s{solver}",
            sample=sample,
            outcome=AnswerOutcome.RIGHT if is_right else AnswerOutcome.WRONG,
            verdict=VerdictName.CORRECT if is_right else VerdictName.WRONG_OUTPUT,
            subverdict=SubverdictName.UNCATEGORIZED,
        )
        for solver, samples in enumerate(marks)
        for sample, is_right in enumerate(samples, start=1)
    ]


@pytest.mark.parametrize(
    ("right", "total", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)]
)
def test_intervals_are_wilsons(right: int, total: int, low: float, high: float) -> None:
    """As tables of Wilson's interval have them."""
    assert [round(bound, 4) for bound in wilson(right, total)] == [low, high]


@given(st.integers(1, 40), st.integers(0, 40), st.integers(1, 10))
def test_pass_at_k(total: int, right: int, k: int) -> None:
    """The estimate lies within its interval, grows with k, and is the plain share for one answer."""
    right, k = min(right, total), min(k, total)
    estimate = pass_at(right, total, k)

    assert 0 <= estimate.low <= estimate.high <= 1
    assert pass_at(right, total, 1).rate == pytest.approx(right / total)
    assert estimate.rate >= pass_at(right, total, 1).rate - 1e-12


def test_pass_at_k_is_unbiased() -> None:
    """Of two right answers among four, one of two is right in five of six pairs."""
    assert pass_at(2, 4, 2).rate == pytest.approx(5 / 6)


def test_discrimination_tells_strong_from_weak() -> None:
    """What strong solvers solve and weak ones do not correlates with the rest; the opposite does the other way."""
    strong, weak = [True, True], [False, False]
    items = item_statistics(
        {
            1: answers([strong, weak]),
            2: answers([strong, weak]),
            3: answers([strong, weak]),
            4: answers([weak, strong]),
        },
        samples=2,
    )

    assert items[1].discrimination == pytest.approx(1.0)
    assert items[4].discrimination == pytest.approx(-1.0)
    assert (items[1].solvers, items[1].answers, items[1].right, items[1].is_hint) == (2, 4, 2, True)
    assert [entry.k for entry in items[1].pass_at] == [1, 2]


def test_what_is_the_same_for_all_tells_nothing() -> None:
    """Where everybody is right, or there is no other problem, no correlation is claimed."""
    alone = item_statistics({1: answers([[True], [False]]), 2: []}, samples=1)
    equal = item_statistics({1: answers([[True], [True]]), 2: answers([[True], [False]])}, samples=1)

    assert (alone[1].discrimination, equal[1].discrimination, list(alone)) == (None, None, [1])


def test_ten_solvers_are_more_than_a_hint() -> None:
    """Below ten a single solver decides the sign."""
    marks = [[number % 2 == 0] for number in range(10)]
    items = item_statistics({1: answers(marks), 2: answers(marks)}, samples=1)

    assert (items[1].is_hint, items[1].solvers) == (False, 10)


@pytest.mark.parametrize(
    ("share", "level"), [(1.0, "easy"), (0.8, "easy"), (0.5, "medium"), (0.3, "medium"), (0, "hard")]
)
def test_levels_follow_from_shares(share: float, level: str) -> None:
    """A level's band holds the shares that it follows from."""
    low, high = band_of(level)

    assert level_of(share) == level
    assert low <= share <= high
    assert band_of("") == (0.0, 1.0)
