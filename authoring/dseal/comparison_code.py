"""Code of a `compare_fn` that compares tables by what they say and not by their form.

Flags of DSEval cannot forgive the dtype of labels or the name of the columns' axis, and `ignore_dtypes` accepts numbers
as text. What pandas offers for tests forgives the first two and refuses the last, and does so in every version since
1.5: other widths of numbers, whole numbers as floats, nullable and text dtypes, categories, units of times, and names
of axes are the same; another number, label, order, or type of what is held is not.
"""

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
