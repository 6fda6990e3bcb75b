"""Every rule of lint, found in this folder and by entry points."""

from collections.abc import Mapping
from typing import cast

from authoring.dseal.codes import PARSER_CODES
from authoring.dseal.diagnostic import RuleInfo
from authoring.dseal.rules.base import Rule
from authoring.extensions import members


def rules_by_code(rules: Mapping[str, Rule]) -> dict[str, Rule]:
    """Return rules by their codes, in the order of the codes.

    Raises:
        ValueError: when two rules have one code.
    """
    by_code: dict[str, Rule] = {}
    for name, rule in rules.items():
        if rule.INFO.code in by_code:
            raise ValueError(f"the rule {name!r} has the code {rule.INFO.code}, which another rule has already")
        by_code[rule.INFO.code] = rule
    # In the order of codes, so that findings and `authoring explain` do not depend on how modules are called.
    return dict(sorted(by_code.items()))


RULES: Mapping[str, Rule] = rules_by_code(cast("Mapping[str, Rule]", members("authoring.dseal.rules")))
"""Every rule by its code, in the order of the codes."""
CODES: Mapping[str, RuleInfo] = {
    info.code: info
    for info in sorted((*PARSER_CODES, *(rule.INFO for rule in RULES.values())), key=lambda info: info.code)
}
"""Every kind of finding lint knows, by code."""
