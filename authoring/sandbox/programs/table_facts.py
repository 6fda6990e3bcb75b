"""A program for a session: notes what a cell does to tables that is seldom meant, with the numbers that show it."""

import re
import sys
from collections.abc import Callable, Hashable
from itertools import pairwise
from typing import Any

MOST_FACTS = 20
MOST_VALUES = 5_000
"""Values of a column that are looked at."""
MOST_LABELS = 200
NUMBER = re.compile(r"\s*[+-]?\d+(?:\.\d+)?\s*")
ORDERING = ("max", "min", "sort_values", "rank", "idxmax", "idxmin", "argmax", "argmin")
SUMMING = ("sum", "mean", "median")
FEWEST_KEYS, FEWEST_VALUES = 5, 5
"""Different keys, and different values of what they tell, from which on that one tells the other is no accident."""
MOST_ROWS, MOST_KEYS = 200_000, 60
"""Rows that are looked at, and columns that may be a key."""
KEY_NAME = re.compile(r"(?:^|[\W_])(?:id|code|key|no|nr|number)$|(?<=[a-z])(?:Id|ID|Code|Key)$")
"""What numbers are called that name something."""
OF_EVENTS = re.compile(r"price|cost|amount|fee|paid|quantity|qty|sales|revenue|fare|score|rating|vote", re.IGNORECASE)
"""Columns that count each time, though the same thing may always cost the same."""
DIGITS = re.compile(r"\d")
LONGEST_TEXT = 80
COMPARING = ("__gt__", "__ge__", "__lt__", "__le__", "gt", "ge", "lt", "le", "between")

Namespace = dict[str, Any]
Note = Callable[..., None]


def note_facts(_namespace: Namespace) -> dict[str, Any]:
    """Have what code does to tables from here on noted, where `noted_facts` finds it."""
    pandas: Any = sys.modules.get("pandas")
    if pandas is None:
        return {"tables": {}, "others": []}
    notes: list[dict[str, Any]] = []
    pandas.__dict__["_noted_facts"] = notes

    def note(kind: str, **fact: Any) -> None:
        # Between this and the cell is the function that stands for pandas' own; what pandas calls counts for nothing.
        frame = sys._getframe(2)  # noqa: SLF001 - the only way to those who called
        if frame.f_code.co_filename.startswith("<cell") and len(notes) < MOST_FACTS:
            notes.append({"kind": kind, "line": frame.f_lineno, "cell": frame.f_code.co_filename, **fact})

    _watch_joins(pandas, note)
    _watch_order(pandas, note)
    _watch_sums(pandas, note)
    _watch_losses(pandas, note)
    for name in ("__add__", "__sub__", "__mul__", "__truediv__"):
        _watch_result(pandas.Series, name, note, _facts_of_arithmetic)
    return {"tables": {}, "others": []}


def noted_facts(_namespace: Namespace) -> dict[str, Any]:
    """Return what was noted."""
    pandas = sys.modules.get("pandas")
    notes = [] if pandas is None else list(pandas.__dict__.get("_noted_facts", []))
    return {"tables": {}, "others": [], "facts": notes}


def _watch_joins(pandas: Any, note: Note) -> None:
    usual_method, usual_function = pandas.DataFrame.merge, pandas.merge

    def merge_method(self: Any, right: Any, *arguments: Any, **keywords: Any) -> Any:
        result = usual_method(self, right, *arguments, **keywords)
        for fact in _facts_of_join(self, right, result, arguments, keywords):
            note(**fact)
        return result

    def merge_function(left: Any, right: Any, *arguments: Any, **keywords: Any) -> Any:
        result = usual_function(left, right, *arguments, **keywords)
        for fact in _facts_of_join(left, right, result, arguments, keywords):
            note(**fact)
        return result

    pandas.DataFrame.merge = merge_method
    pandas.merge = merge_function


