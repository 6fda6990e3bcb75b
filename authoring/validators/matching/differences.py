"""Where two tables differ, in words: shape, columns, dtypes, index, then the first differing value."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.words import short


def describe_difference(reference: Any, submission: Any, finding: str) -> str:
    """Return the first difference of two frames, series or indexes of one kind.

    Args:
        reference: what is right.
        submission: what is judged.
        finding: what pandas says; it follows our own words.
    """
    try:
        own = next(_differences(reference, submission), "")
    except Exception:  # noqa: BLE001 - only words: cells may hold anything and refuse to be compared or shown
        own = ""
    return "\n".join(part for part in (own, finding.strip()) if part) or "the tables differ"


def _differences(reference: Any, submission: Any) -> Iterator[str]:
    if reference.shape != submission.shape:
        yield f"shape {submission.shape} instead of {reference.shape}{_columns(reference, submission)}"
        return
    if isinstance(reference, pd.Index):
        yield from _value_differences(reference, submission, "")
        return
    if isinstance(reference, pd.DataFrame):
        yield from _frame_differences(reference, submission)
        return
    if reference.dtype != submission.dtype:
        yield f"dtype {submission.dtype} instead of {reference.dtype}"
    yield from _index_differences(reference, submission)
    yield from _value_differences(reference, submission, "")
    if reference.name != submission.name:
        yield f"the series is named {short(submission.name)} instead of {short(reference.name)}"


def _frame_differences(reference: Any, submission: Any) -> Iterator[str]:
    columns = _columns(reference, submission)
    if columns:
        yield columns.removeprefix("; ")
        return
    for position, name in enumerate(reference.columns):
        expected, found = reference.dtypes.iloc[position], submission.dtypes.iloc[position]
        if expected != found:
            yield f"column {short(name)} has dtype {found} instead of {expected}"
    yield from _index_differences(reference, submission)
    for position, name in enumerate(reference.columns):
        yield from _value_differences(
            reference.iloc[:, position], submission.iloc[:, position], f"column {short(name)}, "
        )


def _columns(reference: Any, submission: Any) -> str:
    if not isinstance(reference, pd.DataFrame):
        return ""
    expected, found = reference.columns.tolist(), submission.columns.tolist()
    if expected == found:
        return ""
    parts = [
        f"{what} {', '.join(map(short, names[:5]))}"
        for what, names in (
            ("missing columns", [name for name in expected if name not in found]),
            ("extra columns", [name for name in found if name not in expected]),
        )
        if names
    ]
    return "; " + ("; ".join(parts) or f"columns in the order {short(found)} instead of {short(expected)}")


def _index_differences(reference: Any, submission: Any) -> Iterator[str]:
    expected, found = reference.index, submission.index
    if list(expected.names) != list(found.names):
        yield f"the index is named {short(list(found.names))} instead of {short(list(expected.names))}"
    for text in _value_differences(expected, found, "index, "):
        yield text
        return


def _value_differences(reference: Any, submission: Any, place: str) -> Iterator[str]:
    differs = _differing(reference, submission)
    if not differs.any():
        return
    row = int(np.argmax(differs))
    expected, found = reference.take([row]).tolist()[0], submission.take([row]).tolist()[0]
    label = f" ({short(reference.index[row])})" if isinstance(reference, pd.Series) else ""
    count = int(differs.sum())
    yield f"{place}row {row}{label}: {short(found)} instead of {short(expected)}; {count} of {len(reference)} differ"


def _differing(reference: Any, submission: Any) -> Any:
    missing = np.asarray(reference.isna()), np.asarray(submission.isna())
    both = missing[0] & missing[1]
    if pd.api.types.is_float_dtype(reference.dtype) and pd.api.types.is_float_dtype(submission.dtype):
        one, other = (np.asarray(values.astype("float64")) for values in (reference, submission))
        return ~(np.isclose(other, one, equal_nan=True) | both)
    pairs = zip(reference.tolist(), submission.tolist(), strict=True)
    return np.array(
        [not here and _unequal(one, other) for here, (one, other) in zip(both, pairs, strict=True)], dtype=bool
    )


def _unequal(one: Any, other: Any) -> bool:
    if one is pd.NA or other is pd.NA:
        return one is not other
    return bool(np.any(np.asarray(one != other)))
