"""Elements are edited in whatever holds them, and what holds them keeps its kind, labels and dtype where it can."""

from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.rewriting.elements import (
    MAX_EDITED,
    altered,
    altered_at,
    length_of,
    mapped,
    numbers_of,
    size_of,
    spoiled,
    taken,
)
from authoring.validators.rewriting.equality import is_same


def plus(element: Any) -> Any:
    """Return a number's successor, and all else as it is."""
    return element + 1 if isinstance(element, int | float) else element


def test_containers_keep_their_kind() -> None:
    """Lists stay lists, keys stay keys, dtypes stay where they hold the new elements."""
    pairs: list[tuple[Any, Any]] = [
        ([1, (2, "a")], [2, (3, "a")]),
        ({"k": 1}, {"k": 2}),
        (np.array([[1, 2]]), np.array([[2, 3]])),
        (pd.Series([1, 2], dtype="int8", name="n"), pd.Series([2, 3], dtype="int8", name="n")),
        (pd.Index([1, 2], name="n"), pd.Index([2, 3], name="n")),
        (pd.DataFrame({"a": [1], "b": ["x"]}), pd.DataFrame({"a": [2], "b": ["x"]})),
    ]
    assert [is_same(expected, mapped(value, plus)) for value, expected in pairs] == [True] * len(pairs)


def test_nothing_changed_is_nothing() -> None:
    """Where no element is edited there is no new value."""
    values: list[Any] = ["a", ["a"], {}, pd.Series(["a"]), np.array(["a"]), None]

    assert [mapped(value, plus) for value in values] == [None] * len(values)


def test_dtype_gives_way_where_it_has_to() -> None:
    """Numbers as text make a column of text, and never go back to numbers."""
    column = mapped(pd.Series([1, 2]), str)

    assert column.tolist() == ["1", "2"]


def test_large_values_are_edited_in_their_first_elements() -> None:
    """An edit does not go through all of a large table; the rows behind stay as they are."""
    size = 200_000
    frame = pd.DataFrame({"a": np.arange(size), "b": np.arange(size)})
    result = mapped(frame, plus)

    assert result["a"].iloc[MAX_EDITED - 1] == MAX_EDITED
    assert result["a"].iloc[MAX_EDITED] == MAX_EDITED
    assert len(result) == size
    assert size_of(frame) == 2 * size


def test_elements_in_another_order_are_not_spoiled() -> None:
    """Turning signs or truth round may give the same elements again, which is no mistake where order is free."""
    assert spoiled([1, -1], lambda number: -number) is None
    assert spoiled([True, False], lambda truth: not truth) is None
    assert spoiled([1, -2], lambda number: -number) == [-1, 2]
    assert spoiled(pd.DataFrame({"a": [1, -1], "b": [5, 5]}), lambda n: -n if abs(n) == 1 else n) is None


def test_one_row_is_altered_alone() -> None:
    """All cells of one row are other ones, of the same kind; the rest stays."""
    frame = pd.DataFrame({"a": [1, 2], "b": ["x", "y"], "c": [True, False]})
    result = altered_at(frame, 1)

    assert result.iloc[0].tolist() == frame.iloc[0].tolist()
    assert result.iloc[1].tolist() == [5, "not y", True]
    assert altered_at([None, 1], 0) is None
    assert altered_at({"k": 2, "l": 3}, 0) == {"k": 5, "l": 3}


def test_taken_rows_are_renumbered_where_numbers_tell_nothing() -> None:
    """A numbered table is numbered anew, as whoever lost a row would have it; labels stay with their rows."""
    assert taken(pd.Series([1, 2, 3]), [2, 0]).index.tolist() == [0, 1]
    assert taken(pd.Series([1, 2], index=["x", "y"]), [1]).index.tolist() == ["y"]
    assert taken((1, 2, 3), [0, 2]) == (1, 3)
    assert taken({"a": 1, "b": 2}, [1]) == {"b": 2}


def test_altered_elements_differ_and_missing_ones_stay() -> None:
    """Every kind of element has another; what is missing has none."""
    for element in (
        3,
        0,
        1.5,
        float("inf"),
        "a",
        "",
        True,
        pd.Timestamp("2024"),
        np.datetime64("2024"),
        pd.Period("2024"),
    ):
        assert altered(element) != element
    assert altered(None) is None
    assert altered(pd.NaT) is pd.NaT


def test_lengths_and_numbers() -> None:
    """A scalar has no length, an array of no dimension neither; numbers are those that are finite."""
    values: list[Any] = [5, "abc", np.array(5), [1, 2], {"a": 1}, pd.DataFrame({"a": [1]})]

    assert list(map(length_of, values)) == [0, 0, 0, 2, 1, 1]
    assert numbers_of([1, 2.5, float("nan"), float("inf"), "3", True]) == [1, 2.5]


def test_arrays_keep_their_width() -> None:
    """An edit that fits does not widen an array; one that does not fit does."""
    assert mapped(np.array([0.5], dtype="float32"), plus).dtype == "float32"
    assert mapped(np.array([1], dtype="int8"), plus).dtype == "int8"
    assert mapped(np.array([127], dtype="int8"), plus).tolist() == [128]
