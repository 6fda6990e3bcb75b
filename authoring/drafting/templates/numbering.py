"""Numbers that measure nothing: of rows, things, texts, days, directions, places, and the levels of a design."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from authoring.drafting.templates.naming import listed_words, names_subject, names_thing, words_of
from authoring.records.profile import ColumnKind, ColumnProfile, Relation, RelationKind, TableProfile

FEW_NAMES = 5
"""Levels of which something can be told by their names, at least."""
NEARLY_ALL = 0.8
"""Share of entries that say what the others are."""
SEVERAL_ROWS = 4
"""Rows of each thing, on average, from which on what it has in all of them is of the thing and not of the row."""
_SAYING = r"[ ._-]?(?:meaning|labels?|names?|text|desc|description|title)$"
"""What the name of a text has behind that of its number."""
NUMBERED = frozenset({"num", "no", "nr", "number"})
"""Words of a name that say that things are numbered."""
_CASE_NUMBER, _MANY_CASES = re.compile("(?!(?:alumi|plati|molybde|lantha)num$)[a-z]{2,}num"), 50
_LAST_DAY = 31
_DIRECTIONS = frozenset({
    "wd", "wdir", "winddir", "winddirection", "windbearing", "direction", "dir", "bearing", "azimuth", "aspect",
    "heading",
})  # fmt: skip
_HALF_CIRCLE, _CIRCLE = 180, 360
# How many times as far one of two coordinates reaches, at most.
_ALIKE, _NEARLY_ALIKE = 1.5, 10
# The least coordinate in metres of a map of a country.
_FAR = 10_000
# Rows with a number of their own at least, the share of them, and out of how many times as many numbers.
_MANY_NUMBERED, _UNEQUAL, _OUT_OF = 25, 0.97, 3
# Pairs of equal numbers that chance would make, where none is a sign that somebody numbered.
_DRAWN_TWICE = 15
# Chi-squared of a histogram, by its parts, below which numbers lie at even steps.
_EVENLY = 0.1
# Numbered columns from which on they are a series. Those that nobody named, as the reader calls those of a file without
# a header, are columns like others.
_IN_SERIES, _LONG_SERIES = re.compile(r"(?!column_)([^\W\d_]+[._ -]?)(\d+)"), 40
# Facts that a number tells of the thing that it stands for, at least.
_SEVERAL_FACTS = 2
# Categories of a cross-table at least, and what its counts are called.
_FEWEST_CATEGORIES = 2
_COUNTS = re.compile(
    r"n|n_?(?:cases?|controls?|obs|rows|people|persons?|deaths?|events?)|counts?|freq(?:uency|uencies)?|cases"
)
# Rows of a cell of a design at least.
_ROWS_OF_CELL = 10
# Things that are seen again at least, and rows for each of them on average.
_MANY_THINGS, _ROWS_OF_THING = 30, 3
# Such things at least, and the share of the numbers up to the last of them that some of them have.
_FEWEST_THINGS, _MOST_THERE = 10, 0.6
_MANY_COLUMNS = 7
# Columns of a design at least, those whose levels stand in as many rows each, and levels at most.
_FEWEST_FACTORS, _EVEN_FACTORS, _MOST_LEVELS = 3, 2, 12
# Numbers of people at least, where more than one row may be about somebody.
_MANY_SUBJECTS = 50
# The last of places, by what factor numbers differ that are about as frequent, and the share of groups with a last one.
_LAST_PLACE, _LEVEL, _FEW_LAST = 100, 1.05, 0.6
# Names of the repetitions and blocks of a trial, with their levels: ``R1``, ``B12``, ``rep 3``.
_PARTS_OF_PLAN = frozenset({"rep", "repl", "replicate", "replicates", "replication", "block", "blocks", "blk", "bloc"})
# How many times as many rows the largest of them has as the smallest, at most.
_EVEN_BLOCKS = 3
_PART_OF_PLAN = re.compile(r"[A-Za-z]{0,5}[ ._-]?\d{1,2}|[A-Za-z]")
# The last step of a scale that rows are, at most: ages and scores, and no years.
_LONGEST_SCALE = 1000


def range_of(column: ColumnProfile) -> tuple[float, float]:
    """Return the smallest and the largest number; NaN where there are none."""
    low, high = column.minimum, column.maximum
    return (low, high) if isinstance(low, int | float) and isinstance(high, int | float) else (math.nan, math.nan)


def numbered_columns(table: TableProfile, relations: Iterable[Relation]) -> set[str]:
    """Return the names of columns whose numbers stand for something, or were planned; see `ColumnRole.NUMBER`."""
    entities = {column.name for column in things_by_number(table, relations)}
    endings = (re.search(_SAYING, column.name.casefold()) for column in table.columns if column.is_text)
    with_text = {ending.string[: ending.start()] for ending in endings if ending is not None}
    return (
        entities
        | _places(table.columns)
        | _codes_of_texts(table, relations)
        | {
            column.name
            for column in table.columns
            if _is_number_of_row(column, table.rows)
            or _is_planned(column, table.rows)
            or _is_called_number(column.name)
            or _is_called_type(column)
            or _is_number_of_case(column)
            or _is_number_of_subject(column, table.rows)
            or _is_day_of_month(column)
            or _is_direction(column)
            or column.name.casefold() in with_text
            or _is_label_of_row(column.name)
            or _is_place(column)
            or _is_district(column)
        }
        | _series(table.columns)
    )


def _series(columns: Sequence[ColumnProfile]) -> set[str]:
    """Return the names of numbers that are called alike and numbered, as the lines of a grid are.

    Each of a few may be a question of its own, as in a survey; of many none says anything by itself.
    """
    numbers = [column.name for column in columns if column.decimals is not None]
    stems = {name: match[1] for name in numbers if (match := _IN_SERIES.fullmatch(name)) is not None}
    members = Counter(stems.values())
    return {name for name, stem in stems.items() if members[stem] >= _LONG_SERIES}


def things_by_number(table: TableProfile, relations: Iterable[Relation]) -> list[ColumnProfile]:
    """Return the numbers from 1 on that stand in several rows each and tell several other columns."""
    facts = Counter(
        relation.columns[0]
        for relation in relations
        if relation.kind is RelationKind.NESTED and not relation.columns[1:]
    )
    return [
        column
        for column in table.columns
        if column.kind is ColumnKind.AMOUNT
        and facts[column.name] >= _SEVERAL_FACTS
        and column.decimals == 0
        and column.distinct >= _FEWEST_THINGS
        and range_of(column)[0] in {0, 1, 2}
        and column.distinct >= _MOST_THERE * (range_of(column)[1] - range_of(column)[0] + 1)
    ]


def amounts_of_things(table: TableProfile, relations: Iterable[Relation]) -> set[str]:
    """Return the amounts that say the same in all rows of a name, or of a number that tells several facts.

    The age of a donor stands in the row of each visit of a patient, and counts there as often as they came.
    """
    nestings = [relation for relation in relations if relation.kind is RelationKind.NESTED and not relation.columns[1:]]
    facts = Counter(relation.columns[0] for relation in nestings)
    columns = {column.name: column for column in table.columns}
    names = {
        column.name
        for column in table.columns
        if _MANY_THINGS <= column.distinct <= table.rows / _ROWS_OF_THING
        and (column.is_text or (column.decimals == 0 and facts[column.name] >= _SEVERAL_FACTS))
    }
    return {
        name
        for relation in nestings
        if relation.columns[0] in names and not relation.exceptions
        for name in relation.related
        if columns[name].kind is ColumnKind.AMOUNT and columns[name].distinct >= FEW_NAMES
    }


def counts_of_cells(table: TableProfile, relations: Iterable[Relation]) -> set[str]:
    """Return the counts of a table whose rows are the cells of a cross-table: sums of them tell, and no means."""
    categories = [column for column in table.columns if 1 < column.distinct <= _MOST_LEVELS and column.is_text]
    names = {column.name for column in categories}
    keys = [{*relation.columns} for relation in relations if relation.kind is RelationKind.KEY]
    cells = math.prod(column.distinct for column in categories)
    if len(categories) < _FEWEST_CATEGORIES or names not in keys or table.rows < _MOST_THERE * cells:
        return set()
    return {
        column.name
        for column in table.columns
        if column.decimals == 0 and _COUNTS.fullmatch(column.name.casefold()) is not None
    }


def factors_of(table: TableProfile, relations: Iterable[Relation]) -> set[str]:
    """Return columns that somebody set, each level in as many rows, or the steps that rows are."""
    steps = {column.name for column in table.columns if _is_grid(column, table.rows)}
    if steps:
        return steps
    cells = {column.name for column in table.columns if _is_laid_out(column)}
    if cells:
        nestings = (relation for relation in relations if relation.kind is RelationKind.NESTED)
        return cells.union(*(relation.related for relation in nestings if cells.issuperset(relation.columns)))
    few = [column for column in table.columns if 1 < column.distinct <= _MOST_LEVELS and not column.missing]
    even = [column for column in few if {level.count for level in column.levels} == {table.rows // column.distinct}]
    # Of numbers a profile counts no levels.
    uncounted = [column for column in few if not column.levels and column.decimals is not None]
    # Three columns of a few levels, each in exactly as many rows, were laid out, though not in all combinations.
    if len(even) >= _FEWEST_FACTORS:
        return {column.name for column in even}
    factors = [*even, *uncounted]
    is_whole = table.rows == math.prod(column.distinct for column in factors)
    if len(factors) >= _FEWEST_FACTORS and len(even) >= _EVEN_FACTORS and is_whole:
        return {column.name for column in factors}
    return set()


def _is_laid_out(column: ColumnProfile) -> bool:
    """Return whether nearly all of several levels stand in exactly as many rows, as the cells of a design do."""
    counts = Counter(level.count for level in column.levels)
    usual, levels = counts.most_common(1)[0] if counts else (0, 0)
    is_even = FEW_NAMES <= column.distinct == len(column.levels) and levels >= NEARLY_ALL * column.distinct
    # Where every level has as many rows, these may as well be times at which something was followed.
    is_even &= levels < column.distinct
    # What is followed over time has as many rows as there were times.
    is_thing = names_thing(column.name) or names_subject(column.name)
    return is_even and usual >= _ROWS_OF_CELL and column.kind is not ColumnKind.DATE and not is_thing


def _is_grid(column: ColumnProfile, rows: int) -> bool:
    """Return whether rows are the steps of a scale, one each, such as scores with how many have them."""
    low, high = range_of(column)
    is_step = column.decimals == 0 and column.distinct == rows - column.missing == high - low + 1
    return is_step and column.missing <= 1 and low != 1 and column.kind is ColumnKind.AMOUNT and high <= _LONGEST_SCALE


def is_numbering(column: ColumnProfile, parts: int) -> bool:
    """Return whether a part of a key of several columns counts from 0 or 1 on."""
    low, high = range_of(column)
    return parts > 1 and column.decimals == 0 and low in {0, 1} and column.distinct == high - low + 1


def is_part_of_plan(column: ColumnProfile) -> bool:
    """Return whether a column tells the repetitions, blocks or records of a trial apart: numbers without a nature."""
    if column.decimals == 0 and re.fullmatch(r"(?:[a-z]{2})?seq", column.name.casefold()):
        return True
    counts = [level.count for level in column.levels]
    if not 1 < len(counts) == column.distinct:
        return False
    # Numbers of blocks, unlike those of blocked shots, stand in about as many rows each.
    is_even = column.decimals == 0 and max(counts) <= _EVEN_BLOCKS * min(counts)
    parts = sum(_PART_OF_PLAN.fullmatch(level.value) is not None for level in column.levels)
    is_numbered = is_even or (column.is_text and parts >= NEARLY_ALL * len(counts))
    return is_numbered and listed_words(column.name.rstrip("_0123456789"))[-1] in _PARTS_OF_PLAN


def _is_number_of_row(column: ColumnProfile, rows: int) -> bool:
    """Return whether all numbers differ, though chance would make many of so few equal, or lie at even steps."""
    low, high = range_of(column)
    present = rows - column.missing
    is_unlike = present >= _MANY_NUMBERED and column.distinct >= _UNEQUAL * present
    if column.decimals == 0:
        # Of so many numbers out of so few, some would be drawn twice: half of their square by how many there are.
        never_twice = column.distinct == present and present**2 > 2 * _DRAWN_TWICE * (high - low + 1)
        return is_unlike and (never_twice or high - low < _OUT_OF * present)
    # What is measured fills the parts of its range less evenly: chi-squared is so small once in a thousand times.
    expected = present / max(len(column.histogram), 1)
    uneven = sum((count - expected) ** 2 / expected for count in column.histogram)
    return is_unlike and len(column.histogram) > 1 and uneven < _EVENLY * len(column.histogram)


def _codes_of_texts(table: TableProfile, relations: Iterable[Relation]) -> set[str]:
    """Return the names of whole numbers that stand for texts, each in the rows of a text of its own."""
    columns = {column.name: column for column in table.columns}
    pairs = [
        (columns[text], columns[number])
        for relation in relations
        if relation.kind in {RelationKind.NESTED, RelationKind.SAME}
        for texts, numbers in ((relation.columns, relation.related), (relation.related, relation.columns))
        for text in texts
        for number in numbers
        if text in columns and number in columns
    ]
    return {
        number.name
        for text, number in pairs
        if text.is_text and number.decimals == 0 and FEW_NAMES <= text.distinct < _UNEQUAL * table.rows
        if number.distinct >= NEARLY_ALL * text.distinct
    }


def _is_called_number(name: str) -> bool:
    """Return whether a name says at its end that things are numbered, as houses in a street or pages, or ranked."""
    words = listed_words(name)
    # As clinical studies number visits, records and what belongs together.
    if re.fullmatch(r"VISITNUM|[A-Z]{2}(?:SP|GRP|REF|LNK)ID", name):
        return True
    return (len(words) > 1 and words[-1] in NUMBERED) or re.fullmatch(r"\w+rank|\w*page", name.casefold()) is not None


def _is_called_type(column: ColumnProfile) -> bool:
    """Return whether whole numbers from 0 or 1 on say of which type something is, by the end of their name."""
    is_called_so = re.fullmatch(r"\w*[^\W_]type|type|\w*_type", column.name.casefold()) is not None
    return is_called_so and column.decimals == 0 and range_of(column)[0] in {0, 1}


def _is_number_of_case(column: ColumnProfile) -> bool:
    """Return whether whole numbers are those of cases, or the order in which things were shown, by their name."""
    is_called_so = _CASE_NUMBER.fullmatch(column.name.casefold()) is not None and column.distinct >= _MANY_CASES
    return column.decimals == 0 and (is_called_so or column.name.casefold() in {"order", "ordering"})


def _is_district(column: ColumnProfile) -> bool:
    """Return whether what is called an area is one of a city or a country by its number, of which none is left out."""
    low, high = range_of(column)
    return column.name.casefold() == "area" and column.decimals == 0 and low == 1 and column.distinct == high


def _is_place(column: ColumnProfile) -> bool:
    """Return whether numbers are places in groups of several sizes: all groups have the first, and few the last."""
    low, high = range_of(column)
    bins = len(column.histogram)
    if column.decimals != 0 or low != 1 or column.distinct != high or not bins or not bins <= high <= _LAST_PLACE:
        return False
    sizes = Counter(min(int((number - low) / (high - low) * bins), bins - 1) for number in range(1, int(high) + 1))
    shares = [count / sizes[place] for place, count in enumerate(column.histogram)]
    falls = all(later <= earlier * _LEVEL for earlier, later in pairwise(shares))
    return falls and shares[0] <= shares[1] * _LEVEL and shares[-1] <= shares[0] * _FEW_LAST


def _is_number_of_subject(column: ColumnProfile, rows: int) -> bool:
    """Return whether whole numbers say whom a row is about: nobody has so many children, or they hardly repeat."""
    is_many = column.distinct >= _MANY_SUBJECTS or column.distinct >= _UNEQUAL * rows
    return names_subject(column.name) and column.decimals == 0 and is_many


def _is_label_of_row(name: str) -> bool:
    """Return whether R or pandas gave a column its name when it wrote the labels of rows."""
    return re.fullmatch(r"row[._ ]?names?|unnamed: ?\d+", name.casefold()) is not None


def _is_day_of_month(column: ColumnProfile) -> bool:
    """Return whether numbers are the days of dates, by a name such as ``birth_d``."""
    low, high = range_of(column)
    is_called_so = bool({"d", "dd", "mday", "dom"} & words_of(column.name))
    return is_called_so and column.decimals == 0 and 1 <= low < high <= _LAST_DAY


def _is_direction(column: ColumnProfile) -> bool:
    """Return whether numbers are directions in degrees, of which the largest is beside the smallest."""
    low, high = range_of(column)
    return low >= 0 and _HALF_CIRCLE < high <= _CIRCLE and bool(_DIRECTIONS & words_of(column.name))


def _places(columns: Sequence[ColumnProfile]) -> set[str]:
    """Return the names of the columns that say where something lies on a plane: they reach about as far, or far.

    So they do among many columns; of a few, two that are called x and y may be anything.
    """
    ranges = {column.name: range_of(column) for column in columns if column.name.casefold() in {"x", "y", "z"}}
    widths = [high - low for low, high in ranges.values()]
    is_plane = {name.casefold() for name in ranges} == {"x", "y"}
    is_far = all(low > _FAR for low, _ in ranges.values())
    reach = _NEARLY_ALIKE if len(columns) >= _MANY_COLUMNS else _ALIKE
    return set(ranges) if is_plane and (is_far or max(widths) < reach * min(widths)) else set()


def _is_planned(column: ColumnProfile, rows: int) -> bool:
    """Return whether each of a few whole numbers stands in as many rows as every other, as places in a plan do."""
    present = rows - column.missing
    repeats, rest = divmod(present, max(column.distinct, 1))
    is_even = rest == 0 and repeats >= SEVERAL_ROWS and len(column.histogram) >= FEW_NAMES
    return column.decimals == 0 and is_even and all(count % repeats == 0 for count in column.histogram)


# Decimals of a share that is dealt out, and by how much a row it may be rounded.
_DECIMALS_OF_SHARES, _NEARLY_WHOLE = 3, 1e-5


def are_dealt_out(column: ColumnProfile, rows: int) -> bool:
    """Return whether numbers are shares of a few wholes that are dealt out over the rows."""
    low, high = range_of(column)
    total = (column.mean or 0) * rows
    is_share = low >= 0 and high <= 1 and (column.decimals or 0) >= _DECIMALS_OF_SHARES
    return is_share and round(total) >= 1 and abs(total - round(total)) < _NEARLY_WHOLE * rows
