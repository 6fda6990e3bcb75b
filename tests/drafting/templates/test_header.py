"""The header of a template says what it wants in few words."""

import pytest
from pydantic import ValidationError

from authoring.drafting.templates.header import Slot, TemplateHeader


@pytest.mark.parametrize(
    ("written", "inside", "outside", "words"),
    [
        (0, [0], [1], "0"),
        ("2..30", [2, 30], [1, 31], "2 to 30"),
        ("5..", [5, 10**9], [4], "at least 5"),
        ("..3", [0, 3], [4], "0 to 3"),
    ],
)
def test_ranges(written: object, inside: list[int], outside: list[int], words: str) -> None:
    """A range holds both of its ends, and an end that is left out is open."""
    found = Slot.model_validate({"distinct": written}).distinct

    assert found is not None
    assert all(number in found for number in inside)
    assert not any(number in found for number in outside)
    assert str(found) == words


@pytest.mark.parametrize("written", [True, "many", "3-4", 2.5, None])
def test_other_values_are_no_range(written: object) -> None:
    """What is neither a number nor a range is refused, unless it is left out."""
    if written is None:
        assert Slot.model_validate({"distinct": 1}).missing is None
        return
    with pytest.raises(ValidationError, match=r"2\.\.30"):
        Slot.model_validate({"distinct": written})


def test_one_kind_or_level_may_stand_alone() -> None:
    """Lists of one need no brackets."""
    header = TemplateHeader.model_validate(
        {"title": "t", "stage": "time", "level": "hard", "knowledge": ["k"], "slots": {"x": {"kind": "date"}}}
    )

    assert header.level == ("hard",)
    assert header.slots["x"].kind == ("date",)
