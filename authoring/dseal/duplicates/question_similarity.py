"""Similarity of questions: the same names and numbers, and nearly the same significant words."""

import re
from dataclasses import dataclass

ALIKE = 0.8
"""Share of the telling words of two questions, taken together, that both must have.

Measured on the 900 problems of this repository and of the published DSEval: pairs that ask the same reach 0.88 and
above, and pairs that ask different things with the same names and numbers 0.75 at most.
"""

FEWEST = 4
"""Names, numbers and telling words that a question about no column needs to be held against those of other sets: every
set may ask how many rows there are, and for the first ten."""

# How far an answer is rounded: two problems that differ in this alone measure the same.
_DIGITS = re.compile(r"\b(?:to|with|at)\s+\w+\s+(?:decimals?(?:\s+places?)?|digits?)\b", re.IGNORECASE)

# A name in backticks (over at most two lines), a quoted text, a number with its ordinal ending, or a word. An
# apostrophe within a word opens no quote.
_TOKEN = re.compile(
    r"""
    (?P<tick>`[^`\n]+(?:\n[^`\n]+)?`) | (?P<quote>"[^"\n]{1,80}"|(?<!\w)'[^'\n]{1,80}'(?!\w))
  | (?P<number>(?<![\w.])[-+]?\d[\d,]*(?:\.\d+)?(?:(?:st|nd|rd|th)\b)?(?!\w)) | (?P<word>[^\W\d_][\w]*(?:'\w+)?)
    """,
    re.VERBOSE,
)

# The name in backticks by which something is grouped: "per `port`", "for each of the `ports`".
_GROUPED = re.compile(r"\b(?:by|per|each|every|within|across|among)\s+(?:(?:the|of)\s+)?(`[^`\n]+`)", re.IGNORECASE)

# Quotes and brackets around a name.
_OUTER = re.compile(r"""^["'`\[(]+|["'`\])]+$""")


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """The parts of a question that count in comparisons."""

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
    """Return the parts of a question that count, whatever its order, case, spacing, courtesy and rounding."""
    order: dict[str, None] = {}
    words: set[str] = set()
    for token in _TOKEN.finditer(_DIGITS.sub(" ", question)):
        text = token.group()
        if token["tick"] or token["quote"]:
            order[_name(text)] = None
        elif token["number"]:
            order[_number(text)] = None
        # snake_case, camelCase and x1 are names without backticks.
        elif "_" in text or re.search(r"[a-z][A-Z]|\d", text):
            order[text] = None
        elif text.casefold() in NUMBERS:
            order[NUMBERS[text.casefold()]] = None
        elif word := _word(text):
            words.add(word)
    groups = frozenset(_name(match[1]) for match in _GROUPED.finditer(question))
    return QuestionWords(names=frozenset(order), order=tuple(order), groups=groups, words=frozenset(words))


def similarity(first: QuestionWords, second: QuestionWords) -> float:
    """Return the share of two questions' telling words that both have, from 0 to 1; 0 if names or numbers differ."""
    return overlap(first, second) if first.names == second.names else 0.0


def overlap(first: QuestionWords, second: QuestionWords) -> float:
    """Return the share of two questions' telling words that both have, whatever they name; 1 if neither has any."""
    together = first.words | second.words
    return len(first.words & second.words) / len(together) if together else 1.0


def ask_the_same(first: QuestionWords, second: QuestionWords, *, columns: frozenset[str] = frozenset()) -> bool:
    """Return whether two questions ask the same thing; it does not matter which comes first.

    `columns` are the words that stand in names of columns, in lower case: such a word, too, makes another problem.
    """
    differing = first.words ^ second.words
    if differing & DECISIVE or any(word in columns for word in differing):
        return False
    if first.groups and second.groups and first.groups != second.groups:
        return False
    return bool(first.size) and similarity(first, second) >= ALIKE


