"""What is pinned in the environment is the same for every session with the same pins."""

import pytest

from authoring.records.evidence import Pins
from authoring.sandbox.inside.pins import FIXED, THREADS, pinned_variables


def variables_of(pins: Pins) -> dict[str, str]:
    """Return the variables of some pins."""
    return pinned_variables(hash_seed=pins.hash_seed, timezone=pins.timezone, locale=pins.locale, threads=pins.threads)


def test_every_library_gets_as_many_threads() -> None:
    """No library that starts threads by a variable of its own starts more than the pins say."""
    variables = variables_of(Pins(threads=3))

    assert {variables[name] for name in THREADS} == {"3"}


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"hash_seed": 7}, {"PYTHONHASHSEED"}),
        ({"timezone": "Asia/Tokyo"}, {"TZ"}),
        ({"random_state": 7}, set()),
    ],
)
def test_a_pin_changes_its_own_variable(change: dict[str, object], names: set[str]) -> None:
    """What two sessions have different pins for differs there alone."""
    before, after = variables_of(Pins()), variables_of(Pins().model_copy(update=change))

    assert {name for name in after if after[name] != before[name]} == names


def test_what_is_fixed_is_fixed() -> None:
    """No pin changes it, and nothing is written beside the code."""
    assert variables_of(Pins(threads=2)).items() >= FIXED.items()
    assert FIXED["PYTHONDONTWRITEBYTECODE"] == "1"
