"""What a finding about relations is, and the table as the searches see it: whole numbers in place of values."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from authoring.tables.profile.keys import Table
from authoring.tables.profile.kinds import is_identifier_name, is_year_name, words_of
from authoring.tables.profile.numbers import Floats, Integers, as_text

Flags = npt.NDArray[np.bool_]
MAX_SAMPLE = 20_000
"""Rows on which most candidates are ruled out before all rows are looked at."""
MAX_CELLS = 4_000_000
"""Cells of the sample; tables of many columns give fewer rows."""
FEW_LEVELS = 30
_TRUE = {"1", "1.0", "true", "yes", "y", "t", "on"}
_TIME_WORDS = {
    "year",
    "yr",
    "date",
    "day",
    "month",
    "week",
    "quarter",
    "qtr",
    "period",
    "wave",
    "round",
    "time",
    "hour",
}
_PERIOD = re.compile(
    r"(?P<year>[12]\d{3})(?:[-_ ]?[QqMmWw](?P<part>\d{1,2}))?|[QqMmWw](?P<first>\d{1,2})[-_ ]?(?P<last>[12]\d{3})"
)
_MAX_PERIOD = 9
"""Characters of a period such as 2010-Q4."""
_ENTITY_ENDS = ("id", "code", "fip", "fips")
_NO_ENTITIES = (
    "aid",
    "valid",
    "grid",
    "bid",
    "humid",
    "acid",
    "solid",
    "rapid",
    "liquid",
    "fluid",
    "covid",
    "void",
    "kid",
)
_TIME_WORDS |= {"decade", "season", "semester", "visit", "t", "datetime", "timestamp", "minute", "cycle", "months"}


@dataclass(frozen=True, slots=True)
class TableRelation:
    """One relation; the fields are those of `records.Relation`."""

    kind: str
    columns: tuple[str, ...]
    related: tuple[str, ...] = ()
    formula: str = ""
    values: tuple[str, ...] = ()
    count: int = 0
    exceptions: int = 0
    file: str = ""
    other_file: str = ""


@dataclass(slots=True)
class CodedTable:
    """A table whose columns are numbered when a search asks for them: equal values have equal numbers, missing ones -1.

    Numbering takes most of the time, so that each column is numbered once, whatever asks for it.
    """

    table: Table
    _codes: dict[str, Integers] = field(default_factory=dict)
    _counts: dict[str, Counter[Any]] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.table.frame)

    @property
    def columns(self) -> list[dict[str, Any]]:
        """The profiles of the columns."""
        return self.table.columns

    def codes(self, name: str) -> Integers:
        """Return a column as numbers of its values."""
        if name not in self._codes:
            self._codes[name] = pd.factorize(self.table.frame[name])[0].astype(np.int32)
        return self._codes[name].astype(np.int64)

    def floats(self, name: str) -> Floats:
        """Return a column of numbers as floats, missing ones as NaN."""
        return self.table.frame[name].to_numpy(dtype=np.float64, na_value=np.nan)

    def counts(self, name: str) -> Counter[Any]:
        """Return how often each value of a column stands there; the columns of many tables are compared by these."""
        if name not in self._counts:
            self._counts[name] = Counter(self.table.frame[name].dropna().value_counts().to_dict())
        return self._counts[name]

    def periods(self, column: dict[str, Any]) -> Floats | None:
        """Return a column of texts as numbers in the order of the periods that they name; None where they name none."""
        if not column["is_text"] or column["distinct"] < 2 or column["longest"] > _MAX_PERIOD:  # noqa: PLR2004 - one has no order
            return None
        codes, levels = pd.factorize(self.table.frame[column["name"]])
        # Four digits are a year where the name says so.
        if not is_year_name(column["name"]) and any(str(level).isdecimal() for level in levels[:3]):
            return None
        # The first few rule out nearly all columns.
        if period_numbers(levels[:3]) is None:
            return None
        numbers = period_numbers(levels)
        return None if numbers is None else np.where(codes >= 0, numbers[codes], np.nan)

    def sample(self, columns: int) -> Integers:
        """Return the places of the rows that a search over so many columns looks at first, in order."""
        size = min(self.rows, MAX_SAMPLE, max(500, MAX_CELLS // max(columns, 1)))
        if size == self.rows:
            return np.arange(self.rows, dtype=np.int64)
        # Neighbours stay together in part: what repeats in blocks would not repeat in rows that lie far apart.
        block = 20
        starts = np.linspace(0, self.rows - block, size // block).astype(np.int64)
        return np.unique((starts[:, None] + np.arange(block)).ravel())


def truth_of(values: "pd.Series[Any]") -> Floats:
    """Return a flag as ones and zeros, missing values as NaN."""
    if pd.api.types.is_bool_dtype(values.dtype) or pd.api.types.is_numeric_dtype(values.dtype):
        return values.to_numpy(dtype=np.float64, na_value=np.nan)
    codes, levels = pd.factorize(values)
    numbers = np.array([*(float(as_text(level).strip().lower() in _TRUE) for level in levels), np.nan])
    return numbers[codes]


def is_countable(table: Table, column: dict[str, Any]) -> bool:
    """Whether values of a column can be numbered: lists have no hash."""
    return bool(column["is_text"]) or not pd.api.types.is_object_dtype(table.frame[column["name"]].dtype)


def is_number(table: Table, column: dict[str, Any]) -> bool:
    """Whether a column holds numbers that can be calculated with."""
    dtype = table.frame[column["name"]].dtype
    return (
        pd.api.types.is_numeric_dtype(dtype)
        and not pd.api.types.is_bool_dtype(dtype)
        and not pd.api.types.is_complex_dtype(dtype)
    )


def is_whole(column: dict[str, Any]) -> bool:
    """Whether a column holds whole numbers."""
    return column.get("decimals") == 0 and not column["is_text"]


def period_numbers(levels: pd.Index) -> Floats | None:
    """Return texts such as ``1974Q1`` or ``Q4 2010`` as numbers in their order; None where one is no period."""
    read = [_PERIOD.fullmatch(str(level).strip()) for level in levels]
    if not read or not all(read):
        return None
    pairs = [(match["year"] or match["last"], match["part"] or match["first"] or 0) for match in read if match]
    return np.array([int(year) * 100 + int(part) for year, part in pairs], dtype=np.float64)


def is_time(table: CodedTable, column: dict[str, Any]) -> bool:
    """Whether a column says when: a date, a period, or whole numbers or few texts whose name says so."""
    if column["kind"] == "date" or table.periods(column) is not None:
        return True
    words = words_of(column["name"])
    has_name = is_year_name(column["name"]) or bool(_TIME_WORDS.intersection(words[-1:] or ["-"]))
    # Durations count the same units: "arr_time" and "air_time" are told apart by the words before.
    return has_name and (is_whole(column) or column["kind"] == "category") and column["distinct"] > 1


def is_entity_name(name: str) -> bool:
    """Whether a column's name says that it names things: also ``unitid``, ``fcode`` and ``statefip``, in one word."""
    last = (words_of(name) or [""])[-1]
    return is_identifier_name(name) or (last.endswith(_ENTITY_ENDS) and not last.endswith(_NO_ENTITIES))


def names_entities(column: dict[str, Any], rows: int) -> bool:
    """Whether the values of a column may stand for things that occur in several rows."""
    if column["kind"] in {"identifier", "category"}:
        return True
    if is_entity_name(column["name"]):
        return True
    # Numbers that stand for firms or states are whole, and each of them repeats.
    return is_whole(column) and column["kind"] == "amount" and 3 * column["distinct"] <= rows
