"""Comparing two values as DSEval's matcher does: `matches` under given flags, `loose` under loosened ones.

A module compares one family of values (scalars, arrays, frames, containers, sparse matrices) or serves several of them;
`dispatch` decides which one is asked. Reading flags belongs to `authoring.validators.flags`, verdicts to
`authoring.validators.comparison`.
"""

from typing import Any

from authoring.validators.flags import Match, MatchOptions
from authoring.validators.matching.dispatch import matches

__all__ = ["Match", "MatchOptions", "loose", "matches"]


def loose(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Compare with names, order and dtypes ignored and parts admitted; what matches only so is partly right."""
    return matches(reference, submission, options.loosened())
