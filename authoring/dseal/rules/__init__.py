"""The rules of lint: one file a rule, each with its `INFO` and a `check`."""

from collections.abc import Iterator, Mapping
from typing import Protocol

from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.rules import (
    answer_in_question,
    broken_code,
    broken_validator_code,
    clock_dependence,
    duplicate_question,
    empty_question,
    foreign_validator,
    idle_check,
    interactive_code,
    missing_input,
    network_access,
    nothing_checked,
    path_outside_inputs,
    plot_without_vis,
    secret,
    similar_question,
    slow_import,
    toothless_tolerance,
    unassigned_variable,
    unjudged_vis,
    unknown_name_in_question,
    unseeded_randomness,
    unused_input,
)


class Rule(Protocol):
    """What a rule's module offers."""

    INFO: RuleInfo

    def check(self, problemset: ProblemSet, surroundings: Surroundings, /) -> Iterator[Diagnostic]:
        """Find every place that has the defect; never raises for any parsed text."""
        ...


RULES: Mapping[str, Rule] = {
    "DS201": empty_question,
    "DS202": broken_code,
    "DS203": path_outside_inputs,
    "DS204": network_access,
    "DS205": missing_input,
    "DS206": unused_input,
    "DS207": unknown_name_in_question,
    "DS208": unseeded_randomness,
    "DS209": answer_in_question,
    "DS210": duplicate_question,
    "DS211": similar_question,
    "DS212": secret,
    "DS213": slow_import,
    "DS214": interactive_code,
    "DS215": clock_dependence,
    "DS311": unassigned_variable,
    "DS312": nothing_checked,
    "DS313": plot_without_vis,
    "DS314": toothless_tolerance,
    "DS315": broken_validator_code,
    "DS316": unjudged_vis,
    "DS317": idle_check,
    "DS318": foreign_validator,
}
"""Code to rule, in the order of the codes."""
