"""A judge that forgives form: two values are the same if they say the same, whatever holds them.

`compare_forms` and what it calls are handed to the sandbox as text, as the `compare_fn` of a validator: they need the
standard library alone, and look at tables by what those offer.
"""

import inspect
import math
from collections.abc import Mapping
from functools import cache
from typing import Any

from authoring.dseal.analysis.open_matters import open_matters
from authoring.dseal.model import Json, Problem
from authoring.dseal.session import checked_variables, checks
from authoring.validators.rewriting.matters import Matter

WITHOUT_VALUE = frozenset({"table_test", "model", "vis", "stream"})
"""Validators that look at what a function does, a model predicts, or is drawn or printed: there an equal value, or the
lack of one, says nothing."""


def form_block(problem: Problem) -> Mapping[str, Json]:
    """Return the validator that compares what a problem's own one looks at, and forgives form that nobody asked for.

    Empty where nothing is compared by value. The order of rows and members counts unless the question leaves it open,
    and decimals count where it asks for them.
    """
    aliases = {check.alias for check in checks(problem)}
    if aliases & WITHOUT_VALUE:
        return {}
    form = open_matters(problem.question, conventions=problem.conventions)
    # In doubt an order counts: a tuple turned round is another answer.
    rows, elements = Matter.ROW_ORDER not in form.open, Matter.ELEMENT_ORDER not in form.open
    arguments = f"{rows}, {elements}, {Matter.ROUNDING in form.settled}"
    call = f"def compare_fn(reference, submission):\n    return compare_forms(reference, submission, {arguments})\n"
    text = f"{_source()}\n\n{call}"
    block: dict[str, Json] = {}
    if "result" in aliases:
        block["result"] = {"compare_fn": text}
    if variables := checked_variables(problem):
        block["namespace_check"] = dict.fromkeys(sorted(variables), text)
    return {"template": "empty", **block} if block else {}


@cache
def _source() -> str:
    functions = (compare_forms, _aligned, _same_rows, _same_items, _same_numbers, _decimals, _table, _items, _plain)
    sources = [inspect.getsource(function) for function in functions]
    return "\n\n".join(["import math\nfrom typing import Any\n", *sources])


def compare_forms(
    reference: Any,
    submission: Any,
    row_order: bool,  # noqa: FBT001 - called from a text
    element_order: bool,  # noqa: FBT001 - as above
    is_rounded: bool,  # noqa: FBT001 - as above
) -> dict[str, object]:
    """Tell whether two values say the same: the same rows, whether what names them is their label or a column.

    Args:
        reference: a value.
        submission: another one.
        row_order: whether the order of rows and keys counts.
        element_order: whether that of the members of a list or tuple counts.
        is_rounded: whether decimals count.
    """
    # Cell by cell in plain Python, which would take seconds for a table of a hundred thousand cells.
    if any(getattr(value, "size", 0) > 20_000 for value in (reference, submission)):  # noqa: PLR2004 - one text
        return {"match": False, "reason": "too large to be compared in another form"}
    is_ordered = element_order if isinstance(reference, (list, tuple)) else row_order
    # Numbers of rows may be anything; texts that name rows belong to them, unless the other side is a plain list.
    pairs = [("all", "all"), ("all", "texts"), ("texts", "all")]
    pairs += [("all", "none")] if isinstance(reference, (list, tuple)) else []
    pairs += [("none", "all")] if isinstance(submission, (list, tuple)) else []
    for labels in pairs:
        expected, actual = (
            _table(reference, labels[0], element_order=element_order),
            _table(submission, labels[1], element_order=element_order),
        )
        # Values that have lost what they belong to are right in the order of the reference alone.
        has_keys = labels[0] == "all" or expected == _table(reference, "all", element_order=element_order)
        rows = _aligned(*actual, expected[0])
        if _same_rows(expected[1], rows, is_ordered or not has_keys, is_rounded):
            return {"match": True, "reason": "the same but for its form"}
    return {"match": False, "reason": "other values"}


def _aligned(names: list[str], rows: list[list[Any]], expected: list[str]) -> list[list[Any]]:
    """Return rows with their columns in the order of the expected names; those that are called otherwise fill it up."""
    if not names or len(names) != len(expected):
        return rows
    shared = {name for name in expected if name and names.count(name) == 1 == expected.count(name)}
    remaining = iter([column for column, name in enumerate(names) if name not in shared])
    order = [names.index(name) if name in shared else next(remaining) for name in expected]
    return [[row[column] for column in order] for row in rows]


