"""What an operator of rewriting is: a pure function from a value to values that are wrong, or right in another form."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
import pandas as pd

from authoring.validators.rewriting.matters import AnswerForm, Matter, Side

Role = Literal["value", "variable", "output", "stream", "predictions", "figures"]
"""Where a validator looks at a value: the cell's value, a variable, a function's output, what was written, what a model
predicts, or what figures show."""
CarriedLabels: TypeAlias = frozenset[tuple[str, str]]
"""Labels of columns, and names of indexes, of tables that were there before the cell, each with its dtype as text."""

INDEX = "index "
"""Stands before the name of an index among carried labels."""


@dataclass(frozen=True, slots=True)
class ReferenceValue:
    """A value of the reference, and what is known of it."""

    value: Any
    role: Role = "value"
    form: AnswerForm = field(default_factory=AnswerForm)
    carried: CarriedLabels = frozenset()
    existed: bool = False
    """Whether it is a variable that was there before the cell, of which only a part is the cell's work."""

    def is_carried(self, label: object, dtype: object) -> bool:
        """Return whether a column was taken over from a table of the session, so that its form is not the answer's."""
        # A merge puts a suffix behind labels that both of its tables have.
        stem = str(label).removesuffix("_x").removesuffix("_y")
        return not {(str(label), str(dtype)), (stem, str(dtype))}.isdisjoint(self.carried)

    def is_carried_index(self, index: pd.Index) -> bool:
        """Return whether the labels of rows were the labels, or a column, of a table of the session."""
        dtype = str(index.dtype)
        return (f"{INDEX}{index.name}", dtype) in self.carried or self.is_carried(index.name, dtype)

    @property
    def derives(self) -> bool:
        """Whether it is a series or table that the cell computed: with new columns alone, or by new groups of rows."""
        if self.existed:
            return False
        value: Any = self.value
        if not isinstance(value, (pd.Series, pd.DataFrame)):
            return True
        names = [name for name in value.index.names if name is not None]
        grouped = [name for name in names if f"{INDEX}{name}" not in {label for label, _ in self.carried}]
        if grouped:
            return True
        if isinstance(value, pd.Series):
            return not self.is_carried(value.name, value.dtype)
        dtypes = zip(value.columns.tolist(), value.dtypes.tolist(), strict=True)
        return not any(self.is_carried(label, dtype) for label, dtype in dtypes)


Variants: TypeAlias = Iterator[tuple[str, Any]]
"""Pairs of a description in words and the rewritten value."""


@dataclass(frozen=True, slots=True)
class RewriteOperator:
    """One way of rewriting a value; `rewrite` changes nothing that it gets, and gives nothing where it does not fit.

    `open` are the matters that the question has to leave open, `settled` those that it has to settle. Where it leaves
    one of `unless` open, a wrong value that is accepted may be right, and accuses nobody.
    """

    name: str
    side: Side
    summary: str
    rewrite: Callable[[ReferenceValue], Variants]
    open: frozenset[Matter] = frozenset()
    settled: frozenset[Matter] = frozenset()
    unless: frozenset[Matter] = frozenset({Matter.CHANCE})
    roles: frozenset[str] = frozenset({"value", "variable", "output"})
    gross: bool = False
    """Whether no comparison may take the result for right, not even code of the problem that knows of other answers."""
    rank: int = 5
    """From 1, the most telling, which is tried first, to 9."""

    def fits(self, subject: ReferenceValue) -> bool:
        """Return whether the question and the place of the value admit this operator."""
        form = subject.form
        return subject.role in self.roles and self.open <= form.open and self.settled <= form.settled


Rewrite: TypeAlias = Callable[[ReferenceValue], Variants]


def wrong(name: str, summary: str, rewrite: Rewrite, **options: Any) -> RewriteOperator:
    """Return an operator whose results answer the question wrongly."""
    return RewriteOperator(name, "wrong", summary, rewrite, **options)


def right(name: str, summary: str, rewrite: Rewrite, *matters: Matter, **options: Any) -> RewriteOperator:
    """Return an operator whose results are right wherever a question leaves these matters open."""
    return RewriteOperator(name, "right", summary, rewrite, open=frozenset(matters), unless=frozenset(), **options)


# Spans of time are integers to numpy.
_NO_NUMBERS = (bool, np.bool_, np.timedelta64)


def is_number(value: object) -> bool:
    """Return whether a value is a real number and not a truth value."""
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, _NO_NUMBERS)


def is_whole(value: object) -> bool:
    """Return whether a value is a whole number of an integer type."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, _NO_NUMBERS)


def is_missing(value: object) -> bool:
    """Return whether a single value is None, NaN, NaT or NA."""
    if value is None or value is pd.NA or value is pd.NaT:
        return True
    if isinstance(value, (np.datetime64, np.timedelta64)):
        return bool(np.isnat(value))
    return isinstance(value, (float, np.floating)) and bool(np.isnan(value))


def is_table(value: object) -> bool:
    """Return whether a value is a series or a frame of pandas."""
    return isinstance(value, (pd.Series, pd.DataFrame))