def _facts_of_join(
    left: Any, right: Any, result: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return what a join does to the rows of its tables: nothing where it cannot be told, or does nothing unusual."""
    try:
        names = ("how", "on", "left_on", "right_on", "left_index", "right_index")
        options = {**dict(zip(names, arguments, strict=False)), **keywords}
        if options.get("how", "inner") == "cross" or not hasattr(right, "columns"):
            return []
        keys = [_keys(table, options, side) for table, side in ((left, "left"), (right, "right"))]
        counts = [key.value_counts() for key in keys]
        shared = counts[0].index.intersection(counts[1].index)
        repeated = [count.reindex(shared) > 1 for count in counts]
        numbers = {"left_rows": len(left), "right_rows": len(right), "rows": len(result)}
        if bool((repeated[0] & repeated[1]).any()):
            return [{"kind": "many-to-many", "labels": _labels(options, left, right), **numbers}]
        if bool(repeated[1].any()):
            own = [label for label in left.columns if label not in set(right.columns)]
            return [{"kind": "repeated-rows", "labels": [str(label) for label in own[:MOST_LABELS]], **numbers}]
    except Exception:  # noqa: BLE001 - the tables and the arguments are a stranger's
        return []
    return []


def _keys(table: Any, options: dict[str, Any], side: str) -> Any:
    """Return the keys of a table, without missing ones, as an index of one level or several."""
    pandas: Any = sys.modules["pandas"]
    if options.get(f"{side}_index"):
        return table.index.to_frame(index=False).apply(tuple, axis=1)
    labels = _key_labels(options, side, table)
    return pandas.Series(list(table[labels].dropna().itertuples(index=False, name=None)))


def _key_labels(options: dict[str, Any], side: str, table: Any) -> list[Hashable]:
    labels = options.get("on")
    labels = options.get(f"{side}_on") if labels is None else labels
    if labels is None:
        raise KeyError(side)
    return [label for label in (labels if isinstance(labels, list | tuple) else [labels]) if label in table.columns]


def _labels(options: dict[str, Any], left: Any, right: Any) -> list[str]:
    if options.get("left_index") or options.get("right_index"):
        return []
    both = [*_key_labels(options, "left", left), *_key_labels(options, "right", right)]
    return [str(label) for label in dict.fromkeys(both)]


def _watch_order(pandas: Any, note: Note) -> None:
    """Have the methods noted that order or compare numbers which are held as text."""
    for name in ORDERING:
        _wrap(pandas.Series, name, note, lambda series, _arguments, _keywords: [series])
    for name in COMPARING:
        _wrap(pandas.Series, name, note, lambda series, _arguments, _keywords: [series])
    for name in ("max", "min"):
        _wrap(pandas.core.groupby.SeriesGroupBy, name, note, lambda groups, _arguments, _keywords: [groups.obj])
    _wrap(pandas.DataFrame, "sort_values", note, _sorted_columns)


def _sorted_columns(frame: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> list[Any]:
    by = keywords.get("by", arguments[0] if arguments else [])
    return [frame[label] for label in (by if isinstance(by, list) else [by]) if label in frame.columns]


def _wrap(
    owner: Any, name: str, note: Note, columns: Callable[[Any, tuple[Any, ...], dict[str, Any]], list[Any]]
) -> None:
    usual = getattr(owner, name, None)
    if usual is None:
        return

    def method(self: Any, *arguments: Any, **keywords: Any) -> Any:
        try:
            examples = [(column.name, _texts_out_of_order(column)) for column in columns(self, arguments, keywords)]
        except Exception:  # noqa: BLE001 - the tables and the arguments are a stranger's
            examples = []
        for label, texts in examples:
            if texts:
                note("text-order", labels=[str(label)], texts=texts, method=name.strip("_"))
        return usual(self, *arguments, **keywords)

    setattr(owner, name, method)


def _texts_out_of_order(column: Any) -> list[str]:
    """Return two texts of a column of numbers whose order as text is not that of the numbers."""
    if column.dtype.name not in {"object", "str", "string"}:
        return []
    values = column.dropna().unique()[:MOST_VALUES].tolist()
    if len(values) < 2 or not all(isinstance(value, str) and NUMBER.fullmatch(value) for value in values):  # noqa: PLR2004 - of one there is no order
        return []
    by_text = sorted(values)
    for first, second in pairwise(by_text):
        if float(first) > float(second):
            return [first, second]
    return []


def _watch_sums(pandas: Any, note: Note) -> None:
    """Have noted what is summed or averaged over rows though it belongs to a thing that has several of them."""
    for name in SUMMING:
        _wrap_sum(pandas.Series, name, note, lambda series: series)
        _wrap_sum(pandas.core.groupby.SeriesGroupBy, name, note, lambda groups: groups.obj)


def _wrap_sum(owner: Any, name: str, note: Note, series_of: Callable[[Any], Any]) -> None:
    usual = getattr(owner, name)

    def method(self: Any, *arguments: Any, **keywords: Any) -> Any:
        caller = sys._getframe(1)  # noqa: SLF001 - the tables are those of the cell
        if caller.f_code.co_filename.startswith("<cell"):
            try:
                facts = _facts_of_sum(series_of(self), {**caller.f_globals, **caller.f_locals})
            except Exception:  # noqa: BLE001 - the tables are a stranger's
                facts = []
            for fact in facts:
                note("repeated-grain", **fact)
        return usual(self, *arguments, **keywords)

    setattr(owner, name, method)


def _facts_of_sum(series: Any, namespace: Namespace) -> list[dict[str, Any]]:
    """Return the column that is summed and the keys that tell its value and repeat; nothing where there are none."""
    is_number = series.dtype.kind in "iuf" and isinstance(series.name, str) and not KEY_NAME.search(series.name)
    if not is_number or OF_EVENTS.search(series.name) or not FEWEST_KEYS < len(series) <= MOST_ROWS:
        return []
    rows = _rows_of(series, namespace)
    if rows is None or series.nunique() < FEWEST_VALUES:
        return []
    sizes = {
        label: _keys_telling(rows[label], series) for label in list(rows.columns)[:MOST_KEYS] if label != series.name
    }
    keys = {str(label): size for label, size in sizes.items() if size}
    if not keys:
        return []
    return [{"labels": [series.name, *keys][:MOST_LABELS], "left_rows": len(series), "right_rows": min(keys.values())}]


def _rows_of(series: Any, namespace: Namespace) -> Any:
    """Return the rows of the table that a series is a column of; None where no table has such a column."""
    pandas: Any = sys.modules["pandas"]
    for table in list(namespace.values()):
        if not isinstance(table, pandas.DataFrame) or not table.columns.is_unique or series.name not in table.columns:
            continue
        rows = table
        if len(table) != len(series):
            if not table.index.is_unique or not series.index.isin(table.index).all():
                continue
            rows = table.loc[series.index]
        if rows[series.name].reset_index(drop=True).equals(series.reset_index(drop=True)):
            return rows
    return None


def _keys_telling(column: Any, series: Any) -> int:
    """Return how many keys of a column repeat and tell the value of a series; 0 where they do not."""
    pandas: Any = sys.modules["pandas"]
    is_text = column.dtype.name in {"object", "str", "string", "category"}
    if not is_text and not (column.dtype.kind in "iu" and KEY_NAME.search(str(column.name))):
        return 0
    codes, keys = pandas.factorize(column)
    known = series[codes >= 0].reset_index(drop=True)
    codes = pandas.Series(codes[codes >= 0])
    sizes = codes.value_counts()
    # Of a key that hardly repeats, nothing follows.
    if len(keys) < FEWEST_KEYS or 2 * sizes[sizes > 1].sum() < len(series):
        return 0
    groups = known.groupby(codes)
    return len(keys) if (groups.nunique(dropna=False) == 1).all() and groups.first().nunique() >= FEWEST_VALUES else 0


def _watch_losses(pandas: Any, note: Note) -> None:
    """Have noted what turns values into missing ones, cuts their decimals off, or fills where nothing is missing."""
    for name in ("to_datetime", "to_numeric"):
        _watch_result(pandas, name, note, _facts_of_coercion)
    _watch_result(pandas.Series, "astype", note, _facts_of_cast)
    _watch_result(pandas.Series, "fillna", note, _facts_of_filling)


def _watch_result(
    owner: Any, name: str, note: Note, facts_of: Callable[[Any, Any, tuple[Any, ...], dict[str, Any]], dict[str, Any]]
) -> None:
    usual = getattr(owner, name)

    def function(values: Any, *arguments: Any, **keywords: Any) -> Any:
        result = usual(values, *arguments, **keywords)
        if sys._getframe(1).f_code.co_filename.startswith("<cell"):  # noqa: SLF001 - what pandas calls counts for nothing
            try:
                fact = facts_of(values, result, arguments, keywords)
            except Exception:  # noqa: BLE001 - the values are a stranger's
                fact = {}
            if fact:
                note(**fact)
        return result

    function.__name__, function.__doc__ = usual.__name__, usual.__doc__
    setattr(owner, name, function)


def _facts_of_coercion(
    values: Any, result: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> dict[str, Any]:
    """Return how many values that look like numbers or dates were made missing ones, with one of them."""
    pandas: Any = sys.modules["pandas"]
    if (arguments[0] if arguments else keywords.get("errors")) != "coerce" or not isinstance(values, pandas.Series):
        return {}
    lost = values[values.notna() & result.isna()]
    texts = [text for text in lost.unique()[:MOST_VALUES].tolist() if isinstance(text, str) and DIGITS.search(text)]
    count = int(lost.isin(texts).sum())
    if not count:
        return {}
    return {
        "kind": "lost-values",
        "labels": [str(values.name)],
        "texts": [texts[0][:LONGEST_TEXT]],
        "left_rows": count,
        "right_rows": int(values.notna().sum()),
    }


def _facts_of_cast(values: Any, result: Any, _arguments: tuple[Any, ...], _keywords: dict[str, Any]) -> dict[str, Any]:
    """Return how many values lost their decimals, with the first of them and what became of it."""
    if values.dtype.kind != "f" or result.dtype.kind not in "iu":
        return {}
    cut = values[values % 1 != 0]
    if cut.empty or (values.round(9) % 1 == 0).all():
        return {}
    texts = [f"{cut.iloc[0]:.12g}", f"{result.loc[cut.index[:1]].iloc[0]}"]
    return {"kind": "cut-decimals", "labels": [str(values.name)], "texts": texts, "left_rows": len(cut)}


def _facts_of_filling(
    values: Any, _result: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> dict[str, Any]:
    """Return the text that is filled in where no value is missing."""
    filling = arguments[0] if arguments else keywords.get("value")
    if not isinstance(filling, str) or not len(values) or bool(values.isna().any()):
        return {}
    return {"kind": "idle-filling", "labels": [str(values.name)], "texts": [filling[:LONGEST_TEXT]]}


def _facts_of_arithmetic(
    values: Any, result: Any, arguments: tuple[Any, ...], _keywords: dict[str, Any]
) -> dict[str, Any]:
    """Return how many rows of two series have no partner, where row numbers that differ were taken for labels."""
    pandas: Any = sys.modules["pandas"]
    partner = arguments[0]
    if not isinstance(partner, pandas.Series) or partner.index is values.index or partner.index.equals(values.index):
        return {}
    indexes = values.index, partner.index
    if any(index.nlevels > 1 or index.dtype.kind not in "iu" or index.name is not None for index in indexes):
        return {}
    unmatched = len(values.index.symmetric_difference(partner.index))
    if not unmatched or len(values) + len(partner) > MOST_ROWS:
        return {}
    labels = [str(values.name), str(partner.name)]
    return {"kind": "misaligned", "labels": labels, "left_rows": unmatched, "rows": len(result)}
