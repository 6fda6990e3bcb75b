"""What a lint rule offers."""

from collections.abc import Iterator
from typing import Protocol

from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.dseal.model import ProblemSet, Surroundings


class Rule(Protocol):
    """What a rule's module offers."""

    INFO: RuleInfo

    def check(self, problemset: ProblemSet, surroundings: Surroundings, /) -> Iterator[Diagnostic]:
        """Find every place that has the defect; never raises for any parsed text."""
