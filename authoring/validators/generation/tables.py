"""Tables like those that were seen: the same columns, keys that stay keys, rows put together anew."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.generation.pools import ElementPool, pool_of
from authoring.validators.rewriting.base import is_missing, is_number

MOST_ROWS = 12
WHOLE_ROWS_SHARE, CHANGED_SHARE = 0.5, 0.3
"""How often rows are seen ones, and how often a cell of such a row is another."""
FEWEST_COMPARED = 3
"""Rows from which on it is no chance that one column is never above another."""
KEY_NAME = re.compile(
    r"(?:^|[_\W])(?:id|key|no|num|number|code|name|e?mail|date|day)s?$|[a-z](?:Id|ID|Key|Date|Name)$", re.IGNORECASE
)
"""Names of columns that are the only ones held to be keys, where no element came twice."""


@dataclass(frozen=True, slots=True)
class TableModel:
    """What all tables have in common that were seen in one place."""

    columns: Mapping[str, ElementPool]
    rows: tuple[tuple[Any, ...], ...]
    """Rows that were seen, in the order of the columns."""
    has_repeated_rows: bool
    has_no_rows: bool
    """Whether a table without rows was seen."""
    ordered: tuple[tuple[int, int], ...]
    """Pairs of columns of which the first was never above the second."""
    parents: Mapping[str, Any]
    """Columns all of whose elements are keys of another table, or of this one, with the place and column of the key."""
    sample: pd.DataFrame

    def made(
        self, rng: random.Random, keys: Mapping[Any, Sequence[Any]], size: int | None = None
    ) -> pd.DataFrame | None:
        """Return a table; None where this draw gave none.

        Args:
            rng: what is drawn from.
            keys: the elements of key columns of tables that were made before, by place and column.
            size: the number of rows, where it is that of something else.
        """
        fewest = 0 if self.has_no_rows else 1
        # Small tables are read more easily.
        size = min(rng.randint(fewest, MOST_ROWS), rng.randint(fewest, MOST_ROWS)) if size is None else size
        columns = self._columns(size, rng, keys)
        if columns is None:
            return None
        rows = list(zip(*columns, strict=True))
        rows = [row for row in rows if all(_is_ordered(row[i], row[j]) for i, j in self.ordered)]
        # By their representations, because a row may hold what cannot be hashed or compared.
        if not self.has_repeated_rows:
            rows = [row for place, row in enumerate(rows) if repr(row) not in {repr(other) for other in rows[:place]}]
        if not rows and not self.has_no_rows:
            return None
        return _frame_like(self.sample, rows)

    def _columns(self, size: int, rng: random.Random, keys: Mapping[Any, Sequence[Any]]) -> list[list[Any]] | None:
        rows = [rng.choice(self.rows) for _ in range(size)] if self.rows else []
        are_seen = bool(rows) and rng.random() < WHOLE_ROWS_SHARE
        columns: list[list[Any]] = []
        for place, (label, pool) in enumerate(self.columns.items()):
            drawn = pool.drawn(size, rng)
            if drawn is None:
                return None
            # An element that no row of the other table has would make every join lose the row.
            parents = keys.get(self.parents.get(label))
            if parents:
                drawn = [None if is_missing(element) else rng.choice(list(parents)) for element in drawn]
            elif are_seen and not pool.is_unique:
                drawn = [
                    new if rng.random() < CHANGED_SHARE else row[place] for new, row in zip(drawn, rows, strict=True)
                ]
            columns.append(drawn)
        return columns


def model_of(frames: Sequence[pd.DataFrame], parents: Mapping[str, Any]) -> TableModel | None:
    """Return what tables have in common; None where their columns differ, or are no texts of their own."""
    sample = max(frames, key=len)
    labels = sample.columns.tolist()
    if any(frame.columns.tolist() != labels for frame in frames):
        frames = [frame for frame in frames if frame.columns.tolist() == labels]
    if not all(isinstance(label, str) for label in labels) or not sample.columns.is_unique or not labels:
        return None
    columns = {}
    for label in labels:
        elements = [element for frame in frames for element in frame[label].tolist()]
        columns[label] = pool_of(elements, is_unique=is_key(label, [frame[label] for frame in frames]))
    # A hundred rows of each show what belongs together, and all pairs of columns are compared in every row.
    rows = tuple(tuple(row) for frame in frames for row in _rows(frame)[:100])
    return TableModel(
        columns=columns,
        rows=rows,
        has_repeated_rows=any(len(set(map(repr, _rows(frame)))) < len(frame) for frame in frames),
        has_no_rows=any(not len(frame) for frame in frames),
        ordered=_ordered_pairs(rows, len(labels)),
        parents=parents,
        sample=sample,
    )


def is_key(label: Any, columns: Sequence[Any]) -> bool:
    """Return whether a column names its rows: by its name, and because no element of it came twice in any table."""
    if not isinstance(label, str) or not KEY_NAME.search(label) or sum(map(len, columns)) <= 1:
        return False
    return all(column.dtype.kind != "f" and bool(column.notna().all()) and column.is_unique for column in columns)


def _rows(frame: pd.DataFrame) -> list[list[Any]]:
    columns = [frame.iloc[:, place].tolist() for place in range(frame.shape[1])]
    return [list(row) for row in zip(*columns, strict=True)]


def _ordered_pairs(rows: Sequence[tuple[Any, ...]], width: int) -> tuple[tuple[int, int], ...]:
    if len(rows) < FEWEST_COMPARED:
        return ()
    pairs = [(i, j) for i in range(width) for j in range(width) if i != j]
    return tuple((i, j) for i, j in pairs if all(_is_below(row[i], row[j]) for row in rows))


def _is_below(first: Any, second: Any) -> bool:
    """Return whether two elements can be compared, and the first is not above the second."""
    is_pair = (is_number(first) and is_number(second)) or (
        isinstance(first, pd.Timestamp) and isinstance(second, pd.Timestamp)
    )
    return is_pair and bool(first <= second)


def _is_ordered(first: Any, second: Any) -> bool:
    return is_missing(first) or is_missing(second) or _is_below(first, second)


def _frame_like(sample: pd.DataFrame, rows: Sequence[tuple[Any, ...]]) -> pd.DataFrame | None:
    """Return rows under the labels and dtypes of a table; None where they do not fit these, or its index tells more."""
    if not isinstance(sample.index, pd.RangeIndex) and sample.index.tolist() != list(range(len(sample))):
        if not sample.index.is_unique or len(rows) > len(sample):
            return None
        index: Any = sample.index[: len(rows)]
    else:
        index = pd.RangeIndex(len(rows), name=sample.index.name)
    data: dict[Any, Any] = {}
    for place, label in enumerate(sample.columns.tolist()):
        elements = [row[place] for row in rows]
        dtype: Any = sample[label].dtype
        if isinstance(dtype, np.dtype) and dtype.kind == "f":
            elements = [np.nan if element is None else element for element in elements]
        try:
            data[label] = pd.Series(elements, index=index, dtype=dtype)
        except (TypeError, ValueError, OverflowError):
            return None
    return pd.DataFrame(data, index=index)
