"""Suggestions for mistyped words."""

import time

from authoring.dseal.spelling import are_opposites, closest_word


def test_the_nearest_word() -> None:
    """A swapped or missing letter is seen through; what is like nothing gets no suggestion."""
    words = ["weight", "height", "species"]
    assert closest_word("wieght", words) == "weight"
    assert closest_word("specis", words) == "species"
    assert closest_word("zzz", words) == ""
    assert closest_word("x" * 100, ["x" * 99]) == ""


def test_an_opposite_is_no_suggestion() -> None:
    """A word with a prefix that turns its meaning round is no spelling of it."""
    assert closest_word("unknown", ["known"]) == ""
    assert closest_word("known", ["unknown", "knwon"]) == "knwon"
    assert are_opposites("Non_member", "member")
    assert not are_opposites("weights", "weight")


def test_the_cost_is_bounded() -> None:
    """A hundred thousand known words cost no more than a look at each."""
    words = [f"name_{number}" for number in range(100_000)]
    started = time.process_time()
    closest_word("nmae_1", words)
    assert time.process_time() - started < 5
