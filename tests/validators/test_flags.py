"""The matcher's flags."""

import pytest

from authoring.validators.base import ValidatorError
from authoring.validators.flags import STRICT_FLAGS, MatchOptions, flag_names


def test_reading() -> None:
    """Flags read as written; the rest keep their defaults."""
    assert MatchOptions.read({"ignore_order": True, "atol": 1}, "x") == MatchOptions(ignore_order=True, atol=1)
    assert MatchOptions.read({"metrictol": None}, "x") == MatchOptions()


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ({"ignore_ordre": True}, "did you mean `ignore_order`"),
        ({"ignore_order": 1}, "`ignore_order` of x has to be true or false, not 1"),
        ({"atol": True}, "`atol` of x has to be a number, not True"),
        ({"rtol": None}, "`rtol` of x has to be a number, not None"),
    ],
)
def test_refusing(block: dict[str, object], message: str) -> None:
    """A flag that is unknown or of the wrong type is named."""
    with pytest.raises(ValidatorError, match=message):
        MatchOptions.read(block, "x")


def test_loosening_keeps_the_rest() -> None:
    """Loosened flags add to those that were set."""
    loosened = MatchOptions(value_only=True, atol=1.0).loosened()

    assert loosened == MatchOptions(
        ignore_order=True,
        ignore_names=True,
        ignore_dtypes=True,
        match_partial=True,
        value_only=True,
        atol=1.0,
        evidence=False,
    )
    assert len(flag_names("dseval")) == 11
    assert set(flag_names()) - set(flag_names("dseval")) == STRICT_FLAGS
