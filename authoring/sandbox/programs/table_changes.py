"""A program for a session: changes its tables before a cell runs, in a fork, to see what the cell's answer rests on."""

import sys
import types
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

READERS = ("read_csv", "read_table", "read_excel", "read_parquet", "read_json", "read_feather", "read_fwf")
MOST_COLUMNS = 200
"""Columns of a table that are told."""
DROPPED_SHARE, DOUBLED_SHARE = 0.1, 0.1
FEWEST_ROWS = 2
FEWEST_HALVED = 20
"""Rows of a table of which half are drawn; of fewer, too little would be left, and they are looked up in by others."""
SHIFTED_DAYS = 400
PLAIN = (
    bool,
    int,
    float,
    complex,
    str,
    bytes,
    types.ModuleType,
    types.FunctionType,
    type,
    types.BuiltinFunctionType,
    np.generic,
)
"""Values that no change of rows makes wrong."""

Namespace = dict[str, Any]
Change = Callable[[Any, np.random.Generator], Any]


def change_tables(namespace: Namespace, kind: str, columns: list[str], seed: int) -> dict[str, Any]:
    """Change the tables of a namespace, and those that readers of files will give; return what there was to change.

    Args:
        namespace: the session's own.
        kind: a key of `CHANGES`.
        columns: names of those that are changed, where not all are.
        seed: of what is left to chance; tables of as many rows are shuffled alike.
    """
    pandas = sys.modules.get("pandas")
    if pandas is None:
        return {"tables": {}, "others": []}
    change = CHANGES[kind]
    tables = {name: value for name, value in namespace.items() if _is_table(name, value, pandas)}
    sizes = {len(value) for value in tables.values()}
    changed: dict[int, Any] = {}
    for name, value in list(namespace.items()):
        if name.startswith("_") or not _is_of_rows(value, sizes, pandas):
            continue
        if id(value) not in changed:
            changed[id(value)] = value, _changed(value, change, columns, seed, pandas)
        namespace[name] = changed[id(value)][1]
    _wrap_readers(namespace, lambda table: _changed(table, change, columns, seed, pandas), pandas)
    others = [name for name, value in namespace.items() if not name.startswith("_") and _is_other(value, pandas)]
    return {
        "tables": {name: _labels(value) for name, value in tables.items()},
        "others": others,
        "gaps": sorted({label for value in tables.values() for label in _gaps(value)}),
        "changed": sum(before is not after for before, after in changed.values()),
    }


def _is_table(name: str, value: Any, pandas: types.ModuleType) -> bool:
    return not name.startswith("_") and isinstance(value, pandas.DataFrame | pandas.Series)


def _is_of_rows(value: Any, sizes: set[int], pandas: types.ModuleType) -> bool:
    """Return whether a value is a table, or an array with an element for each row of one."""
    if isinstance(value, pandas.DataFrame | pandas.Series):
        return True
    return isinstance(value, np.ndarray) and value.ndim > 0 and len(value) in sizes


def _is_other(value: Any, pandas: types.ModuleType) -> bool:
    """Return whether a value may hold rows that were not changed: lists, models, groups."""
    return value is not None and not isinstance(value, (pandas.DataFrame, pandas.Series, *PLAIN))


def _labels(value: Any) -> list[str]:
    columns = list(value.columns)[:MOST_COLUMNS] if hasattr(value, "columns") else [value.name]
    return [label for label in columns if isinstance(label, str)]


def _gaps(value: Any) -> list[str]:
    """Return the columns of a table in which a value is missing."""
    columns = value.items() if hasattr(value, "columns") else [(value.name, value)]
    return [label for label, column in columns if isinstance(label, str) and bool(column.isna().any())]


def _changed(value: Any, change: Change, columns: list[str], seed: int, pandas: types.ModuleType) -> Any:
    """Return a table after a change; itself where it is no table or the change means nothing for it."""
    rows = isinstance(value, pandas.DataFrame | pandas.Series | np.ndarray)
    if not rows or len(value) < FEWEST_ROWS:
        return value
    # Tables and arrays of as many rows belong together, and stay so.
    generator = np.random.default_rng([seed, len(value)])
    if change in BY_ROWS:
        return change(value, generator)
    if isinstance(value, np.ndarray):
        return value
    if change is _without_rows:
        return value.iloc[:0]
    if change is _turned_columns:
        return value.iloc[:, ::-1] if isinstance(value, pandas.DataFrame) else value
    return _by_column(value, change, columns, generator, pandas)


def _taken(value: Any, places: np.ndarray[Any, Any]) -> Any:
    """Return rows by their places; numbers that merely count the rows are counted anew."""
    if isinstance(value, np.ndarray):
        return value[places]
    index = value.index
    rows = value.iloc[places]
    if type(index).__name__ == "RangeIndex" and index.name is None and index.start == 0 and index.step == 1:
        return rows.reset_index(drop=True)
    return rows


