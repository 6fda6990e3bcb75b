"""What is drawn is like what was seen."""

import random

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from authoring.validators.generation.pools import pool_of, whole_bounds

SEEDS = st.integers(0, 1_000)


@given(st.lists(st.integers(0, 100), min_size=1, max_size=5), SEEDS)
def test_whole_numbers_keep_their_sign_and_range(seen: list[int], seed: int) -> None:
    """Numbers lie between those that were seen, widened by one, with no new zero and no new sign."""
    drawn = pool_of(seen).drawn(20, random.Random(seed))

    assert drawn is not None
    assert len(drawn) == 20
    assert min(seen) - 1 <= min(drawn)
    assert max(drawn) <= max(seen) + 1
    assert all(number > 0 for number in drawn) or min(seen) == 0
    assert whole_bounds([5, 9]) == (4, 10)
    assert whole_bounds([1, 2]) == (1, 3)
    assert whole_bounds([-2, 2]) == (-3, 3)


@given(SEEDS)
def test_nothing_is_missing_where_nothing_was(seed: int) -> None:
    """Missing elements are drawn where there were some, and texts are those that were seen."""
    chance = random.Random(seed)

    assert set(pool_of(["a", "b"]).drawn(30, chance) or ()) <= {"a", "b"}
    assert set(pool_of(["a", None]).drawn(30, chance) or ()) <= {"a", None}


@given(SEEDS)
def test_keys_stay_keys(seed: int) -> None:
    """Elements that never came twice do not, and where there are too few of them, nothing is drawn."""
    chance = random.Random(seed)
    numbers = pool_of([3, 4], is_unique=True).drawn(9, chance) or []
    days = pool_of([pd.Timestamp("2024-01-01")], is_unique=True).drawn(3, chance) or []

    assert len(set(numbers)) == 9
    assert len(set(days)) == 3
    assert pool_of(["a", "b"], is_unique=True).drawn(3, chance) is None


@given(SEEDS)
def test_few_whole_numbers_are_levels(seed: int) -> None:
    """Numbers that stand for yes and no, or for one of three, have no others beside them; fractions keep decimals."""
    chance = random.Random(seed)

    assert set(pool_of([0, 1]).drawn(30, chance) or ()) <= {0, 1}
    assert set(pool_of([1, 2, 5] * 3).drawn(30, chance) or ()) <= {1, 2, 5}
    assert all(round(number, 1) == number for number in pool_of([0.5, 2.0]).drawn(30, chance) or ())
