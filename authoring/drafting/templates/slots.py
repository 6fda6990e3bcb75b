"""Which columns of a table can fill a slot of a template."""

import math
import re
from functools import lru_cache
from itertools import permutations

from authoring.drafting.templates.columns import MOST_CLASSES, NO_CLASSES, Column
from authoring.drafting.templates.header import TIDYING, Slot, SlotKind
from authoring.drafting.templates.naming import FILLERS, LONGEST_LABEL, locates, names_individual
from authoring.drafting.templates.roles import TOTALS, ColumnRole
from authoring.drafting.templates.session_table import SessionTable
from authoring.records.dictionary import ValueKind
from authoring.records.profile import ColumnKind

# Slots of tables of which is kept what fits: in wide tables it takes long to find.
_SLOTS_KNOWN = 1024
TABLE_NAMES = frozenset({"df", "tables"})
"""What every question calls the table and its companions, so that no column of this name can be told from them."""
# Templates of a set that may take one column for their amount, and for their groups: a set has many subjects, and what
# is not what it seems spoils a few problems only.
MOST_OF_AMOUNT, MOST_OF_GROUPS = 4, 6
# Words of a list in a level at least: two may be a place and its county.
_LONG_LIST = 3
# Share of missing values from which on a column is no subject by itself.
_MOST_MISSING = 0.8
_MEASURES: frozenset[SlotKind] = frozenset({"amount", "share", "money", "count"})
_GROUPED: frozenset[SlotKind] = frozenset({"category", "flag", "ordinal", "code", *_MEASURES})
_NAMES: frozenset[SlotKind] = frozenset({"identifier", "text", "label"})
# Roles of columns that are no subject: only slots that ask for no kind take them.
_NO_SUBJECT = frozenset({
    ColumnRole.GAUGE, ColumnRole.INDICATOR, ColumnRole.NUMBERING, ColumnRole.BOUND, ColumnRole.UNORDERED,
    ColumnRole.REMARK, ColumnRole.PAIRED,
})  # fmt: skip


@lru_cache(_SLOTS_KNOWN)
def fitting_columns(slot: Slot, table: SessionTable) -> tuple[Column, ...]:
    """Return the columns of a table that can fill a slot."""
    return tuple(column for column in table.candidates if fits(column, slot, table))


def fits(column: Column, slot: Slot, table: SessionTable) -> bool:
    """Return whether a column can fill a slot."""
    # Spreadsheets and JSON give numbers as labels where a name looks like one.
    is_text_label = "read_csv" in table.reader or any(character.isalpha() for character in column.name)
    has_usable_name = len(column.name) <= LONGEST_LABEL and column.name not in TABLE_NAMES
    has_usable_name = has_usable_name and not column.derived and is_text_label
    supported = column.is_text or column.is_number or column.is_moment or column.is_bool
    if not has_usable_name or not (supported or column.kind in {ColumnKind.EMPTY, ColumnKind.CONSTANT}):
        return False
    if slot.kind and (column.tidying is not None or TIDYING & set(slot.kind)):
        return column.tidying is not None and column.tidying.form in slot.kind
    # What is quickly told comes first: a table may have thousands of columns.
    return (
        not (slot.kind and (table.counts_things or (table.lists_measures and set(slot.kind) & _GROUPED)))
        and not (table.mixes_units and _MEASURES & set(slot.kind))
        and not (_MEASURES & set(slot.kind) and ColumnRole.SHARED in column.roles)
        and not ("category" in slot.kind and column.value_kind is ValueKind.COUNT and table.is_in_order)
        and not (column.names_units and slot.kind)
        and not (column.roles & _NO_SUBJECT and slot.kind)
        and (slot.text is None or column.is_text is slot.text)
        # What is known of few rows says little of all, unless the gaps themselves are the subject.
        and (_is_known(column) if slot.missing is None else column.missing in slot.missing)
        and (slot.distinct is None or column.distinct in slot.distinct)
        and (slot.parsed is None or column.is_moment is slot.parsed)
        and (not slot.year or column.is_year)
        and (slot.year or not slot.kind or any(is_of(column, kind) for kind in slot.kind))
        and all(column.may(operation) for operation in slot.asks)
    )


def most_uses(slot: Slot) -> float:
    """Return how often a set may take a column for such a slot; names of rows and whole tables are no subject."""
    kinds = set(slot.kind)
    if not kinds or kinds & _NAMES or slot.many is not None:
        return math.inf
    return MOST_OF_AMOUNT if kinds & _MEASURES else MOST_OF_GROUPS


