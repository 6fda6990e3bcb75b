"""What the rows of a table have to do with each other: whether they follow things, times or each other."""

from dataclasses import dataclass

from authoring.drafting.templates.columns import MOST_CLASSES, NO_CLASSES, Column
from authoring.drafting.templates.naming import names_subject
from authoring.drafting.templates.numbering import is_part_of_plan
from authoring.drafting.templates.roles import ColumnRole
from authoring.drafting.templates.session_table import SessionTable
from authoring.records.dictionary import ValueKind
from authoring.records.profile import ColumnKind, RelationKind

# Roles of columns that show that rows follow each other in time.
_SEQUENCE = frozenset({ColumnRole.CLOCK, ColumnRole.LAGGED})
_SUBJECT_AND_TIME = 2
_TWO_GROUPS = 2
# Share of rows that repeat another one in every column, above which they were copied.
_COPIES = 0.2
# Values of an amount that are not equal by chance.
_MANY_VALUES = 30
# Share of the rows that have a time of their own, from which on a table is a series.
_NEARLY_ALL = 0.9
# Things that are named by a number, at least, and the share of the rows below which some stand in several rows.
_FEWEST_THINGS, _DISTINCT_SHARE = 8, 0.9

_PERIODS = {"month": 12, "quarter": 4}


@dataclass(frozen=True, slots=True)
class Calendar:
    """The months or quarters of a table's rows, of which each is the one after that of the row before."""

    period: str
    """`month` or `quarter`."""
    columns: tuple[Column, ...]
    """A year and its part, or one year with decimals."""

    @property
    def steps(self) -> int:
        """How many periods a year has."""
        return _PERIODS[self.period]

    @property
    def example(self) -> str:
        """The year with decimals in the middle of a year of the table, as it may stand there: ``1991.5``."""
        return f"{int(self.columns[0].minimum) + 1}.5"

    @property
    def meaning(self) -> str:
        """What the example means, in words."""
        year = int(self.columns[0].minimum) + 1
        return f"July {year}" if self.period == "month" else f"the third quarter of {year}"


def calendar_of(table: SessionTable) -> Calendar | None:
    """Return the months or quarters of a table's rows; None where rows may have gone, or are of no such series."""
    relation = next((relation for relation in table.relations if relation.kind is RelationKind.CALENDAR), None)
    if relation is None or table.lost:
        return None
    columns = [column for column in map(table.column, relation.columns) if column is not None]
    return Calendar(relation.formula, tuple(columns)) if len(columns) == len(relation.columns) else None


def rows_of_thing(table: SessionTable) -> int:
    """Return how often a thing stands in a table that follows things over time, on average; 0 for other tables."""
    entry = table.entry
    entities = [table.column(name) for name in entry.entity] if entry is not None and entry.time else []
    return table.rows // max((column.distinct for column in entities if column is not None), default=table.rows + 1)


def steps_of_time(table: SessionTable) -> list[str]:
    """Return the columns of which each tells the rows apart by when they were."""
    entry = table.entry
    by_key = list(entry.time) if entry is not None and len(entry.time) == 1 and entry.time == entry.key else []
    clocks = [column.name for column in table.columns if ColumnRole.CLOCK in column.roles or _is_period(column)]
    return clocks + [name for name in by_key if name not in clocks]


def are_ordered(table: SessionTable) -> bool:
    """Return whether rows follow each other in time."""
    is_ordered = table.entry is not None and table.entry.ordered
    return bool(is_ordered) or any(column.roles & _SEQUENCE or _is_period(column) for column in table.columns)


def are_independent(table: SessionTable) -> bool:
    """Return whether rows stand for different things, in no order of time, so that they are a sample."""
    # What takes two names to be told stands for none of them alone.
    is_told_by_one = table.entry is None or len(table.entry.key) <= 1
    return (
        is_told_by_one
        and not rows_of_thing(table)
        and not are_ordered(table)
        and not _repeats_things(table)
        and not are_designed(table)
        and not _repeats_rows(table)
    )


def are_designed(table: SessionTable) -> bool:
    """Return whether rows are combinations that somebody set, so that their amounts spread by what was chosen."""
    return any(ColumnRole.FACTOR in column.roles for column in table.columns)


def are_stratified(table: SessionTable) -> bool:
    """Return whether rows were drawn in equal numbers from several groups, so that their mean is that of no whole."""
    classes = [column for column in table.columns if column.is_text and _TWO_GROUPS < column.distinct <= MOST_CLASSES]
    # Bands that a problem cut are even by their making.
    return any(column.is_even and not column.derived for column in classes)


def are_named(table: SessionTable) -> bool:
    """Return whether rows have names, such as states and mountains: they are what there is, and no sample of it."""
    return any(
        column.is_text
        and column.distinct == table.rows
        and column.has_letters
        # What a subject is called by is its number, and a day is no name.
        and column.kind is not ColumnKind.DATE
        and not names_subject(column.name)
        for column in table.columns
    )


def time_of(table: SessionTable) -> str:
    """Return the column of numbers that says when each row was, of a series or of a panel; empty where none does.

    What tells the rows of one subject apart, such as an age, is one as well.
    """
    entry = table.entry
    names = [*steps_of_time(table), *(entry.time if entry is not None else ())]
    if entry is not None and len(entry.key) == _SUBJECT_AND_TIME and any(map(names_subject, entry.key)):
        names += [name for name in entry.key if not names_subject(name)]
    columns = [table.column(name) for name in names]
    return next((column.name for column in columns if column is not None and column.is_number), "")


def _is_period(column: Column) -> bool:
    """Return whether nearly every row has a year or another period of its own."""
    is_time = column.is_year or column.value_kind is ValueKind.PERIOD
    return is_time and column.missing == 0 and column.distinct >= _NEARLY_ALL * column.rows


def _repeats_rows(table: SessionTable) -> bool:
    """Return whether rows repeat others, as no things do, or belong to blocks, in which they are more alike."""
    # Of a few classes many rows are equal by chance.
    is_measured = any(column.kind is ColumnKind.AMOUNT and column.distinct >= _MANY_VALUES for column in table.columns)
    is_copied = is_measured and table.duplicates > _COPIES * table.rows
    return is_copied or any(is_part_of_plan(column.profile) for column in table.columns)


def _repeats_things(table: SessionTable) -> bool:
    """Return whether the numbers or names of those whom rows are about stand in several rows, or rows share things."""
    # Pupils of one class are more alike than others.
    if any(ColumnRole.SHARED in column.roles for column in table.columns):
        return True
    distinct = [
        column.distinct
        for column in table.columns
        if names_subject(column.name) and column.value_kind not in NO_CLASSES
    ]
    # Where several columns name things, the one with most of them names that of a row: pupils and not their schools.
    return bool(distinct) and _FEWEST_THINGS <= max(distinct) < _DISTINCT_SHARE * table.rows
