"""What texts look like that are too many to be listed: some of them, and the pattern that they share."""

import re
from collections import Counter
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

import pandas as pd

from authoring.tables.profile.numbers import as_text
from authoring.tables.reader import shortened

MAX_SAMPLED = 200
"""Distinct values whose pattern is looked at."""
EXAMPLE_WIDTH = 60
_MAX_PATTERN = 30
_MIN_VALUES = 5
_SHARE = 0.95
"""Share of the values that have to look alike."""
_RUN = re.compile(r"(A|a|9)\1*")
_SIGNS = str.maketrans(
    {**dict.fromkeys(ascii_uppercase, "A"), **dict.fromkeys(ascii_lowercase, "a"), **dict.fromkeys(digits, "9")}
)
_SIGN = re.compile(r"[^Aa\s]")


def text_details(values: pd.Index) -> dict[str, Any]:
    """Return examples and pattern of distinct texts, the most frequent first, as fields of a column's profile."""
    places = sorted({0, len(values) // 2, len(values) - 1})
    examples = [shortened(as_text(values[place]), EXAMPLE_WIDTH) for place in places]
    return {"examples": examples, "pattern": pattern_of([str(value) for value in values[:MAX_SAMPLED]])}


def pattern_of(values: list[str]) -> str:
    """Return what nearly all texts look like, ``+`` behind what differs in length; empty where they are plain words."""
    if len(values) < _MIN_VALUES:
        return ""
    # All at once, because a table may have thousands of columns.
    shapes = "\0".join(value[: 2 * _MAX_PATTERN] for value in values).translate(_SIGNS).split("\0")
    # Of one length each, such as AA-999; else runs of any length, such as A+-9+.
    for candidates in (shapes, [_RUN.sub(r"\1+", shape) for shape in shapes]):
        shape, times = Counter(candidates).most_common(1)[0]
        if times >= _SHARE * len(values):
            return shape if len(shape) <= _MAX_PATTERN and _SIGN.search(shape.replace("+", "")) else ""
    return ""
