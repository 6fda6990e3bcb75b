"""Spelling suggestions: the known word that is nearest to an unknown one, at a bounded cost."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

MAX_LENGTH_DIFFERENCE = 3
"""Characters by which a suggestion may be longer or shorter."""
MAX_WORDS = 300
"""Words that are looked at."""
MAX_LENGTH = 80
"""Characters; nobody mistypes longer names by a letter."""


_OPPOSITES = re.compile(r"(?:un|in|im|ir|il|non|dis|not|mis)[_ -]?\Z", re.IGNORECASE)


def are_opposites(word: str, other: str) -> bool:
    """Return whether two words differ by a prefix that turns a meaning round, as `known` and `unknown` do."""
    short, long = sorted((word.casefold(), other.casefold()), key=len)
    return long.endswith(short) and _OPPOSITES.fullmatch(long.removesuffix(short)) is not None


def closest_word(word: str, vocabulary: Iterable[str], *, cutoff: float = 0.6) -> str:
    """Return the known word most like `word`, or an empty text when none is like it."""
    if len(word) > MAX_LENGTH:
        return ""
    # Sorted before the cut, so that the suggestion does not depend on the order of a set.
    near = sorted({name for name in vocabulary if abs(len(name) - len(word)) <= MAX_LENGTH_DIFFERENCE})[:MAX_WORDS]
    near = [name for name in near if not are_opposites(word, name)]
    matches = get_close_matches(word, near, n=1, cutoff=cutoff)
    return matches[0] if matches else ""
