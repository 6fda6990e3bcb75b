"""Values are written as Python that gives them again, or not at all."""

import datetime as dt
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.validators.generation.literals import MOST_CHARACTERS, literal
from authoring.validators.rewriting.equality import is_same

NAMES: dict[str, Any] = {"pd": pd, "np": np}
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.tuples(inner) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(PLAIN)
def test_plain_values_come_back(value: object) -> None:
    """What is written gives the same value."""
    text = literal(value)

    assert text is not None
    assert is_same(value, eval(text, dict(NAMES)))  # noqa: S307 - our own text


@pytest.mark.parametrize(
    "value",
    [
        pd.DataFrame({"a": [1, 2], "b": ["x", None], "c": [0.5, np.nan]}),
        pd.DataFrame({"a": pd.array([1, None], dtype="Int64"), "t": [pd.Timestamp("2024-01-01"), pd.NaT]}),
        pd.DataFrame({"a": [1.5]}, index=pd.Index(["r"], name="row")),
        pd.DataFrame({"a": []}),
        pd.Series([3, 4], name="n", dtype="int32"),
        pd.Series(["x", "y"], index=["a", "b"]),
        np.array([[1, 2], [3, 4]]),
        np.array([], dtype="float32"),
        np.array(["x"]),
        pd.Timestamp("2024-02-03 04:05"),
        dt.date(2024, 2, 3),
        np.int8(3),
        pd.NaT,
    ],
    ids=repr,
)
def test_values_of_libraries_come_back(value: object) -> None:
    """Tables, arrays and times keep their dtypes, labels and names."""
    text = literal(value)

    assert text is not None
    assert is_same(value, eval(text, dict(NAMES)))  # noqa: S307 - our own text


@pytest.mark.parametrize(
    "value",
    [
        print,
        object(),
        {1, 2},
        pd.DataFrame({("a", 1): [1]}),
        pd.DataFrame([[1, 2]], columns=["a", "a"]),
        "x" * MOST_CHARACTERS,
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_cannot_be_written_is_not(value: object) -> None:
    """Functions, sets, labels that repeat or have levels, and long texts have no literal."""
    assert literal(value) is None
