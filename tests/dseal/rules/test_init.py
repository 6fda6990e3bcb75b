"""The registry of lint rules."""

from inspect import signature
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from authoring.dseal.diagnostic import RuleInfo
from authoring.dseal.rules.registry import RULES, rules_by_code

if TYPE_CHECKING:
    from authoring.dseal.rules.base import Rule


@pytest.mark.parametrize("code", RULES)
def test_rule_fulfils_the_protocol(code: str) -> None:
    """A rule has its explanation, and a check that takes a problem set and its surroundings."""
    rule = RULES[code]

    assert isinstance(rule.INFO, RuleInfo)
    assert len(signature(rule.check).parameters) == 2


def test_two_rules_with_one_code_are_refused() -> None:
    """A code means one thing, also where an installed package brings a rule."""
    rules = {name: cast("Rule", SimpleNamespace(INFO=RULES["DS201"].INFO)) for name in ("one", "two")}

    with pytest.raises(ValueError, match="'two' has the code DS201"):
        rules_by_code(rules)
