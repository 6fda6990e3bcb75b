"""Reader expressions: the pandas call that reads a table, as text, and its evaluation."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pandas as pd

from authoring.tables.refusal import RefusedData

Option: TypeAlias = str | int | list[int] | list[str] | Mapping[str | int, str] | None
Column: TypeAlias = pd.Series
"""One column of any dtype."""


@dataclass(slots=True)
class Reader:
    """A pandas call in the making: ``pd.FUNCTION("PATH", OPTION=..., ...)SUFFIX``, or the whole expression as given."""

    function: str
    path: str
    options: dict[str, Option] = field(default_factory=dict)
    suffix: str = ""
    whole: str = ""
    """An expression that says more than one call can; used in place of the rest."""
    repairs: list[str] = field(default_factory=list)
    """Assumptions and changes that reading needed, as sentences for a person."""
    zeros: bool = True
    """Whether a value may begin with a zero and a further digit; False where the bytes say that none does."""
    formulas: bool = True
    """Whether a value may look like a spreadsheet formula; False where the bytes say that none does."""
    cached: tuple[str, pd.DataFrame] | None = None
    """The last expression that was evaluated, and its table; reading a large file twice takes seconds."""

    @property
    def text(self) -> str:
        """The expression."""
        options = "".join(f", {name}={literal(value)}" for name, value in self.options.items())
        return (self.whole or f"pd.{self.function}({literal(self.path)}{options})") + self.suffix

    def read(self) -> pd.DataFrame:
        """Evaluate the expression, unless it is the one that was evaluated last."""
        if self.cached is None or self.cached[0] != self.text:
            self.cached = (self.text, evaluate_table(self.text, self.path.rsplit("/", 1)[-1]))
        return self.cached[1]


@dataclass(slots=True)
class LatestTable:
    """The table that this process read last, for whoever asks about it next: reading it again takes the most time."""

    _reader: str = ""
    _frame: pd.DataFrame | None = None

    def keep(self, reader: str, frame: pd.DataFrame) -> None:
        """Hold a table until it is taken, or another is read; nobody may change it."""
        self._reader, self._frame = reader, frame

    def take(self, reader: str) -> pd.DataFrame | None:
        """Return the table that this expression gave, if it is the one, and let go of whatever is held."""
        frame = self._frame if reader == self._reader else None
        self._reader, self._frame = "", None
        return frame


LATEST_TABLE = LatestTable()


def literal(value: Option) -> str:
    """Return a value as Python source on one line, strings in double quotes, nothing unprintable left in them."""
    if isinstance(value, str):
        return '"' + "".join(_escaped(character) for character in value) + '"'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{literal(key)}: {literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    return repr(value)


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    # An expression stands on one line of a cell, so line ends and other invisible characters are spelt.
    return character if character.isprintable() else character.encode("unicode_escape").decode("ascii")


def evaluate_table(reader: str, name: str) -> pd.DataFrame:
    """Read the table `name` by its reader expression, from the working directory.

    Raises:
        RefusedData: when the expression fails or gives no table.
    """
    frame = evaluate_any(reader, name)
    if not isinstance(frame, pd.DataFrame):
        raise RefusedData(f"{name}: the reader gives {type(frame).__name__}, not a table", f"the reader is: {reader}")
    return frame


def evaluate_any(reader: str, name: str) -> Any:
    """Evaluate an expression that may give something other than one table; otherwise as `evaluate_table`."""
    try:
        with warnings.catch_warnings():
            # Mixed types are reported in our own notes; deprecations of pandas do not concern the person.
            warnings.simplefilter("ignore")
            return eval(reader, {"pd": pd})  # noqa: S307 - our own text, and the sandbox is where code may run
    # The caller says it of the whole work; it is no fault of the file's.
    except MemoryError:
        raise
    except Exception as error:  # pandas, pyarrow and openpyxl raise of every kind on a broken file
        raise RefusedData(
            f"{name}: pandas cannot read it: {_one_line(error)}", f"it was read with: {reader}"
        ) from error


def _one_line(error: Exception) -> str:
    return shortened(" ".join(str(error).split()) or type(error).__name__, 300)


def shortened(text: str, limit: int) -> str:
    """Return a text of at most `limit` characters, the last one an ellipsis where some are left out."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def join_words(items: Sequence[object], limit: int = 5) -> str:
    """Return items as words: ``1, 2, 3 and 4 more``."""
    head = ", ".join(str(item) for item in items[:limit])
    return head if len(items) <= limit else f"{head} and {len(items) - limit} more"


def quote_name(name: str) -> str:
    """Return a column name as it may stand in a message: in backticks, on one line, everything in it visible."""
    return "`" + "".join(c if c.isprintable() else _escaped(c) for c in name) + "`"
