"""Codes on the command line: a slip is an error, never a silent no."""

from collections.abc import Callable
from typing import Any

import pytest

from authoring.api.findings.codes import all_codes, explain_codes, prefixes, rule_info
from authoring.errors import UsageError


def test_codes_are_in_order() -> None:
    """Codes of the language and of the gate stand in one list, sorted."""
    assert list(all_codes()) == sorted(all_codes())
    assert {code[:3] for code in all_codes()} >= {"DS1", "DS2", "DS3", "DS4"}


def test_prefixes_are_split() -> None:
    """Commas, repetition, spaces and small letters are all fine."""
    assert prefixes(["ds1, DS2", "DS3"]) == ("DS1", "DS2", "DS3")
    assert prefixes(None) == ()


@pytest.mark.parametrize("slip", ["DS99", "E501", "DS2O"])
def test_prefix_of_no_code(slip: str) -> None:
    """A prefix that no code has is refused."""
    with pytest.raises(UsageError, match=f"no code begins with {slip}"):
        prefixes([slip])


def test_guess_is_offered() -> None:
    """A near miss is answered with the nearest name."""
    with pytest.raises(UsageError) as caught:
        rule_info("emptyquestion")

    assert caught.value.hint == "did you mean empty-question?"


def test_explanation_is_what_the_command_prints(cli: Callable[..., Any]) -> None:
    """One code by its number or name is one record, and all codes are a list."""
    everything = [explanation.model_dump(mode="json") for explanation in explain_codes()]

    assert explain_codes("DS201").model_dump(mode="json") == cli("explain", "DS201", "--json").json
    assert explain_codes("ds201") == explain_codes(explain_codes("DS201").name)
    assert everything == cli("explain", "--json").json
    assert [explanation["code"] for explanation in everything] == list(all_codes())