def _shuffled(value: Any, generator: np.random.Generator) -> Any:
    return value if _is_in_order(value) else _taken(value, generator.permutation(len(value)))


def _reversed(value: Any, _generator: np.random.Generator) -> Any:
    # Of two rows that are equal, the other one now comes first; a shuffle leaves every second pair as it was.
    return value if _is_in_order(value) else _taken(value, np.arange(len(value))[::-1])


def _is_in_order(value: Any) -> bool:
    """Return whether the order of rows means something: that of their labels, as times, or that of the columns."""
    index = getattr(value, "index", None)
    if index is None or type(index).__name__ == "RangeIndex":
        return False
    # A row of a matrix of correlations belongs to the column at the same place.
    return bool(index.is_monotonic_increasing) or index.equals(getattr(value, "columns", None))


def _dropped(value: Any, generator: np.random.Generator) -> Any:
    left = len(value) - max(1, int(len(value) * DROPPED_SHARE))
    return _taken(value, np.sort(generator.choice(len(value), left, replace=False)))


def _doubled(value: Any, generator: np.random.Generator) -> Any:
    more = generator.choice(len(value), max(1, int(len(value) * DOUBLED_SHARE)), replace=False)
    return _taken(value, np.concatenate([np.arange(len(value)), more]))


def _halved(value: Any, generator: np.random.Generator) -> Any:
    # Half of the rows vary as much as a draw with replacement does, and none of them is the copy of another.
    if len(value) < FEWEST_HALVED:
        return value
    return _taken(value, np.sort(generator.choice(len(value), len(value) // 2, replace=False)))


def _by_column(
    value: Any, change: Change, columns: list[str], generator: np.random.Generator, pandas: types.ModuleType
) -> Any:
    """Return a table whose columns, or those that are named, are changed one by one."""
    if isinstance(value, pandas.Series):
        return value if columns and value.name not in columns else change(value, generator)
    table = value.copy()
    for place, label in enumerate(value.columns):
        if columns and label not in columns:
            continue
        table.isetitem(place, change(value.iloc[:, place], generator))
    return table


def _permuted(column: Any, generator: np.random.Generator) -> Any:
    return column.iloc[generator.permutation(len(column))].set_axis(column.index)


def _incomplete(column: Any, generator: np.random.Generator) -> Any:
    """Return a column with one value missing; those that can hold none stay."""
    column = column.copy()
    if column.dtype.kind in "fOM" or column.dtype.name in {"str", "string", "category"}:
        column.iloc[int(generator.integers(len(column)))] = None if column.dtype.kind == "O" else np.nan
    return column


def _replaced(column: Any, generator: np.random.Generator) -> Any:
    """Return a column of the same type with other values, of which others are equal and others are frequent."""
    column = _permuted(column, generator)
    noise = generator.integers(0, 2, len(column))
    match column.dtype.kind:
        case "b":
            return ~column
        case "i" | "u":
            return (column * 2 + 7 + noise).astype(column.dtype)
        case "f":
            return column.where(generator.random(len(column)) > DROPPED_SHARE) * -1.7 - 3 + noise.astype("float64")
        case "M":
            return column + np.timedelta64(SHIFTED_DAYS, "D") * (1 + noise)
        case "O" if column.dtype.name != "category":
            endings = np.where(noise, "x", "y")
            texts = [
                f"{end}{v[::-1]}{end}" if isinstance(v, str) else v for v, end in zip(column, endings, strict=True)
            ]
            return type(column)(texts, index=column.index, name=column.name, dtype=column.dtype)
    return column


def _same(value: Any, _generator: np.random.Generator) -> Any:
    return value


def _without_rows(value: Any, _generator: np.random.Generator) -> Any:
    return value


def _turned_columns(value: Any, _generator: np.random.Generator) -> Any:
    return value


CHANGES: Mapping[str, Change] = {
    "again": _same, "shuffled": _shuffled,
    "reversed": _reversed, "dropped": _dropped, "duplicated": _doubled, "halved": _halved, "permuted": _permuted,
    "missing": _incomplete, "replaced": _replaced, "empty": _without_rows, "columns-exchanged": _turned_columns,
}  # fmt: skip
BY_ROWS = (_same, _shuffled, _reversed, _dropped, _doubled, _halved)


def _wrap_readers(namespace: Namespace, change: Callable[[Any], Any], pandas: types.ModuleType) -> None:
    """Have what reads files give changed tables, under whatever name the session knows it."""
    for name in READERS:
        reader = getattr(pandas, name, None)
        if reader is None:
            continue

        def read(*arguments: Any, _reader: Any = reader, **options: Any) -> Any:
            table = _reader(*arguments, **options)
            return change(table) if isinstance(table, pandas.DataFrame | pandas.Series) else table

        setattr(pandas, name, read)
        namespace.update({alias: read for alias, value in list(namespace.items()) if value is reader})
