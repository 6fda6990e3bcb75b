"""A program for a session: looks at what a model was trained and tested on."""

import sys
from typing import Any

import numpy as np

MOST_ROWS, MOST_COLUMNS = 100_000, 200
FEWEST_ROWS = 20
MOST_LEVELS = 20
"""Levels of a label, and of a feature that may number them."""
FEWEST_NUMBERS = 10
NEARLY_ONE = 1 - 1e-9

Namespace = dict[str, Any]


def inspect_training(namespace: Namespace, features: str, label: str, tests: list[str], line: int) -> dict[str, Any]:
    """Return what a call of ``fit`` gives away, given the expressions of its features, its label and of test features.

    Expressions hold no calls; what they refer to is what it was when the cell had ended.
    """
    pandas = sys.modules["pandas"]
    table = pandas.DataFrame(eval(features, namespace))  # noqa: S307 - this process exists to run such code
    values = pandas.Series(np.ravel(eval(label, namespace)))  # noqa: S307 - as above
    leaks: list[dict[str, Any]] = []
    if not FEWEST_ROWS <= len(table) <= MOST_ROWS or table.shape[1] > MOST_COLUMNS or len(values) != len(table):
        return {"tables": {}, "leaks": leaks}
    codes = values.factorize()[0]
    for name in table.columns:
        kind = _kind_of_feature(np.asarray(table[name]), values, codes, pandas) if table[name].ndim == 1 else ""
        if kind:
            leaks.append({"kind": kind, "line": line, "column": str(name)})
    for test in tests:
        rows = eval(test, namespace)  # noqa: S307 - as above
        if isinstance(rows, pandas.DataFrame) and list(rows.columns) == list(table.columns) and _is_seen(rows, table):
            leaks.append({"kind": "test-set-seen", "line": line, "text": f"all {len(rows)} rows of {test}"})
    return {"tables": {}, "leaks": leaks}


def _kind_of_feature(column: Any, values: Any, codes: Any, pandas: Any) -> str:
    """Return how a feature gives the label away; empty where it does not."""
    if values.nunique() < 2 or pandas.isna(column).any():  # noqa: PLR2004 - of one label all features are alike
        return ""
    levels, numbers = np.unique(pandas.factorize(column)[0], return_inverse=True)
    if len(levels) >= 2 and bool(np.all(column == np.asarray(values))):  # noqa: PLR2004 - as above
        return "label-among-features"
    if values.nunique() <= MOST_LEVELS:
        if len(levels) > MOST_LEVELS:
            return ""
        pairs = np.unique(np.stack([numbers, codes]), axis=1).shape[1]
        return "perfect-feature" if pairs == len(levels) else ""
    if column.dtype.kind in "if" and values.dtype.kind in "if" and len(levels) >= FEWEST_NUMBERS:
        with np.errstate(all="ignore"):
            return "perfect-feature" if abs(np.corrcoef(column, values)[0, 1]) > NEARLY_ONE else ""
    return ""


def _is_seen(rows: Any, table: Any) -> bool:
    """Return whether rows are, by their labels and their values, a part of a larger table."""
    if not FEWEST_ROWS / 2 <= len(rows) < len(table) or not (
        table.index.is_unique and rows.index.isin(table.index).all()
    ):
        return False
    return bool(table.loc[rows.index].equals(rows))
