"""Suggestions for mistyped words."""

import time

from authoring.dseal.spelling import closest


def test_the_nearest_word() -> None:
    """A swapped or missing letter is seen through; what is like nothing gets no suggestion."""
    words = ["weight", "height", "species"]
    assert closest("wieght", words) == "weight"
    assert closest("specis", words) == "species"
    assert closest("zzz", words) == ""
    assert closest("x" * 100, ["x" * 99]) == ""


def test_the_cost_is_bounded() -> None:
    """A hundred thousand known words cost no more than a look at each."""
    words = [f"name_{number}" for number in range(100_000)]
    started = time.process_time()
    closest("nmae_1", words)
    assert time.process_time() - started < 5