def _is_known(column: Column) -> bool:
    """Return whether enough rows have a value to ask about it; a column without any is a subject of its own."""
    return column.kind is ColumnKind.EMPTY or column.missing_share <= _MOST_MISSING


def is_of(column: Column, kind: SlotKind) -> bool:
    """Return whether a column is of a kind that a slot may ask for."""
    if kind in _MEASURES:
        # A year is a number that nobody adds up, so that only a slot for years takes it.
        measures = column.kind is ColumnKind.AMOUNT and column.is_measurable and not column.is_year
        return measures and kind in {"amount", column.value_kind}
    if kind in {"code", "ordinal", "label"}:
        return column.value_kind == kind
    if kind == "item":
        return ColumnRole.ITEM in column.roles
    if kind == "period":
        return column.value_kind is ValueKind.PERIOD or column.is_year
    if kind == "category":
        # Months and weekdays are times: nobody is compared with the others of a month.
        is_many = column.value_kind is ValueKind.COUNT and column.distinct > MOST_CLASSES
        is_class = column.value_kind not in NO_CLASSES | {ValueKind.PERIOD} and not is_many
        is_place = column.is_number and locates(column.name, column.maximum)
        is_usable = is_class and not (column.is_scale or _has_filler(column) or is_place)
        # What one of some people or animals has is of no kind of them, but where a table follows these few.
        is_usable = is_usable and (not _holds_individuals(column) or ColumnRole.ENTITY in column.roles)
        return column.kind is ColumnKind.CATEGORY and is_usable
    return column.kind == kind


def stands_in_order(time: Column) -> bool:
    """Return whether texts that say when something was stand in the order of time: names of months do not."""
    entries = [level.value for level in time.profile.levels] or [*time.profile.examples]
    is_plain = bool(entries) and not any(re.search("[^\\W\\d_Qq]", entry) for entry in entries)
    return is_plain and ColumnRole.UNORDERED not in time.roles


def _holds_individuals(column: Column) -> bool:
    """Return whether entries are numbers of people, animals or records; in words they are classes of them."""
    is_numbered = all(any(map(str.isdigit, level.value)) for level in column.profile.levels)
    return names_individual(column.name) and (column.is_number or is_numbered)


def _parts(level: str) -> list[str]:
    """Return a level without blanks; of a list of three words or more, the words in their order."""
    parts = level.replace(" ", "").split(",")
    is_list = len(parts) >= _LONG_LIST and all(part[:1].isalpha() for part in parts)
    return sorted(parts) if is_list else parts


def _has_filler(column: Column) -> bool:
    """Return whether a level is no group: it stands for what is not known, for all, or is another spelt otherwise."""
    levels = [re.sub(r"_|\s+", " ", level.value.strip().casefold()) for level in column.profile.levels]
    # Who is compared with all others together is among them; a level that is a guess at another is that one as well.
    if any(TOTALS.fullmatch(level) or (level.endswith("?") and level.rstrip(" ?") in levels) for level in levels):
        return True
    # 6-12 and 6 - 12 are one level, as are "a, b, c" and "b, c, a", and "ages na" is none.
    spellings = {",".join(_parts(level)) for level in levels}
    is_unknown = any(level.removeprefix(f"{column.name.casefold()} ") in FILLERS for level in levels)
    return is_unknown or len(spellings) < len(levels) or any(_abbreviates(*pair) for pair in permutations(levels, 2))


def _abbreviates(short: str, level: str) -> bool:
    """Return whether words begin those of another level, as in ``am nat`` and ``american naturalist``."""
    parts, words = short.split(), level.split()
    return len(parts) == len(words) > 1 and all(
        1 < len(part) < len(word) and word.startswith(part) for part, word in zip(parts, words, strict=True)
    )


def describe_slot(slot: Slot) -> str:
    """Return a slot's wish in words."""
    kind = "year" if slot.year else " or ".join(slot.kind) or "column"
    wishes = [
        "as text" if slot.text else "",
        "without missing values" if slot.missing is not None and slot.missing.high == 0 else "",
        "with missing values" if slot.missing is not None and slot.missing.low > 0 else "",
        f"with {slot.distinct} distinct values" if slot.distinct is not None else "",
        "held as dates" if slot.parsed else "",
    ]
    return " ".join((kind, *filter(None, wishes)))