def roles_differ(first: QuestionWords, second: QuestionWords) -> bool:
    """Return whether two questions name the same in another order, and do not say what is grouped by what.

    *The mean of A less B* and *the mean of B less A* have the same words; only their code tells them apart.
    """
    return first.order != second.order and not (first.groups and first.groups == second.groups)


def stem(word: str) -> str:
    """Return a word of lower case without the endings of plurals and of tenses; short words stay."""
    for ending, instead, shortest in (("ies", "y", 3), ("sses", "ss", 2), ("s", "", 3), ("ing", "", 4), ("ed", "", 4)):
        if word.endswith(ending) and not word.endswith(("ss", "us", "is")) and len(word) - len(ending) >= shortest:
            return word[: len(word) - len(ending)] + instead
    return word


def _word(text: str) -> str:
    word = text.casefold().removesuffix("'s")
    if word in FILLER:
        return ""
    word = SYNONYMS.get(word, word)
    # Before stemming, which would cut some of them ("missing" to "miss").
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
    whole, dot, decimals = plain.partition(".")
    decimals = decimals.rstrip("0")
    return f"{whole.lstrip('0') or '0'}{dot if decimals else ''}{decimals}"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FILLER = _words(
    """
    a an the this that these those it its they them their there here some any
    i me my we us our you your who whose
    is are was were be been being am do does did done has have had having can could may might must shall should will
    would of in on at to from for with into onto out up about as by per over across through via within upon
    and or but so then also too just only please now well next finally first-of-all
    what which how when where why whether if
    give show tell compute calculate determine derive obtain display print find return report answer provide let see
    want need like make create build produce get take using use used call called name named store assign keep put say
    dataset data table frame dataframe series list tuple dict value result variable column columns row rows record
    float integer int number numeric string text boolean bool output
    each every all always its own respectively namely e.g i.e for-example
    round rounded decimal place digit unrounded
    """
)
"""Words of grammar, of courtesy, and of the shape of an answer; which shape it is, the validator sees."""


SYNONYMS = {
    "average": "mean", "avg": "mean", "arithmetic": "mean",
    "highest": "max", "largest": "max", "greatest": "max", "biggest": "max", "maximum": "max", "maximal": "max",
    "lowest": "min", "smallest": "min", "least": "min", "minimum": "min", "minimal": "min",
    "count": "count", "counts": "count", "many": "count", "frequency": "count", "frequencies": "count",
    "total": "sum", "sums": "sum", "summed": "sum",
    "percent": "share", "percentage": "share", "proportion": "share", "fraction": "share", "shares": "share",
    "missing": "missing", "null": "missing", "nan": "missing", "absent": "missing", "na": "missing",
    "unique": "distinct", "different": "distinct",
    "exceeding": "more", "exceeds": "more", "greater": "more", "larger": "more", "above": "more", "higher": "more",
    "fewer": "less", "smaller": "less", "below": "less", "lower": "less", "under": "less",
    "deviation": "std", "stdev": "std",
    "descending": "descending", "decreasing": "descending", "ascending": "ascending", "increasing": "ascending",
    "commonest": "common", "frequent": "common",
}  # fmt: skip
"""Words that say the same, by the one that stands for them."""


DECISIVE = _words(
    """
    mean median mode max min sum std variance count share distinct missing correlation covariance quantile percentile
    quartile rank cumulative range skew kurtosis more less equal between before after earlier later first last not no
    without except neither ascending descending common rare top bottom left right inner outer row-wise daily weekly
    monthly quarterly yearly day week month quarter year hour minute weekday train test predict classify regression
    cluster scale standardise standardize normalise normalize encode merge join pivot melt transpose
    logistic linear polynomial ridge lasso forest tree boosting svm neighbor neighbour neural bayes kmeans pca
    """
)
"""Words of which one more or less makes another problem."""


NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    )
    if number != 1
}
"""Numbers as words; *one* is too often a pronoun."""
