"""The known word that is nearest to an unknown one, at a bounded cost."""

from collections.abc import Iterable
from difflib import get_close_matches

_NEAR = 3
"""Characters by which a suggestion may be longer or shorter."""
_MOST = 300
"""Words that are looked at."""
_LONGEST = 80
"""Characters; nobody mistypes longer names by a letter."""


def closest_word(word: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """Return the known word most like `word`, or an empty text when none is like it."""
    if len(word) > _LONGEST:
        return ""
    near = sorted({name for name in known if abs(len(name) - len(word)) <= _NEAR})[:_MOST]
    found = get_close_matches(word, near, n=1, cutoff=cutoff)
    return found[0] if found else ""
