"""The conventions that a set of templates may state, and which of them are worth it for the problems that it has."""

from collections import Counter
from collections.abc import Iterable, Mapping

CONVENTIONS: Mapping[str, str] = {
    "index": "New DataFrames are numbered from 0.",
    "order": "A Series or DataFrame by group stands in ascending order of its index.",
    "ties": "Labels with equal values, as rounded, stand in ascending order; where one is taken, it is the first.",
    "missing": "Missing values are left out.",
    "types": "Whole numbers are given as integers, rounded ones as floats.",
    "halves": "Numbers are rounded as numpy rounds them.",
    "quantiles": "Quantiles and percentiles are interpolated linearly.",
    "arguments": "Functions leave their arguments unchanged.",
}
"""What holds for all questions, by the name that templates mark with it what it says in their place."""
_FEWEST_QUESTIONS = 2


def worthwhile(relied_on: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Return the names of the conventions on which several questions rely, in their order.

    A convention that one question needs is said by that question: nobody else has to read it.
    """
    counts = Counter(name for names in relied_on for name in set(names))
    return tuple(name for name in CONVENTIONS if counts[name] >= _FEWEST_QUESTIONS)
