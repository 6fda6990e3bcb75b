"""Inputs of test cases cross as values where nobody could tell them from the reference's, and as text elsewhere."""

import datetime as dt
from collections import namedtuple
from typing import Any

import numpy as np
import pandas as pd
import pytest

from authoring.sandbox.inside.serialization import unpack
from authoring.sandbox.inside.serialization.faithfulness import pack_for_submission
from authoring.validators.base import CollectedItems, Recipe

Point = namedtuple("Point", "x y")  # noqa: PYI024 - a class that does not travel
INNER: list[int] = [1]
LOOP: list[Any] = []
LOOP.append(LOOP)
FAITHFUL: list[Any] = [
    ([1, 2.5, "a", b"b", None, True, 1j, -0.0],),
    {"a": [(1, {"b": []})]},
    ([INNER, INNER],),
    (np.arange(6).reshape(2, 3), np.asfortranarray(np.ones((2, 3))), np.float64(2.0)),
    (pd.DataFrame({"x": [1.5, None], "y": ["a", "b"], "z": pd.to_datetime(["2020-01-01", "NaT"])}),),
    (
        pd.Series([1, 2], index=pd.Index(["a", "b"], name="k"), name="s"),
        pd.Timestamp("2020"),
        dt.date(2020, 1, 2),
    ),
    (pd.DataFrame({"x": [1, "a", None]}, dtype=object), pd.MultiIndex.from_tuples([(1, "a")])),
]
UNFAITHFUL: list[Any] = [
    (lambda x: x,),
    (Point(1, 2),),
    ([1, np.nan],),
    (pd.Series([1, np.nan], dtype=object),),
    (pd.DataFrame({"x": [[1], {2}]}),),
    (iter([1]),),
    (open,),
    (np.arange(6)[::2],),
    (type("Own", (list,), {})([1]),),
    LOOP,
]


def travels_faithfully(value: Any) -> bool:
    """Return whether a value itself crosses."""
    sent = unpack(pack_for_submission(CollectedItems({"x": Recipe(value, "text")}))).items["x"]
    return bool(sent[0] == "value")


@pytest.mark.parametrize("value", FAITHFUL, ids=range(len(FAITHFUL)))
def test_same_to_code_that_is_given_it(value: Any) -> None:
    """Plain values and tables travel with their types, their layout, and what is in them twice."""
    assert travels_faithfully(value)


@pytest.mark.parametrize("value", UNFAITHFUL, ids=range(len(UNFAITHFUL)))
def test_not_the_same(value: Any) -> None:
    """What comes as something else, or would be told apart by its identity, does not travel faithfully."""
    assert not travels_faithfully(value)


def test_sets_in_their_order() -> None:
    """A set that would be gone through in another order does not travel."""
    collided = {8, 0}  # both in the same place of a small table: who came first comes first
    assert [*collided] != sorted(collided)
    for value in (collided, {0, 8}):
        arrived = [*{*value}]
        assert travels_faithfully((value,)) or arrived == [*value]


def test_value_is_preferred() -> None:
    """Of a recipe the value is sent, or else the text; other things stay as they are."""
    disclosed = CollectedItems({"a": Recipe((1,), "`(1,)`"), "b": Recipe((Point(1, 2),), "`P(1, 2)`"), "c": 3})

    assert unpack(pack_for_submission(disclosed)).items == {"a": ("value", (1,)), "b": ("text", "`P(1, 2)`"), "c": 3}
