"""Digests are equal for equal values, differ for different ones, and never raise."""

import functools
import threading
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.sandbox.inside.digest import digest
from authoring.sandbox.inside.warm_up import rehearse

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


def frame() -> pd.DataFrame:
    """Return a frame of one block."""
    return pd.DataFrame({"a": [1, 2], "b": [3, 4], "c": ["x", "y"]})


def scattered() -> pd.DataFrame:
    """Return the same frame, laid out otherwise."""
    table = pd.DataFrame({"a": [1, 2]})
    table["b"] = [3, 4]
    table["c"] = ["x", "y"]
    return table


EQUAL = {
    "layout of blocks": (frame(), scattered()),
    "order of a set": (set("abcdef"), set("fedcba")),
    "copies": (np.arange(1000), np.arange(1000)),
    "functions of one code": tuple(lambda x: x + 1 for _ in range(2)),
}
DIFFERENT = {
    "a value": (frame(), frame().replace(4, 5)),
    "a dtype": (frame(), frame().astype({"a": float})),
    "a column's name": (frame(), frame().rename(columns={"a": "z"})),
    "an index": (frame(), frame().set_axis([5, 6])),
    "the order of rows": (frame(), frame().iloc[::-1]),
    "a series and a frame": (frame()["a"], frame()[["a"]]),
    "a type": (1, 1.0),
    "set and list": ({"a"}, ["a"]),
    "code of a function": (lambda x: x + 1, lambda x: x + 2),
}


@pytest.mark.parametrize("name", EQUAL)
def test_equal_values_have_equal_digests(name: str) -> None:
    """What a reader would call equal is equal."""
    left, right = EQUAL[name]

    assert digest(left) == digest(right) is not None


@pytest.mark.parametrize("name", DIFFERENT)
def test_different_values_have_different_digests(name: str) -> None:
    """What a validator may tell apart is told apart."""
    left, right = DIFFERENT[name]

    assert digest(left) != digest(right)


@given(VALUES, VALUES)
def test_digest_follows_representation(one: Any, other: Any) -> None:
    """Plain values have equal digests exactly when they look the same, and twice the same digest."""
    assert digest(one) == digest(one)
    if repr(one) != repr(other):
        assert digest(one) != digest(other)


@pytest.mark.parametrize("dtype", ["Int64", "Float32", "boolean", "UInt8"])
def test_looking_at_a_type_changes_nothing(dtype: str) -> None:
    """Types of pandas remember what they were asked, in one object for all columns of that type."""
    column = pd.Series([1, 0, None], dtype=dtype)
    before = digest(pd.DataFrame({"a": column}))
    vars(column.dtype).pop("_cache", None)
    fresh = digest(pd.DataFrame({"a": column}))
    request: Any = column.dtype

    assert request.kind in "biuf"
    assert request.itemsize > 0
    assert "_cache" in vars(column.dtype)
    assert digest(pd.DataFrame({"a": column})) == before == fresh


def test_what_cannot_be_pickled_has_a_digest() -> None:
    """Locks, generators and what holds them are told apart by identity only where that is asked for."""
    left, right = threading.Lock(), threading.Lock()

    assert digest([left]) == digest([right])
    assert digest([left], by_identity=True) != digest([right], by_identity=True)
    assert digest([left], by_identity=True) == digest([left], by_identity=True)


def test_hostile_object_has_no_digest_and_does_no_harm() -> None:
    """An object that ends the program when pickled has no digest."""

    class Hostile:
        def __reduce_ex__(self, _protocol: object) -> str:
            raise SystemExit

    assert digest(Hostile()) is None


def test_nesting_without_end_does_no_harm() -> None:
    """Nesting deeper than Python can follow gives no digest."""
    deep: list[Any] = functools.reduce(lambda inner, _: [inner], range(100_000), [])

    assert digest(deep) is None
    while deep:
        deep = deep[0]


@pytest.mark.parametrize("dtype", ["datetime64[us]", "timedelta64[s]", "U7", "S3"])
def test_whose_object_a_dtype_is_does_not_count(dtype: str) -> None:
    """Arrays that share the object of their dtype and arrays that have one each hold the same values."""
    values = np.arange(4).astype(dtype)
    # Made by a reader of text, each dtype is another object, as in a process that has read many.
    apart = np.array(values.tolist(), dtype=np.dtype(values.dtype.str))

    assert apart.dtype is not values.dtype
    assert digest([values, values.copy()]) == digest([values, apart])


def test_dates_of_a_frame_have_one_digest_wherever_they_come_from() -> None:
    """Also after the process has rehearsed cells of its own, which leaves dtypes in the caches of numpy and pandas."""

    def frame() -> pd.DataFrame:
        dates = pd.to_datetime(pd.Series(["20200101", "20200103", None, "20200102"]), format="%Y%m%d")
        table = pd.DataFrame({"date": dates, "x": [1.0, None, 2.0, 3.0]})
        return table.dropna(subset=["x"]).sort_values("x", ascending=False).reset_index(drop=True)

    first = digest(frame())
    rehearse()

    assert digest(frame()) == first
