"""When two questions ask the same: the same names and numbers, and nearly the same telling words."""

import re
from dataclasses import dataclass

from authoring.drafting.duplicates.words import DECISIVE, FILLER, NUMBERS, SYNONYMS

ALIKE = 0.8
"""Share of the telling words of two questions, taken together, that both must have.

Measured on the 900 problems of this repository and of the published DSEval: pairs that ask the same reach 0.88 and
above, and pairs that ask different things with the same names and numbers 0.75 at most.
"""
FEWEST = 4
"""Names, numbers and telling words that a question about no column needs to be held against those of other sets: every
set may ask how many rows there are, and for the first ten."""
_DIGITS = re.compile(r"\b(?:to|with|at)\s+\w+\s+(?:decimals?(?:\s+places?)?|digits?)\b", re.IGNORECASE)
"""How far an answer is rounded: two problems that differ in this alone measure the same."""
_TOKEN = re.compile(
    r"""
    (?P<tick>`[^`\n]+(?:\n[^`\n]+)?`) | (?P<quote>"[^"\n]{1,80}"|(?<!\w)'[^'\n]{1,80}'(?!\w))
  | (?P<number>(?<![\w.])[-+]?\d[\d,]*(?:\.\d+)?(?:(?:st|nd|rd|th)\b)?(?!\w)) | (?P<word>[^\W\d_][\w]*(?:'\w+)?)
    """,
    re.VERBOSE,
)
_GROUPED = re.compile(r"\b(?:by|per|each|every|within|across|among)\s+(?:(?:the|of)\s+)?(`[^`\n]+`)", re.IGNORECASE)
_OUTER = re.compile(r"""^["'`\[(]+|["'`\])]+$""")


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """What counts of a question."""

    names: frozenset[str]
    """Column names, other names and literal values, as written; numbers in one spelling."""
    order: tuple[str, ...]
    """The names in the order in which each is first named."""
    groups: frozenset[str]
    """The names by which something is grouped: those after *by*, *per*, *each* and *every*."""
    words: frozenset[str]
    """The telling words: without filler, endings cut, one word for all that say the same."""

    @property
    def size(self) -> int:
        """How much there is to compare."""
        return len(self.names) + len(self.words)


def words_of(question: str) -> QuestionWords:
    """Return what counts of a question, whatever its order, case, spacing, courtesy and rounding."""
    order: dict[str, None] = {}
    words: set[str] = set()
    for token in _TOKEN.finditer(_DIGITS.sub(" ", question)):
        text = token.group()
        if token["tick"] or token["quote"]:
            order[_name(text)] = None
        elif token["number"]:
            order[_number(text)] = None
        elif "_" in text or re.search(r"[a-z][A-Z]|\d", text):
            order[text] = None
        elif text.casefold() in NUMBERS:
            order[NUMBERS[text.casefold()]] = None
        elif word := _word(text):
            words.add(word)
    groups = frozenset(_name(match[1]) for match in _GROUPED.finditer(question))
    return QuestionWords(names=frozenset(order), order=tuple(order), groups=groups, words=frozenset(words))


def likeness(one: QuestionWords, other: QuestionWords) -> float:
    """Return the share of two questions' telling words that both have, from 0 to 1; 0 if names or numbers differ."""
    return overlap(one, other) if one.names == other.names else 0.0


def overlap(one: QuestionWords, other: QuestionWords) -> float:
    """Return the share of two questions' telling words that both have, whatever they name; 1 if neither has any."""
    together = one.words | other.words
    return len(one.words & other.words) / len(together) if together else 1.0


def ask_the_same(one: QuestionWords, other: QuestionWords, *, columns: frozenset[str] = frozenset()) -> bool:
    """Return whether two questions ask the same thing; it does not matter which comes first.

    Args:
        one: a question.
        other: another one.
        columns: words that stand in names of columns, in lower case: such a word, too, makes another problem.
    """
    apart = one.words ^ other.words
    if apart & DECISIVE or any(word in columns for word in apart):
        return False
    if one.groups and other.groups and one.groups != other.groups:
        return False
    return bool(one.size) and likeness(one, other) >= ALIKE


def roles_differ(one: QuestionWords, other: QuestionWords) -> bool:
    """Return whether two questions name the same in another order, and do not say what is grouped by what.

    *The mean of A less B* and *the mean of B less A* have the same words; only their code tells them apart.
    """
    return one.order != other.order and not (one.groups and one.groups == other.groups)


def stem(word: str) -> str:
    """Return a word of lower case without the endings of plurals and of tenses; short words stay."""
    for ending, instead, least in (("ies", "y", 3), ("sses", "ss", 2), ("s", "", 3), ("ing", "", 4), ("ed", "", 4)):
        if word.endswith(ending) and not word.endswith(("ss", "us", "is")) and len(word) - len(ending) >= least:
            return word[: len(word) - len(ending)] + instead
    return word


def _word(text: str) -> str:
    word = text.casefold().removesuffix("'s")
    if word in FILLER:
        return ""
    word = SYNONYMS.get(word, word)
    if word in DECISIVE:
        return word
    word = stem(word)
    word = SYNONYMS.get(word, word)
    return "" if word in FILLER else word


def _name(text: str) -> str:
    inside = " ".join(_OUTER.sub("", text).split())
    return _number(inside) if re.fullmatch(r"[-+]?\d[\d,]*(\.\d+)?", inside) else inside


def _number(text: str) -> str:
    plain = re.sub(r"[a-z]+$", "", text.replace(",", "").lstrip("+"))
    whole, dot, rest = plain.partition(".")
    rest = rest.rstrip("0")
    return f"{whole.lstrip('0') or '0'}{dot if rest else ''}{rest}"
