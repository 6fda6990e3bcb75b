"""What conventions of a set are about, and which matters of form they settle for its questions."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from authoring.validators.rewriting.matters import Matter


class ConventionKind(StrEnum):
    """What a convention is about."""

    INDEX = "index"
    """What names the rows of a table or series, and from where they are numbered."""
    NUMBERS = "numbers"
    """Whether numbers are integers or floats."""
    ROUNDING = "rounding"
    """To how many decimals numbers are given; when and how they are rounded is none of it."""
    ORDER = "order"
    """In which order rows and members stand, those that are equal among them."""
    TIES = "ties"
    """Which of several equal ones is taken, or comes first."""
    MISSING = "missing"
    UNIT = "unit"
    """Whether shares are fractions or percentages."""
    NAMES = "names"
    """How results, their columns and their index are called."""


_WORDS: Mapping[ConventionKind, str] = {
    ConventionKind.INDEX: r"\bindex|\bindices\b|\bnumbered\b|\brow labels?\b|索引|行号|编号",
    ConventionKind.NUMBERS: r"\bint(?:eger)?s?\b|\bfloats?\b|\bwhole numbers?\b|整数|浮点",
    ConventionKind.ROUNDING: r"\b(?:\d{1,2}|one|two|three|four|five|six)[ -](?:decimals?\b|digits? after)|"
    r"\b(?:unrounded|not rounded|whole numbers?)\b|位小数|取整",
    ConventionKind.ORDER: r"\border|\bsort(?:ed|ing)\b|\b(?:a|de)scending\b|\balphabetic|顺序|排序|升序|降序",
    ConventionKind.TIES: r"\bties?\b|\btied\b|\bequals?\b|\bif several\b|\bthe same value|并列|相等|相同",
    ConventionKind.MISSING: r"\bmissing\b|\bnan\b|\bnull|\bwithout a value\b|缺失|空值",
    ConventionKind.UNIT: r"\bpercent|\bshares?\b|\bfractions?\b|\bproportions?\b|百分|占比|比例",
    ConventionKind.NAMES: r"\bnames?\b|\bnamed\b|\bcalled\b|命名|名称|列名",
}
_PATTERNS = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _WORDS.items()}
_MATTERS: Mapping[ConventionKind, frozenset[Matter]] = {
    ConventionKind.INDEX: frozenset({Matter.INDEX}),
    ConventionKind.NUMBERS: frozenset({Matter.NUMBER_TYPE}),
    ConventionKind.ROUNDING: frozenset({Matter.ROUNDING}),
    ConventionKind.ORDER: frozenset({Matter.ROW_ORDER}),
    ConventionKind.NAMES: frozenset({Matter.INDEX_NAME, Matter.SERIES_NAME}),
}
"""Matters of form that no question leaves open where a convention is about them."""


def kinds_of(convention: str) -> frozenset[ConventionKind]:
    """Return what a convention is about."""
    return frozenset(kind for kind, pattern in _PATTERNS.items() if pattern.search(convention))


def said_of(conventions: Sequence[str], *kinds: ConventionKind) -> str:
    """Return the text of those conventions that are about any of these."""
    return "\n".join(item for item in conventions if kinds_of(item) & {*kinds})


def matters_of(conventions: Sequence[str]) -> frozenset[Matter]:
    """Return the matters of form that conventions speak of."""
    kinds = frozenset(kind for item in conventions for kind in kinds_of(item))
    return frozenset(matter for kind in kinds for matter in _MATTERS.get(kind, ()))
