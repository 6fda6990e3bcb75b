"""Levels that are one, and were written in several ways: with other capitals, blanks, points, or an ending."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

MOST_SPELLINGS = 8
"""Spellings that give way to another one, at most: more of them cannot be said in a question."""
_FEWEST_LETTERS = 3
"""Letters of a word that is the same in capitals: ``Aa`` and ``AA`` are two genotypes."""
_STEM, _MOST_PLURALS = 4, 30
"""Letters of a word that has a plural, at least, and levels of a column that has some beside it, at most."""
_WORDS = (
    {"yes": "yes", "y": "yes", "no": "no", "n": "no"},
    {"male": "male", "m": "male", "female": "female", "f": "female"},
    {
        "win": "win", "won": "win", "wins": "win", "lose": "loss", "loss": "loss", "lost": "loss", "losses": "loss",
        "draw": "draw", "drawn": "draw", "tie": "draw", "tied": "draw",
    },
)  # fmt: skip
"""Words for one answer, of columns that hold no others."""
_AFTER_LETTER = re.compile(r"(?<=[^\W\d])[.'\u2019](?=[^\W\d]|\s|$)")
_BETWEEN_WORDS = re.compile(r"(?<=[^\W\d])[-_](?=[^\W\d])")


def unified_spellings(counts: Mapping[str, int]) -> dict[str, str]:
    """Return the spellings that give way to another one, by themselves; blanks at the ends are left out of both.

    Args:
        counts: how often each text stands in a column.

    Returns:
        Of each level the most frequent spelling is kept, of equally frequent ones the first in the alphabet. Empty
        where all levels differ, where too many are written in several ways, or where only one level would be left.
    """
    stripped = Counter[str]()
    for text, count in counts.items():
        stripped[text.strip()] += count
    groups = _groups(stripped)
    levels = {
        spelling: min(group, key=lambda text: (-stripped[text], text))
        for group in groups
        if len(group) > 1
        for spelling in group
    }
    pairs = {spelling: level for spelling, level in sorted(levels.items()) if spelling != level}
    return pairs if len(pairs) <= MOST_SPELLINGS and len(groups) > 1 else {}


def has_outer_blanks(texts: Iterable[str]) -> bool:
    """Return whether a text begins or ends with blanks."""
    return any(text != text.strip() for text in texts)


def _groups(texts: Iterable[str]) -> list[list[str]]:
    """Return texts that are one level together."""
    texts = list(texts)
    plain = {text: _plain(text) for text in texts}
    for words in _WORDS:
        answers = {text: words.get(level.casefold(), "") for text, level in plain.items()}
        # Nothing but such words, of which two say the same.
        if all(answers.values()) and len(texts) > len({*answers.values()}):
            plain = answers
    if len(texts) <= _MOST_PLURALS:
        singulars = {*plain.values()}
        plain = {text: _singular(text, level, singulars) for text, level in plain.items()}
    groups: dict[str, list[str]] = {}
    for text, level in plain.items():
        groups.setdefault(level, []).append(text)
    return list(groups.values())


def _singular(text: str, level: str, levels: Collection[str]) -> str:
    """Return a level without the ending of a plural, where it is one of some levels; capitals are no endings."""
    stem = level.removesuffix("s")
    is_plural = text.endswith("s") and text[-2:].islower() and len(stem) >= _STEM and not stem.endswith("s")
    return stem if is_plural and stem in levels else level


def _plain(text: str) -> str:
    """Return a text without what differs between two spellings of one level."""
    words = re.sub(r"\s*([-/])\s*", r"\1", " ".join(text.split()))
    words = _BETWEEN_WORDS.sub(" ", _AFTER_LETTER.sub("", words)).rstrip(".,;:")
    is_word = max(map(len, re.findall(r"[^\W\d_]+", words)), default=0) >= _FEWEST_LETTERS
    return words.casefold() if is_word else words