def _same_rows(expected: list[Any], actual: list[Any], is_ordered: bool, is_rounded: bool) -> bool:  # noqa: FBT001 - as above
    # A table of one row says what a list of its cells says.
    if len(expected) != len(actual) and 1 in {len(expected), len(actual)}:
        expected, actual = ([[item for row in rows for item in row]] for rows in (expected, actual))
    if not any(expected) or len(expected) != len(actual):
        return False
    if not is_ordered:
        expected, actual = (
            sorted(
                rows,
                key=lambda row: (
                    [item for item in row if isinstance(item, str)],
                    [(math.isnan(item), item) for item in row if isinstance(item, float)],
                ),
            )
            for rows in (expected, actual)
        )
    return all(_same_items(*pair, is_rounded) for pair in zip(expected, actual, strict=True))


def _same_items(expected: list[Any], actual: list[Any], is_rounded: bool) -> bool:  # noqa: FBT001 - as above
    """Compare two rows; whether texts stand before numbers is form."""
    texts = [[item for item in row if isinstance(item, str)] for row in (expected, actual)]
    numbers = [[item for item in row if isinstance(item, float)] for row in (expected, actual)]
    if texts[0] != texts[1] or len(numbers[0]) != len(numbers[1]):
        return False
    return all(_same_numbers(first, second, is_rounded) for first, second in zip(numbers[0], numbers[1], strict=True))


def _same_numbers(first: float, second: float, is_rounded: bool) -> bool:  # noqa: FBT001 - as above
    if math.isnan(first) or math.isnan(second) or math.isinf(first) or math.isinf(second):
        return str(first) == str(second)
    if math.isclose(first, second, rel_tol=1e-6, abs_tol=1e-9):
        return True
    # Nobody asked for decimals, so the side that has fewer of them may be the other one rounded; whole numbers are
    # counts, and those do not come by rounding.
    places = min(_decimals(first), _decimals(second))
    return not is_rounded and places > 0 and abs(first - second) <= 0.500001 * 10**-places


def _decimals(number: float) -> int:
    text = repr(number)
    return 0 if "e" in text or text.endswith(".0") else len(text.partition(".")[2])


def _table(value: Any, labels: str, *, element_order: bool) -> tuple[list[str], list[list[Any]]]:
    """Return the names of a value's columns, if it has columns, and its rows.

    Rows are those of a table, the items of a list or a mapping, or the value as the only one. Labels of rows, and keys,
    come first in theirs: all of them, those that are texts, or none.
    """
    names: list[Any] = []
    if hasattr(value, "to_frame") and hasattr(value, "index"):
        names = [value.name]
        value = value.to_frame()
    if hasattr(value, "iterrows") and hasattr(value, "index"):
        heads = [_items(label, element_order=element_order) for label in value.index]
        cells = [
            [part for cell in row for part in _items(cell, element_order=element_order)]
            for row in value.to_numpy().tolist()
        ]
        is_numbered = list(value.index) == list(range(len(heads)))
        names = [*value.index.names, *(names or value.columns)]
    elif isinstance(value, dict):
        heads = [_items(key, element_order=element_order) for key in value]
        cells, is_numbered = [_items(item, element_order=element_order) for item in value.values()], False
    else:
        heads, cells, is_numbered = [], [], True
    if heads:
        is_named = any(isinstance(item, str) for head in heads for item in head)
        is_kept = is_named if labels == "texts" else labels == "all" and not is_numbered
        rows = [[*(head if is_kept else ()), *row] for head, row in zip(heads, cells, strict=True)]
        texts = ["" if name is None else str(name).strip().casefold() for name in names][
            0 if is_kept else len(heads[0]) :
        ]
        return (texts if all(len(row) == len(texts) for row in rows) else []), rows
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=str)
    return [], [_items(item, element_order=element_order) for item in value] if isinstance(value, (list, tuple)) else [
        _items(value, element_order=element_order)
    ]


def _items(value: Any, *, element_order: bool) -> list[Any]:
    """Return numbers as floats and everything else as text, however deep it lies; sorted where no order counts."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        value = tuple(part for pair in value.items() for part in pair)
    is_sorted = isinstance(value, (set, frozenset)) or (isinstance(value, list) and not element_order)
    if not isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(value)]
    parts = [_items(part, element_order=element_order) for part in value]
    if is_sorted:
        parts.sort(key=lambda items: [(isinstance(item, float), str(item)) for item in items])
    return [item for items in parts for item in items]


def _plain(value: Any) -> Any:
    if isinstance(value, bool) or value is None:
        return str(value)
    if type(value).__name__ in {"NAType", "NaTType"}:
        return math.nan
    text = str(value).strip()
    try:
        # Thousands' marks and percent signs are form; texts that are no numbers stay texts.
        return float(text.replace(",", "").rstrip("%"))
    except ValueError:
        return " ".join(text.casefold().split())
