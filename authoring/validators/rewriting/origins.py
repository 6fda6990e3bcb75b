"""What of a value was in the session before its cell ran, so that its form is nobody's choice."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Any, Self

import pandas as pd

from authoring.validators.base import Change
from authoring.validators.rewriting.base import INDEX, CarriedLabels

MAX_LABELS = 2_000
"""Labels of columns that are looked at; a value of which more were there counts as computed."""


@dataclass(frozen=True, slots=True)
class Origins:
    """What the cell of a reference began with, as far as rewriting its value needs it."""

    carried: CarriedLabels = frozenset()
    """Labels of columns and names of indexes of the tables that were there, with their dtypes."""
    added: frozenset[str] = frozenset()
    """Names that the cell bound for the first time."""
    has_old_value: bool = False
    """Whether the cell's value is a variable that was there before."""

    def as_plain(self) -> list[Any]:
        """Return it as lists for the wire; `read` gives it back."""
        return [sorted(map(list, self.carried)), sorted(self.added), self.has_old_value]

    @classmethod
    def read(cls, plain: object) -> Self:
        """Return what `as_plain` gave; of anything else, that every name was there before."""
        match plain:
            case [list(pairs), list(names), bool(has_old_value)]:
                carried = {(pair[0], pair[1]) for pair in pairs if _is_pair(pair)}
                added = {name for name in names if isinstance(name, str)}
                return cls(frozenset(carried), frozenset(added), has_old_value)
        return cls(has_old_value=True)


def _is_pair(pair: object) -> bool:
    return isinstance(pair, list) and [type(text) for text in pair] == [str, str]


def origins_of(
    value: object, namespace: Mapping[str, Any], changes: Mapping[str, Change], carried: CarriedLabels
) -> Origins:
    """Return what was there before a cell that left this namespace and made these changes.

    `carried` is what `labels_of` gave of the namespace before the cell.
    """
    added = frozenset(name for name, change in changes.items() if change == "added")
    is_old = not isinstance(value, (int, str, float, NoneType)) and any(
        element is value for name, element in namespace.items() if name not in added
    )
    return Origins(carried, added, is_old)


def labels_of(values: Collection[object]) -> CarriedLabels:
    """Return labels of columns, and names of series and indexes, of the tables among some values, with their dtypes.

    Only pandas' own classes are looked at, whose attributes run no code of the session.
    """
    labels: set[tuple[str, str]] = set()
    for value in values:
        if len(labels) >= MAX_LABELS:
            break
        if type(value) is pd.DataFrame:
            labels |= {(str(label), str(dtype)) for label, dtype in value.dtypes.items()}
        elif type(value) is pd.Series:
            labels.add((str(value.name), str(value.dtype)))
        else:
            continue
        labels |= {
            (f"{INDEX}{name}", str(value.index.get_level_values(level).dtype))
            for level, name in enumerate(value.index.names)
            if name is not None
        }
    return frozenset(labels)
