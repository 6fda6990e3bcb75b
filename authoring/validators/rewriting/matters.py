"""Matters of form: what a question may settle, or leave open, about the value that answers it.

Imports neither numpy nor pandas, because the analysis of questions needs the names and runs without them.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Self

Side = Literal["wrong", "right"]
"""Whether a rewritten value answers the question wrongly, or rightly in another form."""


class Matter(StrEnum):
    """A matter of form; the value of a member is its word on the wire."""

    CONTAINER = "container"
    """List, tuple, array or series."""
    TABLE = "table"
    """Series or table of a single column."""
    NUMBER_TYPE = "number-type"
    """Whole numbers as integers or as floats."""
    NUMBER_WIDTH = "number-width"
    """The width of numbers, and whether they and truth values are nullable or objects."""
    SCALAR_CLASS = "scalar-class"
    """Single numbers, texts and truth values of numpy or of Python."""
    LABEL_TYPE = "label-type"
    """The dtype of labels of rows and columns, and whether they are categories."""
    TEXT_TYPE = "text-type"
    """Texts as objects or strings."""
    CATEGORY = "category"
    """Whether texts that a cell made are categories, as binning makes them."""
    TIME_TYPE = "time-type"
    """The unit, the class and the frequency of times."""
    INDEX = "index"
    """Whether what names the rows is their label or a column."""
    INDEX_NAME = "index-name"
    COLUMNS_NAME = "columns-name"
    """The name of the axis of columns, which pivoting leaves."""
    SERIES_NAME = "series-name"
    ROW_ORDER = "row-order"
    ELEMENT_ORDER = "element-order"
    """The order of the members of a tuple, list or array."""
    COLUMN_ORDER = "column-order"
    COLUMN_NAMES = "column-names"
    COLUMN_LEVELS = "column-levels"
    """The labels of the columns of a pivoted table, which are values of the data."""
    ROUNDING = "rounding"
    UNIT = "unit"
    """Percent or share."""
    CASE = "case"
    """Upper or lower case of texts."""
    CHANCE = "chance"
    """The values themselves, where the answer is drawn at random or trained."""
    TITLES = "titles"
    AXIS_LABELS = "axis-labels"
    LEGEND = "legend"
    COLORS = "colors"


ASKED = "asked "
"""Stands before the word of a matter that the question settles."""


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """What a question says of the form of its answer; a matter in neither set is in doubt, and nothing rests on it."""

    open: frozenset[Matter] = field(default_factory=frozenset)
    """Matters that the question leaves open for certain."""
    settled: frozenset[Matter] = field(default_factory=frozenset)
    """Matters that the question settles for certain."""

    @property
    def words(self) -> tuple[str, ...]:
        """The form as sorted words for the wire; `read` gives it back."""
        settled = (f"{ASKED}{matter.value}" for matter in self.settled)
        return tuple(sorted([*(matter.value for matter in self.open), *settled]))

    @classmethod
    def read(cls, words: Collection[str]) -> Self:
        """Return the form that words stand for; a word that is no matter's counts for nothing."""
        by_word = {matter.value: matter for matter in Matter}
        return cls(
            frozenset(by_word[word] for word in words if word in by_word),
            frozenset(by_word[word[len(ASKED) :]] for word in words if word[len(ASKED) :] in by_word and ASKED in word),
        )
