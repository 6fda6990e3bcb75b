"""What a question asks for, read from its words: numbers with their roles, kinds of average, comparisons."""

import re
from dataclasses import dataclass

_ANY_CASE = re.IGNORECASE
_LONGEST = 20_000
"""Characters of a question that are read."""
_WORDS = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
_NUMBER = r"(-?\d[\d,]{0,15}(?:\.\d{1,15})?|" + "|".join(_WORDS) + r")"
_DECIMALS = re.compile(
    r"\b(\d{1,2}|" + "|".join(_WORDS) + r")[ -](?:decimal|digits? after the)|(\d)\s?位小数", _ANY_CASE
)
_CUT = re.compile(
    r"\b(?:top|first|last)[ -](\d{1,4}|" + "|".join(_WORDS) + r")\b|前\s?(\d{1,4})\s?[个名位行条]", _ANY_CASE
)
_SEED = re.compile(r"\b(?:random[ _]state|(?:random )?seed)(?: of| to| is| =|=|:)? ?`?=? ?(\d{1,10})\b", _ANY_CASE)
_COMPARISONS = (
    (re.compile(r"\b(?:at least|no less than|not less than) " + _NUMBER + r"\b", _ANY_CASE), ">="),
    (re.compile(r"\b(?:at most|no more than|not more than) " + _NUMBER + r"\b", _ANY_CASE), "<="),
    (
        re.compile(r"(?<!no )(?<!not )\b(?:more than|greater than|larger than) " + _NUMBER + r"\b(?! or)", _ANY_CASE),
        ">",
    ),
    (
        re.compile(r"(?<!no )(?<!not )\b(?:less than|fewer than|smaller than) " + _NUMBER + r"\b(?! or)", _ANY_CASE),
        "<",
    ),
)
_MEAN = re.compile(r"\b(?:mean|average|averages|avg|averaged)\b|平均|均值", _ANY_CASE)
_MEDIAN = re.compile(r"\bmedians?\b|中位", _ANY_CASE)


@dataclass(frozen=True, slots=True)
class AskedThreshold:
    """A threshold and how a value stands to it: one of ``>=``, ``<=``, ``>`` and ``<``."""

    operator: str
    threshold: float
    phrase: str


@dataclass(frozen=True, slots=True)
class QuestionReading:
    """What a question's words say; an empty field means that they say nothing of it."""

    decimals: frozenset[int]
    cuts: frozenset[int]
    """Numbers of rows behind "top", "first" and "last"."""
    seeds: frozenset[int]
    comparisons: tuple[AskedThreshold, ...]
    means: bool
    medians: bool


def read_question(question: str) -> QuestionReading:
    """Read an English or Chinese question; never raises."""
    text = re.sub(r"\s+", " ", question[:_LONGEST])
    comparisons = (
        AskedThreshold(operator, _number(match[1]), match[0])
        for pattern, operator in _COMPARISONS
        for match in pattern.finditer(text)
    )
    return QuestionReading(
        decimals=_numbers(_DECIMALS, text),
        cuts=_numbers(_CUT, text),
        seeds=_numbers(_SEED, text),
        comparisons=tuple(comparisons),
        means=_MEAN.search(text) is not None,
        medians=_MEDIAN.search(text) is not None,
    )


def _numbers(pattern: re.Pattern[str], text: str) -> frozenset[int]:
    return frozenset(int(_number(next(group for group in match.groups() if group))) for match in pattern.finditer(text))


def _number(word: str) -> float:
    known = _WORDS.get(word.casefold())
    return float(known) if known is not None else float(word.replace(",", ""))
