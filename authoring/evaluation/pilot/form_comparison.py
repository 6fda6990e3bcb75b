"""A judge that forgives form: two values are the same if they say the same, whatever holds them.

`compare_forms` and what it calls are handed to the sandbox as text, as the `compare_fn` of a validator: they need the
standard library alone, and look at tables by what those offer.
"""

import inspect
import math
import re
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
NEAR = ("the same values in another order", "the same values with other decimals")
"""Reasons of this judge for a no that say what two values have in common."""


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
    functions = (
        compare_forms,
        _same_values,
        _aligned,
        _same_rows,
        _same_items,
        _same_numbers,
        _decimals,
        _table,
        _items,
        _plain,
    )
    sources = [inspect.getsource(function) for function in functions]
    return "\n\n".join(["import math\nimport re\nfrom typing import Any\n", *sources])


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
    orders = {"row_order": row_order, "element_order": element_order}
    if _same_values(reference, submission, **orders, is_rounded=is_rounded):
        return {"match": True, "reason": "the same but for its form"}
    if any(orders.values()) and _same_values(
        reference, submission, **dict.fromkeys(orders, False), is_rounded=is_rounded
    ):
        return {"match": False, "reason": "the same values in another order"}
    if is_rounded and _same_values(reference, submission, **orders, is_rounded=False):
        return {"match": False, "reason": "the same values with other decimals"}
    return {"match": False, "reason": "other values"}


def _same_values(reference: Any, submission: Any, *, row_order: bool, element_order: bool, is_rounded: bool) -> bool:
    is_ordered = element_order if isinstance(reference, (list, tuple)) else row_order
    # Numbers of rows may be anything; texts that name rows belong to them, unless the other side is a plain list.
    pairs = [("every", "every"), ("all", "all"), ("all", "texts"), ("texts", "all")]
    pairs += [("all", "none")] if isinstance(reference, (list, tuple)) else []
    pairs += [("none", "all")] if isinstance(submission, (list, tuple)) else []
    if all(hasattr(value, "to_frame") for value in (reference, submission)) and set(reference.index) == set(
        submission.index
    ):
        # Two series with the same labels say something of each.
        pairs = [("every", "every")]
    for labels in pairs:
        expected, actual = (
            _table(reference, labels[0], element_order=element_order),
            _table(submission, labels[1], element_order=element_order),
        )
        # Values that have lost what they belong to are right in the order of the reference alone.
        has_keys = labels[0] in {"every", "all"} or expected == _table(reference, "all", element_order=element_order)
        rows = _aligned(*actual, expected[0])
        if _same_rows(expected[1], rows, is_ordered or not has_keys, is_rounded):
            return True
    return False


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
    # Whole numbers are counts and names, which do not come by rounding.
    if first.is_integer() and second.is_integer():
        return first == second
    if math.isclose(first, second, rel_tol=1e-6, abs_tol=1e-9):
        return True
    # Nobody asked for decimals, so the side that has fewer of them may be the other one rounded. What is as coarse as
    # the value itself is no such side: an exact 0.5 is no other share that was rounded to a decimal.
    places = min(_decimals(first), _decimals(second))
    step = 0.500001 * 10**-places
    return not is_rounded and places > 0 and abs(first - second) <= step <= 0.05 * max(abs(first), abs(second))


def _decimals(number: float) -> int:
    text = repr(number)
    return 0 if "e" in text or text.endswith(".0") else len(text.partition(".")[2])


def _table(value: Any, labels: str, *, element_order: bool) -> tuple[list[str], list[list[Any]]]:
    """Return the names of a value's columns, if it has columns, and its rows.

    Rows are those of a table, of which records are another form, the items of a list or a mapping, or the value as the
    only one. Labels of rows, and keys, come first in theirs: every one, all that are no mere numbers of the rows, those
    that are texts or keys, or none.
    """
    names: list[Any] = []
    records = list(value.values()) if isinstance(value, dict) else value
    is_table = isinstance(records, list) and bool(records) and all(isinstance(item, dict) and item for item in records)
    if is_table and all(item.keys() == records[0].keys() for item in records):
        names = [*([""] if isinstance(value, dict) else []), *records[0]]
        rows = [[item[name] for name in records[0]] for item in records]
        value = dict(zip(value, rows, strict=True)) if isinstance(value, dict) else rows
    if hasattr(value, "to_frame") and hasattr(value, "index"):
        names = [value.name]
        value = value.to_frame()
    if hasattr(value, "iterrows") and hasattr(value, "index"):
        heads = [_items(label, element_order=element_order) for label in value.index]
        cells = [
            [part for cell in row for part in _items(cell, element_order=element_order)]
            for row in value.to_numpy().tolist()
        ]
        is_numbered = list(value.index) == list(range(len(heads))) and not any(value.index.names)
        names = [*value.index.names, *(names or value.columns)]
    elif isinstance(value, dict):
        heads = [_items(key, element_order=element_order) for key in value]
        cells, is_numbered = [_items(item, element_order=element_order) for item in value.values()], False
    else:
        heads, cells, is_numbered = [], [], True
    if heads:
        is_named = any(isinstance(item, str) for head in heads for item in head)
        is_key = is_named or isinstance(value, dict)
        is_kept = is_key if labels == "texts" else labels == "every" or (labels == "all" and not is_numbered)
        rows = [[*(head if is_kept else ()), *row] for head, row in zip(heads, cells, strict=True)]
        texts = ["" if name is None else str(name).strip().casefold() for name in names][
            0 if is_kept else len(heads[0]) :
        ]
        return (texts if all(len(row) == len(texts) for row in rows) else []), rows
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=str)
    texts = [str(name).strip().casefold() for name in names]
    return texts, [
        _items(item, element_order=element_order) for item in (value if isinstance(value, (list, tuple)) else [value])
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
    if value is None:
        return str(value)
    if type(value).__name__ in {"NAType", "NaTType"}:
        return math.nan
    # A day at midnight is a day.
    text = str(value).strip().removesuffix(" 00:00:00")
    # Marks of thousands are form, and so are signs of percent, but for parts of one, which may be meant as fractions.
    # What begins with a zero names something, and of a float a whole number is exact so far.
    pattern = r"[+-]?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d*)?(?:e[+-]\d+)?(%?)"
    number = re.fullmatch(pattern, text) if not isinstance(value, bool) else None
    if number is not None:
        plain = float(text.replace(",", "").rstrip("%"))
        is_exact = not plain.is_integer() or abs(plain) < 2**53
        return plain if is_exact and (not number[1] or abs(plain) >= 1) else text
    return float(text) if isinstance(value, float) else " ".join(text.casefold().split())
