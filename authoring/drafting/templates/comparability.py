"""What columns have in common, by their names and units: whether they are measured alike, or tell each other."""

import re
from collections.abc import Sequence

from authoring.drafting.templates.columns import Column
from authoring.drafting.templates.naming import SHARES, listed_words, share_a_word, words_of, year_in

# Words for the stages of a study.
_STAGES = (
    {"baseline", "initial", "pre", "before", "start"},
    {"mid", "middle", "interim"},
    {"followup", "post", "after", "final", "end", "endline"},
)


# How many times as far one of several alike amounts may reach.
_AS_WIDE = 6
# Measures of one thing one after the other: ``t1``, ``wave_2``.
_NUMBERED = re.compile(r"(.*[a-z][._]?)(\d{1,2})")
# Words at the end of a name for what comes of something, as the gross of a film comes after its budget.
_OUTCOMES = re.compile(
    "[a-z]*gross|boxoffice|revenues?|profits?|earnings|votes|wins|outcomes?|results?|deaths|survival"
)


def comparable(columns: Sequence[Column]) -> bool:
    """Return whether amounts can stand in one column: of one unit or named after one thing, and all shares or none."""
    units = {column.unit for column in columns}
    if len({bool(SHARES & words_of(column.name)) for column in columns}) > 1:
        return False
    widths = [column.maximum - column.minimum for column in columns]
    # A number of votes and their share of all are called after one thing as well.
    if max(widths) > _AS_WIDE * min(widths):
        return False
    return (len(units) == 1 and units != {""}) or share_a_word(column.name for column in columns)


def foresees(features: Sequence[Column], target: Column) -> bool:
    """Return whether a feature is later than what it is to explain, or comes of it, by their names."""
    if any(map(_is_outcome, features)) and not _is_outcome(target):
        return True
    stage = _stage_of(target)
    if stage is not None and any((_stage_of(feature) or 0) > stage for feature in features):
        return True
    place = _NUMBERED.fullmatch(target.name.casefold())
    later = [_NUMBERED.fullmatch(feature.name.casefold()) for feature in features]
    if place and any(other and other[1] == place[1] and int(other[2]) > int(place[2]) for other in later):
        return True
    year = year_in(target.name)
    return year is not None and any((year_in(feature.name) or year) > year for feature in features)


def _is_outcome(column: Column) -> bool:
    return _OUTCOMES.fullmatch(listed_words(column.name.rstrip("_0123456789"))[-1]) is not None


def _stage_of(column: Column) -> int | None:
    words = words_of(column.name)
    return next((stage for stage, names in enumerate(_STAGES) if names & words), None)


def akin(columns: Sequence[Column], target: Column) -> bool:
    """Return whether one of the columns is called after the same thing as another one, and no year tells them apart."""
    return year_in(target.name) is None and any(share_a_word((column.name, target.name)) for column in columns)
