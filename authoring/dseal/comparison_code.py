"""Code of a `compare_fn` that compares tables by what they say and not by their form.

Flags of DSEval cannot forgive the dtype of labels or the name of the columns' axis, and `ignore_dtypes` accepts numbers
as text. What pandas offers for tests forgives the first two and refuses the last, and does so in every version since
1.5: other widths of numbers, whole numbers as floats, nullable and text dtypes, categories, units of times, and names
of axes are the same; another number, label, order, or type of what is held is not.
"""

import re
from collections.abc import Mapping

from authoring.dseal.model import Json

SAME_TABLE = """\
def compare_fn(reference, submission):
    import pandas as pd

    forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
    options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
    try:
        if isinstance(reference, pd.DataFrame):
            pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
        else:
            pd.testing.assert_series_equal(submission, reference, **options)
    except (AssertionError, TypeError, ValueError) as error:
        return {"match": False, "reason": str(error)}
    return {"match": True, "reason": ""}
"""
"""For a series or a table of which values, labels and order count."""

SAME_ROWS = """\
def compare_fn(reference, submission):
    import pandas as pd

    forgiven = ["check_dtype", "check_column_type", "check_names", "check_categorical"]
    options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
    try:
        ordered = [
            table.sort_values(list(table.columns), key=lambda column: column.astype(object)).reset_index(drop=True)
            for table in (submission, reference)
        ]
        pd.testing.assert_frame_equal(*ordered, **options)
    except (AssertionError, AttributeError, TypeError, ValueError) as error:
        return {"match": False, "reason": str(error)}
    return {"match": True, "reason": ""}
"""
"""For a table whose rows may stand in any order, under any index."""

SAME_LABELLED_ROWS = """\
def compare_fn(reference, submission):
    import pandas as pd

    forgiven = ["check_dtype", "check_column_type", "check_names", "check_categorical"]
    options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
    try:
        ordered = []
        for table in (submission, reference):
            frame = table.to_frame("value") if isinstance(table, pd.Series) else table
            labels = [f"label {level}" for level in range(frame.index.nlevels)]
            frame = frame.rename_axis(index=labels).reset_index()
            frame = frame.sort_values(list(frame.columns), key=lambda column: column.astype(object))
            ordered.append(frame.reset_index(drop=True))
        pd.testing.assert_frame_equal(*ordered, **options)
    except (AssertionError, AttributeError, TypeError, ValueError) as error:
        return {"match": False, "reason": str(error)}
    return {"match": True, "reason": ""}
"""
"""For a series or a table whose rows may stand in any order, each with its label."""

SAME_VALUES = """\
def compare_fn(reference, submission):
    import math

    import numpy as np
    import pandas as pd

    def plain(value):
        if isinstance(value, (pd.Series, pd.Index, np.ndarray, np.generic)):
            value = value.tolist()
        return list(value) if isinstance(value, tuple) else value

    def same(first, second):
        first, second = plain(first), plain(second)
        if isinstance(first, list):
            return isinstance(second, list) and len(first) == len(second) and all(map(same, first, second))
        if isinstance(first, dict):
            is_alike = isinstance(second, dict) and first.keys() == second.keys()
            return is_alike and all(same(value, second[key]) for key, value in first.items())
        if isinstance(first, (bool, str)) or isinstance(second, (bool, str)) or not isinstance(first, (int, float)):
            return type(first) is type(second) and bool(first == second)
        if not isinstance(second, (int, float)):
            return False
        if isinstance(first, int) or math.isinf(first):
            return first == second
        is_missing = math.isnan(first) and math.isnan(second)
        return is_missing or math.isclose(first, second, rel_tol=1e-9, abs_tol=1e-9)

    is_same = same(reference, submission)
    return {"match": is_same, "reason": "" if is_same else "the values differ"}
"""
"""For numbers, texts, and what holds them in an order, whether that is a list, a tuple, an array or a series."""

_HEAD = "def compare_fn(reference, submission):\n"
_NAMES_FORGIVEN = """\
    columns = [getattr(table, "columns", None) for table in (reference, submission)]
    if all(labels is not None for labels in columns) and len(columns[0]) == len(columns[1]):
        if set(columns[0]) == set(columns[1]) and columns[0].is_unique:
            submission = submission.iloc[:, columns[1].get_indexer(columns[0])]
        submission = submission.set_axis(columns[0], axis=1)
"""
_INDEX_FORGIVEN = """\
    if hasattr(reference, "reset_index") and hasattr(submission, "reset_index"):
        reference, submission = reference.reset_index(drop=True), submission.reset_index(drop=True)
"""
_TOLERANCES = '"rtol": 1e-9, "atol": 1e-9'
_SCALAR_TOLERANCES = "rel_tol=1e-9, abs_tol=1e-9"


def forgiving(code: str, flags: Mapping[str, Json]) -> str:
    """Return code of a comparison that forgives, besides the form, what flags of a comparison forgive.

    Names of columns and their order (`ignore_names`), labels of rows (`ignore_index`), and differences of numbers
    (`atol`, `rtol`); the order of rows is another comparison's matter.
    """
    before = _NAMES_FORGIVEN if flags.get("ignore_names") else ""
    before += _INDEX_FORGIVEN if flags.get("ignore_index") else ""
    rtol, atol = (flags.get(name, 1e-9) for name in ("rtol", "atol"))
    code = code.replace(_TOLERANCES, f'"rtol": {rtol}, "atol": {atol}')
    code = code.replace(_SCALAR_TOLERANCES, f"rel_tol={rtol}, abs_tol={atol}")
    return code.replace(_HEAD, f"{_HEAD}{before}\n" if before else _HEAD, 1)


_COMPARISONS = {SAME_TABLE, SAME_ROWS, SAME_LABELLED_ROWS, SAME_VALUES}


def is_generated(code: str) -> bool:
    """Return whether code of a comparison is one of these, whatever else it forgives."""
    plain = re.sub(r'"rtol": [\d.e+-]+, "atol": [\d.e+-]+', _TOLERANCES, code)
    plain = re.sub(r"rel_tol=[\d.e+-]+, abs_tol=[\d.e+-]+", _SCALAR_TOLERANCES, plain)
    for before in (_NAMES_FORGIVEN + _INDEX_FORGIVEN, _NAMES_FORGIVEN, _INDEX_FORGIVEN):
        plain = plain.replace(f"{_HEAD}{before}\n", _HEAD)
    return plain in _COMPARISONS
