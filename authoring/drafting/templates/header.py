"""The header of a template: its subject, its requirements on the data and its effects on the session."""

import re
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from authoring.records.dictionary import Operation
from authoring.records.sketch import LevelName

Stage = Literal[
    "loading", "cleaning", "missing", "sorting", "grouping", "time", "joining", "reshaping", "strings", "outliers",
    "statistics", "features", "modelling", "functions",
]  # fmt: skip
STAGES: tuple[str, ...] = get_args(Stage)
"""In the order in which an analysis takes them."""

LAST_TO_PREPARE: Stage = "missing"
"""Problems up to this stage make the table ready; they come first, whatever their level."""

LEVELS: tuple[str, ...] = get_args(LevelName)

SlotKind = Literal[
    "identifier", "code", "category", "ordinal", "flag", "amount", "share", "money", "count", "date", "period", "text",
    "label", "item", "empty", "constant", "marks", "spellings", "figures",
]  # fmt: skip
"""What a slot may ask for: what the dictionary says of a column, what its values look like, or what has to be tidied
about it: marks of missing values, spellings of one level, numbers that are text."""
TIDYING: frozenset[SlotKind] = frozenset({"marks", "spellings", "figures"})
"""Kinds of columns that have to be tidied; no slot of another kind takes them."""

Presumption = Literal[
    "features known before", "rows of a sample", "rows of a whole", "rows that are alike",
    "measures apart from each other", "one thing over time", "items of one scale",
]  # fmt: skip
"""What a question may take for granted that no data can show. Rows are alike whose values of an amount are of one kind
of thing, looked at once. Measures are apart where none is a part of another, is made from it, or grows with the same
total."""

# A range such as 2..30, 10.. or ..5.
_RANGE = re.compile(r"(\d*)\.\.(\d*)\Z")


@dataclass(frozen=True, slots=True)
class Range:
    """Whole numbers from `low` to `high`, both included; None is open."""

    low: int
    high: int | None

    def __contains__(self, number: int) -> bool:
        return self.low <= number and (self.high is None or number <= self.high)

    def __str__(self) -> str:
        if self.low == self.high:
            return str(self.low)
        return f"at least {self.low}" if self.high is None else f"{self.low} to {self.high}"


def _read_range(value: object) -> object:
    # YAML reads yes and true as a boolean, which is a whole number for Python.
    if isinstance(value, int) and not isinstance(value, bool):
        return Range(value, value)
    if isinstance(value, str) and (match := _RANGE.match(value)) is not None:
        return Range(int(match[1] or 0), int(match[2]) if match[2] else None)
    raise ValueError("write a number, or a range such as 2..30, 10.. or ..5")


def _listed(value: object) -> object:
    return value if isinstance(value, list) else [value]


_RangeField = Annotated[Range, BeforeValidator(_read_range)]
_Closed = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Slot(BaseModel):
    """A place for a column, or with `many` for several."""

    model_config = _Closed

    kind: Annotated[tuple[SlotKind, ...], BeforeValidator(_listed)] = ()
    asks: Annotated[tuple[Operation, ...], BeforeValidator(_listed)] = ()
    """What has to be allowed to ask of it, such as a sum."""
    prefer: Annotated[tuple[SlotKind, ...], BeforeValidator(_listed)] = ()
    """Kinds that are taken first where there are any."""
    missing: _RangeField | None = None
    distinct: _RangeField | None = None
    text: bool | None = None
    """Whether the values are strings."""
    year: bool = False
    """Whether the column holds calendar years; nothing else takes them."""
    parsed: bool | None = None
    """For dates: whether pandas holds them as dates already."""
    many: _RangeField | None = None
    of: Literal["table", "partner"] = "table"
    """`partner` is the other table of a join."""


class Condition(BaseModel):
    """What must hold of a filling, and how to say that it does not."""

    model_config = _Closed

    test: str
    says: str
    """What is wanted, as a phrase: ``every level in at least 5 rows``."""


class TemplateEffects(BaseModel):
    """What the template's problems do to the table, as far as later templates must know; values name slots."""

    model_config = _Closed

    drop_duplicates: bool = False
    drop_rows_missing: tuple[str, ...] = ()
    fill: tuple[str, ...] = ()
    fill_with: dict[str, str] = Field(default_factory=dict)
    """Slot to the label that takes the place of missing text."""
    drop_columns: tuple[str, ...] = ()
    parse_dates: tuple[str, ...] = ()
    tidy: tuple[str, ...] = ()
    """Slots of columns that are then as `TidiedTable` has them."""
    add: tuple[str, ...] = ()
    """Names from `let` made with new()."""


class TemplateHeader(BaseModel):
    """What stands before the first cell."""

    model_config = _Closed

    title: str
    stage: Stage
    level: Annotated[tuple[LevelName, ...], BeforeValidator(_listed)] = ()
    """Not used: levels are measured. Templates of runs that were begun before have it."""
    knowledge: tuple[str, ...] = Field(min_length=1)
    always: bool = False
    """Whether every set has its problems whose table it fits."""
    slots: dict[str, Slot] = Field(default_factory=dict)
    related: bool = False
    """Whether its columns may follow from each other: nested, equal or calculated ones."""
    join: bool = False
    """Whether a second table that fits the first is wanted; known as `join`."""
    composite: bool = False
    """Whether that table has to fit by several columns together; only one by default."""
    panel: bool = False
    """Whether the rows have to follow things over time; known as `panel`."""
    let: dict[str, str] = Field(default_factory=dict)
    where: tuple[Condition, ...] = ()
    needs: tuple[str, ...] = ()
    unlike: tuple[str, ...] = ()
    """Templates that ask for so much the same that no set has both."""
    family: str = ""
    """What its problems are a kind of; no set has two of one kind."""
    presumes: Presumption | None = None
    """What whoever asks this takes for granted; templates that take nothing for granted come first."""
    worth: str = ""
    """What must hold of the `answer` to its last problem; another filling is taken where it does not."""
    shows: str = ""
    """An expression of Python that a rehearsal runs behind the last problem; `worth` knows what it gives as `shown`."""
    pools: tuple[str, ...] = ()
    """Slots of amounts that it takes from all rows together, so that rows of unlike things, or of a time that goes on,
    are asked something else."""
    gives: dict[str, dict[str, str]] = Field(default_factory=dict)
    effects: TemplateEffects = TemplateEffects()
