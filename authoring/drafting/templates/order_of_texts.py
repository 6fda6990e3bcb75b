"""Whether texts stand in another order than what they say: weekdays, ordinals, classes of numbers, hours of a clock."""

import re
from collections.abc import Sequence

from authoring.drafting.templates.numbering import FEW_NAMES, NEARLY_ALL
from authoring.records.profile import ColumnKind, ColumnProfile

_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday"
_MONTHS = "january february march april may june july august september october november december"
_NAMES_OF_TIMES = {name[:end] for name in f"{_WEEKDAYS} {_MONTHS}".split() for end in range(3, len(name) + 1)}
_COUNTED = (
    "zero one two three four five six seven eight nine ten eleven twelve",
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
    "once twice thrice",
)
# The beginning of a class of numbers: ``25-29``, ``$5K-$7K``, ``under 15``, ``less than 3``.
_COMPARISON = r"under|over|below|above|(?:\w+er|less|more) than|up to|at (?:least|most)|ages?|aged|from|to"
_NUMBER_CLASS = re.compile(rf"[\[(<>=~$€£ ]*(?:(?:{_COMPARISON}) )?[$€£]?[a-z]?\d")
_OF_CLOCK = re.compile(r"\d ?[ap]\.?m\b|\b(?:noon|mid(?:night)?)\b", re.IGNORECASE)
_DAY_BEFORE_MONTH = re.compile(r"\d{1,2}([-/.])\d{1,2}\1\d{2,4}")
# Numbers with units of one to three letters, and from how many of them on they are no classes.
_UNIT = "hrs?|h|mins?|min|m|secs?|s|kg|mg|g|lbs?|oz|cm|mm|km|mi|ft|in|ml|l|[gmt]b|[mg]?hz|kw|w"
_WITH_UNITS = re.compile(rf"(?:\d+(?:\.\d+)? ?(?:{_UNIT})\.? ?)+", re.IGNORECASE)
_MANY_MEASURES = 12
# Beside ``one`` and ``two`` may stand ``none`` or ``more``.
_MOST_COUNTED = 2 / 3


def is_unordered(column: ColumnProfile, samples: Sequence[str]) -> bool:
    """Return whether entries are in another order as texts than by what they say, as ``9/2`` and ``9/10`` are.

    Args:
        column: any column; numbers have their own order.
        samples: entries of some rows, for a column whose levels are not listed.
    """
    entries = [level.value for level in column.levels] or [sample for sample in samples if sample]
    if not column.is_text or not entries:
        return False
    # A time such as ``1h 40m`` is a measure, however it is written.
    with_units = sum(_WITH_UNITS.fullmatch(entry.strip()) is not None for entry in entries)
    if column.distinct >= _MANY_MEASURES and with_units >= NEARLY_ALL * len(entries):
        return True
    # Whoever strips blanks, or reads `` TRUE`` as a truth value, has another order.
    if any(entry != entry.strip() for entry in entries):
        return True
    return _are_times(column, entries) or _are_counted(entries) or _are_classes_of_numbers(column, entries)


def _are_times(column: ColumnProfile, entries: Sequence[str]) -> bool:
    """Return whether entries are hours of a clock, weekdays, months, or dates that begin with a day."""
    # Hours of a clock with two halves: 8am, noon, 4pm.
    hours = [match[0] for entry in entries if (match := _OF_CLOCK.search(entry))]
    if len(hours) >= NEARLY_ALL * len(entries) and any(hour[0].isdigit() for hour in hours):
        return True
    # With a year behind them too.
    times = [re.split(r"[-_ /.,']", entry.casefold())[0] for entry in entries]
    are_days = column.kind is ColumnKind.CATEGORY and all(map(_DAY_BEFORE_MONTH.fullmatch, entries))
    return are_days or (len(entries) >= FEW_NAMES and all(time in _NAMES_OF_TIMES for time in times))


def _are_counted(entries: Sequence[str]) -> bool:
    """Return whether entries count in words, and in another order than that of their letters."""
    words = [re.split(r"[-_ /.,']", entry.strip().casefold()) for entry in sorted(entries)]
    for counted in map(str.split, _COUNTED):
        for end in (0, -1):
            places = [counted.index(parts[end]) for parts in words if parts[end] in counted]
            if len(places) > 1 and len(places) >= _MOST_COUNTED * len(words) and places != sorted(places):
                return True
    return False


def _are_classes_of_numbers(column: ColumnProfile, entries: Sequence[str]) -> bool:
    """Return whether entries begin with numbers, and stand in another order than these."""
    # A word that stands before all numbers says nothing of their order, nor do blanks behind it.
    stems = [match[0].casefold().rstrip() for entry in entries if (match := re.match(r"[^\W\d_]{2,}\s*(?=\d)", entry))]
    if len(stems) >= NEARLY_ALL * len(entries) and len(set(stems)) == 1:
        entries = [re.sub(r"^[^\W\d_]{2,}", "", entry) for entry in entries]
    numbered = sorted(entry for entry in entries if _NUMBER_CLASS.match(entry.casefold()))
    if column.kind is ColumnKind.DATE or len(numbered) < NEARLY_ALL * len(entries):
        return False
    numbers = [[float(number) for number in re.findall(r"\d+(?:\.\d+)?", entry)] for entry in numbered]
    return numbers != sorted(numbers)
