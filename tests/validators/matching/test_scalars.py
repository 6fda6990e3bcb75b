"""Matching truth values and numbers."""

from authoring.validators.flags import MatchOptions
from authoring.validators.matching.scalars import match_booleans, match_numbers

TRUE = True


def test_reasons_name_both_values() -> None:
    """A mismatch says what came and what was wanted."""
    assert match_numbers(3, 4.5, MatchOptions()).reason == "4.5 instead of 3"
    assert match_booleans(TRUE, not TRUE, MatchOptions()).reason == "False instead of True"


def test_reasons_name_both_types() -> None:
    """A value of another kind is named as such."""
    assert match_numbers(3, "3", MatchOptions()).reason == "a str instead of an int"


def test_tolerances_are_ours_to_set() -> None:
    """Default tolerances are 1e-8 and a 1e-5th of the reference."""
    assert match_numbers(100.0, 100.0009, MatchOptions()).match
    assert not match_numbers(100.0, 100.002, MatchOptions()).match
    assert match_numbers(100.0, 100.002, MatchOptions(rtol=1e-4)).match
