"""Comparing two values as DSEval's matcher does: `matches` under given flags, `loose` under loosened ones."""

from typing import Any

from authoring.validators.flags import Match, MatchOptions
from authoring.validators.matching.dispatch import matches

__all__ = ["Match", "MatchOptions", "loose", "matches"]


def loose(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Compare with names, order and dtypes ignored and parts admitted; what matches only so is partly right."""
    return matches(reference, submission, options.loosened())
