"""Two values whose footprints do not overlap cannot change each other; where that cannot be told, there is none."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.sandbox.inside.aliasing.footprint import (
    MAX_OBJECTS_OF_VARIABLE,
    UntraceableError,
    footprint_of_data,
    reachable_by_names,
)


def overlap(one: Any, other: Any) -> bool:
    """Return whether a cell that names one value can change the other."""
    footprint = footprint_of_data(other)
    assert footprint is not None
    return reachable_by_names({"one"}, {"one": one}).overlaps(footprint)


FRAME = pd.DataFrame({"a": [1.5, 2.5, 3.5], "b": [1, 2, 3]})
ARRAY = np.arange(10)
LIST: list[Any] = [[1], [2]]


@pytest.mark.parametrize(
    ("one", "other"), [(ARRAY, ARRAY[2:5]), (ARRAY[:4], ARRAY[3:]), (LIST, LIST), ({"k": LIST}, LIST), (LIST[0], LIST)]
)
def test_what_is_shared_overlaps(one: Any, other: Any) -> None:
    """Views of one array, and containers that hold one list, can change each other, both ways."""
    assert overlap(one, other)
    assert overlap(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [(ARRAY, ARRAY.copy()), ([1], [1]), (FRAME, FRAME.copy(deep=True)), ((), ())]
)
def test_equal_is_not_shared(one: Any, other: Any) -> None:
    """Values that are equal and have nothing in common leave each other alone."""
    assert not overlap(one, other)


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_slices_that_share_an_element_overlap(first: int, end: int, other_first: int, other_end: int) -> None:
    """Two views of one array are never taken for strangers where a change of one can be seen in the other."""
    shared = set(range(10)[first:end]) & set(range(10)[other_first:other_end])

    assert overlap(ARRAY[first:end], ARRAY[other_first:other_end]) or not shared


@pytest.mark.parametrize("value", [object(), (item for item in [1]), open, lambda: 1])
def test_what_cannot_be_traced_has_no_footprint(value: object) -> None:
    """Only tables, arrays and containers of data are followed without running a session's code."""
    assert footprint_of_data(value) is None


def test_large_values_have_no_footprint() -> None:
    """What holds too many objects costs more to follow than to compare."""
    assert footprint_of_data([[number] for number in range(MAX_OBJECTS_OF_VARIABLE + 1)]) is None


def test_a_namespace_is_not_followed() -> None:
    """Who holds the namespace itself can reach anything."""
    namespace: dict[str, Any] = {}
    namespace["one"] = [namespace]
    with pytest.raises(UntraceableError):
        reachable_by_names({"one"}, namespace)
