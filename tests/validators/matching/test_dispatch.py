"""Matching any value with any other."""

import copy
import pickle
import warnings
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from hypothesis.extra import pandas as pdst

from authoring.validators.base import Opaque
from authoring.validators.comparison import Comparison
from authoring.validators.flags import MatchOptions
from authoring.validators.matching.dispatch import loose, matches

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=8)
# NaN matches nothing in DSEval, and a whole number beyond 64 bits cannot be compared there.
NUMBERS = st.integers(-(2**62), 2**62) | st.floats(allow_nan=False)
COMPLEX = st.complex_numbers(allow_nan=False)
SCALARS = st.none() | st.booleans() | NUMBERS | TEXT | st.binary(max_size=4) | st.dates() | COMPLEX
NESTED = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(TEXT, inner, max_size=4)
        | st.sets(TEXT | st.integers(), max_size=4)
    ),
    max_leaves=12,
)
DTYPES: list[Any] = [np.float64, np.float32, np.int64, np.int8, np.bool_, np.dtype("U4"), np.dtype("datetime64[s]")]
ARRAYS: st.SearchStrategy[Any] = st.sampled_from(DTYPES).flatmap(
    lambda dtype: npst.arrays(dtype, npst.array_shapes(max_dims=3, max_side=4))
)
ZONED = st.datetimes(
    min_value=pd.Timestamp(1900, 1, 1).to_pydatetime(), max_value=pd.Timestamp(2100, 1, 1).to_pydatetime()
).map(lambda time: pd.Timestamp(time).tz_localize("UTC").tz_convert("Europe/Berlin"))


def _column(rows: int) -> st.SearchStrategy[Any]:
    def of(values: st.SearchStrategy[Any], dtype: str | None = None) -> st.SearchStrategy[Any]:
        lists = st.lists(values | st.none() if dtype != "bool" else values, min_size=rows, max_size=rows)
        return lists.map(lambda found: pd.Series(found, dtype=dtype))

    return st.one_of(
        of(st.floats(width=32), "float64"),
        of(st.integers(-(2**40), 2**40), "Int64"),
        of(st.booleans(), "bool"),
        of(st.booleans(), "boolean"),
        of(TEXT, "str"),
        of(TEXT | st.integers(-9, 9), "object"),
        of(st.sampled_from(["a", "b", "c"]), "category"),
        of(ZONED, "datetime64[ns, Europe/Berlin]"),
    )


@st.composite
def tables(draw: st.DrawFn) -> Any:
    """Draw a frame, or one of its columns, or its index, of mixed dtypes."""
    rows = draw(st.integers(0, 5))
    names = draw(st.lists(TEXT, max_size=4, unique=True))
    frame = pd.DataFrame({name: draw(_column(rows)) for name in names}, index=range(rows))
    if draw(st.booleans()):
        labels = draw(st.lists(st.text("abc", max_size=2), min_size=rows, max_size=rows))
        frame.index = pd.Index(labels, name="k")
    one_column = draw(st.booleans())
    if names and one_column:
        return frame[draw(st.sampled_from(names))]
    return frame.index if draw(st.integers(0, 3)) == 0 else frame


def _has_no_time_lacking(array: Any) -> bool:
    return array.dtype.kind != "M" or not np.isnat(array).any()


VALUES = st.one_of(NESTED, ARRAYS.filter(_has_no_time_lacking), tables())
FLAGS = st.builds(
    MatchOptions,
    **dict.fromkeys(("ignore_order", "ignore_index", "ignore_names", "ignore_dtypes", "value_only"), st.booleans()),
)


@given(VALUES)
@settings(deadline=None)
def test_reference_accepts_itself(value: Any) -> None:
    """A value matches its deep copy, and itself after travelling between processes."""
    assert matches(value, copy.deepcopy(value), MatchOptions()).match
    assert matches(value, pickle.loads(pickle.dumps(value)), MatchOptions()).match  # noqa: S301 - we made it ourselves


@given(VALUES, VALUES, FLAGS)
@settings(deadline=None)
def test_comparing_is_repeatable_and_changes_nothing(one: Any, other: Any, flags: MatchOptions) -> None:
    """Comparing twice says the same twice, never raises, and leaves both values as they were."""
    comparison = Comparison(flags)
    before = pickle.dumps((one, other))

    first = comparison.judge(one, other, "result")
    second = comparison.judge(one, other, "result")

    kept = pickle.loads(before)  # noqa: S301 - we made it ourselves
    assert first == second
    assert matches(kept[0], one, MatchOptions()).match
    assert matches(kept[1], other, MatchOptions()).match


@given(pdst.series(dtype=float) | pdst.series(dtype=int))
@settings(deadline=None)
def test_what_matches_matches_loosely(series: Any) -> None:
    """Loosening never turns a match of a series into a mismatch."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert loose(series, series.copy(), MatchOptions()).match


@given(NESTED)
def test_opaque_matches_by_type_only(value: Any) -> None:
    """What could not travel matches nothing, not even its like, unless only the type is asked for."""
    opaque = Opaque("builtins.generator", "<generator>")

    assert not matches(opaque, opaque, MatchOptions()).match
    assert not matches(value, opaque, MatchOptions()).match
    assert not matches([opaque], [opaque], MatchOptions(ignore_order=True)).match
    assert matches(opaque, Opaque("builtins.generator"), MatchOptions(type_only=True)).match
    assert not matches(value, opaque, MatchOptions(type_only=True)).match


def test_opaque_has_the_type_of_its_original() -> None:
    """With only the type asked for, a value and the stand-in of its like match."""
    assert matches((i for i in range(2)), Opaque("builtins.generator"), MatchOptions(type_only=True)).match


class Stubborn:
    """Cannot be compared or shown."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no")

    def __repr__(self) -> str:
        raise RuntimeError("no")

    __hash__ = object.__hash__


@pytest.mark.parametrize("place", ["alone", "in a list", "in an array", "in a frame"])
def test_stubborn_values_are_refused(place: str) -> None:
    """Values that raise when compared or shown are refused in words."""
    one, other = (
        {
            "alone": value,
            "in a list": [value],
            "in an array": np.array([value, 1], dtype=object),
            "in a frame": pd.DataFrame({"a": [value]}),
        }[place]
        for value in (Stubborn(), Stubborn())
    )

    verdict = Comparison(MatchOptions()).judge(one, other, "result")

    assert verdict.correct == "no"
    assert verdict.reason
