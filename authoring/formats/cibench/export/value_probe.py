"""Tells what kind of thing a value is, as JSON. Its source runs in the sandbox, so it stands on Python alone."""

import datetime as dt
import json
import math
import numbers
from collections.abc import Iterable
from typing import Any

MOST_PARTS = 12
"""Items of a container that are described one by one."""
MOST_ITEMS = 5_000
"""Items that are looked at; a longer text could not be compared anyway."""
WHOLE = 10**10
"""Whole numbers from here on have more digits than are printed of a fraction."""
PANDAS = (
    ("frame", {"pandas.DataFrame", "pandas.core.frame.DataFrame"}),
    ("series", {"pandas.Series", "pandas.core.series.Series"}),
    ("index", {"pandas.Index", "pandas.core.indexes.base.Index"}),
    ("array", {"pandas.api.extensions.ExtensionArray", "pandas.core.arrays.base.ExtensionArray"}),
)
"""Its classes by the names they have had; a session may hold no pandas to ask."""
Shape = dict[str, Any]


def describe(value: Any) -> str:
    """Return the fields of `authoring.formats.cibench.export.values.ValueShape` as JSON."""
    return json.dumps(shape(value))


def shape(value: Any) -> Shape:
    """Return the fields that describe a value."""
    name = _type_name(value)
    described: Shape = {"kind": kind_of(value), "type": name}
    if described["kind"] in {"series", "frame"}:
        return described | _table(value)
    if described["kind"] == "table":
        return described | _texts(value.ravel().tolist()[:MOST_ITEMS])
    described["builtin"] = _is_builtin(value)
    if described["kind"] in {"tuple", "list", "set", "array", "index"}:
        return described | _items(list(value)[:MOST_ITEMS])
    if described["kind"] == "mapping":
        keys, values = list(value)[:MOST_ITEMS], list(value.values())[:MOST_ITEMS]
        parts = [_common(keys), _common(values)]
        return described | {"length": len(value), "parts": parts} | _texts([*keys, *values])
    return described | _texts([value])


def kind_of(value: Any) -> str:
    """Return the kind of a value."""
    name = _type_name(value)
    if value is None or name == "pandas.NaT" or name.endswith((".NaTType", ".NAType")):
        return "nothing"
    if isinstance(value, bool) or name in {"numpy.bool", "numpy.bool_"}:
        return "bool"
    if isinstance(value, str):
        return "text"
    if isinstance(value, numbers.Real) and hasattr(value, "__float__"):
        return "plain" if isinstance(value, numbers.Integral) and abs(int(value)) >= WHOLE else "number"
    if isinstance(value, dt.date | dt.time | dt.timedelta) or name.startswith(
        (
            "numpy.datetime64",
            "numpy.timedelta64",
            "pandas.Period",
            "pandas._libs.tslibs.period",
            "pandas.Interval",
            "pandas._libs.interval",
        )
    ):
        return "plain"
    return _container(value)


def _container(value: Any) -> str:
    bases = {f"{base.__module__}.{base.__name__}" for base in type(value).__mro__}
    for kind, names in PANDAS:
        if bases & names:
            return kind
    if "numpy.ndarray" in bases:
        kind, types = {1: ("array", "biufUOMm"), 2: ("table", "iuf")}.get(value.ndim, ("other", ""))
        return kind if value.dtype.kind in types else "other"
    builtin = (("tuple", tuple), ("list", list), ("set", (set, frozenset)), ("mapping", dict))
    return next((kind for kind, classes in builtin if isinstance(value, classes)), "other")


def _type_name(value: Any) -> str:
    return f"{type(value).__module__}.{type(value).__qualname__}"


def _is_builtin(value: Any, depth: int = 4) -> bool:
    """Return whether the text of a value is the same in all versions of all packages."""
    if type(value) in {bool, str, type(None)}:
        return True
    if type(value) in {int, float}:
        return bool(_texts([value])["exact"])
    items = [*value.keys(), *value.values()] if type(value) is dict else value
    nested = type(value) in {list, tuple, dict} and len(value) <= MOST_ITEMS and depth > 0
    return nested and all(_is_builtin(item, depth - 1) for item in items)


def _items(items: list[Any]) -> Shape:
    kinds = [kind_of(item) for item in items]
    rows = [[kind_of(part) for part in item] for item in items if isinstance(item, tuple | list)]
    description = {"length": len(items), "items_kind": _common(items), "parts": kinds[:MOST_PARTS]}
    if rows and len(rows) == len(items) and all(row == rows[0] for row in rows):
        description["rows"] = rows[0][:MOST_PARTS]
        return description | _texts([part for item in items for part in item])
    return description | _texts(items)


def _table(value: Any) -> Shape:
    index = list(value.index[:MOST_ITEMS])
    columns = list(value.columns) if hasattr(value, "columns") else []
    cells = list(value.head(MOST_ITEMS).to_numpy().ravel())
    counted = value.index.name is None and index == list(range(len(index)))
    # An index that only counts is not printed, and makes no table of words one of numbers.
    words = _texts([*columns, *cells] if counted else [*index, *columns, *cells])["words"]
    return {"length": len(value), "counted": counted} | _texts([*index, *columns, *cells]) | {"words": words}


def _common(items: Iterable[Any]) -> str:
    kinds = {kind_of(item) for item in items}
    return kinds.pop() if len(kinds) == 1 else ""


def _texts(items: Iterable[Any]) -> Shape:
    """Tell whether all numbers have few digits, all texts plain letters, and there are texts and nothing else."""
    exact, plain, kinds = True, True, set()
    for item in items:
        kind = kind_of(item)
        kinds.add(kind)
        if kind == "number":
            number = float(item)
            exact = exact and (not math.isfinite(number) or float(f"{number:.10g}") == number)
        elif kind != "bool":
            plain = plain and str(item).isascii()
    return {"exact": exact, "ascii": plain, "words": {"text"} <= kinds <= {"text", "nothing"}}
