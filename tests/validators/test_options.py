"""Reading options, and the words for wrong ones."""

import pytest

from authoring.validators.base import ValidatorError
from authoring.validators.options import arguments, text_option, unknown


@pytest.mark.parametrize(
    ("config", "expected"),
    [(None, {}), ({"a": 1}, {"a": 1}), ([1, 2], {"a": 1, "b": 2}), ("x", {"a": "x"}), ({}, {})],
)
def test_ways_to_give_options(config: object, expected: dict[str, object]) -> None:
    """Nothing, a mapping, a list by position or the first option alone."""
    assert arguments("v", config, names=("a", "b")) == expected


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"c": 1}, "option of validator `v` `c` is not known; known are a, b"),
        ([1, 2, 3], "validator `v` takes 2 options, not 3"),
        ({"b": 1}, "validator `v` needs the option `a`"),
    ],
)
def test_wrong_options_are_named(config: object, message: str) -> None:
    """The message names the validator and the option."""
    with pytest.raises(ValidatorError) as refused:
        arguments("v", config, names=("a", "b"), required=("a",))

    assert str(refused.value) == message


def test_near_misses_are_shown() -> None:
    """A name that is nearly right, whatever its case, leads to the right one."""
    assert str(unknown("validator", "variables", ["Variables", "result"])).endswith("did you mean `Variables`?")


@pytest.mark.parametrize("value", [None, "", 3, ["x"]])
def test_text_options(value: object) -> None:
    """An option that has to be a text accepts nothing else, nor an empty one."""
    with pytest.raises(ValidatorError, match="option `name` of validator `v` has to be a text"):
        text_option("v", "name", value)
