"""The kind of a column, as a person would name it: the rules, in the order in which they apply."""

import re

import numpy as np
import pandas as pd

from authoring.tables.profile.numbers import Floats

MAX_LEVELS = 12
"""Whole numbers with more levels than this are amounts."""
MAX_RANGE = 30
"""Whole numbers that lie further apart than this are amounts: 0, 100, 200 are no classes."""
MIN_REPEATS = 5
"""Levels of a category in whole numbers stand for classes only when each repeats this often on average."""
MIN_DISTINCT_SHARE = 0.95
"""Share of distinct texts from which a column names its rows."""
_MIN_SENTENCE_WORDS = 5
"""Words, on average, from which texts are sentences."""
_LONG_TEXT = 100
_FEW_LEVELS = 30
_YES_NO = ({"yes", "no"}, {"y", "n"}, {"true", "false"}, {"t", "f"}, {"on", "off"}, {"0", "1"})
_ID_LAST = {"id", "ids", "identifier", "key", "code", "number", "nr", "uuid", "guid", "isbn"}
_ID_LAST |= {"zip", "zipcode", "postcode", "phone", "idno", "idnr", "idnum", "seqn"}
_ID_FIRST = {"id", "uuid", "guid", "isbn"}
_ID_WHOLE = {"individual", "respondent", "subject", "participant", "index", "obs", "row", "num", "idx", "rownames"}
_ID_WHOLE |= {"rownum", "rowno", "rowid", "unnamed0"}
_YEAR = {"year", "yr", "years", "annee", "jahr"}
_BODY_MEASURE = re.compile(
    "bmi|(?:mean)?(?:bp|blood_?pressure|diast(?:olic)?|syst(?:olic)?)|[sd]bp|gluc(?:ose)?|insulin|chol(?:esterol)?|h[ae]?emoglobin"
    "|triceps|skin(?:fold|thickness)?|pulse|heart_?rate|waist|hips?|head_?circ\\w*"
)
# Words of customerID, Customer Id and customer_id alike: capitals, a capital with small letters, digits.
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def words_of(name: str) -> list[str]:
    """Return the words of a column name in lower case: ``customerID`` and ``Customer Id`` alike."""
    return [word.lower() for word in _WORD.findall(name)]


def is_identifier_name(name: str) -> bool:
    """Whether a column's name says that it identifies something."""
    words = words_of(name)
    # "Number of seats" is an amount.
    if not words or (words[:2] == ["number", "of"]):
        return False
    # A column that is only called "number" may count anything.
    return (words[-1] in _ID_LAST and words != ["number"]) or words[0] in _ID_FIRST or "".join(words) in _ID_WHOLE


def is_year_name(name: str) -> bool:
    """Whether a column's name says that it holds years."""
    return any(word in _YEAR for word in words_of(name))


def is_body_measure(name: str) -> bool:
    """Whether a column's name is that of something measured of a living body."""
    return any(map(_BODY_MEASURE.fullmatch, words_of(name)))


def number_kind(name: str, values: Floats, distinct: int, *, gaps: bool, floats: bool) -> str:
    """Return the kind of a column of at least two distinct numbers.

    Args:
        name: the column's.
        values: those that are not missing.
        distinct: how many differ.
        gaps: whether some are missing, which makes whole numbers floats in pandas.
        floats: whether the dtype is a float.
    """
    low, high = float(values.min()), float(values.max())
    if distinct == 2 and {low, high} == {0.0, 1.0}:  # noqa: PLR2004 - a flag has two levels
        return "flag"
    # Numbers with decimals are amounts, and so are floats that no gap explains.
    whole = bool(np.isfinite(values).all()) and bool((values == np.floor(values)).all())
    if not whole or (floats and not gaps):
        return "amount"
    has_identifier_name = is_identifier_name(name)
    # Numbers that do not repeat name rows when they count upwards, or are called a number of something.
    if distinct == values.size and not is_year_name(name):
        counts_up = low in {0.0, 1.0} and high - low == values.size - 1 and not gaps
        if has_identifier_name or (counts_up and values.size > MIN_REPEATS and bool((np.diff(values) == 1).all())):
            return "identifier"
    # Such as the customer of an order: it repeats, but there are too many for classes.
    if has_identifier_name and distinct > _FEW_LEVELS:
        return "identifier"
    # Few numbers, close together, each of which repeats: grades, months, numbers of cylinders.
    if distinct <= MAX_LEVELS and high - low <= MAX_RANGE and values.size >= MIN_REPEATS * distinct:
        return "category"
    return "amount"


def text_kind(name: str, levels: "pd.Series[int]", longest: int) -> str:
    """Return the kind of a column of at least two distinct texts that are no dates.

    Args:
        name: the column's.
        levels: how often each text stands there, by text.
        longest: characters of the longest text.
    """
    distinct, total = len(levels), int(levels.sum())
    if distinct == 2 and {str(level).strip().lower() for level in levels.index} in _YES_NO:  # noqa: PLR2004 - a pair
        return "flag"
    # Sentences are free text; so are very long texts, and long ones that hardly repeat.
    mean_words = float(pd.Series(levels.index[:1000], dtype="str").str.count(r"\s+").mean()) + 1
    if mean_words >= _MIN_SENTENCE_WORDS or longest > 2 * _LONG_TEXT or (longest > _LONG_TEXT and distinct * 2 > total):
        return "text"
    # Texts that hardly repeat name their rows; so do many texts whose column is called an identifier.
    if distinct >= MIN_DISTINCT_SHARE * total or (distinct > _FEW_LEVELS and is_identifier_name(name)):
        return "identifier"
    # Few texts, or texts that stand twice and more on average, are classes.
    return "category" if distinct <= _FEW_LEVELS or distinct * 2 <= total else "text"


def is_row_number_name(name: str) -> bool:
    """Return whether a column is called as those are that number the rows of a file."""
    words = "".join(words_of(name))
    return words in {
        "",
        "unnamed",
        "unnamed0",
        "index",
        "rownames",
        "row",
        "rownum",
        "obs",
        "idx",
        "x",
        "level0",
        "no",
        "sl",
        "sno",
    }
