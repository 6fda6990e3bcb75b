"""What the tables of a seed really hold."""

from enum import StrEnum
from typing import Any

from pydantic import SerializerFunctionWrapHandler, model_serializer

from authoring.records.base import Name, Record
from authoring.records.dictionary import DataDictionary, TableEntry


class ColumnKind(StrEnum):
    """The type of a column as a person would say it."""

    IDENTIFIER = "identifier"
    """Names each row, or nearly: all distinct text or whole numbers."""
    CATEGORY = "category"
    """Few levels that repeat; text, or small whole numbers that stand for classes."""
    AMOUNT = "amount"
    """A measured or counted number."""
    DATE = "date"
    """Dates or times, or text that reads as such throughout."""
    TEXT = "text"
    """Free text."""
    FLAG = "flag"
    """Two levels: true and false, yes and no, 0 and 1."""
    EMPTY = "empty"
    """No value at all."""
    CONSTANT = "constant"
    """One value throughout."""


class LevelCount(Record):
    """One value of a column, as text, and how often it stands there."""

    value: str
    count: int


class ColumnProfile(Record):
    """What one column really holds. Numbers are None where they make no sense for the kind."""

    name: str
    kind: ColumnKind
    dtype: str
    """The dtype pandas gives it when read with the table's reader."""
    missing: int
    distinct: int
    """Distinct values, missing ones not counted."""
    minimum: float | str | None = None
    """Numbers as numbers, dates as ISO text, None else."""
    maximum: float | str | None = None
    mean: float | None = None
    deviation: float | None = None
    """Sample standard deviation."""
    decimals: int | None = None
    """The most decimal places in use, up to 9; 0 for whole numbers; None for what is no number."""
    levels: tuple[LevelCount, ...] = ()
    """The most frequent levels first, ties by value, at most 30; for categories and flags only."""
    histogram: tuple[int, ...] = ()
    """Counts in ten bins of equal width from minimum to maximum; for amounts and dates only."""
    date_format: str | None = None
    """strptime format that reads every value of a text column of kind date, else None."""
    is_text: bool = False
    """Whether values are strings in pandas."""
    longest: int | None = None
    """Characters of the longest value of a text column."""
    quartiles: tuple[float, float, float] | None = None
    """What a quarter, half and three quarters of the values do not exceed; for amounts only."""
    examples: tuple[str, ...] = ()
    """Some values of a text column that has no levels, shortened."""
    pattern: str = ""
    """What nearly all values of such a column look like, with A, a and 9 for letters and digits: ``AA-999``."""

    @property
    def is_moment(self) -> bool:
        """Whether its values are dates with a time of day."""
        return self.kind is ColumnKind.DATE and "%H" in (self.date_format or "")

    @model_serializer(mode="wrap")
    def _without_what_was_not_looked_at(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out what older profiles do not have: journals know steps by the profiles that they were given."""
        content: dict[str, Any] = serialize(self)
        return {key: value for key, value in content.items() if value or key not in _LATER_FIELDS}


_LATER_FIELDS = frozenset({"quartiles", "examples", "pattern"})


class TableProfile(Record):
    """What one table really holds."""

    file: str
    """Name of its TableFile."""
    reader: str
    rows: int
    duplicate_rows: int
    """Rows that repeat an earlier row in every column."""
    columns: tuple[ColumnProfile, ...]
    keys: tuple[tuple[str, ...], ...] = ()
    """Candidate keys: one column, or two, without missing values and without repetition; at most five."""
    sample: tuple[tuple[str, ...], ...] = ()
    """The first five rows as text; missing values are empty."""


class Join(Record):
    """Two tables that fit together: every value of `left`'s column that is there stands in `right`'s key column."""

    left: str
    left_column: str
    right: str
    right_column: str
    coverage: float
    """Share of `left`'s rows that find a partner, from 0 to 1."""


class RelationKind(StrEnum):
    """What rules look for between the columns of tables."""

    KEY = "key"
    """`columns` name a row together."""
    COUNTER = "counter"
    """`columns` holds one that only counts the rows."""
    PANEL = "panel"
    """`columns` name what is followed over time, `related` say when; `exceptions` are pairs without a row."""
    SORTED = "sorted"
    """Rows are in the order of `columns`; within each of `related` where there are some."""
    SAME = "same"
    """`columns` and `related` hold one column each that goes with one value of the other."""
    NESTED = "nested"
    """Each value of the column of `columns` has one value of that of `related`."""
    DUMMY = "dummy"
    """The flag of `columns` stands for one level of the column of `related`, which is in `values`."""
    DERIVED = "derived"
    """The column of `columns` is calculated from `related` by `formula`."""
    LAG = "lag"
    """The same from earlier rows."""
    COMPOSITION = "composition"
    """`columns` add up to `formula` in every row."""
    SENTINEL = "sentinel"
    """`values` of the column stand for a missing one."""
    DATE_NUMBER = "date number"
    """The numbers of the column are dates, written as `formula` says: ``mmddyy``."""
    CALENDAR = "calendar"
    """Each row is of the `formula`, month or quarter, after that of the row before; `columns` are a year and its part,
    or one that holds years with decimals, such as 1991.25."""
    HEAPED = "heaped"
    """Most values of the column are multiples of `formula`."""
    TOP_CODED = "top-coded"
    """The value in `values` stands for larger ones as well."""
    JOIN = "join"
    """`columns` of `file` lead to `related` of `other_file`."""


class Relation(Record):
    """One relation that was found in the data."""

    kind: RelationKind
    file: str
    """Name of its TableFile."""
    columns: tuple[str, ...]
    related: tuple[str, ...] = ()
    other_file: str = ""
    formula: str = ""
    values: tuple[str, ...] = ()
    count: int = 0
    """Rows, or things, that it is about."""
    exceptions: int = 0
    """Rows in which it does not hold."""


class TidyingForm(StrEnum):
    """What most has to be done to a column before anybody asks about it."""

    MARKS = "marks"
    """Values that stand for missing ones are made missing."""
    SPELLINGS = "spellings"
    """Spellings of one level are made one."""
    FIGURES = "figures"
    """Texts are read as numbers."""


class NumberForm(Record):
    """How the numbers of a column of text are written."""

    before: str = ""
    """The sign before each number."""
    after: str = ""
    """The unit behind each number."""
    thousands: str = ""
    """What parts the thousands; empty where nothing does."""
    decimal: str = "."


class TidyingStep(Record):
    """How one column is tidied."""

    name: str
    form: TidyingForm
    marks: tuple[str | int | float, ...] = ()
    """Values that are made missing, behind `strips`."""
    strips: bool = False
    """Whether blanks at the ends of texts are taken away."""
    spellings: tuple[tuple[str, str], ...] = ()
    """Each spelling that gives way, with the one that is kept."""
    numbers: NumberForm | None = None
    """How numbers are written that are read from texts."""


class TidiedTable(Record):
    """What a table is once its columns are tidied."""

    file: str
    """Name of its TableFile."""
    steps: tuple[TidyingStep, ...]
    table: TableProfile
    relations: tuple[Relation, ...] = ()
    entry: TableEntry | None = None
    """What the dictionary says of it then."""


class Profile(Record):
    """What the data really holds. Computing it twice gives the same bytes."""

    seed: Name
    tables: tuple[TableProfile, ...]
    joins: tuple[Join, ...] = ()
    relations: tuple[Relation, ...] | None = None
    """What is found between columns; None in profiles of runs that began before relations were looked for."""
    dictionary: DataDictionary | None = None
    """What the data mean, as far as rules tell and somebody said; None where relations were not looked for."""
    tidied: tuple[TidiedTable, ...] | None = None
    """The tables that have columns to be tidied, as they are afterwards; None where none has."""

    @model_serializer(mode="wrap")
    def _without_what_was_not_looked_for(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out what older profiles do not have: journals know steps by the profiles that they were given."""
        content: dict[str, Any] = serialize(self)
        return {key: value for key, value in content.items() if value is not None or key in {"seed", "tables", "joins"}}
