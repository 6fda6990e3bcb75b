"""What the data of a seed mean: what a row is, and of every column its kind, unit, meaning and what may be asked of it.

Rules propose a dictionary from the profile whenever it is needed. A seed keeps only what somebody or something else
said: documents that came with the data, a model, a person. What was said by a person comes first.
"""

from enum import StrEnum
from types import MappingProxyType
from typing import Final

from authoring.records.base import Record


class Origin(StrEnum):
    """Where a statement of a dictionary comes from; what stands later here replaces what stands earlier."""

    RULE = "rule"
    """Proposed from names and values."""
    DOCUMENT = "document"
    """A description that came with the data: Table Schema, Croissant, the texts of a page."""
    MODEL = "model"
    """A guess of a language model."""
    PERSON = "person"


class ValueKind(StrEnum):
    """What the values of a column are, which decides what may be asked of them."""

    IDENTIFIER = "identifier"
    """Names things; nothing can be calculated with it."""
    CODE = "code"
    """Numbers or short texts that stand for something else, such as a postal code or an industry."""
    CATEGORY = "category"
    """Classes without an order."""
    ORDINAL = "ordinal"
    """Classes with an order, such as grades; their distances mean nothing."""
    FLAG = "flag"
    AMOUNT = "amount"
    """A measured number."""
    SHARE = "share"
    """A part of a whole, as a fraction or in percent; sums of shares mean nothing."""
    MONEY = "money"
    COUNT = "count"
    DATE = "date"
    PERIOD = "period"
    """A year, a month, a quarter: when, as a number or a short text."""
    TEXT = "text"
    LABEL = "label"
    """What a model of these data would predict."""
    UNKNOWN = "unknown"
    """Neither rules nor anybody else can tell."""


class Operation(StrEnum):
    """What may be asked of a column."""

    SUM = "sum"
    MEAN = "mean"
    ORDER = "order"
    DIFFERENCE = "difference"
    TEXT = "text"


_O = Operation
OPERATIONS: Final = MappingProxyType(
    {
        ValueKind.IDENTIFIER: (),
        ValueKind.CODE: (),
        ValueKind.CATEGORY: (),
        ValueKind.ORDINAL: (_O.ORDER,),
        ValueKind.FLAG: (_O.SUM, _O.MEAN),
        ValueKind.AMOUNT: (_O.MEAN, _O.ORDER, _O.DIFFERENCE),
        ValueKind.SHARE: (_O.MEAN, _O.ORDER, _O.DIFFERENCE),
        ValueKind.MONEY: (_O.SUM, _O.MEAN, _O.ORDER, _O.DIFFERENCE),
        ValueKind.COUNT: (_O.SUM, _O.MEAN, _O.ORDER, _O.DIFFERENCE),
        ValueKind.DATE: (_O.ORDER, _O.DIFFERENCE),
        ValueKind.PERIOD: (_O.ORDER, _O.DIFFERENCE),
        ValueKind.TEXT: (_O.TEXT,),
        ValueKind.LABEL: (),
        ValueKind.UNKNOWN: (),
    }
)
"""What may be asked of a kind, where nobody says otherwise; of any kind, values may be counted and grouped by."""


class StatementSource(Record):
    """Where one field of an entry comes from, where it is not from a rule."""

    field: str
    """The name of the field."""
    origin: Origin
    agreed_by: str = ""
    """The person who said it, or agreed to it; empty as long as it is a guess."""

    @property
    def is_guess(self) -> bool:
        """Whether a language model said it, and nobody agreed to it yet."""
        return self.origin is Origin.MODEL and not self.agreed_by


class LevelMeaning(Record):
    """One value of a column, as text, and what it stands for."""

    value: str
    meaning: str


class ColumnEntry(Record):
    """What one column means. A field that is empty, or None, is not known."""

    name: str
    kind: ValueKind | None = None
    unit: str = ""
    meaning: str = ""
    levels: tuple[LevelMeaning, ...] = ()
    """For categories and codes; an ordinal has them in their order."""
    asks: tuple[Operation, ...] | None = None
    """What may be asked, where it is not what its kind says."""
    nested_in: tuple[str, ...] = ()
    """Columns of which each of its values has one."""
    derived_from: tuple[str, ...] = ()
    formula: str = ""
    """How it is calculated from those, as an expression."""
    same_as: str = ""
    """A column that says the same in other words."""
    missing: tuple[str, ...] = ()
    """Raw spellings that stand for a missing value, beside those that pandas knows."""
    missing_means: str = ""
    """Why a value is missing, in words."""
    notes: tuple[str, ...] = ()
    """What else was noticed of the values, in words: that they are rounded, or end at a largest value."""
    sources: tuple[StatementSource, ...] = ()

    @property
    def operations(self) -> tuple[Operation, ...]:
        """What may be asked of it."""
        return self.asks if self.asks is not None else OPERATIONS[self.kind or ValueKind.UNKNOWN]


class TableEntry(Record):
    """What the rows of one table are. A field that is empty, or None, is not known."""

    file: str
    row: str = ""
    """One row, as a noun: ``penguin``."""
    rows: str = ""
    """Several: ``penguins``."""
    key: tuple[str, ...] = ()
    """Columns that name a row together."""
    entity: tuple[str, ...] = ()
    """Columns that name what is followed over time."""
    time: tuple[str, ...] = ()
    """Columns that say when; with an entity, the table is a panel."""
    gaps: int | None = None
    """Pairs of entity and time without a row."""
    ordered: bool | None = None
    """Whether the order of rows means something."""
    ordered_by: tuple[str, ...] = ()
    columns: tuple[ColumnEntry, ...] = ()
    sources: tuple[StatementSource, ...] = ()


class JoinEntry(Record):
    """Columns of one table that lead to a row of another."""

    left: str
    left_columns: tuple[str, ...]
    right: str
    right_columns: tuple[str, ...]
    exceptions: int = 0
    """Rows that are filled and find no partner."""

    @property
    def ends(self) -> tuple[str, tuple[str, ...], str, tuple[str, ...]]:
        """What it leads from and to: two entries with the same ends are about one join, whoever states them."""
        return self.left, self.left_columns, self.right, self.right_columns


class DataDictionary(Record):
    """What the tables of a seed mean. In a seed it stands in its record, whose format version is this one's, too."""

    tables: tuple[TableEntry, ...] = ()
    joins: tuple[JoinEntry, ...] = ()

    def table(self, file: str) -> TableEntry | None:
        """Return the entry of a table."""
        return next((table for table in self.tables if table.file == file), None)
