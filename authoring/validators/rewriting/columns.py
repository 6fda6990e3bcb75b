"""Columns that a cell computed, under another dtype; those of the session's tables have theirs in any answer."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from authoring.validators.rewriting.base import ReferenceValue, Rewrite, Variants


def recast(dtype: str, description: str, fits: Callable[[Any], bool]) -> Rewrite:
    """Return a rewriting of a series, or of the columns of a frame, that were computed and fit, to another dtype."""

    def rewrite(subject: ReferenceValue) -> Variants:
        value: Any = subject.value
        if isinstance(value, pd.Series):
            series: Any = value
            if not subject.is_carried(series.name, series.dtype) and fits(series):
                yield description, series.astype(dtype)
        elif isinstance(value, pd.DataFrame):
            dtypes: list[Any] = value.dtypes.tolist()
            places = [
                place
                for place, label in enumerate(value.columns.tolist())
                if not subject.is_carried(label, dtypes[place]) and fits(value.iloc[:, place])
            ]
            if places:
                result: Any = value.copy()
                for place in places:
                    column: Any = value.iloc[:, place]
                    result.isetitem(place, column.astype(dtype))
                yield description, result

    return rewrite
