"""Two values are the same if nothing of their value or form differs."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from authoring.validators.rewriting.equality import is_same

DIFFERENT: tuple[tuple[Any, Any], ...] = (
    (1, 1.0),
    (1, True),
    (1, np.int64(1)),
    (0.0, -0.0),
    ([1], (1,)),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    (np.array([1]), np.array([1], dtype="int32")),
    (np.eye(2), np.asfortranarray(np.array([[1.0, 1.0], [0.0, 1.0]]))),
    (pd.Series([1]), pd.Series([1], name="a")),
    (pd.Series([1]), pd.Series([1], index=pd.Index([0]))),
    (pd.Series(["a"], dtype="category"), pd.Series(["a"], dtype=pd.CategoricalDtype(["a", "b"]))),
    (pd.DataFrame({"a": [1]}), pd.DataFrame({"a": [1]}).rename_axis(columns="c")),
    (pd.DataFrame({"a": [1]}), pd.DataFrame({"a": [1.0]})),
    (pd.DataFrame({"a": [1]}), pd.DataFrame({"b": [1]})),
    (pd.date_range("2024", periods=3), pd.DatetimeIndex(["2024-01-01", "2024-01-02", "2024-01-03"])),
    (pd.Index([1]), pd.Index([1], name="a")),
)
SAME: tuple[Any, ...] = (
    *(3, 1.5, float("nan"), None, "a", True, [1, [2.0]], {"a": float("nan")}, (1, None), {1, 2}),
    *(np.array([1, np.nan]), pd.NaT, pd.Series([1, None]), pd.DataFrame({"a": [1], "b": ["x"]}), pd.Index(["a"])),
    pd.Series([1, 2], index=pd.MultiIndex.from_tuples([(1, "a"), (2, "b")], names=["n", None])),
)


@pytest.mark.parametrize("pair", DIFFERENT, ids=str)
def test_different_in_value_or_form(pair: tuple[Any, Any]) -> None:
    """A difference of type, dtype, name, order, layout or sign is one."""
    assert not is_same(*pair)
    assert not is_same(*reversed(pair))


@pytest.mark.parametrize("value", SAME, ids=str)
def test_copy_is_the_same(value: Any) -> None:
    """A value is the same as its copy, missing values included."""
    copied = value.copy() if hasattr(value, "copy") else value

    assert is_same(value, copied)
